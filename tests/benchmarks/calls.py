"""What a call costs the bundled server, beside aiohttp doing next to nothing in the same run.

    python tests/benchmarks/calls.py [--rounds 7] [--calls 4000] [--json]

Processor time of the server processes alone, medians over interleaved rounds. Exits with 1 when a gate is
missed.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.load import Connection, prepared, repeat
from benchmarks.servers import Serving, bare_server, dragoman_server

AT_ONCE = 32
MARKED, PLAIN = "How is the **weather** there?", "How is the weather there?"
LINE = "{cpu_us:8.1f} us CPU {calls_per_second:7} /s {ratio:6.2f} x"
GATES = {"GET /users/me": 1.4, "POST /messages, plain": 2.5, "POST /messages": 2.5}


class Contender:
    """A server and the call that it is measured by."""

    def __init__(self, serving: Serving, request: bytes, queue: "Queue | None" = None) -> None:
        self._serving = serving
        self._request = request
        self._queue = queue
        self.cpu: list[float] = []
        """Microseconds a call, a round each."""

        self.seconds: list[float] = []

    async def run(self, calls: int) -> None:
        """Make the calls of one round."""
        cpu, began = self._serving.cpu_seconds, time.perf_counter()
        await repeat(self._serving, self._request, calls, at_once=AT_ONCE)
        self.cpu.append((self._serving.cpu_seconds - cpu) / calls * 1e6)
        self.seconds.append((time.perf_counter() - began) / calls)
        if self._queue is not None:
            await self._queue.empty()


class Queue:
    """An event queue that hears of every message."""

    def __init__(self, serving: Serving, queue_id: str) -> None:
        self._serving = serving
        self._id = queue_id
        self._last = -1

    @classmethod
    async def open(cls, serving: Serving) -> "Queue":
        """Register a queue for messages."""
        request = prepared(serving, "POST", "/api/v1/register", event_types=["message"])
        return cls(serving, (await _once(serving, request))["queue_id"])

    async def empty(self) -> None:
        """Take note of everything."""
        fields = {"queue_id": self._id, "last_event_id": self._last, "dont_block": True}
        events = (await _once(self._serving, prepared(self._serving, "GET", "/api/v1/events", **fields)))[
            "events"
        ]
        self._last = events[-1]["id"] if events else self._last


async def _once(serving: Serving, request: bytes) -> Any:
    connection = await Connection.open(serving)
    answer = json.loads(await connection.exchange(request))
    connection.close()
    return answer


async def measure(rounds: int, calls: int) -> dict[str, Any]:
    """Return the figures, by call and contender."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bare = await stack.enter_async_context(bare_server())
        memory = await stack.enter_async_context(dragoman_server(folder / "memory"))
        data = ("--data", str(folder / "realm.db"))
        kept = await stack.enter_async_context(dragoman_server(folder / "kept", *data))
        contenders = {
            "GET /users/me": {
                "bare": Contender(bare, prepared(bare, "GET", "/get")),
                "in memory": Contender(memory, prepared(memory, "GET", "/api/v1/users/me")),
                "in a file": Contender(kept, prepared(kept, "GET", "/api/v1/users/me")),
            },
            "POST /messages, plain": {
                "bare": Contender(bare, prepared(bare, "POST", "/post", **_message(PLAIN))),
                "in memory": await _talker(memory, PLAIN),
                "in a file": await _talker(kept, PLAIN),
            },
            "POST /messages": {
                "bare": Contender(bare, prepared(bare, "POST", "/post", **_message(MARKED))),
                "in memory": await _talker(memory, MARKED),
                "in a file": await _talker(kept, MARKED),
            },
        }
        for _ in range(rounds + 1):
            for call in contenders.values():
                for contender in call.values():
                    await contender.run(calls)
    return {name: _figures(call) for name, call in contenders.items()}


async def _talker(serving: Serving, content: str) -> Contender:
    request = prepared(serving, "POST", "/api/v1/messages", **_message(content))
    return Contender(serving, request, await Queue.open(serving))


def _message(content: str) -> dict[str, str]:
    return {"type": "channel", "to": "general", "topic": "load", "content": content}


def _figures(call: dict[str, Contender]) -> dict[str, Any]:
    # The first round warms up and is not counted.
    bare = call["bare"].cpu[1:]
    return {
        name: {
            "cpu_us": round(median(one.cpu[1:]), 1),
            "calls_per_second": round(1 / median(one.seconds[1:])),
            "ratio": round(median(mine / limit for mine, limit in zip(one.cpu[1:], bare, strict=True)), 2),
        }
        for name, one in call.items()
    }


def main() -> int:
    """Measure, tell, and return whether the gates are kept."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=4000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = asyncio.run(measure(options.rounds, options.calls))
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        for call, contenders in figures.items():
            for name, told in contenders.items():
                print(f"{call:22} {name:10}", LINE.format(**told))
    return int(any(figures[call]["in memory"]["ratio"] > gate for call, gate in GATES.items()))


if __name__ == "__main__":
    sys.exit(main())
