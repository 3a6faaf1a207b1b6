"""A bot that is killed while it gives the server a message ahead: real processes, a server with its clock."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from delivery.crash import BOT
from delivery.nursery import nursery
from dragoman.delivery import Journal
from dragoman.delivery.crash import Point
from dragoman_server import default_world, running_server
from dragoman_server.running import Server

HURRY = 600.0
"""Seconds of the bot's that pass in one."""
HOURS = 10 * 3600.0
"""Until the message is due: so many of the bot's seconds from its first start on."""
PATIENCE = 60.0
SETTINGS = """name: opener
zulip: {{zuliprc: zuliprc}}
plugins:
  - use: scheduler
    schedules:
      - name: opening
        when: {minute} {hour} * * *
        to: "#general > opening"
        text: We are open.
        grace: 12h
        prearm: true
"""


def write_bot(folder: Path, zuliprc: str, due: datetime) -> Path:
    """Write the folder of a bot that opens at an hour, and return it."""
    folder.mkdir()
    (folder / "bot.yaml").write_text(SETTINGS.format(minute=due.minute, hour=due.hour))
    rc = folder / "zuliprc"
    rc.touch(mode=0o600)
    rc.write_text(zuliprc)
    return folder


def said(server: Server) -> list[str]:
    """Return what the bot has said."""
    bot = server.person(BOT).user_id
    return [each.content for each in server.world.messages if each.sender_id == bot]


def origin_for(now: float) -> float:
    """Return the origin of a time of day that is this one now, and hurries along."""
    return (time.time() * HURRY - now) / (HURRY - 1)


async def dealt_with(bot: Path, since: float) -> list[str]:
    """Return what became of the occurrences that were due since a moment, by the state that is left."""
    journal = Journal.open(bot / ".dragoman" / "opener.db", bot="opener")
    try:
        past = await journal.history("scheduler", "opening", 10)
    finally:
        await journal.aclose()
    return [each.state for each in past if each.at >= since]


@pytest.mark.parametrize(
    ("point", "at_server"),
    [("before_outbox_commit", 1), ("running_committed", 0)],
    ids=["after the server has it", "before the server has it"],
)
async def test_what_was_given_by_a_bot_that_was_killed_is_said_once(
    tmp_path: Path, point: Point, at_server: int
) -> None:
    begin = time.time()
    due = datetime.fromtimestamp((begin + HOURS) // 60 * 60, UTC)
    async with running_server(default_world().with_bot(BOT)) as server, asyncio.timeout(PATIENCE):
        bot = write_bot(tmp_path / "bot", server.account(BOT).zuliprc, due)
        async with nursery(bot, HURRY, begin) as lives:
            # The bot looks ahead a quarter of an hour after its first start, and dies of it.
            await lives.bear(f"{point}:1")
            assert await lives.ends_within(PATIENCE)
        assert len(list(server.world.scheduled)) == at_server
        # The server sends it while nobody is there.
        await server.clock.jump(due.timestamp() + 60)
        assert said(server) == ["We are open."] * at_server
        async with nursery(bot, HURRY, origin_for(due.timestamp() + 60)) as lives:
            await lives.bear()
            until = time.time() + 1800 / HURRY
            while not said(server) or time.time() < until:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
            await lives.kill()
        assert said(server) == ["We are open."]
        assert await dealt_with(bot, due.timestamp()) == ["DONE"]
