"""Schedules over the lives of a bot, on the bundled server: what comes, comes once."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dragoman_server import Act
from plugins.scheduler.office import HEAD, Office, an_office

HOUR = 3600
ARMED = f"""{HEAD}plugins:
  - use: scheduler
    schedules:
      - name: opening
        when: every day at 14:00
        to: "#general > opening"
        text: We are open.
        prearm: true
"""
"""Two hours from now, and given to the server ahead."""
LOOKED = 31 * 60
"""Seconds after which the bot has looked ahead."""


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with an_office(tmp_path) as made:
        yield made


async def test_what_recurs_comes_once_over_restarts(office: Office) -> None:
    await office.open()
    paulo = await office.person("Paulo Reis")
    answer = await paulo.asks("!schedule every 2 hours in #general > water: Water the plants.")
    assert answer.startswith("Schedule **1** goes to #**general>water** every 2 hours")
    # Nine o'clock where Paulo is, so it comes at ten, at noon, and so on.
    await office.advance(HOUR + 60)
    assert (await paulo.hears()).content == "Water the plants."
    await office.kill()
    await office.open()
    assert (await paulo.asks("!schedules 1")).splitlines()[-1] == (
        "So far: <time:2027-01-18T13:00:00+00:00> sent"
    )
    await office.advance(2 * HOUR)
    assert (await paulo.hears()).content == "Water the plants."
    await paulo.asks("!pause 1")
    await office.kill()
    await office.open()
    await office.advance(4 * HOUR)
    assert await office.said("water") == ["Water the plants."] * 2


async def test_what_the_bot_sends_itself_outlives_it(office: Office) -> None:
    office.server.faults.add(Act(status=404), method="GET", path="/api/v1/scheduled_messages")
    await office.open()
    paulo = await office.person("Paulo Reis")
    await paulo.asks("!schedule in 2h soup")
    await office.kill()
    await office.open()
    await office.advance(2 * HOUR)
    assert (await paulo.hears()).content == "soup"


async def test_the_server_sends_what_it_was_given_while_the_bot_is_down(office: Office) -> None:
    await office.open(ARMED)
    await office.advance(LOOKED)
    assert [each.content for each in await office.scheduled()] == ["We are open."]
    await office.kill()
    await office.advance(2 * HOUR - LOOKED + 60)
    assert await office.said("opening") == ["We are open."]
    await office.open(ARMED)
    await office.advance(600)
    assert await office.said("opening") == ["We are open."]


async def test_the_server_sends_what_it_was_given_while_the_bot_lives(office: Office) -> None:
    await office.open(ARMED)
    await office.advance(2 * HOUR + 600)
    assert await office.said("opening") == ["We are open."]


async def test_the_bot_sends_what_the_server_was_not_given_when_it_is_back(office: Office) -> None:
    await office.open(ARMED)
    await office.kill()
    await office.advance(2 * HOUR + 60)
    assert await office.said("opening") == []
    await office.open(ARMED)
    await office.advance(60)
    assert await office.said("opening") == ["We are open."]


@pytest.mark.parametrize("is_down", [True, False], ids=["down", "up"])
@pytest.mark.parametrize("act", [Act(drop="after_commit"), Act(drop="before_commit")], ids=["taken", "lost"])
async def test_what_the_server_said_nothing_of_comes_once(office: Office, act: Act, is_down: bool) -> None:
    office.server.faults.add(act, method="POST", path="/api/v1/scheduled_messages", times=1)
    await office.open(ARMED)
    await office.advance(LOOKED)
    if is_down:
        await office.kill()
    await office.advance(2 * HOUR - LOOKED + 60)
    if is_down:
        await office.open(ARMED)
    await office.advance(600)
    assert await office.said("opening") == ["We are open."]


async def test_what_is_skipped_is_sent_by_nobody(office: Office) -> None:
    await office.open(ARMED)
    await office.advance(LOOKED)
    yuki = await office.person("Yuki Tanaka")
    assert (await yuki.asks("!skip opening")).startswith("Skipped <time:2027-01-18T14:00:00+00:00>")
    assert await office.scheduled() == ()
    await office.advance(2 * HOUR)
    assert await office.said("opening") == []


async def test_what_was_skipped_is_not_promised_after_a_pause(office: Office) -> None:
    await office.open()
    paulo = await office.person("Paulo Reis")
    await paulo.asks("!remind me every day at 12:00 to eat")
    await paulo.asks("!skip 1")
    await paulo.asks("!pause 1")
    assert await paulo.asks("!skip 1") == (
        "Nothing of **1** comes that could be skipped: `!resume 1` lets it come again."
    )
    assert await paulo.asks("!resume 1") == (
        "Resumed: **1** comes next at <time:2027-01-19T15:00:00+00:00>, <time:2027-01-20T15:00:00+00:00> "
        "and <time:2027-01-21T15:00:00+00:00>."
    )
