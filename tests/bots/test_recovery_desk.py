"""The recovery desk, whole: a person's question answered in chat."""

from collections.abc import AsyncIterator

import pytest

from bots.hall import Hall, hall

MONDAY = 1_800_273_600.0
"""2027-01-18 12:00:00 UTC."""


@pytest.fixture
async def desk() -> AsyncIterator[Hall]:
    async with hall("recovery_desk", "Recovery Desk", now=MONDAY) as made:
        yield made


async def test_a_question_in_a_channel_is_answered_there(desk: Hall) -> None:
    nell = await desk.person("Nell Ashby")
    answer = await nell.asks(
        "@**Recovery Desk** my NAS will not mount after a power cut", channel="help desk", topic="nas"
    )
    assert answer.startswith(
        "**NAS:** [Official NAS recovery page](https://recovery.example.org/services/nas)\n\n"
        "* **Mail-in:** [How to send a device in](https://recovery.example.org/mail-in)\n"
        "* **Contact:** [Talk to the people there](https://recovery.example.org/contact)\n"
        "* **Lab:** Example Recovery Lab, 1 Cleanroom Way, Springfield (the only location)\n"
        "* **Please note:** "
    )
    assert "No recovery is guaranteed." in answer


async def test_a_bare_number_in_the_topic_is_the_answer(desk: Hall) -> None:
    nell = await desk.person("Nell Ashby")
    question = await nell.asks(
        "@**Recovery Desk** the SSD in my laptop died", channel="help desk", topic="ssd"
    )
    assert question.startswith("Which one needs help?")
    await nell.says("hm, let me think", channel="help desk", topic="ssd")
    answer = await nell.asks("2", channel="help desk", topic="ssd")
    assert answer.startswith("**Laptop:** ")


async def test_a_number_in_a_direct_message_is_answered_once(desk: Hall) -> None:
    nell = await desk.person("Nell Ashby")
    await nell.asks("the SSD in my laptop died")
    assert (await nell.asks("1")).startswith("**SSD:** ")
    assert (await nell.asks("1")).startswith("I have no question open with you.")


async def test_what_is_never_done_is_said(desk: Hall) -> None:
    nell = await desk.person("Nell Ashby")
    assert (await nell.asks("how much to recover my phone?")).startswith(
        "I cannot quote a price or say how long it takes.\n\n**Phone:** "
    )
    assert (await nell.asks("what is the weather?")).startswith("That is not something I can help with.")


async def test_help_before_a_question_is_part_of_the_question(desk: Hall) -> None:
    nell = await desk.person("Nell Ashby")
    assert (await nell.asks("help, my usb stick is dead")).startswith("**USB drive:** ")


async def test_all_pages_are_listed(desk: Hall) -> None:
    nell = await desk.person("Nell Ashby")
    answer = await nell.asks("!guide", channel="general", topic="pages")
    assert answer.count("https://recovery.example.org/services/") == 8


async def test_nobody_else_is_answered(desk: Hall) -> None:
    nell = await desk.person("Nell Ashby")
    await nell.says("my laptop is broken, what shall I do?", channel="general", topic="chat")
    await nell.says("2", channel="general", topic="chat")
    assert (await nell.asks("!guide raid")).startswith("**RAID:** ")
