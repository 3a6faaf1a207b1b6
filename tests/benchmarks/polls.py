"""Parked polls: what each costs, and when the last one hears of an event; how soon a server is there.

    python tests/benchmarks/polls.py --polls 10000 --fanout 5000 [--rounds 3] [--starts 5] [--json]

The server runs as users run it, and beside it aiohttp with handlers that only wait. Exits with 1 when a gate
is missed: 14 kB of memory a poll; the last of the polls at 1.6 x the bare one's time; an answer within a
second of the start and less than 80 MB then.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.load import Connection, prepared
from benchmarks.servers import Serving, bare_server, dragoman_server

GATES = {"kb_a_poll": 14.0, "last_ratio": 1.6, "start_seconds": 1.0, "start_mb": 80.0}
TURNS = 3
CONNECTING_AT_ONCE = 100
PATIENCE = 60.0


class Poll(asyncio.Protocol):
    """One poll, which is parked again as soon as it was answered."""

    def __init__(self, request: Callable[[int], bytes], answered: Callable[[], None]) -> None:
        self._request = request
        self._answered = answered
        self._read = b""
        self._last = -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.park()

    def park(self) -> None:
        """Wait at the server for what comes next."""
        self._read = b""
        self._transport.write(self._request(self._last))

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, _, body = self._read.partition(b"\r\n\r\n")
        if not body.rstrip().endswith(b"}"):
            return
        assert head.startswith(b"HTTP/1.1 200"), self._read
        # The number of an event is the last thing that is told of it.
        self._last = int(body[body.rindex(b'"id":') + 5 :].split(b"}", 1)[0].strip() or b"0")
        if b'"heartbeat"' in body:
            self.park()
            return
        self._answered()

    def close(self) -> None:
        """Give up."""
        self._transport.close()


class Crowd:
    """All polls at one server, and the call that lets the event happen."""

    def __init__(self, serving: Serving, tell: bytes) -> None:
        self.serving = serving
        self.seconds: list[float] = []
        """From the call to the last answer, a round each."""

        self._tell = tell
        self._told: list[Poll] = []
        self._others: list[Poll] = []
        self._left = 0
        self._all_answered = asyncio.Event()

    async def gather(self, requests: list[Callable[[int], bytes]], *, told: int) -> None:
        """Park a poll for each request; the first so many will be told of the event."""
        loop = asyncio.get_running_loop()
        for start in range(0, len(requests), CONNECTING_AT_ONCE):
            opening = (
                loop.create_connection(partial(Poll, request, self._one), "127.0.0.1", self.serving.port)
                for request in requests[start : start + CONNECTING_AT_ONCE]
            )
            opened = await asyncio.gather(*opening)
            self._told += [poll for _, poll in opened]
        self._told, self._others = self._told[:told], self._told[told:]

    async def tell(self) -> None:
        """Let the event happen, and wait until all have heard of it."""
        connection = await Connection.open(self.serving)
        self._all_answered.clear()
        self._left = len(self._told)
        began = time.perf_counter()
        connection.send(self._tell)
        async with asyncio.timeout(PATIENCE):
            await self._all_answered.wait()
        self.seconds.append(time.perf_counter() - began)
        await connection.receive()
        connection.close()
        for poll in self._told:
            poll.park()

    def close(self) -> None:
        """Give up all polls."""
        for poll in (*self._told, *self._others):
            poll.close()

    def _one(self) -> None:
        self._left -= 1
        if self._left == 0:
            self._all_answered.set()


async def measure(polls: int, fanout: int, rounds: int, starts: int, turns: int = TURNS) -> dict[str, Any]:
    """Return the figures. The servers take turns, for all polls of both are more than a process may hold."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with tempfile.TemporaryDirectory() as name:
            # The first start compiles the modules, which an installation does once and for all.
            began = [await _start(Path(name, str(number))) for number in range(starts + 1)][1:]
            taken = [
                (
                    await _turn(bare_server(), _bare_crowd, (polls, fanout, rounds)),
                    await _turn(
                        dragoman_server(Path(name, f"polls {turn}")), _our_crowd, (polls, fanout, rounds)
                    ),
                )
                for turn in range(turns)
            ]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return {
        "polls": polls,
        "fanout": fanout,
        "kb_a_poll": round(median(ours.bytes_a_poll for _, ours in taken) / 1000, 1),
        "bare_kb_a_poll": round(median(bare.bytes_a_poll for bare, _ in taken) / 1000, 1),
        "last_ms": round(median(ours.seconds for _, ours in taken) * 1000, 1),
        "bare_last_ms": round(median(bare.seconds for bare, _ in taken) * 1000, 1),
        "last_ratio": round(median(ours.seconds / bare.seconds for bare, ours in taken), 2),
        "start_seconds": round(median(one.seconds for one in began), 2),
        "start_cpu_seconds": round(median(one.cpu_seconds for one in began), 2),
        "start_mb": round(max(one.kib for one in began) * 1024 / 1e6, 1),
    }


class Turn(NamedTuple):
    """What the polls at one server cost."""

    bytes_a_poll: float
    seconds: float
    """From the call to the last answer, the median of the rounds."""


async def _turn(
    server: AbstractAsyncContextManager[Serving],
    gather: Callable[[Serving, int, int], Awaitable[Crowd]],
    how_many: tuple[int, int, int],
) -> Turn:
    polls, fanout, rounds = how_many
    async with server as serving:
        before = serving.resident_kib
        crowd = await gather(serving, polls, fanout)
        await _parked()
        kib = serving.resident_kib - before
        for _ in range(rounds):
            await crowd.tell()
            await _parked()
        crowd.close()
    return Turn(kib * 1024 / polls, median(crowd.seconds))


class Start(NamedTuple):
    """How a server came up."""

    seconds: float
    """From the start of the process to its first answer."""

    cpu_seconds: float
    kib: int


async def _start(folder: Path) -> Start:
    async with dragoman_server(folder) as serving:
        connection = await Connection.open(serving)
        await connection.exchange(prepared(serving, "GET", "/api/v1/users/me"))
        connection.close()
        return Start(time.monotonic() - serving.began, serving.cpu_seconds, serving.resident_kib)


async def _bare_crowd(serving: Serving, polls: int, fanout: int) -> Crowd:
    crowd = Crowd(serving, prepared(serving, "POST", "/tell", go="on"))
    told = prepared(serving, "GET", "/poll", group="told", queue_id="x" * 36, last_event_id=-1)
    other = prepared(serving, "GET", "/poll", group="other", queue_id="x" * 36, last_event_id=-1)
    requests = [told] * fanout + [other] * (polls - fanout)
    await crowd.gather([partial(_same, request) for request in requests], told=fanout)
    return crowd


async def _our_crowd(serving: Serving, polls: int, fanout: int) -> Crowd:
    message = {"type": "channel", "to": "general", "topic": "load", "content": "Hear, hear! " * 50}
    crowd = Crowd(serving, prepared(serving, "POST", "/api/v1/messages", **message))
    connection = await Connection.open(serving)
    requests = []
    for number in range(polls):
        fields = {"event_types": ["message" if number < fanout else "typing"], "fetch_event_types": []}
        body = await connection.exchange(prepared(serving, "POST", "/api/v1/register", **fields))
        requests.append(_poll(serving, json.loads(body)["queue_id"]))
    connection.close()
    await crowd.gather(requests, told=fanout)
    return crowd


def _same(request: bytes, _last: int) -> bytes:
    return request


def _poll(serving: Serving, queue_id: str) -> Callable[[int], bytes]:
    def request(last: int) -> bytes:
        return prepared(serving, "GET", "/api/v1/events", queue_id=queue_id, last_event_id=last)

    return request


async def _parked() -> None:
    """Leave the servers time to take the polls in; how long does not count."""
    await asyncio.sleep(1.0)


def missed(figures: dict[str, Any]) -> list[str]:
    """Return the gates that these figures miss."""
    return [f"{name}: {figures[name]} > {gate}" for name, gate in GATES.items() if figures[name] > gate]


def main() -> int:
    """Measure, tell, and return whether the gates are kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--polls", type=int, default=10_000)
    parser.add_argument("--fanout", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = asyncio.run(measure(options.polls, options.fanout, options.rounds, options.starts))
    told = {**figures, "missed": missed(figures)}
    print(json.dumps(told) if options.json else "\n".join(f"{name:16} {one}" for name, one in told.items()))
    return int(bool(told["missed"]))


if __name__ == "__main__":
    sys.exit(main())
