"""What plugins do by the clock, over restarts, jumps of the clock and failures: each time once, or missed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dragoman.clock import ManualClock
from dragoman.delivery import Journal, crash
from dragoman.operations import ChannelsFound, GetChannels, GetUsers, UsersFound
from dragoman.plugin.schedules import Past
from runtime.double import OPS, USERS, Desk, RecordingZulip, running, write_bot

PLUGIN = '''
from datetime import timedelta

from dragoman.errors import Ambiguous
from dragoman.planner import Cron, Once
from dragoman.plugin import ChannelTopic, Firing, NoOptions, Plugin, Schedule, command, cron, every

TEA = ChannelTopic("ops", "tea")
tries = []


class Sample(Plugin[NoOptions]):
    @cron("0 9 * * *")
    async def morning(self, context):
        await context.send(TEA, "morning")

    @command("put <name> <expression...>")
    async def put(self, context, name: str, expression: str):
        """Put up a schedule."""
        context.schedules.put(Schedule(name=name, plan=Cron(expression=expression), data={"says": name}))
        await context.reply("put up")

    @command("aloof <name> <expression...>")
    async def aloof(self, context, name: str, expression: str):
        """Put up a schedule that is made up for never."""
        plan = Cron(expression=expression)
        context.schedules.put(Schedule(name=name, plan=plan, data={"says": name}, catch_up="none"))

    @command("pause <name>")
    async def pause(self, context, name: str):
        """Pause it."""
        context.schedules.pause(name)

    @command("resume <name>")
    async def resume(self, context, name: str):
        """Go on."""
        context.schedules.resume(name)

    @command("skip <name>")
    async def skip(self, context, name: str):
        """Leave one out."""
        context.schedules.skip_next(name)

    @command("remove <name>")
    async def remove(self, context, name: str):
        """Take it down."""
        context.schedules.remove(name)

    async def due(self, context, firing: Firing):
        tries.append(context.idempotency_key)
        if firing.data["says"] == "breaks":
            raise RuntimeError("broken")
        await context.send(TEA, f"{firing.data['says']} {firing.key}")
        count = await context.state.get("count", int, 0)
        context.state.set("count", count + 1)
'''
# 2027-01-15T08:00Z, a Friday.
NOW = 1_800_000_000.0
MINUTE, HOUR = 60.0, 3_600.0


class House:
    """A bot with several lives, whose state outlives it."""

    def __init__(self, folder: Path) -> None:
        write_bot(folder, PLUGIN)
        self.folder = folder
        self.clock = ManualClock(NOW)
        self.zulip = RecordingZulip()
        # What a bot asks that finds its queue again.
        self.zulip.answers |= {
            GetUsers: UsersFound(members=USERS),
            GetChannels: ChannelsFound(streams=(OPS,)),
        }

    @asynccontextmanager
    async def life(self) -> AsyncIterator[Desk]:
        """Let the bot live until the block ends."""
        self.zulip.source.closed = self.zulip.source.left = False
        journal = Journal.open(
            self.folder / "desk.db", bot="desk", clock=self.clock, sync="normal", threaded=False
        )
        try:
            async with running(self.folder, self.zulip, clock=self.clock, journal=journal) as desk:
                yield desk
        finally:
            await journal.aclose()

    async def history(self, name: str) -> list[Past]:
        journal = Journal.open(self.folder / "desk.db", bot="desk", sync="normal", threaded=False)
        try:
            return await journal.history("sample", name, 10)
        finally:
            await journal.aclose()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


async def test_a_marked_method_is_called_when_it_is_time(house: House) -> None:
    async with house.life() as desk:
        await desk.clock.advance(HOUR - 1)
        assert desk.zulip.sent == []
        await desk.clock.advance(1)
        assert desk.zulip.sent == ["morning"]
        await desk.clock.advance(24 * HOUR)
        assert desk.zulip.sent == ["morning", "morning"]
    assert await house.history("morning") == [
        Past(key="2027-01-16T09:00", at=moment("2027-01-16T09:00"), state="DONE", attempts=1),
        Past(key="2027-01-15T09:00", at=moment("2027-01-15T09:00"), state="DONE", attempts=1),
    ]


async def test_a_schedule_that_is_put_up_in_chat_comes_with_its_data(house: House) -> None:
    async with house.life() as desk:
        assert await desk.say("!put tea 30 8 * * *") == ["put up"]
        await desk.clock.advance(HOUR / 2)
        assert desk.zulip.sent == ["put up", "tea 2027-01-15T08:30"]


async def test_it_is_paused_goes_on_leaves_one_out_and_is_taken_down(house: House) -> None:
    async with house.life() as desk:
        await desk.say("!put tea 30 * * * *")
        await desk.say("!pause tea")
        await desk.clock.advance(HOUR / 2)
        assert desk.zulip.sent[1:] == []
        await desk.say("!resume tea")
        await desk.say("!skip tea")
        await desk.clock.advance(2 * HOUR)
        assert desk.zulip.sent[1:] == ["morning", "tea 2027-01-15T10:30:00Z"]
        await desk.say("!remove tea")
        await desk.clock.advance(2 * HOUR)
        assert desk.zulip.sent[1:] == ["morning", "tea 2027-01-15T10:30:00Z"]
    assert [(past.key[-9:], past.state) for past in await house.history("tea")] == [
        ("10:30:00Z", "DONE"),
        ("09:30:00Z", "SKIPPED"),
    ]


async def test_what_came_while_nobody_lived_is_made_up_for_within_its_grace(house: House) -> None:
    async with house.life() as desk:
        await desk.say("!put tea 30 8 * * *")
    await house.clock.advance(HOUR / 2 + 4 * MINUTE)
    async with house.life() as desk:
        await desk.clock.advance(1)
        assert desk.zulip.sent == ["put up", "tea 2027-01-15T08:30"]


async def test_what_is_too_late_is_missed_and_noted(house: House) -> None:
    async with house.life() as desk:
        await desk.say("!put tea 30 8 * * *")
    await house.clock.advance(HOUR / 2 + 6 * MINUTE)
    async with house.life() as desk:
        await desk.clock.advance(1)
        assert desk.zulip.sent == ["put up"]
    assert await house.history("tea") == [
        Past(
            key="2027-01-15T08:30",
            at=moment("2027-01-15T08:30"),
            state="MISSED",
            error="it came too late",
        )
    ]


async def test_many_that_were_missed_are_counted(house: House) -> None:
    async with house.life() as desk:
        await desk.say("!put tea * * * * *")
    await house.clock.advance(5 * HOUR)
    async with house.life() as desk:
        await desk.clock.advance(1)
        assert desk.zulip.sent == ["put up", "tea 2027-01-15T13:00:00Z"]
    journal = Journal.open(house.folder / "desk.db", bot="desk", sync="normal", threaded=False)
    past = await journal.history("sample", "tea", 1_000)
    await journal.aclose()
    assert sum(one.times for one in past) == 300
    assert [one.state for one in past] == ["DONE", *["MISSED"] * 100]
    assert past[-1].times == 200


@pytest.mark.parametrize("jump", [-HOUR, HOUR, 8 * HOUR])
async def test_nothing_comes_twice_when_the_clock_is_set(house: House, jump: float) -> None:
    async with house.life() as desk:
        await desk.say("!put tea 30 8 * * *")
        await desk.clock.advance(HOUR / 2)
        desk.clock.jump(jump)
        await desk.clock.advance(30)
        desk.clock.jump(-jump)
        await desk.clock.advance(2 * HOUR)
        assert [sent for sent in desk.zulip.sent if sent.startswith("tea")] == ["tea 2027-01-15T08:30"]
        assert desk.zulip.sent.count("morning") == (1 if jump < 0 else 0)


async def test_a_bot_that_began_by_a_clock_ahead_of_time_is_up_when_that_is_put_back(house: House) -> None:
    house.clock.jump(8 * HOUR)
    async with house.life() as desk:
        await desk.clock.advance(MINUTE)
        desk.clock.jump(-8 * HOUR)
        await desk.say("!aloof tea 30 8 * * *")
        await desk.clock.advance(HOUR / 2)
        assert desk.zulip.sent == ["tea 2027-01-15T08:30"]


async def test_a_clock_that_was_set_is_followed_within_half_a_minute(house: House) -> None:
    async with house.life() as desk:
        desk.clock.jump(HOUR)
        await desk.clock.advance(30)
        assert desk.zulip.sent == ["morning"]
        # After a sleep of the machine the connection may be dead, too.
        assert desk.zulip.source.hurried == 1


@pytest.mark.parametrize("point", ["occurrence_committed", "running_committed", "before_outbox_commit"])
async def test_a_death_on_the_way_neither_loses_nor_doubles_it(house: House, point: crash.Point) -> None:
    async with house.life() as desk:
        await desk.say("!put tea 30 8 * * *")
        crash.set_hook(lambda passed: _die(passed, point))
        try:
            await desk.clock.advance(HOUR / 2)
        finally:
            crash.set_hook(None)
        assert desk.zulip.sent == ["put up"]
    async with house.life() as desk:
        await desk.clock.advance(1)
        assert desk.zulip.sent == ["put up", "tea 2027-01-15T08:30"]
        await desk.clock.advance(MINUTE)
        assert desk.zulip.sent == ["put up", "tea 2027-01-15T08:30"]


async def test_what_a_death_left_undone_is_not_said_hours_later(house: House) -> None:
    async with house.life() as desk:
        await desk.say("!put tea 30 8 * * *")
        crash.set_hook(lambda passed: _die(passed, "running_committed"))
        try:
            await desk.clock.advance(HOUR / 2)
        finally:
            crash.set_hook(None)
    await house.clock.advance(6 * MINUTE)
    async with house.life() as desk:
        await desk.clock.advance(1)
        assert desk.zulip.sent == ["put up"]
    assert [(past.state, past.error) for past in await house.history("tea")] == [
        ("MISSED", "it came too late")
    ]


def _die(passed: crash.Point, point: crash.Point) -> None:
    """End what is under way just there, as far as one process can."""
    if passed == point:
        raise asyncio.CancelledError


async def test_a_failure_that_stays_is_noted_and_the_next_comes_all_the_same(house: House) -> None:
    async with house.life() as desk:
        await desk.say("!put breaks 30 8 * * *")
        await desk.clock.advance(24 * HOUR + HOUR)
    history = await house.history("breaks")
    assert [(past.key, past.state, past.attempts) for past in history] == [
        ("2027-01-16T08:30", "DEAD", 1),
        ("2027-01-15T08:30", "DEAD", 1),
    ]
    assert history[0].error is not None
    assert history[0].error.endswith("broken")


async def test_a_changed_plan_begins_anew_and_what_is_gone_keeps_its_history(house: House) -> None:
    async with house.life() as desk:
        await desk.clock.advance(HOUR)
    (house.folder / "sample.py").write_text(PLUGIN.replace('@cron("0 9 * * *")', '@cron("0 10 * * *")'))
    async with house.life() as desk:
        await desk.clock.advance(HOUR)
        assert desk.zulip.sent == ["morning", "morning"]
    (house.folder / "sample.py").write_text(PLUGIN.replace('    @cron("0 9 * * *")\n', ""))
    async with house.life() as desk:
        await desk.clock.advance(48 * HOUR)
        assert desk.zulip.sent == ["morning", "morning"]
    assert [past.key for past in await house.history("morning")] == ["2027-01-15T10:00", "2027-01-15T09:00"]


async def test_intervals_go_on_over_restarts_where_they_began(house: House) -> None:
    (house.folder / "sample.py").write_text(PLUGIN.replace('@cron("0 9 * * *")', '@every("1h")'))
    async with house.life() as desk:
        await desk.clock.advance(HOUR / 2)
    async with house.life() as desk:
        await desk.clock.advance(HOUR / 2)
        assert desk.zulip.sent == ["morning"]
