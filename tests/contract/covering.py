"""Says of a check which lines of the specifications it covers, and lists all lines with their checks."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec import Struct

from contract.lines import all_lines
from contract.not_yet import NOT_YET, NOT_YET_FIELDS, NOT_YET_PARAMETERS, NOT_YET_PARTS
from contract.said_only import SAID_ONLY
from contract.terms import Line

MARK = "covers"
CHECKS = pytest.StashKey[dict[str, tuple[str, ...]]]()
"""The lines that each collected check covers, before any is deselected."""


def covers(*lines: Line) -> pytest.MarkDecorator:
    """Mark a check with the lines that it covers."""
    return pytest.mark.covers(*(str(line) for line in lines))


class Row(Struct, frozen=True, kw_only=True):
    """A line, and what covers it."""

    line: Line
    client: tuple[str, ...]
    """The checks of the client that cover it."""
    server: tuple[str, ...]
    """The checks of the server that cover it."""
    waits_for: tuple[str, ...]
    """The operations, or parts of them, that a tower does not have yet and that would show it."""

    @property
    def why_not(self) -> str:
        """Why no check covers it."""
        said = SAID_ONLY.get(str(self.line))
        return f"SAID ONLY: {said}" if said else f"NOT YET: {', '.join(self.waits_for) or '???'}"

    @property
    def is_checked(self) -> bool:
        """Whether any check covers it."""
        return bool(self.client or self.server)

    def __str__(self) -> str:
        """Return the row as it is printed."""
        checks = [*self.client, *self.server] or [self.why_not]
        shown = checks[0] if len(checks) == 1 else f"{checks[0]} (+{len(checks) - 1})"
        return f"{self.line}  ->  {shown}"


def rows(checks: Mapping[str, Iterable[str]]) -> tuple[Row, ...]:
    """Return a row for every line, given for each check the lines that it says it covers."""
    by_line: dict[str, list[str]] = {str(line): [] for line in all_lines()}
    for check, lines in checks.items():
        for line in lines:
            by_line[line].append(check)
    return tuple(_row(line, by_line[str(line)]) for line in all_lines())


def _waits_for(line: Line) -> tuple[str, ...]:
    whole = [
        name
        for name in line.of
        if name in {**NOT_YET["client"], **NOT_YET["server"]} or name in NOT_YET_PARTS
    ]
    parts = [
        f"{name} of {key}"
        for table in (NOT_YET_PARAMETERS, NOT_YET_FIELDS)
        for key, name in sorted(table["client"] | table["server"])
        if key in line.of and line.key in (f"parameter {name}", f"answer {name}")
    ]
    return (*whole, *parts)


def _row(line: Line, checks: list[str]) -> Row:
    return Row(
        line=line,
        client=tuple(check for check in checks if "contract/client/" in check),
        server=tuple(check for check in checks if "contract/server/" in check),
        waits_for=_waits_for(line),
    )
