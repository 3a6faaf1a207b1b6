"""A plugin that blocks the whole bot is named, by a thread that it cannot block."""

import asyncio
import threading
from pathlib import Path

import structlog
from structlog.testing import capture_logs

from dragoman.clock import ManualClock
from dragoman.runtime import Bot, load_settings
from dragoman.runtime.heartbeat import Heartbeat
from runtime.double import RecordingZulip, write_bot

EMPTY = """
from dragoman.plugin import NoOptions, Plugin


class Sample(Plugin[NoOptions]):
    \"\"\"Says nothing.\"\"\"
"""


async def test_what_blocks_the_loop_is_in_the_log_with_its_stack() -> None:
    now = [0.0]
    with capture_logs() as logs:
        heartbeat = Heartbeat(structlog.get_logger(), lambda: now[0])
        heartbeat.start()
        now[0] = 16.0
        heard = threading.Event()
        while not logs:
            block_the_loop(heard)
        assert heartbeat.is_stalled
        heartbeat._beat()
        assert not heartbeat.is_stalled
        heartbeat.close()
    assert [line["event"] for line in logs] == ["a plugin blocks the whole bot", "going on again"]
    assert "block_the_loop" in logs[0]["stack"]
    assert logs[1]["blocked"] == 16.0


def block_the_loop(heard: threading.Event) -> None:
    heard.wait(0.05)


async def test_a_loop_that_moves_is_not_spoken_of() -> None:
    with capture_logs() as logs:
        heartbeat = Heartbeat(structlog.get_logger())
        heartbeat.start()
        heartbeat.close()
    assert (logs, heartbeat.is_stalled) == ([], False)


def test_its_thread_ends_with_its_loop() -> None:
    """A bot that is killed in a simulation closes nothing."""

    async def begin() -> None:
        Heartbeat(structlog.get_logger()).start()

    before = set(threading.enumerate())
    asyncio.run(begin())
    (thread,) = set(threading.enumerate()) - before
    thread.join(timeout=10)
    assert not thread.is_alive()


async def test_a_heartbeat_that_several_bots_share_is_left_to_whoever_made_it(tmp_path: Path) -> None:
    heartbeat = Heartbeat(structlog.get_logger())
    heartbeat.start()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        settings = load_settings(write_bot(tmp_path / name, EMPTY))
        async with Bot(settings, clock=ManualClock(), zulip=RecordingZulip(), heartbeat=heartbeat) as bot:
            living = asyncio.create_task(bot.run())
            await bot.started.wait()
            bot.stop()
            await living
    assert [thread.name for thread in threading.enumerate()].count("heartbeat") == 1
    heartbeat.close()
