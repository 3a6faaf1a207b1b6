"""Nobody is told what is not on the disk; and what cannot be written is not answered as if it were."""

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server.household import House
from server_data.conftest import OpenKept


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Let nobody write to the file meanwhile."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(file: Path) -> Iterator[None]:
    """Let the file's log not grow meanwhile, as on a disk that is full."""
    largest = file.with_name(f"{file.name}-wal").stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def _happened(house: House, message_id: int) -> None:
    async with asyncio.timeout(10):
        while house.world.messages.get(message_id) is None:  # noqa: ASYNC110 - it happens in this very loop
            await asyncio.sleep(0)


async def test_answers_and_events_wait_until_what_they_tell_is_written(
    open_kept: OpenKept, file: Path
) -> None:
    async with open_kept() as house:
        cleo = house.actor("Cleo")
        queue = await cleo.queue(event_types='["message"]')
        polling = asyncio.ensure_future(queue.poll())
        with held(file):
            saying = asyncio.ensure_future(cleo.say("general", "plans", "news"))
            await _happened(house, 106)
            reading = asyncio.ensure_future(cleo.get("/messages/106"))
            done, waiting = await asyncio.wait((saying, polling, reading), timeout=0.2)
            assert (done, waiting) == (set(), {saying, polling, reading})
        assert await saying == 106
        assert [event["message"]["id"] for event in (await polling)["events"]] == [106]
        assert (await reading)["message"]["content"] == "<p>news</p>"


async def test_whoever_asks_while_nothing_changes_waits_for_nobody(open_kept: OpenKept, file: Path) -> None:
    async with open_kept() as house:
        with held(file):
            assert (await house.actor("Cleo").get("/users/me"))["full_name"] == "Cleo Member"


async def test_what_many_say_at_once_is_written_at_once(open_kept: OpenKept, file: Path) -> None:
    async with open_kept() as house:
        cleo = house.actor("Cleo")
        with held(file):
            many = [asyncio.ensure_future(cleo.say("general", "plans", str(one))) for one in range(20)]
            await _happened(house, 125)
            before = _transactions(file)
        assert sorted(await asyncio.gather(*many)) == list(range(106, 126))
        assert _transactions(file) - before <= 2


def _transactions(file: Path) -> int:
    """Count the frames in the log that end a transaction: they tell the size of the database."""
    log = file.with_name(f"{file.name}-wal").read_bytes()
    page = int.from_bytes(log[8:12])
    return sum(log[start + 4 : start + 8] != bytes(4) for start in range(32, len(log), page + 24))


async def test_what_cannot_be_written_is_answered_with_an_error_until_it_can(
    open_kept: OpenKept, file: Path
) -> None:
    async with open_kept() as house:
        cleo = house.actor("Cleo")
        long = "long " * 1900
        with full(file):
            answers = [
                await cleo.call("POST", "/messages", _message(long)),
                await cleo.call("GET", "/messages/106"),
            ]
        assert answers == [(500, {"result": "error", "msg": "Internal server error"})] * 2
        assert await cleo.say("general", "plans", "there is room again") == 107
        said = (await cleo.get("/messages/106", apply_markdown="false"))["message"]["content"]
    async with open_kept() as again:
        assert again.world.messages[106].content == said == long.strip()
        assert again.world.messages[107].content == "there is room again"


def _message(content: str) -> dict[str, str]:
    return {"type": "channel", "to": "general", "topic": "plans", "content": content}
