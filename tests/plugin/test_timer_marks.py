"""Marks that say when: what they mean, and what is said of those that mean nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from dragoman.errors import ConfigurationError
from dragoman.planner import Cron, Every, Once
from dragoman.plugin import Context, NoOptions, Plugin, Schedule, at, cron, every
from dragoman.plugin.commands import timers_of

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2027, 1, 15, 8, tzinfo=UTC).timestamp()


class Sample(Plugin[NoOptions]):
    """Does things by the clock."""

    @cron("0 9 * * mon-fri", grace="1h", catch_up="all")
    @at("first monday of the month 10:30")
    async def morning(self, context: Context) -> None:
        """Begin."""

    @every("15m", jitter="30s")
    async def often(self, context: Context) -> None:
        """Look around."""

    @at("2027-12-01 08:00", catch_up="none")
    async def once(self, context: Context) -> None:
        """Begin December."""


def test_marks_say_when_in_the_zone_of_the_bot() -> None:
    assert [timer.standing(NOW) for timer in timers_of(Sample(), BERLIN)] == [
        Schedule(
            name="morning",
            plan=Cron(expression="0 9 * * mon-fri", zone="Europe/Berlin"),
            grace=timedelta(hours=1),
            catch_up="all",
        ),
        Schedule(name="morning-2", plan=Cron(expression="30 10 * * mon#1", zone="Europe/Berlin")),
        Schedule(name="often", plan=Every(seconds=900.0, anchor=NOW), jitter=timedelta(seconds=30)),
        Schedule(
            name="once",
            plan=Once(at=datetime(2027, 12, 1, 7, tzinfo=UTC).timestamp(), zone="Europe/Berlin"),
            catch_up="none",
        ),
    ]


async def nothing(self: object, context: Context) -> None:
    """Do nothing."""


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        (lambda: at("whenever you like"), "whenever you like"),
        (lambda: at("tomorrow 9am"), "means another time each time that it is read"),
        (lambda: at("every 3 days at 9:00"), "means another time each time that it is read"),
        (lambda: at("30 february 9:00"), "february"),
        (lambda: cron("61 * * * *"), "61"),
        (lambda: every("0s"), "shorter than a second"),
        (lambda: every("1h", grace="soon"), "soon"),
    ],
)
def test_a_mark_that_means_nothing_is_refused_where_it_stands(
    mark: Callable[[], Callable[[Any], Any]], complaint: str
) -> None:
    with pytest.raises(ConfigurationError) as refused:
        mark()(nothing)
    (problem,) = refused.value.problems
    assert complaint in problem.what.casefold()
    assert (problem.file, problem.place) == (__file__, "nothing")
