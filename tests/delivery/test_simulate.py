"""Simulated schedules of faults and deaths; and that the checker sees a bot that is less careful."""

from collections.abc import Iterator

import pytest
import structlog
from msgspec import structs

from delivery import simulate, simulate_copies, simulate_edits
from delivery.history import judge
from delivery.simulate_copies import CopiesSchedule
from delivery.simulate_edits import EditingSchedule
from dragoman.delivery import Verification, claims, verification

FIRST = 42_000_000


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    yield
    structlog.configure(**before)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_no_schedule_loses_or_doubles_an_answer() -> None:
    tally = simulate.run(range(FIRST, FIRST + 80))
    assert (tally.schedules, tally.asked, tally.failing) == (80, 960, [])
    assert tally.kills > 80


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_bot_that_looks_only_once_doubles_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "LOOKS", (1.0,))
    assert simulate.run(range(FIRST, FIRST + 30)).doubled > 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_bot_that_takes_doubt_for_success_loses_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def find(*_: object) -> int:
        return 1

    monkeypatch.setattr(Verification, "find", find)
    assert simulate.run(range(FIRST, FIRST + 30)).lost > 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_no_schedule_of_edits_leaves_a_wrong_answer() -> None:
    tally = simulate.run(range(FIRST, FIRST + 60), kind=EditingSchedule, delivery=simulate_edits.DELIVERY)
    assert (tally.schedules, tally.failing) == (60, [])
    assert tally.kills > 60
    assert tally.asked > 500


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_bot_that_follows_no_edit_is_found_out() -> None:
    assert simulate.run(range(FIRST, FIRST + 3), kind=EditingSchedule).unasked > 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_no_schedule_of_two_copies_loses_or_doubles_an_answer() -> None:
    numbers = range(FIRST, FIRST + 30)
    tally = simulate.run(numbers, kind=CopiesSchedule, delivery=simulate_copies.DELIVERY)
    assert (tally.schedules, tally.asked, tally.failing) == (30, 360, [])
    assert tally.kills > 120


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_copies_that_wait_too_little_double_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "PATIENCE", 10.0)
    monkeypatch.setattr(claims, "LOOKS", (0.0, 3.0, 10.0))
    numbers = range(FIRST, FIRST + 60)
    assert simulate.run(numbers, kind=CopiesSchedule, delivery=simulate_copies.DELIVERY).doubled > 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", [simulate.Schedule, CopiesSchedule])
def test_a_schedule_is_the_same_each_time(kind: type[simulate.Schedule]) -> None:
    delivery = simulate_copies.DELIVERY if kind is CopiesSchedule else ""
    tallies = [simulate.run(range(FIRST, FIRST + 5), kind=kind, delivery=delivery) for _ in range(2)]
    first, second = (structs.replace(tally, seconds=0.0) for tally in tallies)
    assert first == second


def test_the_checker_sees_whatever_is_wrong() -> None:
    asked = {"here": ["a", "b"], "there": ["c"]}
    assert judge(asked, {"here": ["heard a", "heard b"], "there": ["heard c"]}).is_clean
    verdict = judge(asked, {"here": ["heard b", "heard a", "heard a"], "there": ["heard z"]})
    assert (verdict.lost, verdict.doubled, verdict.unasked) == (("c",), ("a",), ("z",))
    assert verdict.disordered == ("here",)
