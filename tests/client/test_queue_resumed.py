"""A queue that an earlier process left is taken up again, or replaced if it is gone."""

from collections.abc import AsyncIterator, Callable

import pytest

from client.loopback import Loopback, answer
from client.test_queue import DELETED, EXPIRED, WANTED, Listener, beats, polls, registered
from dragoman.client import Credentials, Zulip
from dragoman.clock import ManualClock
from dragoman.errors import ApiError

Resume = Callable[[Loopback], Listener]


@pytest.fixture
async def resume(account: Callable[[str], Credentials], clock: ManualClock) -> AsyncIterator[Resume]:
    clients: list[Zulip] = []

    def to(server: Loopback) -> Listener:
        clients.append(Zulip(account(server.url), clock=clock, jitter=lambda: 1.0))
        return Listener(clients[-1].events(WANTED, resume=("q0", 41)), clock)

    yield to
    for client in clients:
        await client.aclose()


async def test_a_queue_that_still_lives_goes_on_where_it_was_left(resume: Resume) -> None:
    async with Loopback([beats(40, 41, 42), beats(43), DELETED]) as server:
        listener = resume(server)
        assert await listener.take(2) == ["heartbeat 42", "heartbeat 43"]
        assert (listener.queue.queue_id, listener.queue.last_event_id) == ("q0", 43)
        await listener.queue.aclose()
        assert listener.queue.queue_id is None
    assert polls(server) == ["q0 41", "q0 42"]
    assert server.lines[-1] == "DELETE /api/v1/events"


async def test_a_queue_that_is_gone_is_replaced_and_the_gap_is_told(resume: Resume) -> None:
    async with Loopback([EXPIRED, registered("q1"), beats(0)]) as server:
        listener = resume(server)
        assert await listener.take(2) == ["q1 #2", "heartbeat 0"]
    assert polls(server) == ["q0 41", "q1 -1"]


async def test_a_registration_that_is_refused_then_is_raised(resume: Resume) -> None:
    async with Loopback(
        [EXPIRED, answer('{"result":"error","msg":"no","code":"BAD_REQUEST"}', 400)]
    ) as server:
        listener = resume(server)
        with pytest.raises(ApiError, match="BAD_REQUEST"):
            await listener.next()


async def test_a_resumed_queue_is_not_registered_again(resume: Resume) -> None:
    async with Loopback([]) as server:
        with pytest.raises(RuntimeError, match="registered already"):
            await resume(server).queue.register()
    assert server.asked == []


async def test_a_queue_that_is_left_is_not_deleted_and_tells_what_is_still_in_hand(resume: Resume) -> None:
    async with Loopback([beats(42, 43, 44)]) as server:
        listener = resume(server)
        assert await listener.take(1) == ["heartbeat 42"]
        assert (listener.queue.in_hand, listener.queue.last_event_id) == (2, 44)
        listener.queue.leave()
        await listener.queue.aclose()
    assert polls(server) == ["q0 41"]
    assert len(server.lines) == 1
