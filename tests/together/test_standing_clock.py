"""A bot and its server on a clock that stands still while real time passes."""

import asyncio
from pathlib import Path
from typing import Any

from structlog.testing import capture_logs

from dragoman_cli.desk import Desk, desk
from dragoman_server import Act
from together.turned_loop import TurnedLoop

BOT = "name: desk\nplugins: [{use: scheduler}]\n"
PLACE = "#general > clocks"


async def through_real_minutes(folder: Path) -> None:
    """Let ten real minutes go by in which nobody moves the clock, and then talk to the bot."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, TurnedLoop)
    async with desk(folder) as here:
        for _ in range(10):
            loop.turn(60)
            await here.server.rest()
        await here.person("Paulo Reis").says("!schedules", to=PLACE)
        assert here.last_message(to=PLACE).timestamp == here.clock.now()
        polls = [entry for entry in here.server.journal if entry.path == "/api/v1/events"]
        # One was answered by the message, and the next one waits; none was given up.
        assert [entry.status for entry in polls if entry.status != 200] == []


def test_a_bot_waits_as_long_as_its_clock_stands_still(tmp_path: Path) -> None:
    (tmp_path / "bot.yaml").write_text(BOT)
    with capture_logs() as logs, asyncio.Runner(loop_factory=TurnedLoop) as runner:
        runner.run(through_real_minutes(tmp_path))
    assert warnings(logs) == []


def said(here: Desk) -> int:
    return sum(message.sender_id == here.bot_id for message in here.server.world.messages)


def warnings(logs: list[Any]) -> list[str]:
    return [line["event"] for line in logs if line["log_level"] == "warning"]


async def test_patience_ends_by_the_same_clock(tmp_path: Path) -> None:
    (tmp_path / "bot.yaml").write_text(BOT)
    async with desk(tmp_path) as here:
        slow = Act(delay_before=3600)
        here.server.faults.add(slow, account="Desk", method="POST", path="/messages", times=1)
        with capture_logs() as logs:
            await here.person("Paulo Reis").says("!schedules", to=PLACE)
            await here.clock.advance(19)
            assert (said(here), warnings(logs)) == (0, [])
            await here.clock.advance(2)
            assert warnings(logs) == ["sent or not, nobody knows yet"]
        # It is looked for, and sent anew since it was not done.
        await here.clock.advance(minutes=3)
        assert said(here) == 1
