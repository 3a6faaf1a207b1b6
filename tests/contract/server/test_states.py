"""The states and transitions that can be seen: event queues, typing, flags, subscriptions, muting."""

from typing import Any

import pytest

from contract.covering import covers
from contract.messaging import limits, rules, states
from contract.messaging.errors import CODES
from contract.messaging.flags import FLAGS, REACTION_TYPES, Flag, ReactionType
from contract.messaging.operations.queues import DELETE_QUEUE, REGISTER
from contract.observed.queues import GET_EVENTS
from contract.server.stage import AGORA, GUS, LATE, MEL, NAT, OPHELIA, ORDER, Queue, Reply, Stage
from contract.terms import Line

GONE = CODES[5].line


def lost(queue: Queue) -> tuple[int, dict[str, Any]]:
    """Return what a poll of a queue that is gone must answer."""
    return 400, {"code": "BAD_EVENT_QUEUE_ID", "queue_id": queue.id}


def told(reply: Reply) -> tuple[int, dict[str, Any]]:
    """Return status and fields of an error."""
    return reply.status, reply.refusal


@covers(states.QUEUE_REGISTERED.line, *(REGISTER.line_of(field) for field in REGISTER.answer[:3]))
async def test_register_opens_an_empty_queue(stage: Stage) -> None:
    queue = await stage.register(MEL)
    assert (queue.last, queue.answer["idle_queue_timeout_secs"]) == (-1, 600)
    assert (await queue.poll(dont_block=True)).fields["events"] == []


@pytest.mark.parametrize(("asked", "given"), [(None, 600), ("30", 30), ("3600", 3600), ("9999999", 604800)])
@covers(states.QUEUE_COLLECTED.line, REGISTER.line_of(REGISTER.parameter("idle_queue_timeout")), GONE)
async def test_an_idle_queue_is_collected_after_its_time(stage: Stage, asked: str | None, given: int) -> None:
    queue = await stage.register(MEL, **({} if asked is None else {"idle_queue_timeout": asked}))
    assert queue.answer["idle_queue_timeout_secs"] == given
    await stage.clock.advance(given - 1)
    assert (await queue.poll(dont_block=True)).status == 200
    await stage.clock.advance(62)
    assert told(await queue.poll(dont_block=True)) == lost(queue)


@covers(states.QUEUE_DELETED.line, states.QUEUE_GONE.line, GONE)
@covers(*(DELETE_QUEUE.line_of(one) for one in DELETE_QUEUE.refusals))
async def test_a_deleted_queue_is_gone_and_cannot_be_deleted_again(stage: Stage) -> None:
    queue = await stage.register(MEL)
    assert (await queue.delete()).fields == {}
    assert told(await queue.delete()) == lost(queue)
    assert told(await queue.poll()) == lost(queue)


@covers(GET_EVENTS.line_of(GET_EVENTS.refusals[0]))
async def test_the_queue_of_another_is_unknown(stage: Stage) -> None:
    queue = await stage.register(MEL)
    fields = {"queue_id": queue.id, "last_event_id": "-1", "dont_block": "true"}
    assert told(await stage.ask(NAT, "GET", "/events", fields)) == lost(queue)
    assert told(await stage.ask(NAT, "DELETE", "/events", {"queue_id": queue.id})) == lost(queue)
    assert (await queue.delete()).status == 200


@covers(states.QUEUE_HEARTBEAT.line, limits.HEARTBEAT.line, rules.QUEUE_AND_HEARTBEAT)
async def test_a_waiting_poll_hears_a_heartbeat_within_a_minute(stage: Stage) -> None:
    queue = await stage.register(MEL, event_types=["message"])
    for number in range(3):
        waiting = queue.park()
        await stage.settled()
        await stage.clock.advance(40)
        assert not waiting.done()
        await stage.clock.advance(20)
        fields = (await waiting).fields
        assert fields["events"] == [{"type": "heartbeat", "id": number}]
        queue.last = number


async def test_a_waiting_poll_is_answered_by_the_first_event(stage: Stage) -> None:
    queue = await stage.register(MEL)
    waiting = queue.park()
    await stage.settled()
    await stage.do(NAT, "POST", "/messages", type="direct", to=[MEL], content="psst")
    fields = (await waiting).fields
    assert [one["type"] for one in fields["events"]] == ["message"]
    assert fields["queue_id"] == queue.id


async def test_a_second_poll_answers_the_first(stage: Stage) -> None:
    queue = await stage.register(MEL)
    first = queue.park()
    await stage.settled()
    second = queue.park()
    assert (await first).fields["events"] == []
    await stage.do(NAT, "POST", "/messages", type="direct", to=[MEL], content="psst")
    assert len((await second).fields["events"]) == 1


async def test_deleting_a_queue_answers_its_waiting_poll(stage: Stage) -> None:
    queue = await stage.register(MEL)
    waiting = queue.park()
    await stage.settled()
    await queue.delete()
    assert (await waiting).fields["events"] == []


@covers(*(GET_EVENTS.line_of(one) for one in GET_EVENTS.refusals[1:]))
async def test_events_stay_until_they_are_acknowledged(stage: Stage) -> None:
    queue = await stage.register(MEL)
    for text in ("one", "two", "three"):
        await stage.do(MEL, "POST", "/messages", type="direct", to=[MEL], content=text)
    assert [one["id"] for one in (await queue.poll(last=-1)).fields["events"]] == [0, 1, 2]
    assert [one["id"] for one in (await queue.poll(last=-1)).fields["events"]] == [0, 1, 2]
    assert [one["id"] for one in (await queue.poll(last=1)).fields["events"]] == [2]
    assert told(await queue.poll(last=0)) == (400, {"code": "BAD_REQUEST"})
    assert told(await queue.poll(last=9)) == (400, {"code": "BAD_REQUEST"})


@covers(states.TYPING_STARTS.line, states.TYPING_STOPS.line)
async def test_typing_starts_and_stops_as_it_is_told(stage: Stage) -> None:
    queue = await stage.register(NAT)
    for op in ("start", "start", "stop"):
        await stage.do(MEL, "POST", "/typing", op=op, to=[NAT])
    assert await queue.kinds() == ["typing/start", "typing/start", "typing/stop"]


@covers(states.TYPING_FADES.line)
async def test_the_server_never_stops_typing_by_itself(stage: Stage) -> None:
    queue = await stage.register(NAT)
    await stage.do(MEL, "POST", "/typing", op="start", to=[NAT])
    await stage.clock.advance(300)
    assert await queue.kinds() == ["typing/start"]


async def flags_of(stage: Stage, message_id: int) -> list[str]:
    """Return Mel's flags on a message."""
    return list((await stage.do(MEL, "GET", f"/messages/{message_id}"))["message"]["flags"])


@pytest.mark.parametrize(
    "flag",
    [
        pytest.param(
            flag, id=flag.name, marks=covers(flag.line, states.FLAG_SET.line, states.FLAG_UNSET.line)
        )
        for flag in FLAGS
        if flag.changeable
    ],
)
async def test_a_changeable_flag_is_set_and_unset(stage: Stage, flag: Flag) -> None:
    fields = {"messages": [ORDER], "flag": flag.name}
    await stage.do(MEL, "POST", "/messages/flags", op="remove", **fields)
    assert flag.name not in await flags_of(stage, ORDER)
    answer = await stage.do(MEL, "POST", "/messages/flags", op="add", **fields)
    assert answer == {"messages": [ORDER]}
    assert flag.name in await flags_of(stage, ORDER)
    await stage.do(MEL, "POST", "/messages/flags", op="remove", **fields)
    assert flag.name not in await flags_of(stage, ORDER)


@pytest.mark.parametrize("op", ["add", "remove"])
@pytest.mark.parametrize(
    "flag",
    [pytest.param(flag, id=flag.name, marks=covers(flag.line)) for flag in FLAGS if not flag.changeable],
)
async def test_a_flag_that_is_not_changeable_is_refused(stage: Stage, flag: Flag, op: str) -> None:
    before = await flags_of(stage, ORDER)
    fields = {"messages": f"[{ORDER}]", "op": op, "flag": flag.name}
    assert told(await stage.ask(MEL, "POST", "/messages/flags", fields)) == (400, {"code": "BAD_REQUEST"})
    assert await flags_of(stage, ORDER) == before


@covers(states.FLAG_UNSET.line)
async def test_messages_of_channels_left_are_skipped_when_made_unread(stage: Stage) -> None:
    await stage.do(MEL, "DELETE", "/users/me/subscriptions", subscriptions=["agora"])
    fields = {"messages": [ORDER, LATE], "op": "remove", "flag": "read"}
    answer = await stage.do(MEL, "POST", "/messages/flags", **fields)
    assert answer["ignored_because_not_subscribed_channels"] == [AGORA]
    assert "read" in await flags_of(stage, ORDER)


@covers(states.FLAG_UNSET.line)
async def test_nothing_is_skipped_where_one_is_subscribed(stage: Stage) -> None:
    fields = {"messages": [ORDER], "op": "remove", "flag": "read"}
    answer = await stage.do(MEL, "POST", "/messages/flags", **fields)
    assert answer == {"messages": [ORDER], "ignored_because_not_subscribed_channels": []}


def _flag(name: str) -> Line:
    return next(flag.line for flag in FLAGS if flag.name == name)


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        pytest.param("@**Nat** hear", ["mentioned"], marks=covers(_flag("mentioned")), id="person"),
        pytest.param("@*jury* hear", ["mentioned"], marks=covers(_flag("mentioned")), id="group"),
        pytest.param(
            "@**all** hear",
            ["stream_wildcard_mentioned", "wildcard_mentioned"],
            marks=covers(_flag("stream_wildcard_mentioned"), _flag("wildcard_mentioned")),
            id="channel",
        ),
        pytest.param(
            "@**topic** hear",
            ["topic_wildcard_mentioned", "wildcard_mentioned"],
            marks=covers(_flag("topic_wildcard_mentioned"), _flag("wildcard_mentioned")),
            id="topic",
        ),
    ],
)
async def test_a_mention_sets_its_flags(stage: Stage, content: str, wanted: list[str]) -> None:
    await stage.do(NAT, "POST", "/messages", type="channel", to=AGORA, topic="motions", content="here")
    sent = await stage.do(
        MEL, "POST", "/messages", type="channel", to=AGORA, topic="motions", content=content
    )
    found = (await stage.do(NAT, "GET", f"/messages/{sent['id']}"))["message"]["flags"]
    assert sorted(set(found) - {"group_mentioned"}) == wanted


@covers(_flag("historical"))
async def test_a_star_on_what_one_never_received_is_historical(stage: Stage) -> None:
    await stage.do(
        OPHELIA, "POST", "/users/me/subscriptions", subscriptions=[{"name": "stage"}], principals=[GUS]
    )
    sent = await stage.do(OPHELIA, "POST", "/messages", type="channel", to="stage", topic="t", content="x")
    path = f"/messages/{sent['id']}"
    assert "historical" in (await stage.do(MEL, "GET", path))["message"]["flags"]
    await stage.do(MEL, "POST", "/messages/flags", messages=[sent["id"]], op="add", flag="starred")
    flags = (await stage.do(MEL, "GET", path))["message"]["flags"]
    assert {"historical", "starred", "read"} <= set(flags)


@covers(_flag("read"))
async def test_ones_own_message_is_unread_from_an_api_client(stage: Stage) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="direct", to=[NAT], content="x")
    assert await flags_of(stage, sent["id"]) == []
    read = await stage.do(MEL, "POST", "/messages", type="direct", to=[NAT], content="x", read_by_sender=True)
    assert await flags_of(stage, read["id"]) == ["read"]


@covers(states.SUBSCRIPTION_ENDS.line, states.SUBSCRIPTION_ABSENT.line)
async def test_leaving_says_what_was_left_and_what_was_not(stage: Stage) -> None:
    names = ["agora", "quiet"]
    first = await stage.do(MEL, "DELETE", "/users/me/subscriptions", subscriptions=names)
    assert first == {"removed": ["agora"], "not_removed": ["quiet"]}
    again = await stage.do(MEL, "DELETE", "/users/me/subscriptions", subscriptions=names)
    assert again == {"removed": [], "not_removed": ["agora", "quiet"]}
    own = (await stage.do(MEL, "GET", "/users/me/subscriptions"))["subscriptions"]
    assert [one["name"] for one in own] == ["vault"]


@pytest.mark.parametrize(("by", "principal"), [(OPHELIA, MEL), (MEL, 17)])
@covers(states.SUBSCRIPTION_ENDS.line)
async def test_others_leave_by_permitted_hands(stage: Stage, by: int, principal: int) -> None:
    fields = {"subscriptions": ["agora"], "principals": [principal]}
    assert await stage.do(by, "DELETE", "/users/me/subscriptions", **fields) == {
        "removed": ["agora"],
        "not_removed": [],
    }


@pytest.mark.parametrize(
    ("name", "value", "muted"),
    [("is_muted", True, True), ("in_home_view", False, True), ("is_muted", False, False)],
)
@covers(states.MUTING.line)
async def test_muting_changes_both_of_its_names(stage: Stage, name: str, value: bool, muted: bool) -> None:
    await stage.do(MEL, "PATCH", f"/users/me/subscriptions/{AGORA}", property=name, value=value)
    own = (await stage.do(MEL, "GET", "/users/me/subscriptions"))["subscriptions"]
    assert [(one["is_muted"], one["in_home_view"]) for one in own if one["stream_id"] == AGORA] == [
        (muted, not muted)
    ]


TYPES = {
    "unicode_emoji": {"emoji_name": "octopus", "emoji_code": "1f419"},
    "server_extra_emoji": {"emoji_name": "zulip", "emoji_code": "zulip"},
}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(REACTION_TYPES[0], marks=covers(REACTION_TYPES[0].line), id="unicode"),
        pytest.param(REACTION_TYPES[2], marks=covers(REACTION_TYPES[2].line), id="extra"),
    ],
)
async def test_a_reaction_is_kept_under_its_type(stage: Stage, kind: ReactionType) -> None:
    emoji = {**TYPES[kind.name], "reaction_type": kind.name}
    await stage.do(MEL, "POST", f"/messages/{ORDER}/reactions", **emoji)
    (kept,) = (await stage.do(NAT, "GET", f"/messages/{ORDER}"))["message"]["reactions"]
    assert kept == {**emoji, "user_id": MEL}
