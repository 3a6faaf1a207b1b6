"""A bot that posts by the clock and is killed, as a real process; and a second one that is not let in."""

import asyncio
import sys
import time
from collections import Counter
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from delivery.crash import BOT
from dragoman.planner import Every
from dragoman_server import default_world, running_server
from processes import Running, process
from schedule import crash
from schedule.orders import Order
from schedule.poster import read_posted, write_poster_bot


def running(bot: Path) -> AbstractAsyncContextManager[Running]:
    """Run the bot, which finds its plugin beside this file."""
    tests = str(Path(__file__).parents[1])
    return process(
        sys.executable, "-m", "dragoman_cli", "run", bot, cwd=bot, environment={"PYTHONPATH": tests}
    )


async def test_a_bot_killed_on_its_way_posts_each_occurrence_once() -> None:
    tally = await crash.run(2, seed=20)
    assert (tally.kills, tally.lost, tally.doubled, tally.unasked) == (2, 0, 0, 0)
    assert tally.occurrences > 0


async def test_of_two_processes_with_one_state_only_the_first_posts(tmp_path: Path) -> None:
    async with running_server(default_world().with_bot(BOT)) as server:
        account = server.account(BOT)
        plan = Every(seconds=0.25, anchor=time.time())
        order = Order(name="often", plan=plan, grace=300, catch_up="all")
        bot = write_poster_bot(tmp_path / "bot", account.zuliprc, [order], channel="general")

        def posted() -> Counter[str]:
            said = [one for one in server.world.messages if one.sender_id == account.user_id]
            return Counter(read_posted(one.content).key for one in said if one.id >= server.first_message_id)

        async with running(bot) as first:
            await first.line('"event":"started"', stream="stderr")
            async with running(bot) as second:
                assert await second.ended() == 75
            async with asyncio.timeout(20):
                while len(posted()) < 5:  # noqa: ASYNC110 - another process is waited for
                    await asyncio.sleep(0.05)
            assert await first.end() == 0
        assert set(posted().values()) == {1}
