"""Two schedulers in one bot: each keeps to what is its own at the server, over restarts and deaths."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dragoman.operations import CreateScheduledMessage, DeleteScheduledMessage
from plugins.scheduler.office import BOT, HEAD, Office, an_office
from plugins.scheduler.test_lives import HOUR, LOOKED

OPENING = """      - name: opening
        when: every day at 14:00
        to: "#general > opening"
        text: We are open.
        prearm: true
"""
SECOND_ARMS = f"""{HEAD}plugins:
  - use: scheduler
  - use: scheduler
    name: second
    schedules:
{OPENING}"""
BOTH_ARM = f"""{HEAD}plugins:
  - use: scheduler
    schedules:
{OPENING}  - use: scheduler
    name: second
    schedules:
{OPENING}"""


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with an_office(tmp_path) as made:
        yield made


async def once(office: Office) -> list[str]:
    """Return what people are told that goes out once."""
    yuki = await office.person("Yuki Tanaka")
    told = await yuki.asks("!schedules all")
    return [line for line in told.splitlines() if line.startswith("* ") and "every day" not in line]


async def test_what_one_has_given_to_the_server_is_not_taken_for_the_others(office: Office) -> None:
    await office.open(SECOND_ARMS)
    await office.advance(LOOKED)
    assert [each.content for each in await office.scheduled()] == ["We are open."]
    await office.kill()
    await office.open(SECOND_ARMS)
    assert await once(office) == []
    await office.advance(2 * HOUR)
    assert await office.said("opening") == ["We are open."]


def told(office: Office) -> list[str]:
    """Return what people were told of messages that were cancelled at the server."""
    bot = office.server.account(BOT).user_id
    said = [each.content for each in office.server.world.messages if each.sender_id == bot]
    return [content for content in said if content.startswith("Somebody cancelled")]


async def test_what_was_asked_of_one_is_not_taken_in_by_the_other(office: Office) -> None:
    await office.open(SECOND_ARMS)
    paulo = await office.person("Paulo Reis")
    await paulo.asks("!remind me in 5h soup")
    (waiting,) = await office.scheduled()
    await office.kill()
    await office.open(SECOND_ARMS)
    await office.as_bot(DeleteScheduledMessage(scheduled_message_id=waiting.scheduled_message_id))
    await paulo.hears()
    await office.close()
    assert len(told(office)) == 1


async def test_what_both_say_alike_is_said_by_each_of_them(office: Office) -> None:
    await office.open(BOTH_ARM)
    await office.advance(LOOKED)
    assert [each.content for each in await office.scheduled()] == ["We are open."] * 2
    await office.kill()
    await office.open(BOTH_ARM)
    await office.advance(2 * HOUR)
    assert await office.said("opening") == ["We are open."] * 2


async def test_what_somebody_else_has_given_to_the_server_is_taken_in_by_one_of_them(office: Office) -> None:
    await office.open(SECOND_ARMS)
    paulo = await office.person("Paulo Reis")
    await office.kill()
    made = await office.as_bot(
        CreateScheduledMessage(
            type="direct",
            to=(office.server.person("Paulo Reis").user_id,),
            content="soup",
            scheduled_delivery_timestamp=int(office.clock.now()) + 5 * HOUR,
        )
    )
    await office.open(SECOND_ARMS)
    await office.as_bot(DeleteScheduledMessage(scheduled_message_id=made.scheduled_message_id))
    await paulo.hears()
    await office.close()
    assert len(told(office)) == 1
