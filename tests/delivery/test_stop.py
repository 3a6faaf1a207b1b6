"""A bot that is told to stop, at every point of a message's way: what it has not done waits for the next."""

import asyncio
from pathlib import Path

from delivery import stop
from delivery.staging import answers, running, write_bot
from dragoman.delivery.crash import POINTS, Point, set_hook
from dragoman_server import Server
from dragoman_server.faults import Act


async def stopped_at(point: Point, server: Server, bot: Path) -> None:
    """Let a bot stop when it passes a point with a message."""
    passed = asyncio.Event()
    async with running(server, bot) as desk:

        def hook(here: Point) -> None:
            if here == point:
                desk.bot.stop()
                passed.set()

        set_hook(hook)
        try:
            await desk.says(f"!echo {point}")
            async with asyncio.timeout(20):
                await passed.wait()
        finally:
            set_hook(None)


async def test_a_stop_at_any_point_leaves_no_message_begun_and_loses_none(
    server: Server, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "desk")
    async with running(server, bot):
        pass
    for point in POINTS:
        if point == "mid_verify":
            server.faults.add(
                Act(drop="before_commit"), method="POST", path="/messages", account="Desk", times=1
            )
        if point == "mid_catchup":
            await server.person("Paulo Reis").says("!echo before", to="#general > gap")
            server.expire_queue(account="Desk")
        await stopped_at(point, server, bot)
        states = {state for state, _ in stop.attempts(bot / ".dragoman" / "desk.db").values()}
        assert "RUNNING" not in states, point
    async with running(server, bot) as desk:
        await desk.settled(await desk.says("!echo last"))
        assert sorted(await desk.answers()) == sorted([*POINTS, "last"])
        assert await answers(server, "#general > gap") == ["before"]


async def test_a_process_that_is_told_to_stop_ends_by_itself_and_loses_nothing() -> None:
    tally = await stop.run(3, seed=3, hurry=20.0)
    assert (tally.lost, tally.doubled, tally.unasked, tally.disordered) == (0, 0, 0, 0)
    assert (tally.failed, tally.unfinished) == (0, 0)
    # In time or not: on a machine that runs all the tests at once that is not to be told at such a pace.
    assert tally.drained + tally.late + tally.cut_short == 3


async def test_what_was_begun_in_the_journal_alone_when_the_stop_came_has_not_been_tried(
    server: Server, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "desk")
    passed = asyncio.Event()

    def hook(here: Point) -> None:
        if here == "inbox_committed_before_ack":
            set_hook(None)
            passed.set()
            # As the stop does to whoever waits for the commit.
            raise asyncio.CancelledError

    async with running(server, bot) as desk:
        set_hook(hook)
        number = await desk.says("!echo late")
        async with asyncio.timeout(20):
            await passed.wait()
    assert stop.attempts(bot / ".dragoman" / "desk.db") == {number: ("PENDING", 0)}
    async with running(server, bot) as desk:
        await desk.settled(number)
        assert await desk.answers() == ["late"]
