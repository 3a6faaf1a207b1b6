"""Every public method of the official Python client, from PyPI and unchanged, on the bundled server."""

import asyncio
import base64
import inspect
import io
from collections.abc import Callable
from typing import Any

import pytest
import zulip

from dragoman_server import Clock, Server, ServerSettings, running_server
from dragoman_server.world.file import parse_world
from server.household import ADA, CLEO, DAN, GENERAL, HELLO, HI, NOW, QUIET, WORLD

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
GROUP = 22
"""The ID that the first group gets that is made here."""

Steps = list[tuple[str, Callable[[], Any], Callable[[Any], Any], Any]]


def file_of(name: str, content: bytes) -> io.BytesIO:
    """Return an open file with a name."""
    file = io.BytesIO(content)
    file.name = name
    return file


def client(server: Server, name: str) -> zulip.Client:
    """Return the official client of an account."""
    account = server.account(name)
    return zulip.Client(site=server.url, email=account.email, api_key=account.api_key)


def done(answer: Any) -> Any:
    """Return what an answer is, for calls that only succeed."""
    return answer["result"]


def said(content: str) -> dict[str, Any]:
    return {"type": "stream", "to": "general", "topic": "tea", "content": content}


def first_of(one: zulip.Client, event_type: str, call: Callable[..., None]) -> Any:
    """Return what reaches a callback first; the queue is opened before the client says something."""
    found: list[Any] = []

    class Enough(Exception):
        pass

    def take(event: Any) -> None:
        found.append(event)
        raise Enough

    register = one.register

    def register_and_say(*arguments: Any, **options: Any) -> Any:
        answer = register(*arguments, **options)
        one.send_message(said("for the callback"))
        return answer

    vars(one)["register"] = register_and_say
    with pytest.raises(Enough):
        call(take)
    del vars(one)["register"]
    return found[0].get("type", event_type), found[0].get("content") or found[0]["message"]["content"]


def message_steps(ada: zulip.Client, cleo: zulip.Client) -> Steps:
    """Return calls about messages, each with what is looked at in its answer and what that must be."""
    reaction = {"message_id": HELLO, "emoji_name": "tada"}
    around = {"anchor": HI, "num_before": 1, "num_after": 0, "narrow": []}
    draft = {"message_id": 106, "content": "more tea?"}
    matching: dict[str, Any] = {"msg_ids": [HI], "narrow": [{"operator": "has", "operand": "link"}]}
    return [
        ("send_message", lambda: cleo.send_message(said("tea?")), lambda a: a["id"], 106),
        (
            "get_messages",
            lambda: cleo.get_messages(around),
            lambda a: [m["id"] for m in a["messages"]],
            [101, 102],
        ),
        ("update_message", lambda: cleo.update_message(draft), done, "success"),
        ("get_raw_message", lambda: cleo.get_raw_message(106), lambda a: a["raw_content"], "more tea?"),
        (
            "get_message_history",
            lambda: cleo.get_message_history(106),
            lambda a: [version["content"] for version in a["message_history"]],
            ["tea?", "more tea?"],
        ),
        (
            "check_messages_match_narrow",
            lambda: cleo.check_messages_match_narrow(**matching),
            lambda a: a["messages"],
            {},
        ),
        ("add_reaction", lambda: cleo.add_reaction(reaction), done, "success"),
        ("remove_reaction", lambda: cleo.remove_reaction(reaction), done, "success"),
        (
            "update_message_flags",
            lambda: cleo.update_message_flags({"messages": [HI], "op": "add", "flag": "starred"}),
            lambda a: a["messages"],
            [HI],
        ),
        ("mark_topic_as_read", lambda: cleo.mark_topic_as_read(GENERAL, "plans"), done, "success"),
        ("mark_stream_as_read", lambda: cleo.mark_stream_as_read(GENERAL), done, "success"),
        ("mark_all_as_read", cleo.mark_all_as_read, done, "success"),
        (
            "render_message",
            lambda: cleo.render_message({"content": "**b**"}),
            lambda a: a["rendered"],
            "<p><strong>b</strong></p>",
        ),
        (
            "set_typing_status",
            lambda: cleo.set_typing_status({"op": "start", "type": "direct", "to": [DAN]}),
            done,
            "success",
        ),
        (
            "move_topic",
            lambda: ada.move_topic("general", "general", "tea", "coffee", notify_new_topic=False),
            done,
            "success",
        ),
        ("delete_message", lambda: ada.delete_message(106), done, "success"),
        (
            "upload_file",
            lambda: cleo.upload_file(file_of("a.txt", b"a")),
            lambda a: "a.txt" in a["uri"],
            True,
        ),
        (
            "get_attachments",
            cleo.get_attachments,
            lambda a: [one["name"] for one in a["attachments"]],
            ["a.txt"],
        ),
    ]


def channel_steps(ada: zulip.Client, cleo: zulip.Client) -> Steps:
    """Return calls about channels."""
    color = [{"stream_id": GENERAL, "property": "color", "value": "#abcdef"}]
    muting = {"stream_id": GENERAL, "topic": "plans", "op": "add"}
    names = ("general", "secret", "news", "tidy", "plain")
    return [
        ("get_stream_id", lambda: cleo.get_stream_id("general"), lambda a: a["stream_id"], GENERAL),
        (
            "get_streams",
            lambda: cleo.get_streams(include_public=False),
            lambda a: {one["name"] for one in a["streams"]},
            set(names),
        ),
        (
            "get_stream_topics",
            lambda: cleo.get_stream_topics(GENERAL),
            lambda a: [one["name"] for one in a["topics"]],
            ["tea", "plans"],
        ),
        (
            "get_stream_email_address",
            lambda: cleo.get_stream_email_address(GENERAL),
            lambda a: "@" in a["email"],
            True,
        ),
        (
            "get_subscriptions",
            cleo.get_subscriptions,
            lambda a: {one["name"] for one in a["subscriptions"]},
            set(names),
        ),
        (
            "list_subscriptions",
            cleo.list_subscriptions,
            lambda a: {one["name"] for one in a["subscriptions"]},
            set(names),
        ),
        (
            "add_subscriptions",
            lambda: cleo.add_subscriptions([{"name": "quiet"}]),
            lambda a: list(a["subscribed"].values()),
            [["quiet"]],
        ),
        ("get_subscribers", lambda: cleo.get_subscribers(stream="quiet"), lambda a: a["subscribers"], [CLEO]),
        (
            "get_subscription_status",
            lambda: cleo.get_subscription_status(CLEO, QUIET),
            lambda a: a["is_subscribed"],
            True,
        ),
        (
            "remove_subscriptions",
            lambda: cleo.remove_subscriptions(["quiet"]),
            lambda a: a["removed"],
            ["quiet"],
        ),
        ("update_subscription_settings", lambda: cleo.update_subscription_settings(color), done, "success"),
        ("mute_topic", lambda: cleo.mute_topic(muting), done, "success"),
        ("add_default_stream", lambda: ada.add_default_stream(QUIET), done, "success"),
        (
            "update_stream",
            lambda: ada.update_stream({"stream_id": QUIET, "description": "Hush"}),
            done,
            "success",
        ),
        ("delete_stream", lambda: ada.delete_stream(QUIET), done, "success"),
    ]


def people_steps(ada: zulip.Client, cleo: zulip.Client, level: int) -> Steps:
    """Return calls about people and groups."""
    new = {"email": "zoe@house.test", "password": "a long enough one", "full_name": "Zoe New"}
    made = {"name": "crew", "description": "", "members": [CLEO]}
    gone = "success" if level < 290 else "error"
    return [
        ("get_profile", cleo.get_profile, lambda a: a["user_id"], CLEO),
        ("get_members", cleo.get_members, lambda a: len(a["members"]), 10),
        ("get_users", cleo.get_users, lambda a: len(a["members"]), 10),
        ("get_user_by_id", lambda: cleo.get_user_by_id(ADA), lambda a: a["user"]["full_name"], "Ada Owner"),
        (
            "update_user_by_id",
            lambda: ada.update_user_by_id(DAN, full_name="Dan The Member"),
            done,
            "success",
        ),
        ("deactivate_user_by_id", lambda: ada.deactivate_user_by_id(DAN), done, "success"),
        ("reactivate_user_by_id", lambda: ada.reactivate_user_by_id(DAN), done, "success"),
        ("create_user", lambda: ada.create_user(new), done, "success"),
        (
            "update_presence",
            lambda: cleo.update_presence({"status": "active", "ping_only": False}),
            done,
            "success",
        ),
        (
            "get_user_presence",
            lambda: ada.get_user_presence("cleo-member@house.test"),
            lambda a: set(a["presence"]),
            {"aggregated", "website"} if level < 487 else {"active_timestamp", "idle_timestamp"},
        ),
        (
            "get_realm_presence",
            ada.get_realm_presence,
            lambda a: list(a["presences"]),
            ["cleo-member@house.test"],
        ),
        ("create_user_group", lambda: ada.create_user_group(made), done, "success"),
        (
            "get_user_groups",
            ada.get_user_groups,
            lambda a: [(one["id"], one["name"]) for one in a["user_groups"]][-1],
            (GROUP, "crew"),
        ),
        (
            "update_user_group",
            lambda: ada.update_user_group({"group_id": GROUP, "description": "Those who work"}),
            done,
            "success",
        ),
        (
            "update_user_group_members",
            lambda: ada.update_user_group_members(GROUP, {"add": [DAN]}),
            done,
            "success",
        ),
        ("remove_user_group", lambda: ada.remove_user_group(GROUP), done, gone),
        ("add_alert_words", lambda: cleo.add_alert_words(["fire"]), lambda a: a["alert_words"], ["fire"]),
        ("get_alert_words", cleo.get_alert_words, lambda a: a["alert_words"], ["fire"]),
        ("remove_alert_words", lambda: cleo.remove_alert_words(["fire"]), lambda a: a["alert_words"], []),
    ]


def organisation_steps(ada: zulip.Client, cleo: zulip.Client, robo: zulip.Client) -> Steps:
    """Return calls about the organisation and the server."""
    fields = {"name": "Pet", "hint": "", "field_type": 1}
    return [
        ("get_server_settings", cleo.get_server_settings, lambda a: a["realm_name"], "Test House"),
        (
            "upload_custom_emoji",
            lambda: ada.upload_custom_emoji("dot", file_of("dot.png", PIXEL)),
            done,
            "success",
        ),
        (
            "get_realm_emoji",
            cleo.get_realm_emoji,
            lambda a: [one["name"] for one in a["emoji"].values()],
            ["dot"],
        ),
        ("delete_custom_emoji", lambda: ada.delete_custom_emoji("dot"), done, "success"),
        (
            "add_realm_filter",
            lambda: ada.add_realm_filter("#(?P<id>[0-9]+)", "https://issues.test/{id}"),
            done,
            "success",
        ),
        (
            "get_realm_linkifiers",
            cleo.get_realm_linkifiers,
            lambda a: [one["url_template"] for one in a["linkifiers"]],
            ["https://issues.test/{id}"],
        ),
        ("remove_realm_filter", lambda: ada.remove_realm_filter(1), done, "success"),
        (
            "create_realm_profile_field",
            lambda: ada.create_realm_profile_field(**fields),
            lambda a: a["id"],
            1,
        ),
        (
            "update_realm_profile_field",
            lambda: ada.update_realm_profile_field(1, name="Animal", hint="", field_type=1),
            done,
            "success",
        ),
        (
            "reorder_realm_profile_fields",
            lambda: ada.reorder_realm_profile_fields(order=[1]),
            done,
            "success",
        ),
        (
            "get_realm_profile_fields",
            cleo.get_realm_profile_fields,
            lambda a: [one["name"] for one in a["custom_fields"]],
            ["Animal"],
        ),
        ("remove_realm_profile_field", lambda: ada.remove_realm_profile_field(1), done, "success"),
        (
            "update_notification_settings",
            lambda: cleo.update_notification_settings({"enable_sounds": False}),
            done,
            "success",
        ),
        ("update_storage", lambda: robo.update_storage({"storage": {"a": "1"}}), done, "success"),
        ("get_storage", robo.get_storage, lambda a: a["storage"], {"a": "1"}),
    ]


def event_steps(cleo: zulip.Client) -> Steps:
    """Return calls about events, and those by which all others are made."""
    kept: dict[str, Any] = {}

    def register() -> Any:
        kept.update(cleo.register(event_types=["message"]))
        return kept

    def get_events() -> Any:
        cleo.send_message(said("heard"))
        return cleo.get_events(queue_id=kept["queue_id"], last_event_id=-1)

    types = {"event_types": ["message"]}
    return [
        ("register", register, lambda a: a["last_event_id"], -1),
        ("get_events", get_events, lambda a: [one["message"]["content"] for one in a["events"]], ["heard"]),
        ("deregister", lambda: cleo.deregister(kept["queue_id"]), done, "success"),
        (
            "call_on_each_event",
            lambda: first_of(cleo, "", lambda take: cleo.call_on_each_event(take, **types)),  # type: ignore[arg-type]
            lambda a: a,
            ("message", "for the callback"),
        ),
        (
            "call_on_each_message",
            lambda: first_of(cleo, "", cleo.call_on_each_message),
            lambda a: a,
            ("stream", "for the callback"),
        ),
        ("get_user_agent", cleo.get_user_agent, lambda a: a.startswith("ZulipPython/"), True),
        ("ensure_session", cleo.ensure_session, lambda a: a, None),
        (
            "call_endpoint",
            lambda: cleo.call_endpoint("users/me", method="GET"),
            lambda a: a["user_id"],
            CLEO,
        ),
        ("do_api_query", lambda: cleo.do_api_query({}, "v1/users/me", "GET"), lambda a: a["user_id"], CLEO),
    ]


def go_through(server: Server, level: int) -> tuple[set[str], dict[str, Any]]:
    """Call everything in order; return the names of the methods, and what was not as it must be."""
    ada, cleo, robo = (client(server, name) for name in ("Ada Owner", "Cleo Member", "Robo"))
    steps = [
        *message_steps(ada, cleo),
        *channel_steps(ada, cleo),
        *people_steps(ada, cleo, level),
        *organisation_steps(ada, cleo, robo),
        *event_steps(cleo),
    ]
    wrong = {}
    for name, call, look, expected in steps:
        answer = call()
        try:
            seen = look(answer)
        except (KeyError, TypeError, IndexError):
            seen = answer
        if seen != expected:
            wrong[name] = answer
    return {name for name, *_ in steps}, wrong


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("level", [261, 496])
async def test_every_public_method_does_its_work(level: int) -> None:
    settings = ServerSettings(feature_level=level)
    async with running_server(parse_world(WORLD), settings=settings, clock=Clock(NOW)) as server:
        called, wrong = await asyncio.to_thread(go_through, server, level)
        assert wrong == {}
        assert list(server.broken) == []
    public = {
        name for name, _ in inspect.getmembers(zulip.Client, inspect.isfunction) if not name.startswith("_")
    }
    assert called == public
