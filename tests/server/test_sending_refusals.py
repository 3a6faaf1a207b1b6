"""What may not be sent may not be scheduled either, nor may a scheduled message be changed into it."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from server.household import GENERAL, NEWS, NOW, OLD, PLAIN, SECRET, TIDY, Actor, House, refused

Way = Callable[[Actor, dict[str, str]], Awaitable[tuple[int, Any]]]


async def send(actor: Actor, message: dict[str, str]) -> tuple[int, Any]:
    return await actor.call("POST", "/messages", message)


async def schedule(actor: Actor, message: dict[str, str]) -> tuple[int, Any]:
    when = {"scheduled_delivery_timestamp": str(NOW + 3600)}
    return await actor.call("POST", "/scheduled_messages", message | when)


async def reschedule(actor: Actor, message: dict[str, str]) -> tuple[int, Any]:
    _, kept = await schedule(actor, {"type": "direct", "to": f"[{actor.account.user_id}]", "content": "x"})
    return await actor.call("PATCH", f"/scheduled_messages/{kept['scheduled_message_id']}", message)


WAYS = pytest.mark.parametrize("way", [send, schedule, reschedule])


def to_channel(channel_id: int, topic: str = "t", content: str = "c") -> dict[str, str]:
    return {"type": "channel", "to": str(channel_id), "topic": topic, "content": content}


def to_people(to: str) -> dict[str, str]:
    return {"type": "direct", "to": to, "content": "c"}


@WAYS
@pytest.mark.parametrize(
    ("message", "body"),
    [
        (to_channel(GENERAL, content=" \n"), refused("Message must not be empty")),
        (to_channel(GENERAL, content="a\0b"), refused("Message must not contain null bytes")),
        (to_channel(GENERAL, topic="a\nb"), refused("Invalid character in topic, at position 2!")),
        (to_channel(NEWS), refused("You do not have permission to post in this channel.")),
        (
            to_channel(TIDY, topic=""),
            refused("Sending messages to the general chat is not allowed in this channel."),
        ),
        (
            to_channel(TIDY, topic="(no topic)"),
            refused("Sending messages to the general chat is not allowed in this channel."),
        ),
        (to_channel(PLAIN), refused("Only the general chat topic is allowed in this channel.")),
        (
            to_channel(999),
            refused("Channel with ID '999' does not exist", "STREAM_DOES_NOT_EXIST", stream_id=999),
        ),
        (to_people("[]"), refused("Message must have recipients")),
        (to_people('{"a": 1}'), refused("Invalid data type for recipients")),
        (to_people("14"), refused("Invalid data type for recipients")),
        (to_people("[999]"), refused("Invalid user ID 999")),
        (to_people(f"[{OLD}]"), refused("'old-hand@house.test' is no longer using Zulip.")),
    ],
)
async def test_a_member_may_not_send_it(
    cleo: Actor, way: Way, message: dict[str, str], body: dict[str, Any]
) -> None:
    assert await way(cleo, message) == (400, body)


@pytest.mark.parametrize(
    ("way", "msg"),
    [
        (send, "Invalid data type for recipients"),
        (schedule, "Recipient list may only contain user IDs"),
        (reschedule, "Recipient list may only contain user IDs"),
    ],
)
async def test_people_are_not_named_by_fractions(cleo: Actor, way: Way, msg: str) -> None:
    assert await way(cleo, to_people("[1.5]")) == (400, refused(msg))


@WAYS
async def test_a_private_channel_is_closed_to_strangers(dan: Actor, way: Way) -> None:
    assert await way(dan, to_channel(SECRET)) == (400, refused("Not authorized to send to channel 'secret'"))


@WAYS
async def test_a_topic_may_be_begun_by_some_only(ada: Actor, cleo: Actor, way: Way) -> None:
    owners = "2"
    await ada.post(
        "/users/me/subscriptions", subscriptions='[{"name": "closed"}]', can_create_topic_group=owners
    )
    channel = (await ada.get("/get_stream_id", stream="closed"))["stream_id"]
    answer = await way(cleo, to_channel(channel, "new"))
    assert answer == (400, refused("You do not have permission to create new topics in this channel."))
    assert (await way(cleo, to_channel(channel, "Channel Events")))[0] == 200


@WAYS
@pytest.mark.parametrize(
    ("limit", "content", "msg", "code"),
    [
        (
            2,
            "@**all** look",
            "You do not have permission to use channel wildcard mentions in this channel.",
            "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
        ),
        (
            1,
            "@**topic** look",
            "You do not have permission to use topic wildcard mentions in this topic.",
            "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
        ),
    ],
)
async def test_very_many_people_are_mentioned_by_moderators_only(
    house: House, way: Way, limit: int, content: str, msg: str, code: str
) -> None:
    house.world.organization = msgspec.structs.replace(house.world.organization, wildcard_limit=limit)
    message = to_channel(GENERAL, "plans", content)
    assert await way(house.actor("Cleo"), message) == (400, refused(msg, code))
    assert (await way(house.actor("Ben"), message))[0] == 200


@WAYS
async def test_in_older_days_a_topic_was_never_empty(old_house: House, way: Way) -> None:
    cleo = old_house.actor("Cleo")
    assert await way(cleo, to_channel(GENERAL, " ")) == (400, refused("Topic can't be empty!"))
    assert (await way(cleo, to_channel(GENERAL, "(no topic)")))[0] == 200
    old_house.world.organization = msgspec.structs.replace(
        old_house.world.organization, mandatory_topics=True
    )
    assert await way(cleo, to_channel(GENERAL, "(no topic)")) == (
        400,
        refused("Topics are required in this organization"),
    )


@WAYS
async def test_in_older_days_a_refusal_to_post_named_the_ranks(old_house: House, way: Way) -> None:
    ada, cleo = old_house.actor("Ada"), old_house.actor("Cleo")
    assert await way(cleo, to_channel(NEWS)) == (
        400,
        refused("Only organization administrators can send to this channel."),
    )
    await ada.post("/users/me/subscriptions", subscriptions='[{"name": "mods"}]', stream_post_policy="4")
    channel = (await ada.get("/get_stream_id", stream="mods"))["stream_id"]
    assert await way(cleo, to_channel(channel)) == (
        400,
        refused("Only organization administrators and moderators can send to this channel."),
    )


@pytest.mark.parametrize("way", [send, schedule])
async def test_a_channel_message_needs_a_topic(cleo: Actor, way: Way) -> None:
    message = {"type": "stream", "to": str(GENERAL), "content": "c"}
    assert await way(cleo, message) == (400, refused("Missing topic"))


SEND = {"type": "channel", "to": "general", "topic": "t", "content": "c"}


@pytest.mark.parametrize(
    ("change", "body"),
    [
        ({"type": "email"}, refused("Invalid type")),
        ({"to": None}, refused("Missing channel")),
        ({"to": '["general", "news"]'}, refused("Expected exactly one channel")),
        ({"to": "[]"}, refused("Expected exactly one channel")),
        ({"to": "1.5"}, refused("Invalid data type for channel")),
        ({"to": ""}, refused("Channel name can't be empty.")),
        ({"to": "nope"}, refused("Channel 'nope' does not exist", "STREAM_DOES_NOT_EXIST", stream="nope")),
        (
            {"content": None},
            refused("Missing 'content' argument", "REQUEST_VARIABLE_MISSING", var_name="content"),
        ),
        ({"type": None}, refused("Missing 'type' argument", "REQUEST_VARIABLE_MISSING", var_name="type")),
        (
            {"subject": "s"},
            refused(
                "Can't decide between 'topic' and 'subject' arguments",
                "REQUEST_CONFUSING_VAR",
                var_name1="topic",
                var_name2="subject",
            ),
        ),
        ({"sender": "ada-owner@house.test"}, refused("User not authorized for this query")),
        ({"read_by_sender": "True"}, refused('Argument "read_by_sender" is not valid JSON.')),
        ({"type": "direct", "to": None}, refused("Message must have recipients")),
        ({"type": "direct", "to": "x@y.z"}, refused("Invalid email 'x@y.z'")),
        ({"type": "direct", "to": "[14"}, refused("Invalid email '[14'")),
        (
            {"type": "direct", "to": '["dan-member@house.test", 14]'},
            refused("Recipient lists may contain emails or user IDs, but not both."),
        ),
        (
            {"type": "direct", "to": '[14, "dan-member@house.test"]'},
            refused("Recipient lists may contain emails or user IDs, but not both."),
        ),
        ({"type": "direct", "to": "hal-hidden@house.test"}, refused("Invalid email 'hal-hidden@house.test'")),
    ],
)
async def test_sending_is_refused(cleo: Actor, change: dict[str, str | None], body: dict[str, Any]) -> None:
    message = {name: value for name, value in {**SEND, **change}.items() if value is not None}
    assert await cleo.call("POST", "/messages", message) == (400, body)


@pytest.mark.parametrize(
    ("widget", "msg"),
    [
        ("choices", "API programmer sent invalid JSON content"),
        ("[" * 1000, "API programmer sent invalid JSON content"),
        ("5", "widget_content is not a dict"),
        ("{}", "widget_type is not in widget_content"),
        ('{"widget_type": "zform"}', "extra_data is not in widget_content"),
        ('{"widget_type": "zform", "extra_data": 4}', "extra_data is not a dict"),
        ('{"widget_type": "poll", "extra_data": {}}', "unknown widget type: poll"),
        ('{"widget_type": "zform", "extra_data": {}}', "zform is missing type field"),
        ('{"widget_type": "zform", "extra_data": {"type": "x"}}', "unknown zform type: x"),
        (
            '{"widget_type": "zform", "extra_data": {"type": "choices", "choices": []}}',
            "heading key is missing from extra_data",
        ),
        (
            '{"widget_type": "zform", "extra_data": {"type": "choices", "heading": "h", "choices": 9}}',
            'extra_data["choices"] is not a list',
        ),
        (
            '{"widget_type": "zform", "extra_data": {"type": "choices", "heading": "", "choices": [{}]}}',
            'short_name key is missing from extra_data["choices"][0]',
        ),
    ],
)
async def test_what_is_no_choice_is_refused_beside_a_message(cleo: Actor, widget: str, msg: str) -> None:
    assert await cleo.call("POST", "/messages", SEND | {"widget_content": widget}) == (
        400,
        refused(f"Widgets: {msg}"),
    )


@pytest.mark.parametrize("way", [schedule, reschedule])
@pytest.mark.parametrize(
    ("change", "msg"),
    [
        ({"type": "channel", "to": "general", "topic": "t"}, "Invalid data type for channel ID"),
        ({"type": "channel", "to": "[31]", "topic": "t"}, "Invalid data type for channel ID"),
        ({"type": "direct", "to": '[14, "x"]'}, "Recipient list may only contain user IDs"),
        ({"type": "direct", "to": '["x@y.test"]'}, "Recipient list may only contain user IDs"),
    ],
)
async def test_a_scheduled_message_names_its_recipients_by_id(
    cleo: Actor, way: Way, change: dict[str, str], msg: str
) -> None:
    assert await way(cleo, {"content": "c", **change}) == (400, refused(msg))


@pytest.mark.parametrize(
    ("when", "msg"),
    [
        (str(NOW), "Scheduled delivery time must be in the future."),
        ("-5", "Scheduled delivery time must be in the future."),
        (str(10**12), "scheduled_delivery_timestamp is too large"),
        ("tomorrow", 'Argument "scheduled_delivery_timestamp" is not valid JSON.'),
        ("1800000010.5", "scheduled_delivery_timestamp is not an integer"),
    ],
)
async def test_the_time_of_a_scheduled_message_must_be_one_in_the_future(
    cleo: Actor, when: str, msg: str
) -> None:
    message = to_people("[14]")
    answer = await cleo.call("POST", "/scheduled_messages", message | {"scheduled_delivery_timestamp": when})
    assert answer == (400, refused(msg))
    _, kept = await schedule(cleo, message)
    path = f"/scheduled_messages/{kept['scheduled_message_id']}"
    assert await cleo.call("PATCH", path, {"scheduled_delivery_timestamp": when}) == (400, refused(msg))
