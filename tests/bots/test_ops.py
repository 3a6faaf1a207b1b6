"""The ops bot, whole: schedules, channels, and who is on call."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bots.hall import Hall, hall
from dragoman.text import mention

OSLO = ZoneInfo("Europe/Oslo")
NOW = datetime(2027, 1, 18, 8, 59, tzinfo=OSLO).timestamp()
"""A Monday, a minute before the stand-up and the handover."""


@pytest.fixture
async def ops() -> AsyncIterator[Hall]:
    async with hall("ops", "Ops Bot", now=NOW) as made:
        yield made


async def test_a_reminder_is_sent_by_the_server_at_its_hour(ops: Hall) -> None:
    paulo = await ops.person("Paulo Reis")
    answer = await paulo.asks("!remind me in 2h to rotate backups", channel="operations", topic="backups")
    assert answer == (
        "Message **1** goes to you at <time:2027-01-18T09:59:00+00:00>. `!unschedule 1` cancels it."
    )
    await ops.server.clock.jump(NOW + 2 * 3600 + 1)
    message = await paulo.hears()
    assert (message.content, message.is_direct) == ("rotate backups", True)


async def test_a_message_is_scheduled_for_another_topic(ops: Hall) -> None:
    paulo = await ops.person("Paulo Reis")
    answer = await paulo.asks("!schedule #operations > deploys in 2h: freeze ends")
    assert answer.startswith("Message **1** goes to #**operations>deploys** at ")
    await ops.server.clock.jump(NOW + 2 * 3600 + 1)
    message = await paulo.hears()
    assert (message.content, message.channel_name, message.topic) == ("freeze ends", "operations", "deploys")


async def test_scheduled_messages_are_listed_and_cancelled(ops: Hall) -> None:
    paulo = await ops.person("Paulo Reis")
    await paulo.asks("!schedule tomorrow 9am water the plants", channel="general", topic="plants")
    listed = await paulo.asks("!schedules", channel="general", topic="plants")
    assert listed == (
        "Once:\n* **1**: <time:2027-01-19T12:00:00+00:00> to #**general>plants**: water the plants\n\n"
        "Again and again:\n"
        "* **backups-check**: every monday at 10:00 and every thursday at 10:00 (Europe/Oslo), "
        "next <time:2027-01-18T09:00:00+00:00>, to #**operations>backups**: "
        "{rota.\u200bbackups}, have you looked at the backups lately? I as…\n"
        "* **standup**: every weekday at 09:00 (Europe/Oslo), next <time:2027-01-18T08:00:00+00:00>, "
        "to #**engineering>stand-up**: Good morning! What are you on today?"
    )
    assert await paulo.asks("!unschedule 1") == (
        "Cancelled: message **1** for <time:2027-01-19T12:00:00+00:00> will not be sent."
    )
    assert (await paulo.asks("!schedules")).startswith("Again and again:")


async def test_a_time_that_cannot_be_is_explained(ops: Hall) -> None:
    paulo = await ops.person("Paulo Reis")
    assert await paulo.asks("!remind me at 25:00 to sleep") == "There is no “25:00” on any clock."


async def test_the_stand_up_is_announced_by_the_clock(ops: Hall) -> None:
    paulo = await ops.person("Paulo Reis")
    await ops.clock.advance(61)
    said = {(message.topic, message.content) for message in [await paulo.hears(), await paulo.hears()]}
    idris = ops.server.account("Idris Okonkwo")
    assert said == {
        ("stand-up", "Good morning! What are you on today?"),
        ("on call", f"@**Idris Okonkwo|{idris.user_id}** is on call from now on."),
    }


async def test_the_bot_is_in_its_channels_as_the_file_says(ops: Hall) -> None:
    own = await ops.bot_itself()
    assert (own["engineering"].color, own["engineering"].is_muted) == ("#76ce90", False)
    assert own["operations"].pin_to_top
    assert own["general"].is_muted


async def test_only_moderators_change_the_channels(ops: Hall) -> None:
    paulo, yuki = await ops.person("Paulo Reis"), await ops.person("Yuki Tanaka")
    assert (
        await paulo.asks("!leave help desk")
        == "`!leave` is for people with the role moderator or a higher one."
    )
    assert await yuki.asks("!leave help desk") == "I left #**help desk**."
    assert "help desk" not in await ops.bot_itself()
    assert await yuki.asks("!join #**help desk**") == "I joined #**help desk**."
    assert "help desk" in await ops.bot_itself()


async def test_whoever_is_in_the_machine_room_may_mute(ops: Hall) -> None:
    paulo = await ops.person("Paulo Reis")
    assert (await paulo.asks("!unmute general", channel="general", topic="x")).endswith("a higher one.")
    assert (
        await paulo.asks("!unmute general", channel="operations", topic="x")
        == "#**general** is not muted for me now."
    )


async def test_a_guest_schedules_nothing(ops: Hall) -> None:
    theo = await ops.person("Theo Lind")
    assert (
        await theo.asks("!schedule in 2h x")
        == "`!schedule` is for people with the role member or a higher one."
    )


async def test_who_is_on_call_changes_at_the_hour_of_the_handover(ops: Hall) -> None:
    paulo = await ops.person("Paulo Reis")
    yuki, idris = (
        mention(ops.server.account(name), silent=True) for name in ("Yuki Tanaka", "Idris Okonkwo")
    )
    assert await paulo.asks("!on-call") == (
        f"{yuki} is on call until <time:2027-01-18T09:00:00+01:00>, then {idris}."
    )
    ops.clock.jump(120)
    assert await paulo.asks("!oncall") == (
        f"{idris} is on call until <time:2027-01-25T09:00:00+01:00>, "
        f"then {mention(ops.server.account('Paulo Reis'), silent=True)}."
    )


async def test_the_person_on_call_is_paged_with_harmless_words(ops: Hall) -> None:
    samira = await ops.person("Samira Haddad")
    asker = mention(ops.server.account("Samira Haddad"), silent=True)
    assert await samira.asks("!page @**all** the disks are full", channel="engineering", topic="disks") == (
        f"{mention(ops.server.account('Yuki Tanaka'))}, {asker} needs you:\n"
        "```quote\n@\u200b**all** the disks are full\n```"
    )


async def test_nobody_is_paged_where_everybody_reads(ops: Hall) -> None:
    marta = await ops.person("Marta Solberg")
    assert (
        await marta.asks("!page the disks are full", channel="announcements", topic="disks")
        == "`!page` is not for you to use here; whoever runs me decides that."
    )


def test_the_moment_is_what_it_says() -> None:
    assert datetime.fromtimestamp(NOW, UTC) == datetime(2027, 1, 18, 7, 59, tzinfo=UTC)
