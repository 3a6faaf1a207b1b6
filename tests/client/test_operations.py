"""Each call as it goes over the wire, and how a class of calls is declared."""

from typing import Annotated, Any, get_type_hints
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.resources import EXCHANGES
from dragoman.model import UNSET, File, Maybe, NarrowTerm, Secret
from dragoman.operations import (
    AddReaction,
    AsJson,
    ChannelToJoin,
    ClientCapabilities,
    CreateScheduledMessage,
    DeleteQueue,
    DeleteScheduledMessage,
    DevFetchApiKey,
    Done,
    FetchApiKey,
    GetApiIndex,
    GetChannelId,
    GetChannels,
    GetEvents,
    GetMessage,
    GetMessages,
    GetOwnUser,
    GetScheduledMessages,
    GetServerSettings,
    GetServiceGuide,
    GetSubscriptions,
    GetTopics,
    GetUser,
    GetUsers,
    Operation,
    RegisterQueue,
    RemoveReaction,
    Request,
    SendMessage,
    SetTyping,
    Subscribe,
    SubscriptionChange,
    Unsubscribe,
    UpdateMessageFlags,
    UpdateScheduledMessage,
    UpdateStorage,
    UpdateSubscriptionProperties,
    UpdateSubscriptionProperty,
    guide_operations,
    operations,
)
from dragoman.operations.request import REGISTERED

WIRE: list[tuple[Request[Any], str, dict[str, str]]] = [
    (
        SendMessage(
            type="channel",
            to=5,
            topic="t & u",
            content='"hi"',
            queue_id="q",
            local_id="1.0",
            read_by_sender=True,
        ),
        "POST /messages",
        {
            "type": "channel",
            "to": "5",
            "topic": "t & u",
            "content": '"hi"',
            "queue_id": "q",
            "local_id": "1.0",
            "read_by_sender": "true",
        },
    ),
    (
        SendMessage(type="direct", to=(8, 9), content="x"),
        "POST /messages",
        {"type": "direct", "to": "[8,9]", "content": "x"},
    ),
    (
        SendMessage(type="stream", to="42", topic="", content="x"),
        "POST /messages",
        {"type": "stream", "to": '"42"', "topic": "", "content": "x"},
    ),
    (
        SendMessage(type="private", to=("a@b.c",), content="x"),
        "POST /messages",
        {"type": "private", "to": '["a@b.c"]', "content": "x"},
    ),
    (
        GetMessages(
            anchor="newest",
            num_before=10,
            num_after=0,
            narrow=(NarrowTerm(operator="channel", operand=5, negated=True), ("is", "dm")),
            apply_markdown=False,
        ),
        "GET /messages",
        {
            "anchor": "newest",
            "num_before": "10",
            "num_after": "0",
            "narrow": '[{"operator":"channel","operand":5,"negated":true},["is","dm"]]',
            "apply_markdown": "false",
        },
    ),
    (
        GetMessages(anchor=100, num_before=0, num_after=1),
        "GET /messages",
        {"anchor": "100", "num_before": "0", "num_after": "1"},
    ),
    (
        GetMessage(message_id=7, apply_markdown=False),
        "GET /messages/7",
        {"apply_markdown": "false"},
    ),
    (
        UpdateMessageFlags(messages=(1, 2), op="add", flag="read"),
        "POST /messages/flags",
        {"messages": "[1,2]", "op": "add", "flag": "read"},
    ),
    (
        SetTyping(op="start", type="channel", stream_id=5, topic="t"),
        "POST /typing",
        {"op": "start", "type": "channel", "stream_id": "5", "topic": "t"},
    ),
    (SetTyping(op="stop", to=(9,)), "POST /typing", {"op": "stop", "to": "[9]"}),
    (AddReaction(message_id=7, emoji_name="tada"), "POST /messages/7/reactions", {"emoji_name": "tada"}),
    (
        RemoveReaction(message_id=7, emoji_code="1f389", reaction_type="unicode_emoji"),
        "DELETE /messages/7/reactions",
        {"emoji_code": "1f389", "reaction_type": "unicode_emoji"},
    ),
    (
        CreateScheduledMessage(
            type="channel", to=5, topic="later", content="x", scheduled_delivery_timestamp=1795223048
        ),
        "POST /scheduled_messages",
        {
            "type": "channel",
            "to": "5",
            "content": "x",
            "topic": "later",
            "scheduled_delivery_timestamp": "1795223048",
        },
    ),
    (
        CreateScheduledMessage(type="direct", to=(8,), content="x", scheduled_delivery_timestamp=1),
        "POST /scheduled_messages",
        {"type": "direct", "to": "[8]", "content": "x", "scheduled_delivery_timestamp": "1"},
    ),
    (GetScheduledMessages(), "GET /scheduled_messages", {}),
    (
        UpdateScheduledMessage(scheduled_message_id=3, content="changed"),
        "PATCH /scheduled_messages/3",
        {"content": "changed"},
    ),
    (DeleteScheduledMessage(scheduled_message_id=3), "DELETE /scheduled_messages/3", {}),
    (GetUsers(user_ids=(1, 2)), "GET /users", {"user_ids": "[1,2]"}),
    (GetUser(user_id=8, client_gravatar=False), "GET /users/8", {"client_gravatar": "false"}),
    (GetOwnUser(), "GET /users/me", {}),
    (GetChannels(include_all=True), "GET /streams", {"include_all": "true"}),
    (GetChannelId(stream="Verona"), "GET /get_stream_id", {"stream": "Verona"}),
    (GetTopics(stream_id=17), "GET /users/me/17/topics", {}),
    (
        GetSubscriptions(include_subscribers="partial"),
        "GET /users/me/subscriptions",
        {"include_subscribers": "partial"},
    ),
    (
        Subscribe(
            subscriptions=(ChannelToJoin(name="Rome", color="#fff"),),
            principals=(8,),
            message_retention_days="unlimited",
        ),
        "POST /users/me/subscriptions",
        {
            "subscriptions": '[{"name":"Rome","color":"#fff"}]',
            "principals": "[8]",
            "message_retention_days": "unlimited",
        },
    ),
    (
        Unsubscribe(subscriptions=("Rome",), principals=("a@b.c",)),
        "DELETE /users/me/subscriptions",
        {"subscriptions": '["Rome"]', "principals": '["a@b.c"]'},
    ),
    (
        UpdateSubscriptionProperties(
            subscription_data=(
                SubscriptionChange(stream_id=17, property="color", value="#ff0000"),
                SubscriptionChange(stream_id=17, property="is_muted", value=True),
            )
        ),
        "POST /users/me/subscriptions/properties",
        {
            "subscription_data": '[{"stream_id":17,"property":"color","value":"#ff0000"},'
            '{"stream_id":17,"property":"is_muted","value":true}]'
        },
    ),
    (
        UpdateSubscriptionProperty(stream_id=17, property="is_muted", value=True),
        "PATCH /users/me/subscriptions/17",
        {"property": "is_muted", "value": "true"},
    ),
    (
        UpdateSubscriptionProperty(stream_id=17, property="color", value="#c2c2c2"),
        "PATCH /users/me/subscriptions/17",
        {"property": "color", "value": "#c2c2c2"},
    ),
    (GetServerSettings(), "GET /server_settings", {}),
    (
        FetchApiKey(username="a@b.c", password=Secret("tiger")),
        "POST /fetch_api_key",
        {"username": "a@b.c", "password": "tiger"},
    ),
    (DevFetchApiKey(username="a@b.c"), "POST /dev_fetch_api_key", {"username": "a@b.c"}),
    (
        RegisterQueue(
            event_types=("message", "realm_user"),
            all_public_streams=True,
            include_subscribers=False,
            narrow=(("is", "dm"),),
            idle_queue_timeout=3600,
            client_capabilities=ClientCapabilities(empty_topic_name=True),
        ),
        "POST /register",
        {
            "event_types": '["message","realm_user"]',
            "all_public_streams": "true",
            "include_subscribers": "false",
            "narrow": '[["is","dm"]]',
            "idle_queue_timeout": "3600",
            "client_capabilities": '{"notification_settings_null":true,"empty_topic_name":true}',
        },
    ),
    (
        GetEvents(queue_id="a:1", last_event_id=-1, dont_block=True),
        "GET /events",
        {"queue_id": "a:1", "last_event_id": "-1", "dont_block": "true"},
    ),
    (DeleteQueue(queue_id="a:1"), "DELETE /events", {"queue_id": "a:1"}),
    (GetServiceGuide(device_type="nas"), "GET /api/v1/service-guide", {"device_type": "nas"}),
    (GetServiceGuide(), "GET /api/v1/service-guide", {}),
    (GetApiIndex(), "GET /api/v1", {}),
]

NAMES = [f"{type(request).__name__}-{number}" for number, (request, _, _) in enumerate(WIRE)]


@pytest.mark.parametrize(("request_", "line", "parameters"), WIRE, ids=NAMES)
def test_a_call_goes_over_the_wire_as_the_specification_says(
    request_: Request[Any], line: str, parameters: dict[str, str]
) -> None:
    assert f"{request_.method} {request_.target()}" == line
    assert dict(request_.parameters()) == parameters


def test_every_declared_call_is_tried_here() -> None:
    ours = {kind for kind in REGISTERED if kind.__module__.startswith("dragoman.")}
    tried = {type(request) for request, _, _ in WIRE} | {type(request) for request, *_ in EXCHANGES}
    assert ours == tried | {kind for kind in ours if _uploads(kind)}
    assert ours == {*(kind for kind in operations() if kind in ours), *guide_operations()}


def _uploads(kind: type[Request[Any]]) -> bool:
    """Tell whether a call is tried in ``test_uploads.py``."""
    return File in get_type_hints(kind).values()


def test_every_declared_call_says_where_it_comes_from() -> None:
    assert [kind.__name__ for kind in REGISTERED if "Source:" not in (kind.__doc__ or "Source:")] == []


def test_a_path_is_percent_encoded() -> None:
    class GetThing(Operation[Done], method="GET", path="/things/{name}"):
        name: str

    assert GetThing(name="a/b ü?").target() == "/things/a%2Fb%20%C3%BC%3F"
    REGISTERED.remove(GetThing)


def test_a_hole_without_a_field_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match="holes without fields: \\['nmae'\\]"):

        class GetThing(Operation[Done], method="GET", path="/things/{nmae}"):
            name: str


def test_null_is_sent_and_unset_is_not() -> None:
    class SetThing(Operation[Done], method="POST", path="/things"):
        a: int | Maybe | None = UNSET
        b: Annotated[str | Maybe, AsJson] = UNSET

    assert SetThing().parameters() == []
    assert SetThing(a=None, b="x").parameters() == [("a", "null"), ("b", '"x"')]
    REGISTERED.remove(SetThing)


def test_calls_are_values() -> None:
    assert GetUser(user_id=3) == GetUser(user_id=3)
    assert len({GetUser(user_id=3), GetUser(user_id=3)}) == 1
    with pytest.raises(AttributeError):
        GetUser(user_id=3).user_id = 4  # type: ignore[misc]


def test_half_a_surrogate_pair_does_not_stop_a_call() -> None:
    assert SendMessage(type="channel", to=5, content="a\ud83d").form() == "type=channel&to=5&content=a%3F"
    assert Unsubscribe(subscriptions=("a\ud83d",)).parameters() == [("subscriptions", '["a\\ud83d"]')]


@given(st.text(), st.text())
def test_any_text_comes_through_a_form_unharmed(topic: str, content: str) -> None:
    form = SendMessage(type="channel", to=5, topic=topic, content=content).form()
    arrived = dict(parse_qsl(form, keep_blank_values=True))
    safe = {"topic": topic, "content": content}
    assert {name: arrived[name] for name in safe} == {
        name: text.encode("utf-8", "replace").decode() for name, text in safe.items()
    }


class Markup(str):
    """A text as template engines make it."""


class Marked(int):
    """A number of somebody's own kind."""


@pytest.mark.parametrize("text", ["a", "half \ud83d"])
def test_texts_and_numbers_of_another_kind_travel_like_the_usual_ones(text: str) -> None:
    usual = Subscribe(subscriptions=(ChannelToJoin(name=text),), principals=(9,))
    strange = Subscribe(subscriptions=(ChannelToJoin(name=Markup(text)),), principals=(Marked(9),))
    assert strange.form() == usual.form()
    assert (
        UpdateStorage(storage={Markup("k"): Markup(text)}).form() == UpdateStorage(storage={"k": text}).form()
    )


def test_what_cannot_travel_is_named() -> None:
    with pytest.raises(TypeError, match="a complex cannot be a parameter"):
        Subscribe(subscriptions=(), principals=(1j,)).form()  # type: ignore[arg-type]
