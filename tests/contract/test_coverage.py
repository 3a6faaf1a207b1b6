"""Every line of both specifications is covered by a check, or waits for an operation that no tower has yet.

Run with ``-s`` to see the list.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from contract.covering import CHECKS, Row, rows
from contract.said_only import SAID_ONLY

HERE = Path(__file__).parent


@pytest.fixture
def found(request: pytest.FixtureRequest) -> tuple[Row, ...]:
    """Return the list, which needs all checks of this folder to have been collected."""
    checks = request.config.stash[CHECKS]
    collected = {name.split("::")[0].rpartition("contract/")[2] for name in checks}
    missing = {str(path.relative_to(HERE)) for path in HERE.rglob("test_*.py")} - collected
    if missing:
        pytest.skip("the list needs the whole folder to be run")
    return rows(checks)


def _show(lines: Iterable[Row]) -> str:
    return "\n".join(str(row) for row in lines)


def test_every_line_is_checked_or_waits(found: tuple[Row, ...]) -> None:
    print(f"\n{_show(found)}")
    checked = sum(row.is_checked for row in found)
    print(f"{checked} of {len(found)} lines are checked, the others wait")
    bare = [
        row for row in found if not row.is_checked and not row.waits_for and str(row.line) not in SAID_ONLY
    ]
    assert not bare, _show(bare)


def test_what_is_only_said_is_not_checked_after_all(found: tuple[Row, ...]) -> None:
    assert sorted(str(row.line) for row in found if row.is_checked and str(row.line) in SAID_ONLY) == []
    assert sorted(set(SAID_ONLY) - {str(row.line) for row in found}) == []
