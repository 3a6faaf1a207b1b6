"""The checker of bot-days sees whatever is wrong, and excuses what has a reason."""

from dragoman.planner import Cron
from schedule.calendar_check import Noted, Posted, Stretch, Verdict, judge
from schedule.orders import Due, Order

HOURLY = Order(name="a", plan=Cron(expression="0 * * * *"), grace=300, catch_up="latest")
DUE = [Due(3600.0 * hour, f"1970-01-01T0{hour}:00:00Z") for hour in range(1, 6)]
UP = [Stretch(0.0, 0.0, 20_000.0)]


def posted(*hours: int, late: float = 0.0) -> list[Posted]:
    return [Posted("a", DUE[hour - 1].at, DUE[hour - 1].key, late) for hour in hours]


def verdict(
    some: list[Posted], noted: list[Noted], stretches: list[Stretch], order: Order = HOURLY
) -> dict[str, int]:
    """Return how many of each kind were found, but for what is right."""
    found = Verdict()
    judge(order, DUE, some, noted, stretches, found)
    kinds = ("lost", "doubled", "unasked", "both", "careless", "late")
    counts = {kind: len(getattr(found, kind)) for kind in kinds} | {"missed": found.missed_by_policy}
    return {kind: count for kind, count in counts.items() if count}


def test_everything_that_was_posted_once_is_right() -> None:
    assert verdict(posted(1, 2, 3, 4, 5), [], UP) == {}


def test_what_is_neither_posted_nor_noted_is_lost() -> None:
    assert verdict(posted(1, 2, 4, 5), [], UP) == {"lost": 1}


def test_what_is_posted_twice_is_doubled() -> None:
    assert verdict(posted(1, 2, 2, 3, 4, 5), [], UP) == {"doubled": 1}


def test_what_nobody_asked_for_is_seen() -> None:
    stray = Posted("a", 1.0, "1970-01-01T00:00:01Z", 0.0)
    assert verdict([*posted(1, 2, 3, 4, 5), stray], [], UP) == {"unasked": 1}


def test_another_key_for_the_same_moment_is_seen() -> None:
    stray = Posted("a", DUE[1].at, "1970-01-01T02:00", 0.0)
    assert verdict([*posted(1, 3, 4, 5), stray], [], UP) == {"lost": 1, "unasked": 1}


def test_what_is_posted_and_noted_is_a_contradiction() -> None:
    assert verdict(posted(1, 2, 3, 4, 5), [Noted(DUE[2].at, 1)], UP) == {"both": 1}


def test_a_bot_that_is_up_may_miss_nothing() -> None:
    assert verdict(posted(1, 2, 4, 5), [Noted(DUE[2].at, 1)], UP) == {"careless": 1, "missed": 1}


def test_a_bot_that_is_down_for_longer_than_the_grace_may_miss() -> None:
    stretches = [Stretch(0.0, 0.0, 7000.0), Stretch(10_800.0 + 301, 10_800.0 + 301, 20_000.0)]
    assert verdict(posted(1, 4, 5), [Noted(DUE[2].at, 2)], stretches) == {"missed": 2}
    assert verdict(posted(1, 4, 5), [Noted(DUE[2].at, 1)], stretches) == {"lost": 1, "missed": 1}


def test_a_bot_that_is_back_within_the_grace_may_not() -> None:
    stretches = [Stretch(0.0, 0.0, 7000.0), Stretch(7300.0, 7300.0, 20_000.0)]
    assert verdict(posted(1, 3, 4, 5), [Noted(DUE[1].at, 1)], stretches) == {"careless": 1, "missed": 1}


def test_the_latest_takes_the_place_of_those_before_it() -> None:
    patient = Order(name="a", plan=HOURLY.plan, grace=36_000, catch_up="latest")
    thorough = Order(name="a", plan=HOURLY.plan, grace=36_000, catch_up="all")
    stretches = [Stretch(0.0, 0.0, 7000.0), Stretch(11_000.0, 11_000.0, 20_000.0)]
    noted = [Noted(DUE[1].at, 1)]
    assert verdict(posted(1, 3, 4, 5), noted, stretches, patient) == {"missed": 1}
    assert verdict(posted(1, 3, 4, 5), noted, stretches, thorough) == {"careless": 1, "missed": 1}


def test_what_a_clock_passes_that_is_set_ahead_may_be_missed_for_good() -> None:
    stretches = [
        Stretch(0.0, 0.0, 4000.0),
        Stretch(15_000.0, 15_000.0, 15_300.0),
        Stretch(4300.0, 4300.0, 20_000.0),
    ]
    assert verdict(posted(1, 5), [Noted(DUE[3].at, 3)], stretches) == {"missed": 3}


def test_what_comes_when_its_grace_is_over_is_late() -> None:
    stretches = [Stretch(0.0, 0.0, 7000.0), Stretch(9000.0, 9000.0, 20_000.0)]
    rest = posted(1, 3, 4, 5)
    assert verdict([*rest, *posted(2, late=1800.0)], [], stretches) == {"late": 1}
    tried = [Stretch(0.0, 0.0, 7210.0), Stretch(9000.0, 9000.0, 20_000.0)]
    assert verdict([*rest, *posted(2, late=1800.0)], [], tried) == {}


def test_a_short_life_may_pass_over_what_a_clock_that_is_put_back_brings_again() -> None:
    aloof = Order(name="a", plan=HOURLY.plan, grace=7200, catch_up="none")
    stretches = [
        Stretch(0.0, 0.0, 7000.0),
        Stretch(8000.0, 8000.0, 8050.0),
        Stretch(5000.0, 5000.0, 20_000.0),
    ]
    assert verdict(posted(1, 3, 4, 5), [Noted(DUE[1].at, 1)], stretches, aloof) == {"missed": 1}
