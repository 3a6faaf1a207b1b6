"""The parity page as Markdown, for those who read the code."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from dragoman_server.parity.known import Difference
from dragoman_server.parity.rows import LEVELS, Modelled, Parity, Row, in_words

SIGNS = {Modelled.YES: "yes", Modelled.PARTLY: "partly", Modelled.NO: "**no**", Modelled.ABSENT: "–"}


def parity_text(parity: Parity, differences: Iterable[Difference]) -> str:
    """Return the page."""
    return "\n".join(_lines(parity, differences)) + "\n"


def _lines(parity: Parity, differences: Iterable[Difference]) -> Iterator[str]:
    yield "# What the bundled server models"
    yield ""
    yield "Made by `python -m dragoman_server.parity` from its declarations; not to be edited by hand."
    yield f"The service at its feature levels {LEVELS[0]} and {LEVELS[1]}; – is what it does not have there."
    yield ""
    for place, level in enumerate(LEVELS):
        operations, events = count(parity.operations, place), count(parity.events, place)
        yield f"- At level {level}: operations {in_numbers(operations)}; events {in_numbers(events)}."
    yield ""
    yield "## Operations"
    for chapter, rows in groupby(parity.operations, key=lambda row: row.chapter):
        yield from ("", f"### {chapter}", "")
        yield from _table("operation", "not modelled of it", ((row, _missing(row)) for row in rows))
    yield from ("", "## Events", "")
    yield from _table("event", "", ((row, "") for row in parity.events))
    yield from ("", "## Where it differs, and means to", "")
    for one in differences:
        yield f"- **{one.about}.** {one.here} {one.there}"


def _table(name: str, more: str, rows: Iterable[tuple[Row, str]]) -> Iterator[str]:
    yield f"| {name} | {LEVELS[0]} | {LEVELS[1]} | {more} |"
    yield "|---|---|---|---|"
    for row, told in rows:
        signs = " | ".join(SIGNS[one] for one in row.modelled)
        yield f"| `{row.name}`{in_words(row.since, row.until)} | {signs} | {told} |"


def _missing(row: Row) -> str:
    if Modelled.NO in row.modelled:
        return ""
    names = ", ".join(f"`{name}`" for name in row.missing)
    return "; ".join(one for one in (names, row.lacks) if one)


def count(rows: Iterable[Row], place: int) -> dict[Modelled, int]:
    """Return how many rows are modelled how at one of the levels, without those that are not there."""
    found = Counter(row.modelled[place] for row in rows)
    return {kind: found[kind] for kind in (Modelled.YES, Modelled.PARTLY, Modelled.NO)}


def in_numbers(counted: dict[Modelled, int]) -> str:
    """Return a count for reading: `3 modelled, 1 partly, 0 not modelled`."""
    return ", ".join(f"{number} {kind}" for kind, number in counted.items())
