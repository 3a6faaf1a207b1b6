"""The events that operations of the server make: who gets which, in which order, with which payload."""

from typing import Any

import pytest

from contract.covering import covers
from contract.events import event
from contract.messaging import rules
from contract.messaging.operations.scheduled_messages import CREATE_SCHEDULED_MESSAGE
from contract.server.asking import prepare
from contract.server.endpoints import OFFERED
from contract.server.stage import (
    ADAM,
    AGORA,
    CAPABLE,
    GUS,
    LATE,
    MEL,
    NAT,
    OPHELIA,
    ORDER,
    QUIET,
    START,
    Stage,
    kind_of,
)
from contract.terms import Operation

EMISSIONS: dict[str, dict[int, list[str]]] = {
    "POST /messages": {MEL: ["message"], NAT: ["message"], GUS: ["message"], ADAM: []},
    "PATCH /messages/{message_id}": {MEL: ["update_message"], NAT: ["update_message"], ADAM: []},
    "DELETE /messages/{message_id}": {MEL: ["delete_message"], NAT: ["delete_message"]},
    "POST /messages/{message_id}/reactions": {MEL: ["reaction/add"], NAT: ["reaction/add"]},
    "DELETE /messages/{message_id}/reactions": {MEL: ["reaction/remove"], NAT: ["reaction/remove"]},
    "POST /messages/flags": {MEL: ["update_message_flags/add"], NAT: []},
    "POST /mark_topic_as_read": {NAT: ["update_message_flags/add"], MEL: []},
    "POST /scheduled_messages": {MEL: ["scheduled_messages/add"], NAT: []},
    "PATCH /scheduled_messages/{scheduled_message_id}": {MEL: ["scheduled_messages/update"], NAT: []},
    "DELETE /scheduled_messages/{scheduled_message_id}": {MEL: ["scheduled_messages/remove"], NAT: []},
    "POST /typing": {MEL: ["typing/start"], NAT: ["typing/start"], OPHELIA: []},
    "POST /users/me/subscriptions/properties": {MEL: ["subscription/update"], NAT: []},
    "PATCH /users/me/subscriptions/{stream_id}": {MEL: ["subscription/update"] * 2, NAT: []},
    "DELETE /users/me/subscriptions": {
        MEL: ["subscription/remove", "update_message_flags/add"],
        NAT: ["subscription/peer_remove"],
    },
    "POST /users/me/subscriptions": {
        OPHELIA: ["stream/create", "subscription/add"],
        NAT: ["stream/create", "subscription/peer_add"],
    },
    "PATCH /settings": {OPHELIA: ["user_settings/update"], MEL: []},
    "PATCH /settings/display": {OPHELIA: ["user_settings/update"], MEL: []},
    "PATCH /settings/notifications": {OPHELIA: ["user_settings/update"], MEL: []},
    "POST /messages/{message_id}/typing": {NAT: ["typing_edit_message/start"]},
    "POST /users/me/presence": {NAT: ["presence"]},
    "POST /users/{user_id}/status": {NAT: ["user_status"], MEL: ["user_status"]},
    "PATCH /users/me/profile_data": {MEL: ["realm_user/update"], NAT: ["realm_user/update"]},
    "POST /users": {
        MEL: ["realm_user/add", "subscription/peer_add"],
        OPHELIA: ["realm_user/add", "subscription/peer_add"],
    },
    "POST /invites": {OPHELIA: ["invites_changed"], ADAM: ["invites_changed"], MEL: []},
    "POST /realm/profile_fields": {MEL: ["custom_profile_fields"], OPHELIA: ["custom_profile_fields"]},
    "POST /realm/filters": {MEL: ["realm_linkifiers"], OPHELIA: ["realm_linkifiers"]},
    "POST /user_groups/{user_group_id}/members": {
        MEL: ["user_group/add_members"],
        OPHELIA: ["user_group/add_members"],
    },
    "POST /navigation_views": {MEL: ["navigation_view/add"], NAT: []},
    "DELETE /attachments/{attachment_id}": {MEL: ["attachment/remove"], NAT: []},
    "POST /users/me/alert_words": {MEL: ["alert_words"], NAT: []},
    "DELETE /users/me/alert_words": {MEL: ["alert_words"], NAT: []},
    "POST /users/me/muted_users/{muted_user_id}": {MEL: ["muted_users"], NAT: []},
    "DELETE /users/me/muted_users/{muted_user_id}": {MEL: ["muted_users"], NAT: []},
    "POST /saved_snippets": {MEL: ["saved_snippets/add"], NAT: []},
    "PATCH /saved_snippets/{saved_snippet_id}": {MEL: ["saved_snippets/update"], NAT: []},
    "DELETE /saved_snippets/{saved_snippet_id}": {MEL: ["saved_snippets/remove"], NAT: []},
    "POST /drafts": {MEL: ["drafts/add"], NAT: []},
    "PATCH /drafts/{draft_id}": {MEL: ["drafts/update"], NAT: []},
    "DELETE /drafts/{draft_id}": {MEL: ["drafts/remove"], NAT: []},
    "POST /reminders": {MEL: ["reminders/add"], NAT: []},
    "DELETE /reminders/{reminder_id}": {MEL: ["reminders/remove"], NAT: []},
    "PATCH /navigation_views/{fragment}": {MEL: ["navigation_view/update"], NAT: []},
    "DELETE /navigation_views/{fragment}": {MEL: ["navigation_view/remove"], NAT: []},
    "POST /users/me/status": {MEL: ["user_status"], NAT: ["user_status"]},
    "POST /user_topics": {MEL: ["muted_topics", "user_topic"], NAT: []},
    "PATCH /users/me/subscriptions/muted_topics": {MEL: ["muted_topics", "user_topic"], NAT: []},
    "POST /user_groups/create": {MEL: ["user_group/add"], OPHELIA: ["user_group/add"]},
    "PATCH /user_groups/{user_group_id}": {MEL: ["user_group/update"], OPHELIA: ["user_group/update"]},
    "POST /user_groups/{user_group_id}/deactivate": {
        MEL: ["user_group/update"],
        OPHELIA: ["user_group/update"],
    },
    "POST /user_groups/{user_group_id}/subgroups": {
        MEL: ["user_group/add_subgroups"],
        OPHELIA: ["user_group/add_subgroups"],
    },
    "PATCH /realm/profile_fields": {MEL: ["custom_profile_fields"], OPHELIA: ["custom_profile_fields"]},
    "PATCH /realm/profile_fields/{field_id}": {
        MEL: ["custom_profile_fields"],
        OPHELIA: ["custom_profile_fields"],
    },
    "DELETE /realm/profile_fields/{field_id}": {
        MEL: ["custom_profile_fields"],
        OPHELIA: ["custom_profile_fields"],
    },
    "DELETE /users/me/profile_data": {MEL: ["realm_user/update"], NAT: ["realm_user/update"]},
    "PATCH /realm/linkifiers": {MEL: ["realm_linkifiers"], OPHELIA: ["realm_linkifiers"]},
    "PATCH /realm/filters/{filter_id}": {MEL: ["realm_linkifiers"], OPHELIA: ["realm_linkifiers"]},
    "DELETE /realm/filters/{filter_id}": {MEL: ["realm_linkifiers"], OPHELIA: ["realm_linkifiers"]},
    "DELETE /invites/{invite_id}": {OPHELIA: ["invites_changed"], ADAM: ["invites_changed"], MEL: []},
    "POST /invites/multiuse": {OPHELIA: ["invites_changed"], ADAM: ["invites_changed"], MEL: []},
    "DELETE /invites/multiuse/{invite_id}": {
        OPHELIA: ["invites_changed"],
        ADAM: ["invites_changed"],
        MEL: [],
    },
    "POST /default_streams": {MEL: ["default_streams"], OPHELIA: ["default_streams"], GUS: []},
    "DELETE /default_streams": {MEL: ["default_streams"], OPHELIA: ["default_streams"], GUS: []},
    "PATCH /users/{user_id}": {MEL: ["realm_user/update"], NAT: ["realm_user/update"]},
    "DELETE /users/{user_id}": {MEL: ["realm_user/update"], OPHELIA: ["realm_user/update"]},
    "POST /users/{user_id}/reactivate": {MEL: ["realm_user/update"], OPHELIA: ["realm_user/update"]},
    "DELETE /users/me": {MEL: ["realm_user/update"], OPHELIA: ["realm_user/update"]},
    "POST /users/me/onboarding_steps": {MEL: ["onboarding_steps"], NAT: []},
    "PATCH /realm/user_settings_defaults": {
        MEL: ["realm_user_settings_defaults/update"],
        OPHELIA: ["realm_user_settings_defaults/update"],
    },
    "POST /realm/domains": {MEL: ["realm_domains/add"], OPHELIA: ["realm_domains/add"]},
    "PATCH /realm/domains/{domain}": {MEL: ["realm_domains/change"], OPHELIA: ["realm_domains/change"]},
    "DELETE /realm/domains/{domain}": {MEL: ["realm_domains/remove"], OPHELIA: ["realm_domains/remove"]},
    "POST /realm/playgrounds": {MEL: ["realm_playgrounds"], OPHELIA: ["realm_playgrounds"]},
    "DELETE /realm/playgrounds/{playground_id}": {
        MEL: ["realm_playgrounds"],
        OPHELIA: ["realm_playgrounds"],
    },
    "DELETE /bots/{bot_id}": {OPHELIA: ["realm_user/update"], NAT: ["realm_user/update"]},
    "DELETE /realm/emoji/{emoji_name}": {MEL: ["realm_emoji/update"], OPHELIA: ["realm_emoji/update"]},
    "POST /channel_folders/create": {MEL: ["channel_folder/add"], OPHELIA: ["channel_folder/add"]},
    "PATCH /channel_folders": {MEL: ["channel_folder/reorder"], OPHELIA: ["channel_folder/reorder"]},
    "PATCH /channel_folders/{channel_folder_id}": {
        MEL: ["channel_folder/update"],
        OPHELIA: ["channel_folder/update"],
    },
    "POST /channels/create": {
        MEL: ["stream/create", "subscription/add"],
        NAT: ["stream/create", "subscription/peer_add"],
    },
    "POST /messages/flags/narrow": {MEL: ["update_message_flags/add"], NAT: []},
    "POST /mark_all_as_read": {NAT: ["update_message_flags/add"], MEL: []},
    "POST /mark_stream_as_read": {NAT: ["update_message_flags/add"], MEL: []},
    "POST /submessage": {MEL: ["submessage"], NAT: ["submessage"], ADAM: []},
    "POST /streams/{stream_id}/delete_topic": {MEL: ["delete_message"], NAT: ["delete_message"]},
    "DELETE /streams/{stream_id}": {NAT: ["stream/delete"], MEL: ["stream/delete"]},
    "PATCH /streams/{stream_id}": {MEL: ["stream/update"], NAT: ["stream/update"]},
    "POST /bots": {
        MEL: ["realm_user/add", "realm_bot/add"],
        OPHELIA: ["realm_user/add", "realm_bot/add"],
        NAT: ["realm_user/add"],
    },
    "PATCH /bots/{bot_id}": {MEL: ["realm_user/update"], NAT: ["realm_user/update"]},
    "POST /user_uploads": {MEL: ["attachment/add"], NAT: []},
    "POST /users/me/avatar": {MEL: ["realm_user/update"], NAT: ["realm_user/update"]},
    "DELETE /users/me/avatar": {MEL: ["realm_user/update"], NAT: ["realm_user/update"]},
    "POST /realm/emoji/{emoji_name}": {MEL: ["realm_emoji/update"], OPHELIA: ["realm_emoji/update"]},
    "PATCH /realm": {MEL: ["realm/update"], OPHELIA: ["realm/update"]},
    "PATCH /users/me/subscriptions": {
        MEL: ["subscription/remove", "update_message_flags/add"],
        NAT: ["subscription/peer_remove"],
    },
}
"""By operation: who hears of its good request, and in which order."""

FOLLOWING = frozenset({"user_topic", "muted_topics"})
LEAVING = frozenset({"subscription/peer_remove", "user_group/remove_members", "realm_bot/update"})
COME_ALONG: dict[str, frozenset[str]] = {
    "DELETE /users/me/subscriptions": frozenset({"update_message_flags/add"}),
    "POST /users/me/subscriptions": frozenset({"message"}),
    "POST /messages": FOLLOWING,
    "PATCH /messages/{message_id}": FOLLOWING | {"message"},
    "POST /users": frozenset({"user_group/add_members"}),
    "POST /bots": frozenset({"user_group/add_members"}),
    "PATCH /users/me/subscriptions": frozenset({"update_message_flags/add"}),
    "PATCH /streams/{stream_id}": frozenset({"message"}),
    "DELETE /streams/{stream_id}": frozenset({"message"}),
    "DELETE /users/{user_id}": LEAVING,
    "DELETE /users/me": LEAVING,
    "DELETE /bots/{bot_id}": LEAVING,
    "POST /users/{user_id}/reactivate": frozenset({"subscription/peer_add", "user_group/add_members"}),
    "POST /channels/create": frozenset({"message"}),
    "POST /user_groups/create": frozenset({"message"}),
}
"""What a server does by itself beside: flags, notices, topics followed, groups left; it is not counted."""


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(one, id=one.key, marks=covers(*(event(kind).line for kind in one.emits)))
        for one in OFFERED
        if one.emits
    ],
)
async def test_an_operation_makes_its_events(stage: Stage, operation: Operation) -> None:
    asker = await prepare(stage, operation)
    queues = {who: await stage.register(who, client_capabilities=CAPABLE) for who in EMISSIONS[operation.key]}
    assert (await asker.ask(stage)).status == 200
    heard = {who: await queue.events() for who, queue in queues.items()}
    along = COME_ALONG.get(operation.key, frozenset())
    for who, wanted in EMISSIONS[operation.key].items():
        assert [kind_of(one) for one in heard[who] if kind_of(one) not in along] == [
            kind for kind in wanted if kind not in along
        ]
    problems = [
        problem
        for events in heard.values()
        for one in events
        for problem in event(kind_of(one)).shape.problems(one, kind_of(one))
    ]
    assert problems == []


async def hear(
    stage: Stage, who: int, by: int, method: str, path: str, **fields: Any
) -> list[dict[str, Any]]:
    """Return what one hears of what another does, without the numbers."""
    queue = await stage.register(who, client_capabilities=CAPABLE)
    await stage.do(by, method, path, **fields)
    return [{key: value for key, value in one.items() if key != "id"} for one in await queue.events()]


@covers(event("message").line)
async def test_a_message_is_told_whole(stage: Stage) -> None:
    sent = {"type": "channel", "to": AGORA, "topic": "motions", "content": "@**Nat** hm"}
    *_, heard = await hear(stage, NAT, MEL, "POST", "/messages", **sent)
    message = heard.pop("message")
    recipient_id = message.pop("recipient_id")
    assert heard == {"type": "message", "flags": ["mentioned"]}
    assert isinstance(recipient_id, int)
    assert message == {
        "id": 106,
        "type": "stream",
        "sender_id": MEL,
        "sender_email": "mel@court.test",
        "sender_full_name": "Mel",
        "sender_realm_str": "court",
        "avatar_url": None,
        "client": "Python",
        "content": "@**Nat** hm",
        "content_type": "text/x-markdown",
        "display_recipient": "agora",
        "is_me_message": False,
        "reactions": [],
        "stream_id": AGORA,
        "subject": "motions",
        "submessages": [],
        "timestamp": START,
        "topic_links": [],
    }


@covers(event("message").line)
async def test_a_direct_message_is_told_to_both_sides(stage: Stage) -> None:
    for who in (MEL, NAT):
        (heard,) = await hear(stage, who, MEL, "POST", "/messages", type="direct", to=[NAT], content="hush")
        message = heard["message"]
        assert (message["type"], message["subject"], "stream_id" in message) == ("private", "", False)
        assert [one["id"] for one in message["display_recipient"]] == [MEL, NAT]


@covers(event("message").line)
async def test_the_sending_queue_hears_its_own_mark(stage: Stage) -> None:
    queue = await stage.register(MEL, event_types=["message"])
    sent = {"type": "channel", "to": AGORA, "topic": "motions", "content": "x"}
    await stage.do(MEL, "POST", "/messages", **sent, queue_id=queue.id, local_id="7.01")
    assert [one.get("local_message_id") for one in await queue.events()] == ["7.01"]


@pytest.mark.parametrize("op", ["start", "stop"])
@covers(event("typing/start").line, event("typing/stop").line)
async def test_typing_to_people_names_everybody(stage: Stage, op: str) -> None:
    mel, nat = (
        {"user_id": MEL, "email": "mel@court.test"},
        {"user_id": NAT, "email": "nat@court.test"},
    )
    (heard,) = await hear(stage, NAT, MEL, "POST", "/typing", op=op, to=[NAT])
    # Nobody says in which order.
    assert sorted(heard.pop("recipients"), key=lambda one: int(one["user_id"])) == [mel, nat]
    assert heard == {"type": "typing", "op": op, "message_type": "direct", "sender": mel}


@pytest.mark.parametrize("op", ["start", "stop"])
@pytest.mark.parametrize("word", ["channel", "stream"])
@covers(event("typing/start").line, event("typing/stop").line)
async def test_typing_in_a_channel_names_channel_and_topic(stage: Stage, op: str, word: str) -> None:
    fields = {"type": word, "op": op, "stream_id": AGORA, "topic": "motions"}
    assert await hear(stage, NAT, MEL, "POST", "/typing", **fields) == [
        {
            "type": "typing",
            "op": op,
            "message_type": "stream",
            "sender": {"user_id": MEL, "email": "mel@court.test"},
            "stream_id": AGORA,
            "topic": "motions",
        }
    ]


async def test_typing_in_a_channel_is_told_to_those_who_can_take_it(stage: Stage) -> None:
    queue = await stage.register(NAT)
    fields = {"type": "channel", "op": "start", "stream_id": AGORA, "topic": "motions"}
    await stage.do(MEL, "POST", "/typing", **fields)
    assert await queue.kinds() == []


MUTINGS = [
    ("is_muted", True, [("in_home_view", False), ("is_muted", True)]),
    ("is_muted", False, [("in_home_view", True), ("is_muted", False)]),
    ("in_home_view", False, [("in_home_view", False), ("is_muted", True)]),
    ("in_home_view", True, [("in_home_view", True), ("is_muted", False)]),
]


@pytest.mark.parametrize(("name", "value", "wanted"), MUTINGS)
@pytest.mark.parametrize("bulk", [True, False])
@covers(rules.MUTING_EMISSION, event("subscription/update").line)
async def test_muting_is_told_twice(
    stage: Stage, name: str, value: bool, wanted: list[tuple[str, bool]], bulk: bool
) -> None:
    if bulk:
        change = [{"stream_id": AGORA, "property": name, "value": value}]
        heard = await hear(
            stage, MEL, MEL, "POST", "/users/me/subscriptions/properties", subscription_data=change
        )
    else:
        path = f"/users/me/subscriptions/{AGORA}"
        heard = await hear(stage, MEL, MEL, "PATCH", path, property=name, value=value)
    assert heard == [
        {"type": "subscription", "op": "update", "stream_id": AGORA, "property": key, "value": set_to}
        for key, set_to in wanted
    ]


OTHER_PROPERTIES = [
    ("color", "#f00f00"),
    ("pin_to_top", True),
    ("desktop_notifications", False),
    ("audible_notifications", True),
    ("push_notifications", False),
    ("email_notifications", True),
    ("wildcard_mentions_notify", False),
]


@pytest.mark.parametrize(("name", "value"), OTHER_PROPERTIES)
@covers(event("subscription/update").line)
async def test_any_other_property_is_told_once_and_kept(stage: Stage, name: str, value: object) -> None:
    path = f"/users/me/subscriptions/{AGORA}"
    heard = await hear(stage, MEL, MEL, "PATCH", path, property=name, value=value)
    assert heard == [
        {"type": "subscription", "op": "update", "stream_id": AGORA, "property": name, "value": value}
    ]
    own = (await stage.do(MEL, "GET", "/users/me/subscriptions"))["subscriptions"]
    assert [one[name] for one in own if one["stream_id"] == AGORA] == [value]


@pytest.mark.parametrize("op", ["add", "remove"])
@covers(event("reaction/add").line, event("reaction/remove").line)
async def test_a_reaction_is_told_with_its_emoji(stage: Stage, op: str) -> None:
    path = f"/messages/{ORDER}/reactions"
    emoji = {"emoji_name": "octopus", "emoji_code": "1f419", "reaction_type": "unicode_emoji"}
    if op == "remove":
        await stage.do(MEL, "POST", path, **emoji)
    heard = await hear(stage, NAT, MEL, "POST" if op == "add" else "DELETE", path, **emoji)
    assert heard == [{"type": "reaction", "op": op, "message_id": ORDER, "user_id": MEL, **emoji}]


@covers(event("delete_message").line, rules.EVENT_TYPES)
async def test_a_deletion_is_told_in_bulk_to_those_who_can_take_it(stage: Stage) -> None:
    able = await stage.register(NAT, client_capabilities=CAPABLE)
    plain = await stage.register(NAT)
    await stage.do(OPHELIA, "DELETE", f"/messages/{ORDER}")
    where = {
        "id": 0,
        "type": "delete_message",
        "message_type": "stream",
        "stream_id": AGORA,
        "topic": "opening",
    }
    assert await able.events() == [{**where, "message_ids": [ORDER]}]
    assert await plain.events() == [{**where, "message_id": ORDER}]


@covers(event("update_message").line)
async def test_an_edit_is_told_with_old_and_new(stage: Stage) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="motions", content="old")
    path = f"/messages/{sent['id']}"
    (heard,) = await hear(stage, NAT, MEL, "PATCH", path, content="*new*")
    assert event("update_message").shape.holds({"id": 1, **heard})
    told = {
        key: heard[key] for key in ("message_id", "message_ids", "user_id", "rendering_only", "stream_id")
    }
    assert told == {
        "message_id": sent["id"],
        "message_ids": [sent["id"]],
        "user_id": MEL,
        "rendering_only": False,
        "stream_id": AGORA,
    }
    assert (heard["orig_content"], heard["content"]) == ("old", "*new*")
    assert (heard["orig_rendered_content"], heard["rendered_content"]) == (
        "<p>old</p>",
        "<p><em>new</em></p>",
    )
    moved, *_notices = await hear(stage, NAT, OPHELIA, "PATCH", path, topic="carried", stream_id=QUIET)
    kept = {key: moved[key] for key in ("orig_subject", "subject", "new_stream_id", "propagate_mode")}
    assert kept == {
        "orig_subject": "motions",
        "subject": "carried",
        "new_stream_id": QUIET,
        "propagate_mode": "change_one",
    }


@covers(event("update_message_flags/add").line, event("update_message_flags/remove").line)
async def test_a_flag_is_told_with_its_messages(stage: Stage) -> None:
    fields = {"messages": [ORDER, LATE], "op": "add", "flag": "starred"}
    told = {"flag": "starred", "messages": [ORDER, LATE], "all": False}
    added = await hear(stage, MEL, MEL, "POST", "/messages/flags", **fields)
    assert added == [{"type": "update_message_flags", "op": "add", "operation": "add", **told}]
    removed = await hear(stage, MEL, MEL, "POST", "/messages/flags", **{**fields, "op": "remove"})
    assert removed == [{"type": "update_message_flags", "op": "remove", "operation": "remove", **told}]


@covers(event("scheduled_messages/add").line, event("scheduled_messages/remove").line, rules.SCHEDULED_ID)
@covers(*(CREATE_SCHEDULED_MESSAGE.line_of(field) for field in CREATE_SCHEDULED_MESSAGE.answer))
async def test_a_scheduled_message_is_told_delivered_and_removed(stage: Stage) -> None:
    queue = await stage.register(MEL, event_types=["message", "scheduled_messages"])
    fields = {"type": "channel", "to": AGORA, "topic": "motions", "content": "**now**"}
    made = await stage.do(
        MEL, "POST", "/scheduled_messages", **fields, scheduled_delivery_timestamp=START + 60
    )
    scheduled = {
        "scheduled_message_id": made["scheduled_message_id"],
        "type": "stream",
        "to": AGORA,
        "topic": "motions",
        "content": "**now**",
        "rendered_content": "<p><strong>now</strong></p>",
        "scheduled_delivery_timestamp": START + 60,
        "failed": False,
    }
    assert await queue.events() == [
        {"id": 0, "type": "scheduled_messages", "op": "add", "scheduled_messages": [scheduled]}
    ]
    assert (await stage.do(MEL, "GET", "/scheduled_messages"))["scheduled_messages"] == [scheduled]
    await stage.clock.advance(59)
    assert await queue.events() == []
    await stage.clock.advance(61)
    heard = await queue.events()
    assert [kind_of(one) for one in heard] == ["message", "scheduled_messages/remove"]
    assert heard[0]["message"]["content"] == "**now**"
    assert heard[1]["scheduled_message_id"] == made["scheduled_message_id"]
    assert (await stage.do(MEL, "GET", "/scheduled_messages"))["scheduled_messages"] == []


@covers(event("scheduled_messages/update").line)
async def test_a_changed_scheduled_message_is_told_whole(stage: Stage) -> None:
    fields = {"type": "direct", "to": [NAT], "content": "soon"}
    made = await stage.do(
        MEL, "POST", "/scheduled_messages", **fields, scheduled_delivery_timestamp=START + 60
    )
    number = made["scheduled_message_id"]
    heard = await hear(stage, MEL, MEL, "PATCH", f"/scheduled_messages/{number}", content="later")
    assert heard == [
        {
            "type": "scheduled_messages",
            "op": "update",
            "scheduled_message": {
                "scheduled_message_id": number,
                "type": "private",
                "to": [NAT],
                "content": "later",
                "rendered_content": "<p>later</p>",
                "scheduled_delivery_timestamp": START + 60,
                "failed": False,
            },
        }
    ]


@covers(event("subscription/add").line, event("subscription/peer_add").line, event("stream/create").line)
async def test_joining_is_told_to_the_one_and_to_the_others(stage: Stage) -> None:
    mel = await stage.register(MEL, include_subscribers=True)
    nat = await stage.register(NAT)
    await stage.do(MEL, "POST", "/users/me/subscriptions", subscriptions=[{"name": "quiet"}])
    (added,) = await mel.events()
    assert [one["stream_id"] for one in added["subscriptions"]] == [QUIET]
    peer = {"id": 0, "type": "subscription", "op": "peer_add", "stream_ids": [QUIET], "user_ids": [MEL]}
    assert await nat.events() == [peer]


@covers(event("subscription/remove").line, event("subscription/peer_remove").line)
async def test_leaving_is_told_to_the_one_and_to_the_others(stage: Stage) -> None:
    mel, nat = await stage.register(MEL), await stage.register(NAT)
    await stage.do(MEL, "DELETE", "/users/me/subscriptions", subscriptions=["agora"])
    removed = {"id": 0, "type": "subscription", "op": "remove"}
    assert (await mel.events())[0] == {**removed, "subscriptions": [{"stream_id": AGORA, "name": "agora"}]}
    peer = {"id": 0, "type": "subscription", "op": "peer_remove", "stream_ids": [AGORA], "user_ids": [MEL]}
    assert await nat.events() == [peer]


@covers(rules.EVENT_TYPES)
async def test_a_queue_hears_the_types_it_asked_for(stage: Stage) -> None:
    queue = await stage.register(MEL, event_types=["reaction", "no such type"])
    await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="motions", content="x")
    await stage.do(MEL, "POST", f"/messages/{ORDER}/reactions", emoji_name="octopus")
    assert await queue.kinds() == ["reaction/add"]
