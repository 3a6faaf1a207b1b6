"""Messages that go out once, from asking to sending, over restarts and against a server that misbehaves."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dragoman.operations import CreateScheduledMessage, DeleteScheduledMessage, UpdateScheduledMessage
from dragoman_server import Act
from plugins.scheduler.office import MONDAY_NOON, Office, an_office

NOON = int(MONDAY_NOON)
HOUR = 3600
AT_TWO = "<time:2027-01-18T14:00:00+00:00>"


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with an_office(tmp_path) as made:
        await made.open()
        yield made


async def test_a_message_is_scheduled_listed_changed_and_sent(office: Office) -> None:
    paulo = await office.person("Paulo Reis")
    assert await paulo.asks("!schedule #general > lunch in 1h: soup") == (
        "Message **1** goes to #**general>lunch** at <time:2027-01-18T13:00:00+00:00>. "
        "`!unschedule 1` cancels it."
    )
    assert await paulo.asks("!edit 1 in 2h") == f"Message **1** goes to #**general>lunch** at {AT_TWO}."
    assert await paulo.asks("!edit 1 text: stew") == f"Message **1** goes to #**general>lunch** at {AT_TWO}."
    assert (
        await paulo.asks("!edit 1 to #operations > backups")
        == f"Message **1** goes to #**operations>backups** at {AT_TWO}."
    )
    assert await paulo.asks("!schedules") == f"Once:\n* **1**: {AT_TWO} to #**operations>backups**: stew"
    await office.advance(2 * HOUR)
    message = await paulo.hears()
    assert (message.channel_name, message.topic, message.content) == ("operations", "backups", "stew")
    assert await paulo.asks("!schedules") == "You have nothing scheduled."


async def test_who_asked_is_known_after_a_restart(office: Office) -> None:
    paulo, nell = await office.person("Paulo Reis"), await office.person("Nell Ashby")
    await paulo.asks("!schedule #general > lunch in 2h: soup")
    await office.close()
    await office.open()
    assert await nell.asks("!schedules") == "You have nothing scheduled."
    assert (
        await nell.asks("!unschedule 1")
        == "You have nothing scheduled under 1: `!schedules` lists what you have."
    )
    assert await paulo.asks("!schedules") == f"Once:\n* **1**: {AT_TWO} to #**general>lunch**: soup"
    assert await paulo.asks("!unschedule 1") == (
        "Cancelled: message **1** for <time:2027-01-18T14:00:00+00:00> will not be sent."
    )
    assert await office.scheduled() == ()


async def test_what_was_sent_while_the_bot_was_down_waits_no_more(office: Office) -> None:
    paulo = await office.person("Paulo Reis")
    await paulo.asks("!schedule in 2h soup")
    await office.close()
    await office.advance(3 * HOUR)
    assert (await paulo.hears()).content == "soup"
    await office.open()
    assert await paulo.asks("!schedules") == "You have nothing scheduled."


async def test_whoever_asked_is_told_what_the_server_could_not_send(office: Office) -> None:
    paulo = await office.person("Paulo Reis")
    await paulo.asks("!schedule in 2h soup")
    await office.server.clock.jump(NOON + 3 * HOUR)
    assert (await paulo.hears()).content == (
        f"The server could not send your message **1**, due {AT_TWO} to you. "
        "`!edit 1 in 10 minutes` tries it again, `!unschedule 1` drops it."
    )
    assert await paulo.asks("!schedules") == f"Once:\n* **1**: {AT_TWO} to you (**failed**): soup"


async def test_what_is_changed_and_cancelled_elsewhere_is_known(office: Office) -> None:
    paulo = await office.person("Paulo Reis")
    await paulo.asks("!schedule in 2h soup")
    (waiting,) = await office.scheduled()
    await office.as_bot(
        UpdateScheduledMessage(scheduled_message_id=waiting.scheduled_message_id, content="stew")
    )
    assert await paulo.asks("!schedules") == f"Once:\n* **1**: {AT_TWO} to you: stew"
    await office.as_bot(DeleteScheduledMessage(scheduled_message_id=waiting.scheduled_message_id))
    assert (await paulo.hears()).content == (
        f"Somebody cancelled your message **1** at the server, due {AT_TWO} to you."
    )
    assert await paulo.asks("!schedules") == "You have nothing scheduled."


async def test_whoever_asked_is_told_who_cancelled(office: Office) -> None:
    paulo, yuki = await office.person("Paulo Reis"), await office.person("Yuki Tanaka")
    await paulo.asks("!schedule in 2h soup")
    asker = office.server.account("Paulo Reis").user_id
    assert await yuki.asks("!schedules all") == f"Once:\n* **1**: {AT_TWO} to @_**Paulo Reis|{asker}**"
    assert await yuki.asks("!unschedule 1") == (
        "Cancelled: message **1** for <time:2027-01-18T14:00:00+00:00> will not be sent."
    )
    by = office.server.account("Yuki Tanaka").user_id
    assert (
        await paulo.hears()
    ).content == f"@_**Yuki Tanaka|{by}** cancelled your message **1**, due {AT_TWO} to you."


async def test_what_was_scheduled_without_the_plugin_is_found_at_the_start(office: Office) -> None:
    paulo = await office.person("Paulo Reis")
    await office.close()
    await office.as_bot(
        CreateScheduledMessage(
            type="direct",
            to=(office.server.account("Paulo Reis").user_id,),
            content="soup",
            scheduled_delivery_timestamp=NOON + 2 * HOUR,
        )
    )
    await office.open()
    assert await paulo.asks("!schedules") == f"Once:\n* **1**: {AT_TWO} to you: soup"
    await paulo.asks("!schedule in 2h stew")
    assert await paulo.asks("!unschedule 2") == (
        "Cancelled: message **2** for <time:2027-01-18T14:00:00+00:00> will not be sent."
    )


@pytest.mark.parametrize(
    "act",
    [Act(drop="after_commit"), Act(status=502, at="after_commit"), Act(truncate=0)],
    ids=["hung up", "bad gateway", "empty answer"],
)
async def test_what_the_server_took_without_saying_so_is_not_scheduled_twice(
    office: Office, act: Act
) -> None:
    paulo = await office.person("Paulo Reis")
    office.server.faults.add(act, method="POST", path="/api/v1/scheduled_messages", times=1)
    assert await paulo.asks("!schedule in 2h soup") == (
        f"Message **1** goes to you at {AT_TWO}. `!unschedule 1` cancels it."
    )
    assert [each.content for each in await office.scheduled()] == ["soup"]


async def test_another_persons_words_are_not_put_in_the_bots_mouth_by_a_change(office: Office) -> None:
    paulo = await office.person("Paulo Reis")
    await paulo.asks("!remind me in 2h you are late")
    await paulo.asks("!edit 1 to @**Nell Ashby**")
    asker = office.server.account("Paulo Reis").user_id
    (waiting,) = await office.scheduled()
    assert waiting.content == f"@_**Paulo Reis|{asker}** asked me to tell you:\n\nyou are late"
