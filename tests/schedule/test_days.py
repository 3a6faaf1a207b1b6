"""A sample of bot-days with deaths, wrong clocks and outages; and that the checker sees a careless bot."""

from collections.abc import Iterator

import pytest
import structlog

from schedule import days
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


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_careless_bot_is_seen_to_lose_and_double() -> None:
    tally = days.run(FIRST, 4, 50, lifetime=4, plugin=Careless)
    assert tally.lost > 0
    assert tally.doubled > 0
