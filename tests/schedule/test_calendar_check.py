"""The checker of bot-days sees whatever is wrong, and excuses what has a reason."""

from collections.abc import Sequence

from dragoman.planner import Cron
from schedule.calendar_check import KINDS, Noted, Posted, Verdict, judge
from schedule.orders import Due, Order
from schedule.phases import Said, Stretch

HOURLY = Order(name="a", plan=Cron(expression="0 * * * *"), grace=300, catch_up="latest")
DUE = [Due(3600.0 * hour, f"1970-01-01T0{hour}:00:00Z") for hour in range(1, 6)]
UP = [Stretch(0.0, 0.0, 20_000.0)]


def posted(*hours: int, late: float = 0.0) -> list[Posted]:
    return [Posted("a", DUE[hour - 1].at, DUE[hour - 1].key, late) for hour in hours]


def verdict(
    some: list[Posted],
    noted: list[Noted],
    stretches: list[Stretch],
    order: Order = HOURLY,
    said: Sequence[Said] = (),
) -> dict[str, int]:
    """Return how many of each kind were found, but for what is right."""
    found = Verdict()
    judge(order, DUE, some, noted, stretches, found, said)
    counts = {kind: len(getattr(found, kind)) for kind in KINDS} | {"missed": found.missed_by_policy}
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


# Up from 0 to 20,000 by a clock that is right, and paused from 5,000 to 12,000.
ALL_DAY = [Stretch(0.0, 0.0, 20_000.0, 20_000.0)]
RESTED = (Said("pause", "a", 5000.0, 5000.0), Said("resume", "a", 12_000.0, 12_000.0))
SKIPPED = (Said("skip", "a", 5000.0, 5000.0),)


def test_nothing_comes_while_it_is_paused_and_nothing_of_it_is_missed() -> None:
    assert verdict(posted(1, 4, 5), [], ALL_DAY, said=RESTED) == {}
    assert verdict(posted(1, 2, 4, 5), [], ALL_DAY, said=RESTED) == {"unasked": 1}
    assert verdict(posted(1, 5), [], ALL_DAY, said=RESTED) == {"lost": 1}
    assert verdict(posted(1), [], ALL_DAY, said=RESTED[:1]) == {}


def test_what_comes_just_before_it_is_paused_may_come_or_not() -> None:
    said = (Said("pause", "a", 7300.0, 7300.0),)
    assert verdict(posted(1), [], ALL_DAY, said=said) == {}
    assert verdict(posted(1, 2), [], ALL_DAY, said=said) == {}
    assert verdict(posted(2), [], ALL_DAY, said=said) == {"lost": 1}


def test_what_a_clock_that_is_ahead_has_reached_when_it_is_paused_may_have_come() -> None:
    # Up from 0 to 4,000, then by a clock that is 8,000 seconds ahead; paused at 13,000 by it, which is 5,000.
    stretches = [Stretch(0.0, 0.0, 4000.0, 4000.0), Stretch(12_000.0, 12_000.0, 14_000.0, 6000.0)]
    noted = [Noted(DUE[2].at, 2)]
    assert verdict(posted(1), noted, stretches, said=(Said("pause", "a", 13_000.0, 5000.0),)) == {"missed": 2}


def test_what_is_left_out_is_the_next_one() -> None:
    assert verdict(posted(1, 3, 4, 5), [Noted(DUE[1].at, 1, is_skipped=True)], ALL_DAY, said=SKIPPED) == {}
    assert verdict(posted(1, 2, 3, 4, 5), [], ALL_DAY, said=SKIPPED) == {"unskipped": 1}
    other = [Noted(DUE[3].at, 1, is_skipped=True)]
    assert verdict(posted(1, 2, 3, 5), other, ALL_DAY, said=SKIPPED) == {"careless": 1, "unskipped": 1}
    assert verdict(posted(1, 2, 3, 5), other, ALL_DAY) == {"careless": 1}


def test_what_is_left_out_in_the_moment_of_a_pause_is_what_was_asked_for() -> None:
    both = (*SKIPPED, Said("pause", "a", 5000.0, 5000.0), Said("resume", "a", 6000.0, 6000.0))
    assert verdict(posted(1, 3, 4, 5), [Noted(DUE[1].at, 1, is_skipped=True)], ALL_DAY, said=both) == {}
    again = (*both, Said("skip", "a", 6000.0, 6000.0))
    noted = [Noted(DUE[1].at, 1, is_skipped=True), Noted(DUE[2].at, 1, is_skipped=True)]
    assert verdict(posted(1, 4, 5), noted, ALL_DAY, said=again) == {}
    assert verdict(posted(1, 3, 4, 5), noted[:1], ALL_DAY, said=again) == {"unskipped": 1}


def test_what_a_clock_ahead_has_done_is_not_what_is_left_out_when_its_time_comes_again() -> None:
    stretches = [
        Stretch(0.0, 0.0, 4000.0, 4000.0),
        Stretch(7100.0, 7100.0, 7600.0, 4500.0),
        Stretch(4500.0, 4500.0, 20_000.0, 20_000.0),
    ]
    said = (
        Said("pause", "a", 4600.0, 4600.0),
        Said("resume", "a", 4700.0, 4700.0),
        Said("skip", "a", 5000.0, 5000.0),
    )
    left_out = [Noted(DUE[2].at, 1, is_skipped=True)]
    assert verdict(posted(1, 2, 4, 5), left_out, stretches, said=said) == {}
    assert verdict(posted(1, 2, 3, 4, 5), [], stretches, said=said) == {"unskipped": 1}


def test_what_is_put_off_comes_no_earlier() -> None:
    jittered = Order(name="a", plan=HOURLY.plan, grace=300, catch_up="latest", jitter=1800)
    put_off = [jittered.rings(due) - due.at for due in DUE]
    assert all(100 < one < 1800 for one in put_off)
    some = [Posted("a", due.at, due.key, round(late)) for due, late in zip(DUE, put_off, strict=True)]
    assert verdict(some, [], UP, jittered) == {}
    assert verdict(posted(1, 2, 3, 4, 5), [], UP, jittered) == {"early": 5}
    later = [one._replace(late=one.late + 600) for one in some]
    up_again = [Stretch(0.0, 0.0, 3000.0), Stretch(19_800.0, 19_800.0, 30_000.0)]
    assert verdict(later, [], up_again, jittered)["late"] == 4


def test_what_rang_by_a_clock_that_was_put_back_is_not_early() -> None:
    behind = [Stretch(0.0, 0.0, 3000.0), Stretch(9000.0, 9000.0, 11_000.0), Stretch(4000.0, 4000.0, 20_000.0)]
    some = [*posted(2, 4, 5), *posted(1, late=5700.0), *posted(3, late=-6000.0)]
    assert verdict(some, [], behind, Order(name="a", plan=HOURLY.plan, grace=36_000, catch_up="all")) == {}
    some = [*posted(2, 4, 5), *posted(1), *posted(3, late=-6000.0)]
    assert verdict(some, [], UP) == {"early": 1}
