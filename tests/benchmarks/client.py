"""What the client costs: imports in seconds of CPU, and a message event against msgspec alone.

Run it on a machine that has nothing else to do: ``.venv/bin/python tests/benchmarks/client.py``. Each figure
is the median of several runs. The aims: ``import dragoman`` in 0.25 s of CPU, a message event in twice the
time that msgspec takes for a record of the same shape.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import timeit
from collections.abc import Callable

import msgspec

from dragoman.events import MessageEvent
from dragoman.operations import GetEvents

IMPORTS = (
    "pass",
    "import dragoman",
    "from dragoman import ApiError",
    "import dragoman.operations",
    "from dragoman import Zulip",
    "import aiohttp, msgspec",
)
RUNS = 9
TURNS = 1500
EVENTS = 100
EVENT = b"""{"type": "message", "message": {"id": 147, "sender_id": 28, "content": "<p>Has anybody seen the
label printer? <a href=\\"https://example.com/x\\">It was here</a> yesterday.</p>", "recipient_id": 40,
"timestamp": 1731300000, "client": "website", "subject": "label printer", "topic_links": [],
"is_me_message": false, "reactions": [{"emoji_name": "octopus", "emoji_code": "1f419", "reaction_type":
"unicode_emoji", "user_id": 8}], "submessages": [], "sender_full_name": "Nell Ashby", "sender_email":
"nell@example.com", "sender_realm_str": "", "display_recipient": "engineering", "type": "stream",
"stream_id": 7, "avatar_url": null, "content_type": "text/html"}, "flags": ["read"], "id": 3}""".replace(
    b"\n", b" "
)
BODY = (
    b'{"result":"success","msg":"","queue_id":"q","events":['
    + b",".join([EVENT.replace(b"\n", b" ")] * EVENTS)
    + b"]}"
)


class Alone(msgspec.Struct):
    """An answer of message events and nothing else, as plain msgspec would have it."""

    result: str
    events: list[MessageEvent]


def cpu_seconds(statement: str) -> float:
    """Return the CPU time of a process that does nothing but this; all modules are compiled by then."""
    with tempfile.TemporaryDirectory() as kept:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": kept}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def once() -> float:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", statement], check=True, env=environment)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        once()
        return statistics.median(once() for _ in range(RUNS))


def microseconds(*readers: Callable[[bytes], object]) -> list[float]:
    """Return the microseconds in which each reads an event; in turns, so that a busy machine is fair."""
    taken: list[list[float]] = [[] for _ in readers]
    for _ in range(TURNS):
        for read, times in zip(readers, taken, strict=True):
            times.append(timeit.timeit(lambda read=read: read(BODY), number=1))  # type: ignore[misc]
    return [1e6 * statistics.median(times) / EVENTS for times in taken]


def main() -> None:
    """Print the figures."""
    for statement in IMPORTS:
        print(f"{statement:<32} {cpu_seconds(statement):.3f} s CPU")
    ours, alone = microseconds(GetEvents.read_answer, msgspec.json.Decoder(Alone).decode)
    print(f"{'a message event':<32} {ours:.2f} us, msgspec alone {alone:.2f} us: {ours / alone:.2f} times")


if __name__ == "__main__":
    main()
