"""Event queues: waiting, heartbeats, acknowledging, two pollers, idleness, filters."""

import asyncio
from collections.abc import Callable

import pytest

from server.household import ADA, CLEO, DAN, GENERAL, NOW, Actor, House, OpenHouse, refused


async def turns_until(is_so: Callable[[], bool]) -> None:
    """Let the server have its turns until something is so."""
    async with asyncio.timeout(5):
        while not is_so():  # noqa: ASYNC110 - the server has nothing to wait on
            await asyncio.sleep(0)


async def parked(house: House, queue_id: str) -> None:
    """Return when a poll waits on the queue."""
    queue = house.world.queues.get(queue_id)
    assert queue is not None
    await turns_until(lambda: queue.is_waited_on)


TYPING = {
    "type": "typing",
    "message_type": "direct",
    "op": "start",
    "sender": {"user_id": DAN, "email": "dan-member@house.test"},
    "recipients": [
        {"user_id": CLEO, "email": "cleo-member@house.test"},
        {"user_id": DAN, "email": "dan-member@house.test"},
    ],
}


async def test_a_waiting_poll_is_answered_when_something_happens(
    house: House, cleo: Actor, dan: Actor
) -> None:
    queue = await cleo.queue()
    poll = asyncio.ensure_future(queue.poll())
    await parked(house, queue.id)
    await dan.post("/typing", op="start", to=f"[{CLEO}]")
    assert await poll == {
        "result": "success",
        "msg": "",
        "events": [{**TYPING, "id": 0}],
        "queue_id": queue.id,
    }


async def test_a_poll_that_finds_events_is_answered_at_once_and_again_until_acknowledged(
    cleo: Actor, dan: Actor
) -> None:
    queue = await cleo.queue()
    await dan.post("/typing", op="start", to=f"[{CLEO}]")
    await dan.post("/typing", op="stop", to=f"[{CLEO}]")
    stop = {**TYPING, "op": "stop", "id": 1}
    both = {"result": "success", "msg": "", "events": [{**TYPING, "id": 0}, stop]}
    assert await queue.poll() == both
    assert await queue.poll() == both
    queue.last = 0
    assert (await queue.poll())["events"] == [stop]
    for last, msg in (
        ("-1", "An event newer than -1 has already been pruned!"),
        ("7", "Event 7 was not in this queue"),
    ):
        params = {"queue_id": queue.id, "last_event_id": last, "dont_block": "true"}
        assert await cleo.call("GET", "/events", params) == (400, refused(msg))


async def test_a_poll_in_which_nothing_happens_ends_with_a_heartbeat_within_a_minute(
    house: House, cleo: Actor
) -> None:
    queue = await cleo.queue(event_types='["message"]')
    poll = asyncio.ensure_future(queue.poll())
    await parked(house, queue.id)
    await house.clock.advance(44)
    assert not poll.done()
    await house.clock.advance(11)
    assert (await poll)["events"] == [{"type": "heartbeat", "id": 0}]


async def test_of_two_pollers_the_older_is_answered_at_once_with_nothing(
    house: House, cleo: Actor, dan: Actor
) -> None:
    queue = await cleo.queue()
    older = asyncio.ensure_future(queue.poll())
    await parked(house, queue.id)
    newer = asyncio.ensure_future(queue.poll())
    assert await older == {"result": "success", "msg": "", "events": [], "queue_id": queue.id}
    await parked(house, queue.id)
    await dan.post("/typing", op="start", to=f"[{CLEO}]")
    assert (await newer)["events"] == [{**TYPING, "id": 0}]


async def test_deleting_a_queue_answers_its_poll_and_the_queue_is_gone(house: House, cleo: Actor) -> None:
    queue = await cleo.queue()
    poll = asyncio.ensure_future(queue.poll())
    await parked(house, queue.id)
    assert await cleo.delete("/events", queue_id=queue.id) == {"result": "success", "msg": ""}
    assert (await poll)["events"] == []
    gone = refused(f"Bad event queue ID: {queue.id}", "BAD_EVENT_QUEUE_ID", queue_id=queue.id)
    assert await cleo.call("DELETE", "/events", {"queue_id": queue.id}) == (400, gone)


async def test_a_queue_of_somebody_else_is_as_good_as_unknown(cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue()
    gone = refused(f"Bad event queue ID: {queue.id}", "BAD_EVENT_QUEUE_ID", queue_id=queue.id)
    params = {"queue_id": queue.id, "last_event_id": "-1"}
    assert await dan.call("GET", "/events", params) == (400, gone)
    assert await dan.call("DELETE", "/events", params) == (400, gone)


async def test_an_idle_queue_is_swept_away_after_its_time(house: House, cleo: Actor) -> None:
    params = {"fetch_event_types": "[]", "idle_queue_timeout": "100"}
    answer = await cleo.post("/register", **params)
    assert answer["idle_queue_timeout_secs"] == 100
    poll = {"queue_id": answer["queue_id"], "last_event_id": "-1", "dont_block": "true"}
    await house.clock.advance(99)
    assert (await cleo.call("GET", "/events", poll))[0] == 200
    await house.clock.advance(60)
    assert (await cleo.call("GET", "/events", poll))[1]["code"] == "BAD_EVENT_QUEUE_ID"


async def test_a_queue_on_which_somebody_waits_does_not_die(house: House, cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue(idle_queue_timeout="10", event_types='["typing"]')
    poll = asyncio.ensure_future(queue.poll())
    await parked(house, queue.id)
    await house.clock.advance(40)
    await dan.post("/typing", op="start", to=f"[{CLEO}]")
    assert len((await poll)["events"]) == 1


@pytest.mark.parametrize(("asked", "given"), [("mobile", 43200), ("0", 600), (str(10**9), 604800)])
async def test_the_idle_time_is_told_as_it_was_granted(cleo: Actor, asked: str, given: int) -> None:
    answer = await cleo.post("/register", fetch_event_types="[]", idle_queue_timeout=asked)
    assert answer["idle_queue_timeout_secs"] == given


async def test_a_client_that_hangs_up_leaves_its_queue(house: House, cleo: Actor) -> None:
    queue = await cleo.queue()
    poll = asyncio.ensure_future(queue.poll())
    await parked(house, queue.id)
    poll.cancel()
    live = house.world.queues.get(queue.id)
    assert live is not None
    await turns_until(lambda: not live.is_waited_on)


async def test_a_queue_hears_only_the_types_it_asked_for(cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue(event_types='["message", "nonsense"]')
    await dan.post("/typing", op="start", to=f"[{CLEO}]")
    assert await queue.events() == []


async def test_channel_typing_is_told_to_clients_that_know_it(cleo: Actor, ada: Actor) -> None:
    capabilities = '{"notification_settings_null": true, "stream_typing_notifications": true}'
    knowing, old = await cleo.queue(client_capabilities=capabilities), await cleo.queue()
    await ada.post("/typing", op="stop", type="channel", stream_id=str(GENERAL), topic="plans")
    told = {
        "type": "typing",
        "message_type": "stream",
        "op": "stop",
        "sender": {"user_id": ADA, "email": "ada-owner@house.test"},
        "stream_id": GENERAL,
        "topic": "plans",
    }
    assert (await knowing.events(), await old.events()) == ([told], [])


async def test_a_narrow_keeps_other_messages_out_and_lets_public_ones_in(dan: Actor, cleo: Actor) -> None:
    queue = await dan.queue(event_types='["message"]', narrow='[["channel", "GENERAL"], ["topic", "plans"]]')
    await cleo.say("general", "Plans", "in")
    await cleo.say("general", "other", "out")
    await cleo.post("/messages", type="direct", to=f"[{DAN}]", content="out")
    events = await queue.events()
    assert [(event["message"]["content"], event["flags"]) for event in events] == [("in", [])]


@pytest.mark.parametrize(
    ("narrow", "heard"),
    [
        ('[["is", "mentioned"]]', ["@**Dan Member** hey"]),
        ('[["is", "dm"]]', ["psst"]),
        ('[["is", "unread"]]', ["@**Dan Member** hey", "plain", "psst"]),
        ('[["is", "starred"]]', []),
        ('[["is", "resolved"]]', []),
        ('[["is", "whatever"]]', ["@**Dan Member** hey", "plain", "psst"]),
        ('[["sender", "cleo-member@house.test"]]', ["@**Dan Member** hey", "plain", "psst"]),
        ('[["stream", "nope"]]', []),
    ],
)
async def test_a_narrow_of_a_queue_knows_a_few_words(
    cleo: Actor, dan: Actor, narrow: str, heard: list[str]
) -> None:
    await dan.post("/users/me/subscriptions", subscriptions='[{"name": "general"}]')
    queue = await dan.queue(event_types='["message"]', narrow=narrow)
    await cleo.say("general", "t", "@**Dan Member** hey")
    await cleo.say("general", "t", "plain")
    await cleo.post("/messages", type="direct", to=f"[{DAN}]", content="psst")
    assert [event["message"]["content"] for event in await queue.events()] == heard


async def test_a_bot_may_listen_to_all_public_channels(robo: Actor, ada: Actor) -> None:
    queue = await robo.queue(event_types='["message"]', all_public_streams="true")
    await ada.say("quiet", "t", "public")
    await ada.say("secret", "t", "private")
    heard = [(event["message"]["content"], event["flags"]) for event in await queue.events()]
    assert heard == [("public", [])]


async def test_flag_changes_that_follow_each_other_are_joined(cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["update_message_flags"]')
    for message_id in ("101", "105"):
        await cleo.post("/messages/flags", messages=f"[{message_id}]", op="add", flag="read")
    assert await queue.events() == [
        {
            "type": "update_message_flags",
            "op": "add",
            "operation": "add",
            "flag": "read",
            "messages": [101, 105],
            "all": False,
        }
    ]
    assert queue.last == 1


async def test_in_older_days_the_idle_time_had_another_name(open_house: OpenHouse) -> None:
    house = await open_house(feature_level=480)
    cleo = house.actor("Cleo")
    params = {"fetch_event_types": "[]", "queue_lifespan_secs": "10", "idle_queue_timeout": "10"}
    answer = await cleo.post("/register", **params)
    assert answer["ignored_parameters_unsupported"] == ["idle_queue_timeout"]
    assert "idle_queue_timeout_secs" not in answer
    await house.clock.advance(60)
    assert house.world.queues.get(answer["queue_id"]) is None
    assert house.clock.now() == NOW + 60


async def test_a_flag_change_that_was_fetched_is_joined_no_more(cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["update_message_flags"]')
    await cleo.post("/messages/flags", messages="[101]", op="add", flag="starred")
    assert [one["messages"] for one in await queue.events()] == [[101]]
    await cleo.post("/messages/flags", messages="[102]", op="add", flag="starred")
    assert [one["messages"] for one in await queue.events()] == [[102]]
