"""Feature levels: what a server of the newest level does, and here and there what one before it did."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from contract.covering import covers
from contract.messaging.versions import LEVELS, Level
from contract.server.stage import AGORA, MEL, OPHELIA, ORDER, START, Stage, on_stage
from dragoman_server import ServerSettings


def at(level: int) -> Level:
    """Return the line of the table for a level."""
    return next(one for one in LEVELS if level in one.levels)


def level(number: int) -> pytest.MarkDecorator:
    """Mark a check with the line that it covers."""
    return covers(at(number).line)


@pytest_asyncio.fixture(loop_scope="module")
async def before(request: pytest.FixtureRequest) -> AsyncIterator[Stage]:
    """Give a server of the level before the one that the check names."""
    async with on_stage(ServerSettings(feature_level=request.param - 1)) as running:
        yield running


def just_before(number: int) -> pytest.MarkDecorator:
    """Let the fixture ``before`` stand just before a level."""
    return pytest.mark.parametrize("before", [number], indirect=True, ids=str)


SEND = {"type": "stream", "to": str(AGORA), "topic": "t", "content": "x"}
PROPERTIES = "/users/me/subscriptions/properties"


@level(1)
@level(333)
async def test_posting_is_a_group_and_the_old_fields_are_still_told(stage: Stage) -> None:
    streams = (await stage.do(MEL, "GET", "/streams"))["streams"]
    assert {"can_send_message_group", "stream_post_policy", "is_announcement_only"} <= set(streams[0])


@level(333)
@just_before(333)
async def test_posting_was_a_policy(before: Stage) -> None:
    streams = (await before.do(MEL, "GET", "/streams"))["streams"]
    assert "can_send_message_group" not in streams[0]
    assert streams[0]["stream_post_policy"] == 1


@level(111)
@level(167)
async def test_ignored_parameters_are_told_and_nothing_is_echoed(stage: Stage) -> None:
    change = f'[{{"stream_id": {AGORA}, "property": "pin_to_top", "value": true}}]'
    reply = await stage.ask(MEL, "POST", PROPERTIES, {"subscription_data": change, "colour": "red"})
    assert reply.fields == {"ignored_parameters_unsupported": ["colour"]}


@level(120)
async def test_a_single_message_is_an_object(stage: Stage) -> None:
    answer = await stage.do(MEL, "GET", f"/messages/{ORDER}", apply_markdown=False)
    assert (answer["raw_content"], answer["message"]["content"]) == ("Order, **please**", "Order, **please**")


@level(139)
async def test_muting_makes_two_events(stage: Stage) -> None:
    queue = await stage.register(MEL)
    change = [{"stream_id": AGORA, "property": "is_muted", "value": True}]
    await stage.do(MEL, "POST", PROPERTIES, subscription_data=change)
    assert [one["property"] for one in await queue.events()] == ["in_home_view", "is_muted"]


@level(184)
async def test_scheduling_does_not_take_an_id(stage: Stage) -> None:
    fields = {**SEND, "scheduled_delivery_timestamp": str(START + 60), "scheduled_message_id": "1"}
    reply = await stage.ask(MEL, "POST", "/scheduled_messages", fields)
    assert reply.fields["ignored_parameters_unsupported"] == ["scheduled_message_id"]


@level(208)
async def test_a_bad_principal_is_a_bad_request(stage: Stage) -> None:
    fields = {"subscriptions": '["agora"]', "principals": "[999]"}
    reply = await stage.ask(OPHELIA, "DELETE", "/users/me/subscriptions", fields)
    assert (reply.status, reply.refusal) == (400, {"code": "BAD_REQUEST"})


@level(215)
async def test_typing_knows_no_private_and_takes_a_stream_id(stage: Stage) -> None:
    refused = await stage.ask(MEL, "POST", "/typing", {"type": "private", "op": "start", "to": "[15]"})
    assert (refused.status, refused.refusal) == (400, {"code": "BAD_REQUEST"})
    fields = {"type": "stream", "op": "start", "stream_id": AGORA, "topic": "t"}
    await stage.do(MEL, "POST", "/typing", **fields)


@level(248)
async def test_channel_is_a_type(stage: Stage) -> None:
    due = str(START + 60)
    fields = {**SEND, "type": "channel", "scheduled_delivery_timestamp": due}
    assert (await stage.ask(MEL, "POST", "/scheduled_messages", fields)).status == 200


@level(334)
async def test_the_empty_topic_is_a_topic(stage: Stage) -> None:
    fields = {**SEND, "topic": "", "scheduled_delivery_timestamp": str(START + 60)}
    assert (await stage.ask(MEL, "POST", "/scheduled_messages", fields)).status == 200


@level(334)
@just_before(334)
async def test_the_empty_topic_was_none(before: Stage) -> None:
    fields = {**SEND, "topic": "", "scheduled_delivery_timestamp": str(START + 60)}
    reply = await before.ask(MEL, "POST", "/scheduled_messages", fields)
    assert (reply.status, reply.refusal) == (400, {"code": "BAD_REQUEST"})


@level(356)
async def test_include_all_is_taken(stage: Stage) -> None:
    answer = await stage.do(MEL, "GET", "/streams", include_all=True)
    assert "ignored_parameters_unsupported" not in answer


@level(356)
@just_before(356)
async def test_include_all_was_not(before: Stage) -> None:
    answer = await before.do(MEL, "GET", "/streams", include_all=True)
    assert answer["ignored_parameters_unsupported"] == ["include_all"]


@level(481)
async def test_the_idle_time_may_be_chosen_and_is_told(stage: Stage) -> None:
    answer = await stage.do(MEL, "POST", "/register", fetch_event_types=[], idle_queue_timeout=45)
    assert answer["idle_queue_timeout_secs"] == 45


@level(481)
@just_before(481)
async def test_the_idle_time_could_not_be_chosen(before: Stage) -> None:
    answer = await before.do(MEL, "POST", "/register", fetch_event_types=[], idle_queue_timeout=45)
    assert answer["ignored_parameters_unsupported"] == ["idle_queue_timeout"]
    assert "idle_queue_timeout_secs" not in answer
    assert answer["server_feature_level"] == 480


@just_before(487)
async def test_the_presence_of_one_person_was_told_by_client(before: Stage) -> None:
    await before.do(MEL, "POST", "/users/me/presence", status="active")
    presence = (await before.do(OPHELIA, "GET", f"/users/{MEL}/presence"))["presence"]
    told = {client: (one["status"], one["timestamp"]) for client, one in presence.items()}
    assert told == {"aggregated": ("active", START), "website": ("active", START)}
