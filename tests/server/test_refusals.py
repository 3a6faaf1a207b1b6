"""How each operation refuses what it was wrongly asked."""

from typing import Any

import pytest

from server.household import GENERAL, GOLD, HI, HUSH, NOW, QUIET, SECRET, Actor, House, refused

Case = tuple[str, str, str, dict[str, str], Any]

NO_MESSAGE = refused("Invalid message(s)")
NO_CHANNEL = refused("Invalid channel ID")
NO_USER = refused("No such user")

CASES: list[Case] = [
    # Event queues.
    ("Cleo", "GET", "/events", {}, refused("Missing 'queue_id' argument")),
    ("Cleo", "GET", "/events", {"queue_id": "x"}, refused("Missing 'last_event_id' argument")),
    (
        "Cleo",
        "GET",
        "/events",
        {"queue_id": "x", "last_event_id": "-1"},
        refused("Bad event queue ID: x", "BAD_EVENT_QUEUE_ID", queue_id="x"),
    ),
    (
        "Cleo",
        "GET",
        "/events",
        {"last_event_id": "x"},
        refused('Argument "last_event_id" is not valid JSON.'),
    ),
    (
        "Cleo",
        "DELETE",
        "/events",
        {},
        refused("Missing 'queue_id' argument", "REQUEST_VARIABLE_MISSING", var_name="queue_id"),
    ),
    (
        "Cleo",
        "DELETE",
        "/events",
        {"queue_id": "x"},
        refused("Bad event queue ID: x", "BAD_EVENT_QUEUE_ID", queue_id="x"),
    ),
    # Register.
    ("Cleo", "POST", "/register", {"event_types": "[1]"}, refused("event_types[0] is not a string")),
    ("Cleo", "POST", "/register", {"event_types": "x"}, refused('Argument "event_types" is not valid JSON.')),
    (
        "Cleo",
        "POST",
        "/register",
        {"client_capabilities": "{}"},
        refused("notification_settings_null key is missing from client_capabilities"),
    ),
    (
        "Cleo",
        "POST",
        "/register",
        {"client_capabilities": '{"notification_settings_null": 1}'},
        refused("client_capabilities contains a value that is not a boolean"),
    ),
    (
        "Cleo",
        "POST",
        "/register",
        {"client_capabilities": "[]"},
        refused("client_capabilities is not a dict"),
    ),
    ("Cleo", "POST", "/register", {"narrow": '[["search", "x"]]'}, refused("Operator search not supported.")),
    ("Cleo", "POST", "/register", {"narrow": '[{"operator": "is"}]'}, refused("narrow[0] is not a list")),
    (
        "Cleo",
        "POST",
        "/register",
        {"narrow": '[["a", "b", "c"]]'},
        refused("narrow[0] should have exactly 2 items"),
    ),
    (
        "Gus",
        "POST",
        "/register",
        {"all_public_streams": "true"},
        refused("User not authorized for this query"),
    ),
    ("Cleo", "POST", "/register", {"idle_queue_timeout": "-5"}, refused("idle_queue_timeout is too small")),
    (
        "Cleo",
        "POST",
        "/register",
        {"include_subscribers": "zzz"},
        refused('Argument "include_subscribers" is not valid JSON.'),
    ),
    # Reading messages.
    (
        "Cleo",
        "GET",
        "/messages",
        {},
        refused("Missing 'num_before' argument", "REQUEST_VARIABLE_MISSING", var_name="num_before"),
    ),
    (
        "Cleo",
        "GET",
        "/messages",
        {"num_before": "1", "num_after": "1"},
        refused("Missing 'anchor' argument."),
    ),
    (
        "Cleo",
        "GET",
        "/messages",
        {"num_before": "1", "num_after": "1", "anchor": "soon"},
        refused("Invalid anchor"),
    ),
    (
        "Cleo",
        "GET",
        "/messages",
        {"num_before": "-1", "num_after": "1", "anchor": "0"},
        refused(
            "Bad value for 'num_before': -1",
            "REQUEST_VARIABLE_INVALID",
            var_name="num_before",
            bad_value="-1",
        ),
    ),
    (
        "Cleo",
        "GET",
        "/messages",
        {"num_before": "1", "num_after": "1", "anchor": "1", "include_anchor": "false"},
        refused("The anchor can only be excluded at an end of the range"),
    ),
    (
        "Cleo",
        "GET",
        "/messages",
        {"num_before": "5000", "num_after": "1", "anchor": "1"},
        refused("Too many messages requested (maximum 5000)."),
    ),
    (
        "Cleo",
        "GET",
        "/messages",
        {"message_ids": "[1]", "anchor": "1"},
        refused(
            "Unsupported parameter combination: "
            "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor",
            parameters="num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor",
        ),
    ),
    ("Dan", "GET", f"/messages/{HUSH}", {}, NO_MESSAGE),
    ("Cleo", "GET", "/messages/999", {}, NO_MESSAGE),
    ("Ben", "GET", f"/messages/{GOLD}", {}, NO_MESSAGE),
    # Changing messages.
    ("Cleo", "PATCH", "/messages/999", {"content": "x"}, NO_MESSAGE),
    ("Cleo", "PATCH", f"/messages/{HI}", {}, refused("Nothing to change")),
    (
        "Ben",
        "PATCH",
        f"/messages/{HI}",
        {"content": "x"},
        refused("You don't have permission to edit this message"),
    ),
    (
        "Cleo",
        "PATCH",
        f"/messages/{HI}",
        {"content": "x"},
        refused("The time limit for editing this message has passed"),
    ),
    ("Cleo", "PATCH", "/messages/105", {"topic": "x"}, refused("Direct messages cannot have topics.")),
    (
        "Cleo",
        "PATCH",
        "/messages/105",
        {"stream_id": "31"},
        refused("Direct messages cannot be moved to channels."),
    ),
    (
        "Cleo",
        "PATCH",
        f"/messages/{HI}",
        {"content": "x", "stream_id": str(QUIET)},
        refused("Cannot change message content while changing channel"),
    ),
    (
        "Cleo",
        "PATCH",
        f"/messages/{HI}",
        {"content": "x", "propagate_mode": "change_all"},
        refused("Invalid propagate_mode without topic edit"),
    ),
    ("Cleo", "PATCH", f"/messages/{HI}", {"stream_id": "999"}, NO_CHANNEL),
    ("Cleo", "PATCH", f"/messages/{HI}", {"stream_id": "x"}, refused("stream_id is not valid JSON")),
    (
        "Cleo",
        "PATCH",
        f"/messages/{HI}",
        {"stream_id": "35"},
        refused("You do not have permission to post in this channel."),
    ),
    (
        "Cleo",
        "PATCH",
        f"/messages/{HI}",
        {"topic": "a\nb"},
        refused("Invalid character in topic, at position 2!"),
    ),
    (
        "Cleo",
        "PATCH",
        f"/messages/{HI}",
        {"propagate_mode": "x", "topic": "y"},
        refused("Invalid propagate_mode"),
    ),
    ("Cleo", "DELETE", "/messages/999", {}, NO_MESSAGE),
    ("Dan", "DELETE", f"/messages/{HI}", {}, refused("You don't have permission to delete this message")),
    (
        "Cleo",
        "DELETE",
        f"/messages/{HI}",
        {},
        refused("The time limit for deleting this message has passed"),
    ),
    # Flags.
    (
        "Cleo",
        "POST",
        "/messages/flags",
        {"messages": "[101]", "op": "add", "flag": "nope"},
        refused("Invalid flag: 'nope'"),
    ),
    (
        "Cleo",
        "POST",
        "/messages/flags",
        {"messages": "[101]", "op": "add", "flag": "mentioned"},
        refused("Flag not editable: 'mentioned'"),
    ),
    (
        "Cleo",
        "POST",
        "/messages/flags",
        {"messages": "[101]", "op": "set", "flag": "read"},
        refused("Invalid message flag operation: 'set'"),
    ),
    ("Cleo", "POST", "/messages/flags", {"messages": "[999]", "op": "add", "flag": "starred"}, NO_MESSAGE),
    (
        "Cleo",
        "POST",
        "/messages/flags",
        {"messages": "x", "op": "add", "flag": "read"},
        refused("messages is not valid JSON"),
    ),
    ("Dan", "POST", "/mark_topic_as_read", {"stream_id": str(SECRET), "topic_name": "s"}, NO_CHANNEL),
    (
        "Cleo",
        "POST",
        "/mark_topic_as_read",
        {"stream_id": str(GENERAL), "topic_name": "zzz"},
        refused("No such topic 'zzz'"),
    ),
    # Reactions.
    ("Dan", "POST", f"/messages/{HUSH}/reactions", {"emoji_name": "tada"}, NO_MESSAGE),
    (
        "Cleo",
        "POST",
        f"/messages/{HI}/reactions",
        {"emoji_name": "zzznope"},
        refused("Emoji 'zzznope' does not exist"),
    ),
    (
        "Cleo",
        "POST",
        f"/messages/{HI}/reactions",
        {"emoji_name": "tada", "emoji_code": "zzz"},
        refused("Invalid emoji code."),
    ),
    (
        "Cleo",
        "POST",
        f"/messages/{HI}/reactions",
        {"emoji_name": "octopus", "emoji_code": "1f389"},
        refused("Invalid emoji name."),
    ),
    (
        "Cleo",
        "POST",
        f"/messages/{HI}/reactions",
        {"emoji_name": "tada", "reaction_type": "zzz"},
        refused("Invalid emoji type."),
    ),
    (
        "Cleo",
        "POST",
        f"/messages/{HI}/reactions",
        {"emoji_name": "tada", "emoji_code": "1", "reaction_type": "realm_emoji"},
        refused("Invalid custom emoji."),
    ),
    (
        "Ada",
        "POST",
        f"/messages/{HI}/reactions",
        {"emoji_name": "octopus"},
        refused("Reaction already exists.", "REACTION_ALREADY_EXISTS"),
    ),
    ("Dan", "DELETE", f"/messages/{HUSH}/reactions", {"emoji_name": "tada"}, NO_MESSAGE),
    (
        "Cleo",
        "DELETE",
        f"/messages/{HI}/reactions",
        {"emoji_name": "octopus"},
        refused("Reaction doesn't exist.", "REACTION_DOES_NOT_EXIST"),
    ),
    (
        "Cleo",
        "DELETE",
        f"/messages/{HI}/reactions",
        {"emoji_name": "zzznope"},
        refused("Emoji 'zzznope' does not exist"),
    ),
    (
        "Cleo",
        "DELETE",
        f"/messages/{HI}/reactions",
        {},
        refused("At least one of the following arguments must be present: emoji_name, emoji_code"),
    ),
    # Scheduled messages.
    ("Cleo", "PATCH", "/scheduled_messages/9", {"content": "x"}, refused("Scheduled message does not exist")),
    ("Cleo", "DELETE", "/scheduled_messages/9", {}, refused("Scheduled message does not exist")),
    # Typing.
    ("Cleo", "POST", "/typing", {"op": "start"}, refused("Missing 'to' argument")),
    ("Cleo", "POST", "/typing", {"op": "start", "to": "[]"}, refused("Empty 'to' list")),
    ("Cleo", "POST", "/typing", {"op": "start", "to": "[999]"}, refused("Invalid user ID 999")),
    ("Cleo", "POST", "/typing", {"op": "start", "to": "14"}, refused("to is not a list")),
    ("Cleo", "POST", "/typing", {"op": "begin", "to": "[14]"}, refused("Invalid op")),
    ("Cleo", "POST", "/typing", {"op": "start", "type": "private", "to": "[14]"}, refused("Invalid type")),
    (
        "Cleo",
        "POST",
        "/typing",
        {"op": "start", "type": "channel", "topic": "t"},
        refused("Missing 'stream_id' argument"),
    ),
    (
        "Cleo",
        "POST",
        "/typing",
        {"op": "start", "type": "channel", "stream_id": str(GENERAL)},
        refused("Missing topic"),
    ),
    (
        "Dan",
        "POST",
        "/typing",
        {"op": "start", "type": "stream", "stream_id": str(SECRET), "topic": "t"},
        NO_CHANNEL,
    ),
    (
        "Cleo",
        "POST",
        "/typing",
        {"op": "start", "type": "stream", "stream_id": "35", "topic": "t"},
        refused("You do not have permission to post in this channel."),
    ),
    # People.
    ("Cleo", "GET", "/users/999", {}, NO_USER),
    ("Cleo", "GET", "/users/99999999999999999999", {}, NO_USER),
    ("Cleo", "GET", "/users/nobody@house.test", {}, NO_USER),
    ("Ada", "GET", "/users/hal-hidden@house.test", {}, NO_USER),
    # Channels.
    (
        "Cleo",
        "GET",
        "/streams",
        {"include_all_active": "true"},
        refused("User not authorized for this query"),
    ),
    ("Dan", "GET", "/get_stream_id", {"stream": "secret"}, refused("Invalid channel name 'secret'")),
    ("Dan", "GET", f"/streams/{SECRET}", {}, NO_CHANNEL),
    ("Gus", "GET", f"/streams/{QUIET}", {}, NO_CHANNEL),
    ("Dan", "GET", f"/streams/{SECRET}/members", {}, NO_CHANNEL),
    ("Dan", "GET", f"/users/me/{SECRET}/topics", {}, NO_CHANNEL),
    ("Dan", "GET", "/users/me/999/topics", {}, NO_CHANNEL),
    # Subscriptions.
    (
        "Gus",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "quiet"}]'},
        refused("Not allowed for guest users"),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '["quiet"]'},
        refused("subscriptions[0] is not a dict"),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"description": "x"}]'},
        refused("name key is missing from subscriptions[0]"),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": " "}]'},
        refused("Channel name can't be empty."),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": f'[{{"name": "{"n" * 61}"}}]'},
        refused("Channel name too long (limit: 60 characters)."),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "a\\u0000b"}]'},
        refused("Invalid character in channel name, at position 2."),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": f'[{{"name": "x", "description": "{"d" * 1025}"}}]'},
        refused('subscriptions[0]["description"] is too long (limit: 1024 characters)'),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "x", "color": "red"}]'},
        refused("color is not a valid hex color code"),
    ),
    (
        "Dan",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "secret"}]'},
        refused("Unable to access channel (secret)."),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "quiet"}]', "principals": "[999]"},
        NO_USER,
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "quiet"}]', "principals": '["x@y.z"]'},
        NO_USER,
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "quiet"}]', "principals": "[17]"},
        refused("User is deactivated"),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "quiet"}]', "principals": '[14, "x@y.z"]'},
        refused("principals is not an allowed_type"),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "x"}]', "message_retention_days": "10"},
        refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    ),
    (
        "Ada",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "x"}]', "message_retention_days": '"zzz"'},
        refused(
            "Bad value for 'message_retention_days': zzz",
            "REQUEST_VARIABLE_INVALID",
            var_name="message_retention_days",
            bad_value="zzz",
        ),
    ),
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions",
        {"subscriptions": '[{"name": "x"}]', "can_send_message_group": "999"},
        refused("Invalid user group"),
    ),
    (
        "Cleo",
        "DELETE",
        "/users/me/subscriptions",
        {"subscriptions": '["general", "nope"]'},
        refused("Channel 'nope' does not exist", "STREAM_DOES_NOT_EXIST", stream="nope"),
    ),
    (
        "Dan",
        "DELETE",
        "/users/me/subscriptions",
        {"subscriptions": '["secret"]'},
        refused("Channel 'secret' does not exist", "STREAM_DOES_NOT_EXIST", stream="secret"),
    ),
    (
        "Cleo",
        "DELETE",
        "/users/me/subscriptions",
        {"subscriptions": '["general"]', "principals": "[999]"},
        NO_USER,
    ),
    (
        "Ada",
        "DELETE",
        "/users/me/subscriptions",
        {"subscriptions": '["general"]', "principals": "[17]"},
        refused("User is deactivated"),
    ),
    (
        "Cleo",
        "DELETE",
        "/users/me/subscriptions",
        {"subscriptions": '["general"]', "principals": "[11]"},
        refused("Insufficient permission"),
    ),
    (
        "Cleo",
        "DELETE",
        "/users/me/subscriptions",
        {"subscriptions": "[17]"},
        refused("subscriptions[0] is not a string"),
    ),
]


def _properties(stream_id: int | str, name: str, value: str) -> dict[str, str]:
    return {"subscription_data": f'[{{"stream_id": {stream_id}, "property": "{name}", "value": {value}}}]'}


for number, name, value, msg in (
    (GENERAL, "zzz", "true", "Unknown subscription property: zzz"),
    (999, "color", '"#fff"', "Invalid channel ID"),
    (QUIET, "pin_to_top", "true", f"Not subscribed to channel ID {QUIET}"),
    (GENERAL, "is_muted", '"yes"', "is_muted is not a boolean"),
    (GENERAL, "color", '"red"', "color is not a valid hex color code"),
):
    CASES.append(
        ("Cleo", "POST", "/users/me/subscriptions/properties", _properties(number, name, value), refused(msg))
    )
    single = {"property": name, "value": value}
    CASES.append(("Cleo", "PATCH", f"/users/me/subscriptions/{number}", single, refused(msg)))
CASES.append(
    (
        "Cleo",
        "POST",
        "/users/me/subscriptions/properties",
        _properties(GENERAL, "color", "5"),
        refused('subscription_data[0]["value"] is not an allowed_type'),
    )
)


@pytest.mark.parametrize(("who", "method", "path", "params", "body"), CASES)
async def test_it_is_refused(
    house: House, who: str, method: str, path: str, params: dict[str, str], body: Any
) -> None:
    status = 404 if body["msg"] == "Scheduled message does not exist" else 400
    assert await house.actor(who).call(method, path, params) == (status, body)


async def test_a_scheduled_message_of_somebody_else_does_not_exist(cleo: Actor, dan: Actor) -> None:
    kept = await dan.post(
        "/scheduled_messages",
        type="direct",
        to="[13]",
        content="x",
        scheduled_delivery_timestamp=str(NOW + 60),
    )
    path = f"/scheduled_messages/{kept['scheduled_message_id']}"
    body = refused("Scheduled message does not exist")
    assert await cleo.call("PATCH", path, {"content": "y"}) == (404, body)
    assert await cleo.call("DELETE", path) == (404, body)


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({}, "Nothing to change"),
        ({"type": "channel"}, "Recipient required when updating type of scheduled message."),
        ({"type": "channel", "to": "31"}, "Topic required when updating scheduled message type to channel."),
    ],
)
async def test_a_change_of_a_scheduled_message_must_be_whole(
    dan: Actor, params: dict[str, str], msg: str
) -> None:
    when = str(NOW + 60)
    kept = await dan.post(
        "/scheduled_messages", type="direct", to="[13]", content="x", scheduled_delivery_timestamp=when
    )
    path = f"/scheduled_messages/{kept['scheduled_message_id']}"
    assert await dan.call("PATCH", path, params) == (400, refused(msg))


NARROWS = [
    ('[["stream"]]', None),
    ("{}", None),
    ("x", None),
    ("null", None),
    ('[["sender", 11]]', None),
    ('[{"operand": "x"}]', "operator key is missing from elem"),
    ('[{"operator": "is"}]', "operand key is missing from elem"),
    ('[{"operator": 1, "operand": "x"}]', 'elem["operator"] is not a string'),
    ('[{"operator": "topic", "operand": 1}]', 'elem["operand"] is not a string'),
    ('[{"operator": "sender", "operand": 11, "negated": null}]', 'elem["negated"] is not a boolean'),
]


@pytest.mark.parametrize(("narrow", "msg"), NARROWS)
async def test_a_narrow_of_the_wrong_shape_is_refused(cleo: Actor, narrow: str, msg: str | None) -> None:
    params = {"anchor": "newest", "num_before": "1", "num_after": "0", "narrow": narrow}
    body = refused(msg or "")
    if msg is None:
        body = refused(
            f"Bad value for 'narrow': {narrow}",
            "REQUEST_VARIABLE_INVALID",
            var_name="narrow",
            bad_value=narrow,
        )
    assert await cleo.call("GET", "/messages", params) == (400, body)


@pytest.mark.parametrize(
    ("narrow", "desc"),
    [
        ('[["channel", "nope"]]', "unknown channel nope"),
        ('[["sender", "x@y.z"]]', "unknown user x@y.z"),
        ('[["dm", "x@y.z"]]', "unknown user in x@y.z"),
        ('[["is", "zzz"]]', "unknown 'is' operand zzz"),
        ('[["has", "zzz"]]', "unknown 'has' operand zzz"),
        ('[["in", "zzz"]]', "unknown 'in' operand zzz"),
        ('[["channels", "zzz"]]', "unknown channels operand zzz"),
        ('[["id", "x"]]', "Invalid message ID"),
        ('[["zzz", "x"]]', "unknown operator zzz"),
        (
            '[["is", "dm"], ["channel", "general"]]',
            "No message can be both a channel message and direct message",
        ),
    ],
)
async def test_a_narrow_that_means_nothing_is_refused(cleo: Actor, narrow: str, desc: str) -> None:
    params = {"anchor": "newest", "num_before": "1", "num_after": "0", "narrow": narrow}
    body = refused(f"Invalid narrow operator: {desc}", "BAD_NARROW", desc=desc)
    assert await cleo.call("GET", "/messages", params) == (400, body)
