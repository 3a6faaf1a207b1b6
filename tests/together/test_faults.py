"""Each act of the fault injector befalls each class of call: what the client makes of it.

A cell reads outcome, commits, requests: ``ok 1/2`` came through with the second request and was done once.
``gap`` means that events may be missing, and that the program is told so. The other outcomes are errors;
those of ambiguous ones are written in capitals. A registration has done its work when there is a queue more.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack

import pytest

from dragoman.client import Credentials, Guide, Zulip
from dragoman.clock import ManualClock
from dragoman.errors import (
    Ambiguous,
    ApiError,
    ConnectionLost,
    GuideRateLimited,
    MalformedAnswer,
    RateLimited,
    ServerFailure,
    ServiceError,
    TimedOut,
    Unauthorized,
)
from dragoman.model import Secret
from dragoman_server import Clock, Server, running_server
from dragoman_server.memento import Memento
from dragoman_server.world.file import parse_world
from together.fault_acts import ACTS, Befalling
from together.fault_classes import CLASSES, SAY, Class, Clients, CountingLedger
from together.harbour import NOW, WORLD
from together.turned_loop import TurnedLoop

TABLE = """
                 |get     |post    |post+   |patch   |patch+  |delete  |upload  |register|poll    |guide
500 before       |ok 0/2  |FAIL 0/1|ok 1/2  |FAIL 0/1|ok 1/2  |FAIL 0/1|FAIL 0/1|ok 1/2  |ok 0/2  |ok 0/2
502 page after   |ok 0/2  |FAIL 1/1|ok 1/2  |FAIL 1/1|ok 2/2  |FAIL 1/1|FAIL 1/1|ok 2/2  |ok 0/2  |ok 0/2
503 wait before  |ok 0/2  |FAIL 0/1|ok 1/2  |FAIL 0/1|ok 1/2  |FAIL 0/1|FAIL 0/1|ok 1/2  |ok 0/2  |ok 0/2
504 after        |ok 0/2  |FAIL 1/1|ok 1/2  |FAIL 1/1|ok 2/2  |FAIL 1/1|FAIL 1/1|ok 2/2  |ok 0/2  |ok 0/2
401 page before  |who 0/1 |who 0/1 |who 0/1 |who 0/1 |who 0/1 |who 0/1 |who 0/1 |who 0/1 |who 0/1 |JUNK 0/1
403 page before  |JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|ok 0/2  |JUNK 0/1
404 page before  |JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|gap 1/1 |JUNK 0/1
302 before       |JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|JUNK 0/1|ok 0/2  |JUNK 0/1
200 page before  |ok 0/2  |JUNK 0/1|ok 1/2  |JUNK 0/1|ok 1/2  |JUNK 0/1|JUNK 0/1|ok 1/2  |ok 0/2  |ok 0/2
200 page after   |ok 0/2  |JUNK 1/1|ok 1/2  |JUNK 1/1|ok 2/2  |JUNK 1/1|JUNK 1/1|ok 2/2  |ok 0/2  |ok 0/2
empty after      |ok 0/2  |JUNK 1/1|ok 1/2  |JUNK 1/1|ok 2/2  |JUNK 1/1|JUNK 1/1|ok 2/2  |ok 0/2  |ok 0/2
cut short after  |ok 0/2  |JUNK 1/1|ok 1/2  |JUNK 1/1|ok 2/2  |JUNK 1/1|JUNK 1/1|ok 2/2  |ok 0/2  |ok 0/2
no JSON's type   |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
no type          |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
falsely packed   |ok 0/2  |JUNK 1/1|ok 1/2  |JUNK 1/1|ok 2/2  |JUNK 1/1|JUNK 1/1|ok 2/2  |ok 0/2  |ok 0/2
drop before      |ok 0/2  |LOST 0/1|ok 1/2  |LOST 0/1|ok 1/2  |LOST 0/1|LOST 0/1|ok 1/2  |ok 0/2  |ok 0/2
drop after       |ok 0/2  |LOST 1/1|ok 1/2  |LOST 1/1|ok 2/2  |LOST 1/1|LOST 1/1|ok 2/2  |ok 0/2  |ok 0/2
drop mid body    |ok 0/2  |LOST 1/1|ok 1/2  |LOST 1/1|ok 2/2  |LOST 1/1|LOST 1/1|ok 2/2  |ok 0/2  |ok 0/2
reset before     |ok 0/2  |LOST 0/1|ok 1/2  |LOST 0/1|ok 1/2  |LOST 0/1|LOST 0/1|ok 1/2  |ok 0/2  |ok 0/2
reset after      |ok 0/2  |LOST 1/1|ok 1/2  |LOST 1/1|ok 2/2  |LOST 1/1|LOST 1/1|ok 2/2  |ok 0/2  |ok 0/2
reset mid body   |ok 0/2  |LOST 1/1|ok 1/2  |LOST 1/1|ok 2/2  |LOST 1/1|LOST 1/1|ok 2/2  |ok 0/2  |ok 0/2
late before      |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
late after       |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
trickle          |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
too late before  |ok 0/2  |TIME 0/1|ok 1/2  |TIME 0/1|ok 1/2  |TIME 0/1|TIME 0/1|ok 1/2  |ok 0/2  |ok 0/2
too late after   |ok 0/2  |TIME 1/1|ok 1/2  |TIME 1/1|ok 2/2  |TIME 1/1|TIME 1/1|ok 2/2  |ok 0/2  |ok 0/2
trickle for ever |ok 0/2  |TIME 1/1|ok 1/2  |TIME 1/1|ok 2/2  |TIME 1/1|TIME 1/1|ok 2/2  |ok 0/2  |ok 0/2
black hole       |ok 0/2  |TIME 0/1|ok 1/2  |TIME 0/1|ok 1/2  |TIME 0/1|TIME 0/1|ok 1/2  |ok 0/2  |ok 0/2
429 1.5          |ok 0/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 0/2  |wait 0/1
429 text         |ok 0/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 0/2  |wait 0/1
429 date         |ok 0/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 0/2  |wait 0/1
429 untold       |ok 0/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 0/2  |wait 0/1
429 page         |ok 0/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 1/2  |ok 0/2  |wait 0/1
429 two hours    |wait 0/1|wait 0/1|wait 0/1|wait 0/1|wait 0/1|wait 0/1|wait 0/1|ok 1/2  |ok 0/2  |wait 0/1
queue killed     |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |gap 0/1 |ok 0/1
restart, kept    |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
restart, lost    |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |gap 0/1 |ok 0/1
restart, stale   |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
events twice     |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
events reversed  |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
no heartbeats    |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
clock askew      |ok 0/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 1/1  |ok 0/1  |ok 0/1
done later       |ok 0/2  |LOST 1/1|ok 1/2  |LOST 1/1|ok 2/2  |LOST 1/1|LOST 1/1|ok 2/2  |ok 0/2  |ok 0/2
"""

INITIALS: dict[type[ServiceError], str] = {
    TimedOut: "TIME",
    ConnectionLost: "LOST",
    ServerFailure: "FAIL",
    MalformedAnswer: "JUNK",
    RateLimited: "wait",
    GuideRateLimited: "wait",
    Unauthorized: "who",
}


def cells() -> Iterator[tuple[str, str, str]]:
    head, *lines = (line for line in TABLE.strip().splitlines())
    names = [name.strip() for name in head.split("|")[1:]]
    for line in lines:
        act, *wanted = (part.strip() for part in line.split("|"))
        yield from ((act, name, outcome) for name, outcome in zip(names, wanted, strict=True))


class Stage:
    """A server and a loop for all cells, and the state in which each begins."""

    def __init__(self, runner: asyncio.Runner, server: Server, beginning: Memento, queue_id: str) -> None:
        self.runner = runner
        self.server = server
        self.beginning = beginning
        self.queue_id = queue_id

    def play(self, befalling: Befalling, kind: Class) -> str:
        """Return the outcome of a cell."""
        self.server.restore(self.beginning)
        self.server.faults.clear()
        return self.runner.run(self._play(befalling, kind))

    async def _play(self, befalling: Befalling, kind: Class) -> str:
        fault = self.server.faults.add(befalling.act, method=kind.method, path=kind.path, nth=1)
        account, clock = self.server.account("Ada Owner"), ManualClock(NOW)
        credentials = Credentials(site=self.server.url, email=account.email, api_key=Secret(account.api_key))
        async with (
            Zulip(credentials, clock=clock, jitter=lambda: 0.5) as zulip,
            Guide(self.server.url, clock=clock, jitter=lambda: 0.5) as guide,
        ):
            before, overcome = kind.commits(self.server), False
            task = asyncio.ensure_future(kind.call(Clients(zulip, guide, self.queue_id)))
            while not task.done():
                # Only the first request is held up; the ones after it need no time.
                await self._let_time_pass(befalling, fault.fitted == 1 and not overcome, clock)
                overcome = overcome or bool(clock.sleepers)
            outcome = _outcome(task)
        # What was left to be done later is done now.
        await self.server.clock.advance(10.0)
        return f"{outcome} {kind.commits(self.server) - before}/{fault.fitted}"

    async def _let_time_pass(self, befalling: Befalling, held_up: bool, clock: ManualClock) -> None:
        """Give everybody a turn, and move the clocks on which somebody waits."""
        if clock.sleepers:
            await clock.advance(clock.sleepers[0])
        await asyncio.sleep(0)
        if held_up and befalling.server_time:
            await self.server.clock.advance(0.5)
        elif held_up and befalling.client_time:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, TurnedLoop)
            loop.turn(0.5)


def _outcome(task: "asyncio.Future[str]") -> str:
    error = task.exception()
    if error is None:
        return task.result()
    assert isinstance(error, ServiceError)
    return INITIALS.get(type(error)) or (error.code if isinstance(error, ApiError) else type(error).__name__)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with asyncio.Runner(loop_factory=TurnedLoop) as runner:
        stack = AsyncExitStack()
        server, queue_id = runner.run(_prepared(stack))
        yield Stage(runner, server, server.snapshot(), queue_id)
        assert server.broken == ()
        runner.run(stack.aclose())


async def _prepared(stack: AsyncExitStack) -> tuple[Server, str]:
    running = running_server(parse_world(WORLD), clock=Clock(NOW))
    server = await stack.enter_async_context(running)
    mine = await server.act_as("Ada Owner", "POST", "/register", {"event_types": ["message"]})
    await server.act_as("Ada Owner", "POST", "/messages", dict(SAY.parameters()))
    server.world.ledger = CountingLedger()
    return server, mine.body["queue_id"]


@pytest.mark.parametrize(("act", "name", "outcome"), list(cells()))
def test_a_fault_is_overcome_or_told(stage: Stage, act: str, name: str, outcome: str) -> None:
    assert stage.play(ACTS[act], CLASSES[name]) == outcome


def test_capitals_mean_doubt() -> None:
    assert {kind: initials.isupper() for kind, initials in INITIALS.items()} == {
        kind: issubclass(kind, Ambiguous) for kind in INITIALS
    }


def test_every_act_befalls_every_class() -> None:
    assert [(act, name) for act, name, _ in cells()] == [(act, name) for act in ACTS for name in CLASSES]
