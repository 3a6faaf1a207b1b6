"""A sample of bot-days with deaths, wrong clocks and outages; and that the checker sees a careless bot."""

from collections.abc import Iterator

import pytest
import structlog
from msgspec import structs

from schedule import days
from schedule.marked import Deaf, Forgetful, Hasty
from schedule.poster import Careless

FIRST = 42_000_000


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    before = structlog.get_config()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), cache_logger_on_first_use=False)
    yield
    structlog.configure(**before)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_every_occurrence_is_posted_once_or_noted_as_missed() -> None:
    tally = days.run(FIRST, 4, 50, lifetime=2)
    assert tally.failing == [], tally
    assert tally.occurrences > 150
    assert sum(tally.troubles.values()) > 5
    assert all(count > 5 for count in tally.said.values())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_careless_bot_is_seen_to_lose_and_double() -> None:
    tally = days.run(FIRST, 4, 50, lifetime=4, plugin=Careless)
    assert tally.lost > 0
    assert tally.doubled > 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("plugin", "kinds"),
    [(Deaf, ("unasked", "unskipped")), (Hasty, ("early",)), (Forgetful, ("lost", "doubled"))],
    ids=["pauses and skips", "jitter", "marks"],
)
def test_a_bot_that_does_not_keep_to_what_was_asked_is_seen(
    plugin: days.Posting, kinds: tuple[str, ...]
) -> None:
    tally = days.run(FIRST, 10, 20, lifetime=5, plugin=plugin)
    assert [kind for kind in kinds if getattr(tally, kind) == 0] == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_same_number_gives_the_same_days() -> None:
    one, other = (days.run(FIRST, 3, 20, lifetime=3) for _ in range(2))
    assert structs.replace(one, seconds=0.0) == structs.replace(other, seconds=0.0)
