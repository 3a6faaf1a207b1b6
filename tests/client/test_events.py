"""Events as recorded on the wire become records; what is strange survives as it came."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.event_shapes import SHAPES
from dragoman.events import (
    DeleteMessageEvent,
    Event,
    HeartbeatEvent,
    MessageEvent,
    ReactionEvent,
    RealmSettingsUpdated,
    RealmUpdated,
    RealmUserAdded,
    RealmUserRemoved,
    RealmUserUpdated,
    RestartEvent,
    ScheduledMessagesAdded,
    ScheduledMessagesRemoved,
    ScheduledMessagesUpdated,
    StreamCreated,
    StreamDeleted,
    StreamUpdated,
    SubmessageEvent,
    SubscriptionAdded,
    SubscriptionPeerAdded,
    SubscriptionPeerRemoved,
    SubscriptionRemoved,
    SubscriptionUpdated,
    TypingEditMessageEvent,
    TypingEvent,
    Typist,
    UnknownEvent,
    UpdateMessageEvent,
    UpdateMessageFlagsEvent,
    UserTopicEvent,
    read,
    read_json,
    read_list,
)
from dragoman.events.channel import ChannelReference
from dragoman.events.event import KNOWN
from dragoman.events.message import MessageDetails
from dragoman.events.user import PersonChange, PersonName
from dragoman.model import (
    Channel,
    ChannelName,
    DirectRecipient,
    Message,
    ScheduledMessage,
    Subscription,
    User,
)

CHANNEL_MESSAGE = b"""{"type": "message", "message": {"id": 147, "sender_id": 28,
 "content": "x", "recipient_id": 108, "timestamp": 1795219448, "client": "ZulipRecorder",
 "subject": "one", "topic_links": [], "is_me_message": false,
 "reactions": [], "submessages": [], "sender_full_name": "King Hamlet", "sender_email": "hamlet@zulip.com",
 "sender_realm_str": "zulip", "display_recipient": "Verona", "type": "stream", "stream_id": 17,
 "avatar_url": null,
 "content_type": "text/x-markdown"}, "flags": ["mentioned"], "local_message_id": "100.01", "id": 9}"""

CHANNEL_MESSAGE_READ = MessageEvent(
    id=9,
    flags=("mentioned",),
    local_message_id="100.01",
    message=Message(
        id=147,
        type="stream",
        sender_id=28,
        sender_email="hamlet@zulip.com",
        sender_full_name="King Hamlet",
        sender_realm_str="zulip",
        content="x",
        content_type="text/x-markdown",
        timestamp=1795219448,
        display_recipient="Verona",
        stream_id=17,
        subject="one",
        client="ZulipRecorder",
        avatar_url=None,
        recipient_id=108,
    ),
)

DIRECT_MESSAGE = b"""{"type": "message", "message": {"id": 47, "sender_id": 28, "content": "to self",
 "recipient_id": 121, "timestamp": 1795219448, "client": "ZulipRecorder", "subject": "", "topic_links": [],
 "is_me_message": false, "reactions": [], "submessages": [], "sender_full_name": "King Hamlet",
 "sender_email": "user28@zulipdev.com", "sender_realm_str": "zulip", "display_recipient": [{"id": 28,
 "email": "user28@zulipdev.com", "full_name": "King Hamlet", "is_mirror_dummy": false}], "type": "private",
 "avatar_url": "https://secure.gravatar.com/avatar/6d?d=identicon", "content_type": "text/x-markdown"},
 "flags": [], "id": 39}"""

OTHERS: list[tuple[bytes, Event]] = [
    (b'{"type":"heartbeat","id":3}', HeartbeatEvent(id=3)),
    (
        b"""{"type": "update_message", "user_id": 28, "edit_timestamp": 1795219448, "message_id": 7,
        "rendering_only": false, "stream_name": "Verona", "stream_id": 17,
        "propagate_mode": "change_all", "orig_subject": "notified", "new_stream_id": 24,
        "message_ids": [7, 8], "flags": [], "id": 80}""",
        UpdateMessageEvent(
            id=80,
            message_id=7,
            message_ids=(7, 8),
            user_id=28,
            stream_id=17,
            stream_name="Verona",
            edit_timestamp=1795219448,
            orig_subject="notified",
            new_stream_id=24,
            propagate_mode="change_all",
        ),
    ),
    (
        b"""{"type": "delete_message", "message_ids": [79], "stream_id": 17, "topic": "del",
        "message_type": "stream", "id": 152}""",
        DeleteMessageEvent(id=152, message_ids=(79,), stream_id=17, topic="del", message_type="stream"),
    ),
    (
        b'{"type": "delete_message", "message_type": "private", "message_id": 81, "id": 149}',
        DeleteMessageEvent(id=149, message_type="private", message_id=81),
    ),
    (
        b"""{"type": "reaction", "op": "add", "user_id": 28, "user": {"user_id": 28,
        "email": "hamlet@zulip.com", "full_name": "King Hamlet"}, "message_id": 134,
        "emoji_name": "tada", "emoji_code": "1f389", "reaction_type": "unicode_emoji", "id": 8}""",
        ReactionEvent(id=8, op="add", user_id=28, message_id=134, emoji_name="tada", emoji_code="1f389"),
    ),
    (
        b"""{"messages": [], "all": true, "type": "update_message_flags", "op": "add",
        "operation": "add", "flag": "read", "id": 136}""",
        UpdateMessageFlagsEvent(id=136, op="add", flag="read", all=True),
    ),
    (
        b"""{"type": "update_message_flags", "op": "remove", "operation": "remove", "flag": "read",
        "messages": [72], "all": false, "message_details": {"72": {"type": "stream",
        "stream_id": 17, "topic": "greetings", "unmuted_stream_msg": true}}, "id": 122}""",
        UpdateMessageFlagsEvent(
            id=122,
            op="remove",
            flag="read",
            messages=(72,),
            message_details={
                "72": MessageDetails(type="stream", stream_id=17, topic="greetings", unmuted_stream_msg=True)
            },
        ),
    ),
    (
        b"""{"type": "submessage", "msg_type": "widget", "message_id": 38, "submessage_id": 2,
        "sender_id": 28, "content": "{}", "id": 195}""",
        SubmessageEvent(
            id=195, message_id=38, submessage_id=2, sender_id=28, msg_type="widget", content="{}"
        ),
    ),
    (
        b"""{"type": "typing", "message_type": "direct", "op": "start", "sender": {"user_id": 31,
        "email": "user31@zulipdev.com"}, "recipients": [{"user_id": 28,
        "email": "user28@zulipdev.com"}, {"user_id": 31, "email": "user31@zulipdev.com"}], "id": 94}""",
        TypingEvent(
            id=94,
            op="start",
            message_type="direct",
            sender=Typist(user_id=31, email="user31@zulipdev.com"),
            recipients=(
                Typist(user_id=28, email="user28@zulipdev.com"),
                Typist(user_id=31, email="user31@zulipdev.com"),
            ),
        ),
    ),
    (
        b"""{"type": "typing", "message_type": "stream", "op": "stop", "sender": {"user_id": 28,
        "email": "user28@zulipdev.com"}, "stream_id": 17, "topic": "", "id": 146}""",
        TypingEvent(
            id=146,
            op="stop",
            message_type="stream",
            sender=Typist(user_id=28, email="user28@zulipdev.com"),
            stream_id=17,
            topic="",
        ),
    ),
    (
        b"""{"type": "typing_edit_message", "op": "start", "sender_id": 5, "message_id": 6,
        "recipient": {"type": "channel", "channel_id": 7, "topic": "t"}, "id": 1}""",
        TypingEditMessageEvent(
            id=1,
            op="start",
            sender_id=5,
            message_id=6,
            recipient={"type": "channel", "channel_id": 7, "topic": "t"},
        ),
    ),
    (
        b"""{"type": "subscription", "op": "add", "subscriptions": [{"audible_notifications": null,
        "color": "#a6c7e5", "desktop_notifications": null, "email_notifications": null,
        "is_muted": false, "pin_to_top": false, "push_notifications": null,
        "wildcard_mentions_notify": null, "in_home_view": true, "stream_weekly_traffic": null,
        "subscribers": [29], "can_remove_subscribers_group": 44, "creator_id": 29,
        "date_created": 1795219448, "description": "", "first_message_id": null,
        "history_public_to_subscribers": true, "invite_only": false, "is_web_public": false,
        "message_retention_days": null, "name": "bb4", "rendered_description": "", "stream_id": 60,
        "stream_post_policy": 1, "is_announcement_only": false}], "id": 28}""",
        SubscriptionAdded(
            id=28,
            subscriptions=(
                Subscription(
                    stream_id=60,
                    name="bb4",
                    color="#a6c7e5",
                    audible_notifications=None,
                    desktop_notifications=None,
                    email_notifications=None,
                    push_notifications=None,
                    wildcard_mentions_notify=None,
                    in_home_view=True,
                    stream_weekly_traffic=None,
                    subscribers=(29,),
                    can_remove_subscribers_group=44,
                    creator_id=29,
                    date_created=1795219448,
                    first_message_id=None,
                    history_public_to_subscribers=True,
                    message_retention_days=None,
                    stream_post_policy=1,
                    is_announcement_only=False,
                ),
            ),
        ),
    ),
    (
        b"""{"type": "subscription", "op": "remove", "subscriptions": [{"name": "Rome",
        "stream_id": 25}],"id":48}""",
        SubscriptionRemoved(id=48, subscriptions=(ChannelName(stream_id=25, name="Rome"),)),
    ),
    (
        b"""{"type": "subscription", "op": "update", "property": "color", "value": "#fff",
        "stream_id":17,"id":92}""",
        SubscriptionUpdated(id=92, property="color", value="#fff", stream_id=17),
    ),
    (
        b'{"type": "subscription", "op": "peer_add", "stream_ids": [25], "user_ids": [28], "id": 2}',
        SubscriptionPeerAdded(id=2, stream_ids=(25,), user_ids=(28,)),
    ),
    (
        b'{"type": "subscription", "op": "peer_remove", "stream_ids": [25], "user_ids": [28], "id": 9}',
        SubscriptionPeerRemoved(id=9, stream_ids=(25,), user_ids=(28,)),
    ),
    (
        b"""{"type": "stream", "op": "create", "streams": [{"stream_id": 3, "name": "new",
        "can_send_message_group": {"direct_members": [1], "direct_subgroups": []}}], "id": 43}""",
        StreamCreated(
            id=43,
            streams=(
                msgspec.convert(
                    {
                        "stream_id": 3,
                        "name": "new",
                        "can_send_message_group": {"direct_members": [1], "direct_subgroups": []},
                    },
                    Channel,
                ),
            ),
        ),
    ),
    (
        b'{"type": "stream", "op": "delete", "streams": [{"stream_id": 3}], "stream_ids": [3], "id": 53}',
        StreamDeleted(id=53, streams=(ChannelReference(stream_id=3),), stream_ids=(3,)),
    ),
    (
        b"""{"op": "update", "type": "stream", "property": "invite_only", "value": true,
        "history_public_to_subscribers": false, "is_web_public": false, "stream_id": 3,
        "name": "R", "id": 67}""",
        StreamUpdated(
            id=67,
            property="invite_only",
            value=True,
            history_public_to_subscribers=False,
            is_web_public=False,
            stream_id=3,
            name="R",
        ),
    ),
    (
        b"""{"type": "user_topic", "stream_id": 17, "topic_name": "w", "last_updated": 1795219448,
        "visibility_policy": 3, "id": 69}""",
        UserTopicEvent(id=69, stream_id=17, topic_name="w", last_updated=1795219448, visibility_policy=3),
    ),
    (
        b"""{"type": "realm_user", "op": "add", "person": {"email": "user50@zulipdev.com",
        "user_id": 50, "avatar_version": 1, "is_admin": false, "is_owner": false,
        "is_guest": false, "is_billing_admin": false, "role": 400, "is_bot": false,
        "full_name": "Weak Pw", "timezone": "", "is_active": true,
        "date_joined": "2026-11-21T00:04:08+00:00", "delivery_email": null, "avatar_url": null,
        "profile_data": {}}, "id": 95}""",
        RealmUserAdded(
            id=95,
            person=User(
                user_id=50,
                email="user50@zulipdev.com",
                full_name="Weak Pw",
                avatar_version=1,
                is_admin=False,
                is_owner=False,
                is_guest=False,
                role=400,
                timezone="",
                is_active=True,
                date_joined="2026-11-21T00:04:08+00:00",
                delivery_email=None,
                avatar_url=None,
                profile_data={},
            ),
        ),
    ),
    (
        b'{"type": "realm_user", "op": "update", "person": {"user_id": 32, "is_active": false}, "id": 203}',
        RealmUserUpdated(id=203, person=PersonChange(user_id=32, is_active=False)),
    ),
    (
        b'{"type": "realm_user", "op": "remove", "person": {"user_id": 32, "full_name": "X"}, "id": 204}',
        RealmUserRemoved(id=204, person=PersonName(user_id=32, full_name="X")),
    ),
    (
        b"""{"type": "scheduled_messages", "op": "add",
        "scheduled_messages": [{"scheduled_message_id": 7, "to": [28], "type": "private",
        "content": "x", "rendered_content": "<p>x</p>", "scheduled_delivery_timestamp": 1795223048,
        "failed": false}], "id": 0}""",
        ScheduledMessagesAdded(
            id=0,
            scheduled_messages=(
                ScheduledMessage(
                    scheduled_message_id=7,
                    to=(28,),
                    type="private",
                    content="x",
                    rendered_content="<p>x</p>",
                    scheduled_delivery_timestamp=1795223048,
                ),
            ),
        ),
    ),
    (
        b"""{"type": "scheduled_messages", "op": "update",
        "scheduled_message": {"scheduled_message_id": 1, "to": 17, "type": "stream",
        "content": "changed", "rendered_content": "<p>changed</p>", "topic": "later",
        "scheduled_delivery_timestamp": 1795223048, "failed": true}, "id": 8}""",
        ScheduledMessagesUpdated(
            id=8,
            scheduled_message=ScheduledMessage(
                scheduled_message_id=1,
                to=17,
                type="stream",
                content="changed",
                rendered_content="<p>changed</p>",
                topic="later",
                scheduled_delivery_timestamp=1795223048,
                failed=True,
            ),
        ),
    ),
    (
        b'{"type": "scheduled_messages", "op": "remove", "scheduled_message_id": 2, "id": 15}',
        ScheduledMessagesRemoved(id=15, scheduled_message_id=2),
    ),
    (
        b"""{"type": "restart", "zulip_version": "9.0", "zulip_merge_base": "",
        "zulip_feature_level": 261, "server_generation": 12, "id": 4}""",
        RestartEvent(
            id=4, zulip_version="9.0", zulip_merge_base="", zulip_feature_level=261, server_generation=12
        ),
    ),
    (
        b'{"type": "realm", "op": "update", "property": "name", "value": "Zulip Dev", "id": 45}',
        RealmUpdated(id=45, property="name", value="Zulip Dev"),
    ),
    (
        b"""{"type": "realm", "op": "update_dict", "property": "default",
        "data": {"allow_message_editing": true}, "id": 46}""",
        RealmSettingsUpdated(id=46, property="default", data={"allow_message_editing": True}),
    ),
]


def test_a_channel_message_is_read_whole() -> None:
    assert read_json(CHANNEL_MESSAGE) == CHANNEL_MESSAGE_READ


def test_a_channel_message_tells_its_place() -> None:
    message = CHANNEL_MESSAGE_READ.message
    assert (message.is_direct, message.channel_id, message.channel_name, message.topic) == (
        False,
        17,
        "Verona",
        "one",
    )
    assert message.participants == ()


def test_a_direct_message_tells_its_people() -> None:
    event = read_json(DIRECT_MESSAGE)
    assert isinstance(event, MessageEvent)
    person = DirectRecipient(
        id=28, email="user28@zulipdev.com", full_name="King Hamlet", is_mirror_dummy=False
    )
    assert event.message.participants == (person,)
    assert (event.message.is_direct, event.message.channel_id, event.message.channel_name) == (True, None, "")


@pytest.mark.parametrize(
    ("wire", "event"), [*OTHERS, *SHAPES], ids=[type(event).__name__ for _, event in [*OTHERS, *SHAPES]]
)
def test_each_recorded_shape_becomes_its_record(wire: bytes, event: Event) -> None:
    assert read_json(wire) == event
    assert read(msgspec.json.decode(wire)) == event
    assert read_list(b"[" + wire + b"]") == [event]


def test_every_record_of_an_event_has_a_recorded_shape_here() -> None:
    assert {type(event) for _, event in (*OTHERS, *SHAPES)} | {MessageEvent} == set(KNOWN.values())


def test_a_list_of_many_kinds_is_read_in_its_order() -> None:
    wires = [CHANNEL_MESSAGE, *(wire for wire, _ in OTHERS), b'{"type":"new","id":1}']
    events = [CHANNEL_MESSAGE_READ, *(event for _, event in OTHERS)]
    assert read_list(b"[" + b",".join(wires) + b"]") == [
        *events,
        UnknownEvent(id=1, type="new", data={"type": "new", "id": 1}),
    ]


@pytest.mark.parametrize(
    ("wire", "event"),
    [
        (
            b'{"type":"realm_emoji","op":"add","emoji":{},"id":5}',
            UnknownEvent(
                id=5,
                type="realm_emoji",
                op="add",
                data={"type": "realm_emoji", "op": "add", "emoji": {}, "id": 5},
            ),
        ),
        (
            b'{"type":"subscription","op":"swap","id":6}',
            UnknownEvent(
                id=6, type="subscription", op="swap", data={"type": "subscription", "op": "swap", "id": 6}
            ),
        ),
        (
            b'{"type":"message","message":"gone","id":7}',
            UnknownEvent(id=7, type="message", data={"type": "message", "message": "gone", "id": 7}),
        ),
        (b'{"type":4,"id":"x"}', UnknownEvent(id=-1, type="", data={"type": 4, "id": "x"})),
        (b'{"id":true}', UnknownEvent(id=-1, type="", data={"id": True})),
        (b"[]", UnknownEvent(id=-1, type="", data={})),
        (b"null", UnknownEvent(id=-1, type="", data={})),
        (b'{"type":', UnknownEvent(id=-1, type="", data={})),
    ],
)
def test_what_is_strange_survives_as_it_came(wire: bytes, event: UnknownEvent) -> None:
    assert read_json(wire) == event


def test_words_and_fields_from_the_future_do_no_harm() -> None:
    event = read_json(
        b'{"type":"reaction","op":"toggle","message_id":1,"user_id":2,"emoji_name":"x",'
        b'"reaction_type":"hologram","weight":3,"id":4}'
    )
    assert event == ReactionEvent(
        id=4, op="toggle", message_id=1, user_id=2, emoji_name="x", reaction_type="hologram"
    )


def test_half_a_surrogate_pair_does_not_lose_the_message() -> None:
    wire = CHANNEL_MESSAGE.replace(b'"content": "x"', b'"content": "x\\ud83d"')
    event = read_list(b"[" + wire + b"]")[0]
    assert isinstance(event, MessageEvent)
    assert event.message.content == "x?"


def test_a_null_in_the_place_of_a_field_that_is_left_out_does_not_lose_the_message() -> None:
    wire = CHANNEL_MESSAGE.replace(
        b'"id": 147,', b'"id": 147, "last_edit_timestamp": null, "local_id": null,'
    )
    assert wire != CHANNEL_MESSAGE
    assert read_json(wire) == CHANNEL_MESSAGE_READ


def test_the_ids_of_gone_messages_and_channels_are_told_in_either_form() -> None:
    assert DeleteMessageEvent(id=1, message_ids=(2, 3)).ids == (2, 3)
    assert DeleteMessageEvent(id=1, message_id=2).ids == (2,)
    assert StreamDeleted(id=1, stream_ids=(4,)).ids == (4,)
    assert StreamDeleted(id=1, streams=(ChannelReference(stream_id=5),)).ids == (5,)


@pytest.mark.parametrize("name", ["server_feature_level", "zulip_feature_level"])
def test_the_feature_level_is_read_under_either_name(name: str) -> None:
    event = read({"type": "restart", "id": 1, name: 300})
    assert isinstance(event, RestartEvent)
    assert event.feature_level == 300


def test_an_event_that_is_kept_can_be_read_again() -> None:
    kept = msgspec.json.encode(CHANNEL_MESSAGE_READ)
    assert kept.startswith(b'{"type":"message"')
    assert read_json(kept) == CHANNEL_MESSAGE_READ


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
words = st.sampled_from(sorted({word for pair in KNOWN for word in pair}) or [""])


@given(st.dictionaries(st.text(), json_values, max_size=4), words, words)
def test_no_mapping_makes_reading_fail(members: dict[str, Any], type_: str, op: str) -> None:
    mapping = {**members, "type": type_, "op": op}
    assert isinstance(read(mapping), Event)
    assert isinstance(read_json(msgspec.json.encode(mapping)), Event)


@given(st.binary(max_size=60))
def test_no_bytes_make_reading_fail(raw: bytes) -> None:
    assert isinstance(read_json(raw), Event)
