"""Answers of the server compared whole, in an organisation whose every id is known."""

from typing import Any

import pytest

from contract.covering import covers
from contract.messaging import records, rules
from contract.messaging.operations.channels import GET_CHANNELS, GET_TOPICS
from contract.messaging.operations.messages import GET_MESSAGE
from contract.observed.messages import GET_MESSAGES
from contract.server.stage import (
    ADAM,
    AGORA,
    BETWEEN,
    GUS,
    LATE,
    MEL,
    NAT,
    NOT_GUILTY,
    OPHELIA,
    ORDER,
    START,
    USHER,
    VAULT,
    Stage,
)
from contract.terms import Operation

DAY = 24 * 3600

LATE_MESSAGE: dict[str, Any] = {
    "id": LATE,
    "type": "stream",
    "sender_id": MEL,
    "sender_email": "mel@court.test",
    "sender_full_name": "Mel",
    "sender_realm_str": "court",
    "avatar_url": None,
    "client": "website",
    "content": "@**Nat** is late",
    "content_type": "text/x-markdown",
    "display_recipient": "agora",
    "flags": ["mentioned"],
    "is_me_message": False,
    "reactions": [
        {"emoji_name": "octopus", "emoji_code": "1f419", "reaction_type": "unicode_emoji", "user_id": NAT}
    ],
    "stream_id": AGORA,
    "subject": "opening",
    "submessages": [],
    "timestamp": START - 2 * DAY,
    "topic_links": [],
}


def _whole(operation: Operation) -> pytest.MarkDecorator:
    fields = tuple(operation.line_of(field) for field in operation.answer)
    return covers(*fields, *(operation.line_of(one) for one in operation.parameters))


@_whole(GET_MESSAGE)
@covers(*records.MESSAGE.lines, *records.REACTION.lines, rules.TIMESTAMPS)
async def test_a_message_in_markdown(stage: Stage) -> None:
    answer = await stage.do(NAT, "GET", f"/messages/{LATE}", apply_markdown=False)
    assert isinstance(answer["message"].pop("recipient_id"), int)
    assert answer == {"raw_content": "@**Nat** is late", "message": LATE_MESSAGE}


@_whole(GET_MESSAGE)
async def test_a_message_in_html(stage: Stage) -> None:
    for fields in ({}, {"apply_markdown": True}):
        message = (await stage.do(MEL, "GET", f"/messages/{ORDER}", **fields))["message"]
        assert (message["content_type"], message["content"]) == (
            "text/html",
            "<p>Order, <strong>please</strong></p>",
        )


@covers(*records.MESSAGE.lines)
async def test_a_direct_message_names_both_sides(stage: Stage) -> None:
    message = (await stage.do(NAT, "GET", f"/messages/{BETWEEN}"))["message"]
    people = [
        {"id": MEL, "email": "mel@court.test", "full_name": "Mel", "is_mirror_dummy": False},
        {"id": NAT, "email": "nat@court.test", "full_name": "Nat", "is_mirror_dummy": False},
    ]
    told = (message["type"], message["subject"], message["display_recipient"], "stream_id" in message)
    assert told == ("private", "", people, False)


@covers(*records.EDIT_HISTORY_ENTRY.lines, *(line for line in records.MESSAGE.lines if "last_" in line.key))
async def test_edits_and_moves_are_remembered_newest_first(stage: Stage) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="old", content="*a*")
    path = f"/messages/{sent['id']}"
    before = (await stage.do(MEL, "GET", path))["message"]
    assert {"edit_history", "last_edit_timestamp", "last_moved_timestamp"} & set(before) == set()
    await stage.clock.advance(10)
    await stage.do(MEL, "PATCH", path, content="*b*")
    await stage.clock.advance(10)
    await stage.do(OPHELIA, "PATCH", path, topic="new", stream_id=VAULT)
    message = (await stage.do(MEL, "GET", path))["message"]
    edited, moved = START + 10, START + 20
    assert (message["last_edit_timestamp"], message["last_moved_timestamp"]) == (edited, moved)
    assert message["edit_history"] == [
        {
            "user_id": OPHELIA,
            "timestamp": moved,
            "prev_topic": "old",
            "topic": "new",
            "prev_stream": AGORA,
            "stream": VAULT,
        },
        {
            "user_id": MEL,
            "timestamp": edited,
            "prev_content": "*a*",
            "prev_rendered_content": "<p><em>a</em></p>",
        },
    ]


async def test_a_status_message_is_known_as_one(stage: Stage) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="direct", to=[NAT], content="/me waves")
    assert (await stage.do(MEL, "GET", f"/messages/{sent['id']}"))["message"]["is_me_message"] is True


@_whole(GET_MESSAGES)
async def test_messages_around_an_anchor(stage: Stage) -> None:
    narrow = [{"operator": "channel", "operand": AGORA}]
    fields = {"anchor": LATE, "num_before": 1, "num_after": 0, "narrow": narrow, "apply_markdown": False}
    answer = await stage.do(NAT, "GET", "/messages", **fields)
    first, second = answer.pop("messages")
    second.pop("recipient_id")
    assert (first["id"], second) == (ORDER, LATE_MESSAGE)
    assert answer == {
        "anchor": LATE,
        "found_anchor": True,
        "found_oldest": False,
        "found_newest": False,
        "history_limited": False,
    }


@pytest.mark.parametrize(
    ("anchor", "before", "after", "wanted"),
    [
        ("newest", 2, 0, [NOT_GUILTY, BETWEEN]),
        ("oldest", 0, 2, [ORDER, LATE]),
        ("first_unread", 0, 0, [LATE]),
        (str(LATE), 1, 1, [ORDER, LATE, NOT_GUILTY]),
    ],
)
@_whole(GET_MESSAGES)
async def test_anchors(stage: Stage, anchor: str, before: int, after: int, wanted: list[int]) -> None:
    fields = {"anchor": anchor, "num_before": before, "num_after": after}
    messages = (await stage.do(NAT, "GET", "/messages", **fields))["messages"]
    assert [one["id"] for one in messages] == wanted


@_whole(GET_MESSAGES)
async def test_messages_by_their_ids(stage: Stage) -> None:
    answer = await stage.do(NAT, "GET", "/messages", message_ids=[LATE, ORDER, 99999])
    assert [one["id"] for one in answer["messages"]] == [ORDER, LATE]


@_whole(GET_CHANNELS)
@covers(*records.CHANNEL.lines)
async def test_channels_have_their_fields(stage: Stage) -> None:
    streams = (await stage.do(MEL, "GET", "/streams"))["streams"]
    assert [one["name"] for one in streams] == ["agora", "quiet", "square", "vault"]
    for one in streams:
        assert list(records.CHANNEL.shape.problems(one, one["name"])) == []
    told = {name: streams[0][name] for name in AGORA_SHOWN}
    assert told == AGORA_SHOWN
    assert [(one["invite_only"], one["is_web_public"]) for one in streams] == [
        (False, False),
        (False, False),
        (False, True),
        (True, False),
    ]
    assert [one["history_public_to_subscribers"] for one in streams] == [True, True, True, False]


AGORA_SHOWN = {
    "stream_id": AGORA,
    "name": "agora",
    "is_archived": False,
    "description": "Everything *common*",
    "rendered_description": "<p>Everything <em>common</em></p>",
    "creator_id": OPHELIA,
    "stream_post_policy": 1,
    "is_announcement_only": False,
    "message_retention_days": None,
    "topics_policy": "inherit",
    "first_message_id": ORDER,
    "folder_id": None,
    "is_recently_active": True,
}

INCLUDED = [
    (MEL, {}, "agora quiet square vault"),
    (MEL, {"include_subscribed": False}, "agora quiet square"),
    (MEL, {"include_public": False}, "agora vault"),
    (MEL, {"include_public": False, "include_subscribed": False}, ""),
    (GUS, {}, "agora"),
    (GUS, {"include_web_public": True}, "agora square"),
    (
        USHER,
        {"include_public": False, "include_subscribed": False, "include_owner_subscribed": True},
        "agora vault",
    ),
    (NAT, {"include_public": False, "include_subscribed": False, "include_default": True}, "agora"),
    (ADAM, {"include_public": False, "include_subscribed": False}, ""),
    (
        ADAM,
        {"include_public": False, "include_subscribed": False, "include_all": True},
        "agora quiet square vault",
    ),
    (
        ADAM,
        {"include_public": False, "include_subscribed": False, "include_all_active": True},
        "agora quiet square vault",
    ),
    (
        ADAM,
        {"include_public": False, "include_subscribed": False, "include_can_access_content": True},
        "agora quiet square",
    ),
]


@pytest.mark.parametrize(("by", "fields", "names"), INCLUDED)
@_whole(GET_CHANNELS)
async def test_channels_are_the_union_of_those_asked_for(
    stage: Stage, by: int, fields: dict[str, bool], names: str
) -> None:
    streams = (await stage.do(by, "GET", "/streams", **fields))["streams"]
    assert [one["name"] for one in streams] == names.split()
    assert all(("is_default" in one) is ("include_default" in fields) for one in streams)


async def test_only_administrators_see_all_active_channels(stage: Stage) -> None:
    reply = await stage.ask(MEL, "GET", "/streams", {"include_all_active": "true"})
    assert (reply.status, reply.refusal) == (400, {"code": "BAD_REQUEST"})


@_whole(GET_TOPICS)
@covers(*records.TOPIC.lines)
async def test_topics_with_the_newest_first(stage: Stage) -> None:
    wanted = [{"name": "verdict", "max_id": NOT_GUILTY}, {"name": "opening", "max_id": LATE}]
    assert await stage.do(MEL, "GET", f"/users/me/{AGORA}/topics") == {"topics": wanted}


@pytest.mark.parametrize(("allowed", "name"), [(True, ""), (False, "general chat")])
@_whole(GET_TOPICS)
async def test_the_empty_topic_is_listed_under_the_name_asked_for(
    stage: Stage, allowed: bool, name: str
) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="", content="x")
    topics = (await stage.do(MEL, "GET", f"/users/me/{AGORA}/topics", allow_empty_topic_name=allowed))[
        "topics"
    ]
    assert topics[0] == {"name": name, "max_id": sent["id"]}


@_whole(GET_TOPICS)
async def test_protected_history_shows_topics_since_one_joined(stage: Stage) -> None:
    joined = {"subscriptions": [{"name": "vault"}], "principals": [NAT]}
    await stage.do(OPHELIA, "POST", "/users/me/subscriptions", **joined)
    assert (await stage.do(NAT, "GET", f"/users/me/{VAULT}/topics"))["topics"] == []
    await stage.do(MEL, "POST", "/messages", type="channel", to=VAULT, topic="fresh", content="x")
    topics = (await stage.do(NAT, "GET", f"/users/me/{VAULT}/topics"))["topics"]
    assert [one["name"] for one in topics] == ["fresh"]


@covers(*records.USER.lines)
async def test_a_person_and_a_bot(stage: Stage) -> None:
    mel = (await stage.do(NAT, "GET", f"/users/{MEL}"))["user"]
    usher = (await stage.do(NAT, "GET", f"/users/{USHER}"))["user"]
    shown = ("user_id", "email", "full_name", "role", "is_bot", "is_active", "timezone")
    assert [mel[name] for name in shown] == [MEL, "mel@court.test", "Mel", 400, False, True, "Europe/Rome"]
    assert [usher[name] for name in shown] == [USHER, "usher-bot@court.test", "Usher", 400, True, True, ""]
    assert (usher["bot_type"], usher["bot_owner_id"]) == (1, MEL)


@covers(*records.SCHEDULED_MESSAGE.lines)
@pytest.mark.parametrize(
    ("fields", "to"),
    [({"type": "channel", "to": AGORA, "topic": "t"}, AGORA), ({"type": "direct", "to": [NAT, MEL]}, [NAT])],
)
async def test_a_scheduled_message_is_listed(stage: Stage, fields: dict[str, Any], to: object) -> None:
    due = START + 100
    made = await stage.do(
        MEL, "POST", "/scheduled_messages", content="x", scheduled_delivery_timestamp=due, **fields
    )
    (listed,) = (await stage.do(MEL, "GET", "/scheduled_messages"))["scheduled_messages"]
    assert (listed["scheduled_message_id"], listed["to"]) == (made["scheduled_message_id"], to)
    assert listed["type"] == ("stream" if fields["type"] == "channel" else "private")
