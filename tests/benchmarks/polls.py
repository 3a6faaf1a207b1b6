"""Parked polls: what each costs, and when the last one hears of an event; how soon a server is there.

    python tests/benchmarks/polls.py --polls 10000 --fanout 5000 [--rounds 5] [--starts 5] [--json]

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
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.load import Connection, prepared
from benchmarks.servers import Serving, bare_server, dragoman_server

GATES = {"kib_a_poll": 14.0, "last_ratio": 1.6, "start_seconds": 1.0, "start_mib": 80.0}
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


async def measure(polls: int, fanout: int, rounds: int, starts: int) -> dict[str, Any]:
    """Return the figures."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            began = [await _start(folder / str(number)) for number in range(starts)]
            bare = await stack.enter_async_context(bare_server())
            ours = await stack.enter_async_context(dragoman_server(folder / "polls"))
            crowds = {
                "bare": await _bare_crowd(bare, polls, fanout),
                "ours": await _our_crowd(ours, polls, fanout),
            }
            for crowd in crowds.values():
                stack.callback(crowd.close)
            kib = {name: await _settled_kib(crowd) for name, crowd in crowds.items()}
            for _ in range(rounds):
                for crowd in crowds.values():
                    await crowd.tell()
                    await _parked()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    last = {name: median(crowd.seconds) for name, crowd in crowds.items()}
    pairs = zip(crowds["ours"].seconds, crowds["bare"].seconds, strict=True)
    return {
        "polls": polls,
        "fanout": fanout,
        "kib_a_poll": round((kib["ours"] - crowds["ours"].before) / polls, 1),
        "bare_kib_a_poll": round((kib["bare"] - crowds["bare"].before) / polls, 1),
        "last_ms": round(last["ours"] * 1000, 1),
        "bare_last_ms": round(last["bare"] * 1000, 1),
        "last_ratio": round(median(mine / limit for mine, limit in pairs), 2),
        "start_seconds": round(median(seconds for seconds, _ in began), 2),
        "start_mib": round(max(kib for _, kib in began) / 1024, 1),
    }


async def _start(folder: Path) -> tuple[float, int]:
    """Return the seconds from a start to the first answer, and the memory held then."""
    async with dragoman_server(folder) as serving:
        connection = await Connection.open(serving)
        await connection.exchange(prepared(serving, "GET", "/api/v1/users/me"))
        connection.close()
        return time.monotonic() - serving.began, serving.resident_kib


class _Measured(Crowd):
    def __init__(self, serving: Serving, tell: bytes) -> None:
        super().__init__(serving, tell)
        self.before = serving.resident_kib
        """The memory that the server held before anybody came."""


async def _bare_crowd(serving: Serving, polls: int, fanout: int) -> _Measured:
    crowd = _Measured(serving, prepared(serving, "POST", "/tell", go="on"))
    told = prepared(serving, "GET", "/poll", group="told", queue_id="x" * 36, last_event_id=-1)
    other = prepared(serving, "GET", "/poll", group="other", queue_id="x" * 36, last_event_id=-1)
    requests = [told] * fanout + [other] * (polls - fanout)
    await crowd.gather([partial(_same, request) for request in requests], told=fanout)
    return crowd


async def _our_crowd(serving: Serving, polls: int, fanout: int) -> _Measured:
    message = {"type": "channel", "to": "general", "topic": "load", "content": "Hear, hear! " * 50}
    crowd = _Measured(serving, prepared(serving, "POST", "/api/v1/messages", **message))
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


async def _settled_kib(crowd: Crowd) -> int:
    await _parked()
    return crowd.serving.resident_kib


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
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = asyncio.run(measure(options.polls, options.fanout, options.rounds, options.starts))
    told = {**figures, "missed": missed(figures)}
    print(json.dumps(told) if options.json else "\n".join(f"{name:16} {one}" for name, one in told.items()))
    return int(bool(told["missed"]))


if __name__ == "__main__":
    sys.exit(main())
