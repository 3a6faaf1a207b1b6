"""The event queue against a server that misbehaves in every way it is known to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import msgspec
import pytest

from client.loopback import Loopback, answer, bytes_of, park, write_and_close, write_and_reset
from client.pausing import noting
from dragoman.client import Credentials, EventQueue, QueueRegistered, Zulip
from dragoman.client.transport import CALL, POLL, Patience
from dragoman.clock import ManualClock
from dragoman.errors import ApiError, MalformedAnswer, NotSent, ServerFailure, Unauthorized
from dragoman.events import Event, HeartbeatEvent, UnknownEvent
from dragoman.operations import DeleteQueue, Operation, Registered, RegisterQueue

T = TypeVar("T")
WANTED = RegisterQueue(event_types=("message",))
EXPIRED = answer('{"result":"error","msg":"Schlange fort","code":"BAD_EVENT_QUEUE_ID","queue_id":"q1"}', 400)
DELETED = answer('{"result":"success","msg":""}')
MANY = '{"result":"error","code":"RATE_LIMIT_HIT","retry-after":4.5}'


def registered(name: str = "q1", last: int = -1, more: str = "") -> Any:
    return answer(f'{{"result":"success","msg":"","queue_id":"{name}","last_event_id":{last}{more}}}')


def beats(*numbers: int) -> Any:
    return answer(beats_body(*numbers))


def beats_body(*numbers: int) -> str:
    events = ",".join(f'{{"type":"heartbeat","id":{number}}}' for number in numbers)
    return f'{{"result":"success","msg":"","events":[{events}]}}'


class Listener:
    """A queue, the pauses that it made, and the next events of it."""

    def __init__(self, queue: EventQueue, clock: ManualClock) -> None:
        self.queue, self.clock = queue, clock
        self.pauses: list[float] = []

    async def next(self) -> Event:
        return await noting(self.clock, anext(self.queue), self.pauses)

    async def take(self, count: int) -> list[str]:
        return [shown(await self.next()) for _ in range(count)]


def shown(event: Event) -> str:
    if isinstance(event, QueueRegistered):
        return f"{event.registered.queue_id} #{event.count}"
    return f"{event.wire_type} {event.id}"


Listen = Callable[[Loopback], Listener]


@pytest.fixture
async def listen(account: Callable[[str], Credentials], clock: ManualClock) -> AsyncIterator[Listen]:
    clients: list[Zulip] = []

    def to(server: Loopback) -> Listener:
        clients.append(Zulip(account(server.url), clock=clock, jitter=lambda: 1.0))
        return Listener(clients[-1].events(WANTED), clock)

    yield to
    for client in clients:
        await client.aclose()


def polls(server: Loopback) -> list[str]:
    """What each poll said: the queue, what it acknowledged, and whether it would not wait."""
    return [
        " ".join(
            [
                request.parameters["queue_id"],
                request.parameters["last_event_id"],
                *(["at once"] if "dont_block" in request.parameters else []),
            ]
        )
        for request in server.asked
        if request.line == "GET /api/v1/events"
    ]


async def test_a_queue_registers_itself_and_hands_out_events_in_order(listen: Listen) -> None:
    async with Loopback([registered(last=3), beats(4, 6), beats(7)]) as server:
        listener = listen(server)
        assert await listener.take(4) == ["q1 #1", "heartbeat 4", "heartbeat 6", "heartbeat 7"]
    assert polls(server) == ["q1 3", "q1 6"]
    assert listener.pauses == []
    assert (listener.queue.last_event_id, listener.queue.registered_count) == (7, 1)


async def test_a_registration_asks_for_the_limits_and_claims_what_this_client_can_do(listen: Listen) -> None:
    async with Loopback([registered(more=',"max_message_length":500')]) as server:
        listener = listen(server)
        answered = await listener.queue.register()
        assert await listener.queue.register() is answered
    assert listener.queue.registration == Registered(queue_id="q1", last_event_id=-1, max_message_length=500)
    (asked,) = server.asked
    assert {name: msgspec.json.decode(text) for name, text in asked.parameters.items()} == {
        "event_types": ["message"],
        "fetch_event_types": ["message", "realm"],
        "client_capabilities": {
            "notification_settings_null": True,
            "bulk_message_deletion": True,
            "user_avatar_url_field_optional": True,
            "stream_typing_notifications": True,
            "user_settings_object": True,
            "include_deactivated_groups": True,
            "empty_topic_name": True,
        },
    }


async def test_what_a_registration_says_of_its_own_stays(listen: Listen) -> None:
    async with Loopback([registered()]) as server:
        own = msgspec.structs.replace(WANTED, fetch_event_types=("message",))
        listener = listen(server)
        await Zulip.events(listener.queue._caller, own).register()  # type: ignore[arg-type]
    assert server.asked[0].parameters["fetch_event_types"] == '["message"]'


async def test_an_event_is_acknowledged_only_when_the_next_is_asked_for(listen: Listen) -> None:
    async with Loopback([registered(), beats(0, 1), beats(2)]) as server:
        listener = listen(server)
        await listener.take(3)
        assert polls(server) == ["q1 -1"]
        await listener.take(1)
        assert polls(server) == ["q1 -1", "q1 1"]


async def test_events_that_come_twice_or_in_disorder_come_out_once_and_in_order(listen: Listen) -> None:
    async with Loopback([registered(), beats(2, 0, 1, 1), beats(1, 2, 3), beats(0, 4)]) as server:
        assert await listen(server).take(6) == ["q1 #1", *(f"heartbeat {number}" for number in range(5))]
    assert polls(server) == ["q1 -1", "q1 2", "q1 3"]


async def test_an_event_of_an_unknown_kind_is_handed_out_like_the_others(listen: Listen) -> None:
    body = '{"result":"success","events":[{"type":"new","id":0},{"type":"heartbeat","id":1}]}'
    async with Loopback([registered(), answer(body)]) as server:
        listener = listen(server)
        await listener.next()
        assert [await listener.next(), await listener.next()] == [
            UnknownEvent(id=0, type="new", data={"type": "new", "id": 0}),
            HeartbeatEvent(id=1),
        ]


async def test_an_empty_list_is_no_trouble_and_makes_no_tight_loop(listen: Listen) -> None:
    async with Loopback([registered(), beats(), beats(), beats(), beats(0), beats(), beats(1)]) as server:
        listener = listen(server)
        assert await listener.take(3) == ["q1 #1", "heartbeat 0", "heartbeat 1"]
    assert listener.pauses == [0.1, 0.2, 0.4, 0.1]
    assert {line.partition(" ")[0] for line in polls(server)} == {"q1"}


PASSING = {
    "bad gateway": answer("<html>", 502),
    "internal error": answer('{"result":"error","msg":"Internal server error"}', 500),
    "forbidden": answer('{"result":"error","msg":"Access denied","code":"BAD_REQUEST"}', 403),
    "a page": answer("<html>Log in to the network</html>"),
    "nothing": answer(""),
    "cut short": write_and_close(bytes_of(beats_body(0))[:-4]),
    "reset": write_and_reset(bytes_of(beats_body(0))[:-4]),
    "moved": answer("", 302, Location="/login"),
}


@pytest.mark.parametrize("name", PASSING)
async def test_trouble_that_may_pass_is_waited_out_on_the_same_queue(listen: Listen, name: str) -> None:
    async with Loopback([registered(), *[PASSING[name]] * 3, beats(0), beats(1)]) as server:
        listener = listen(server)
        assert await listener.take(3) == ["q1 #1", "heartbeat 0", "heartbeat 1"]
    assert listener.pauses == [0.1, 0.2, 0.4]
    # aiohttp itself repeats a GET once when a connection that was used before breaks at once.
    assert list(dict.fromkeys(polls(server))) == ["q1 -1", "q1 -1 at once", "q1 0"]


async def test_pauses_stop_growing_at_ten_seconds(listen: Listen) -> None:
    async with Loopback([registered(), *[PASSING["bad gateway"]] * 9, beats(0)]) as server:
        listener = listen(server)
        await listener.take(2)
    assert listener.pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


async def test_a_server_that_fails_only_the_waiting_polls_is_not_hammered(listen: Listen) -> None:
    bad, well = PASSING["bad gateway"], beats()
    async with Loopback([registered(), bad, well, bad, well, bad, well, beats(0)]) as server:
        listener = listen(server)
        await listener.take(2)
    assert listener.pauses == [0.1, 0.2, 0.4]
    assert polls(server)[:4] == ["q1 -1", "q1 -1 at once", "q1 -1", "q1 -1 at once"]


async def test_trouble_can_be_seen_from_outside(listen: Listen, clock: ManualClock) -> None:
    async with Loopback([registered(), PASSING["bad gateway"], beats(0)]) as server:
        listener = listen(server)
        await listener.next()
        waiting = asyncio.ensure_future(anext(listener.queue))
        await clock.asleep()
        trouble = listener.queue.trouble
        assert isinstance(trouble, ServerFailure)
        await clock.advance(0.1)
        await waiting
        assert listener.queue.trouble is None


async def test_a_429_is_waited_out_as_long_as_it_says(listen: Listen) -> None:
    async with Loopback([registered(), answer(MANY, 429), beats(0)]) as server:
        listener = listen(server)
        assert await listener.take(2) == ["q1 #1", "heartbeat 0"]
    assert listener.pauses == [4.6]


async def test_a_429_with_an_absurd_wait_does_not_stop_a_bot_for_good(listen: Listen) -> None:
    async with Loopback([registered(), answer(MANY, 429, Retry_After="1e9"), beats(0)]) as server:
        listener = listen(server)
        await listener.take(2)
    assert listener.pauses == [300.1]


async def test_a_lost_queue_is_replaced_at_once_and_counts_afresh(listen: Listen) -> None:
    async with Loopback([registered(), beats(0, 7), EXPIRED, registered("q2", 2), beats(3)]) as server:
        listener = listen(server)
        assert await listener.take(5) == ["q1 #1", "heartbeat 0", "heartbeat 7", "q2 #2", "heartbeat 3"]
    assert polls(server) == ["q1 -1", "q1 7", "q2 2"]
    assert listener.pauses == []


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (
            400,
            '{"result":"error","msg":"An event newer than 7 has already been pruned!","code":"BAD_REQUEST"}',
        ),
        (404, '{"result":"error","msg":"Not found"}'),
        (405, '{"result":"error","msg":"Method Not Allowed"}'),
        (404, "<html>"),
    ],
)
async def test_any_other_refusal_of_a_poll_means_a_lost_queue(listen: Listen, status: int, body: str) -> None:
    async with Loopback([registered(), answer(body, status), registered("q2"), beats(0)]) as server:
        listener = listen(server)
        assert await listener.take(3) == ["q1 #1", "q2 #2", "heartbeat 0"]
    assert polls(server) == ["q1 -1", "q2 -1"]
    assert listener.pauses == [0.1]


async def test_queues_that_are_lost_again_and_again_are_registered_ever_more_slowly(listen: Listen) -> None:
    acts = [registered(), EXPIRED, registered(), EXPIRED, registered(), EXPIRED, registered(), beats(0)]
    async with Loopback(acts) as server:
        listener = listen(server)
        await listener.take(5)
    assert listener.pauses == [0.2, 0.4]


async def test_a_server_that_is_killed_and_started_again_is_found_again(
    listen: Listen, clock: ManualClock
) -> None:
    server = Loopback([registered(), park(asyncio.Event())])
    await server.listen()
    listener = listen(server)
    assert await listener.take(1) == ["q1 #1"]
    waiting = asyncio.ensure_future(listener.take(2))
    await server.has_asked(2)
    await server.die()
    while len(listener.pauses) < 5:
        await asyncio.sleep(0.001)
        assert not waiting.done()
    assert isinstance(listener.queue.trouble, NotSent)
    server.acts = [EXPIRED, registered("q2"), beats(0)]
    await server.listen()
    assert await waiting == ["q2 #2", "heartbeat 0"]
    await server.die()
    assert "q2 -1" in polls(server)


async def test_a_401_is_raised_and_the_queue_can_be_taken_up_again(listen: Listen) -> None:
    refusal = answer('{"result":"error","msg":"Invalid API key","code":"UNAUTHORIZED"}', 401)
    async with Loopback([registered(), beats(0), refusal, beats(1)]) as server:
        listener = listen(server)
        await listener.take(2)
        with pytest.raises(Unauthorized):
            await listener.next()
        assert await listener.take(1) == ["heartbeat 1"]
    assert polls(server) == ["q1 -1", "q1 0", "q1 0"]


async def test_a_first_registration_that_is_refused_is_raised(listen: Listen) -> None:
    refusal = '{"result":"error","msg":"User not authorized for this query","code":"BAD_REQUEST"}'
    async with Loopback([answer(refusal, 400), answer("<html>", 404)]) as server:
        with pytest.raises(ApiError, match="400 BAD_REQUEST"):
            await listen(server).next()
        with pytest.raises(MalformedAnswer, match="is the address that of the service"):
            await listen(server).next()


async def test_a_first_registration_waits_for_a_server_that_is_not_there_yet(listen: Listen) -> None:
    acts = [answer("<html>", 503), answer(MANY, 429), registered()]
    async with Loopback(acts) as server:
        listener = listen(server)
        assert await listener.take(1) == ["q1 #1"]
    assert listener.pauses == [0.1, 4.7]


async def test_a_later_registration_that_is_refused_is_tried_again(listen: Listen) -> None:
    refusal = answer('{"result":"error","msg":"Could not allocate event queue","code":"BAD_REQUEST"}', 400)
    async with Loopback([registered(), EXPIRED, refusal, registered("q2")]) as server:
        listener = listen(server)
        assert await listener.take(2) == ["q1 #1", "q2 #2"]
    assert listener.pauses == [0.2]


async def test_a_registration_without_a_queue_makes_no_tight_loop(listen: Listen) -> None:
    nameless = answer('{"result":"success","queue_id":null,"last_event_id":-1}')
    async with Loopback([nameless, nameless, registered()]) as server:
        listener = listen(server)
        assert await listener.take(1) == ["q1 #1"]
    assert listener.pauses == [0.1, 0.2]


async def test_a_cancelled_wait_loses_nothing(listen: Listen) -> None:
    async with Loopback([registered(), park(asyncio.Event()), beats(0)]) as server:
        listener = listen(server)
        await listener.take(1)
        waiting = asyncio.ensure_future(anext(listener.queue))
        await server.has_asked(2)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert await listener.take(1) == ["heartbeat 0"]
    assert polls(server) == ["q1 -1", "q1 -1"]


async def test_a_hurried_poll_is_not_waited_for_and_the_next_does_not_wait_either(listen: Listen) -> None:
    async with Loopback([registered(), park(asyncio.Event()), beats(), beats(0)]) as server:
        listener = listen(server)
        await listener.take(1)
        waiting = asyncio.ensure_future(anext(listener.queue))
        await server.has_asked(2)
        listener.queue.hurry()
        assert shown(await waiting) == "heartbeat 0"
    assert polls(server) == ["q1 -1", "q1 -1 at once", "q1 -1"]
    assert listener.queue.trouble is None


async def test_one_task_at_a_time_may_iterate(listen: Listen) -> None:
    async with Loopback([registered(), park(asyncio.Event())]) as server:
        listener = listen(server)
        await listener.take(1)
        waiting = asyncio.ensure_future(anext(listener.queue))
        await server.has_asked(2)
        with pytest.raises(RuntimeError, match="another task"):
            await anext(listener.queue)
        waiting.cancel()
        await asyncio.wait([waiting])


async def test_closing_deletes_the_queue_and_ends_the_iteration(listen: Listen) -> None:
    gate = asyncio.Event()
    async with Loopback([registered(), park(gate, bytes_of(beats_body())), DELETED]) as server:
        listener = listen(server)
        await listener.take(1)
        waiting = asyncio.ensure_future(anext(listener.queue, None))
        await server.has_asked(2)
        await listener.queue.aclose()
        gate.set()
        assert await waiting is None
        assert [event async for event in listener.queue] == []
        await listener.queue.aclose()
    assert server.lines[2:] == ["DELETE /api/v1/events"]
    assert server.asked[2].parameters == {"queue_id": "q1"}


@pytest.mark.parametrize("act", [EXPIRED, answer("<html>", 502), write_and_close(b"")])
async def test_closing_is_quiet_whatever_the_server_says(listen: Listen, act: Any) -> None:
    async with Loopback([registered(), act, act]) as server:
        listener = listen(server)
        await listener.take(1)
        await listener.queue.aclose()


async def test_closing_a_queue_that_never_was_asks_for_nothing(listen: Listen) -> None:
    async with Loopback([]) as server:
        await listen(server).queue.aclose()
    assert server.asked == []


class Noting:
    """A caller that notes how patient each call is."""

    def __init__(self, clock: ManualClock, told: str) -> None:
        self.clock, self.told = clock, told
        self.noted: list[tuple[str, Patience]] = []

    def jitter(self) -> float:
        return 0.0

    async def once(self, operation: Operation[T], *, patience: Patience = CALL) -> T:
        self.noted.append((operation.path, patience))
        body = f'{{"queue_id":"q","last_event_id":0,"events":[{{"type":"heartbeat","id":1}}]{self.told}}}'
        return operation.read_answer(body.encode())[0]

    def learn_level(self, level: int | None) -> None:
        pass


@pytest.mark.parametrize(
    ("told", "patience"),
    [
        ("", POLL),
        (',"event_queue_longpoll_timeout_seconds":90', Patience(total=90.0, silence=75.0)),
        (',"event_queue_longpoll_timeout_seconds":30', Patience(total=30.0, silence=30.0)),
        (',"event_queue_longpoll_timeout_seconds":600', Patience(total=600.0, silence=75.0)),
        (',"event_queue_longpoll_timeout_seconds":0', POLL),
    ],
)
async def test_a_poll_is_as_patient_as_the_server_advises(
    clock: ManualClock, told: str, patience: Patience
) -> None:
    caller = Noting(clock, told)
    queue = EventQueue(caller, WANTED)
    await anext(queue)
    await anext(queue)
    await queue.aclose()
    assert caller.noted == [("/register", CALL), ("/events", patience), (DeleteQueue.path, CALL)]
