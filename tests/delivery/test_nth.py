"""Single calls to the disk and to the network that fail; and that a bot that is less careful is found out."""

from collections.abc import Iterator

import pytest
import structlog

from delivery import nth
from dragoman.delivery import DatabaseDamaged, sqlite


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    yield
    structlog.configure(**before)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_statement_that_fails_costs_no_message() -> None:
    tally = nth.run([f"statement {name}" for name in nth.CODES], range(1, 65, 20))
    assert (tally.failures, tally.failing) == (12, [])


def test_a_commit_that_fails_costs_no_message() -> None:
    tally = nth.run(["commit"], [5])
    assert (tally.failures, tally.failing) == (1, [])


def test_a_connection_that_breaks_costs_no_message() -> None:
    tally = nth.run(["socket"], (1, 20))
    assert (tally.failures, tally.failing) == (2, [])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_bot_that_gives_up_at_the_first_trouble_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_meaning", lambda error: DatabaseDamaged(str(error)))
    tally = nth.run(["statement full"], [30])
    assert (tally.failures, tally.stuck) == (1, 1)
