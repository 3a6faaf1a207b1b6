"""What people write for times and recurrences is taken as they mean it."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from dragoman.planner import (
    Impossible,
    Plan,
    Unclear,
    Unknown,
    decode_plan,
    encode_plan,
    in_words,
    next_after,
    read_plan,
)
from schedule.phrase_table import TABLES, Answer, Row, read_rows

ROWS = [row for table in TABLES for row in read_rows(table.read_text(encoding="utf-8"))]
UNCLEAR = [row for row in ROWS if row.answers == ("unclear",)]


def answer(row: Row) -> Answer:
    """Return what the planner makes of a phrase, in the table's terms."""
    try:
        plan = read_plan(row.phrase, row.now, ZoneInfo(row.zone))
    except Unclear:
        return "unclear"
    except Impossible:
        return "impossible"
    except Unknown:
        return "unknown"
    assert decode_plan(encode_plan(plan)) == plan
    assert in_words(plan).strip()
    return coming(plan, row.now, 3)


def coming(plan: Plan, now: datetime, count: int) -> tuple[datetime, ...]:
    """Return the next occurrences."""
    found: list[datetime] = []
    after = now.timestamp()
    while len(found) < count and (occurrence := next_after(plan, after)) is not None:
        found.append(datetime.fromtimestamp(occurrence.at, UTC))
        after = occurrence.at
    return tuple(found)


KNOWN: dict[tuple[str, str], str] = {}
"""Phrases that are known to be taken wrong, by zone, and how."""


def marked(row: Row) -> object:
    """Return a row, marked where it is known to be taken wrong."""
    reason = KNOWN.get((row.phrase, row.zone))
    title = f"{row.phrase} ({row.now:%m-%d} {row.zone})"
    return pytest.param(row, id=title, marks=[pytest.mark.xfail(reason=reason)] if reason else [])


@pytest.mark.parametrize("row", [marked(row) for row in ROWS])
def test_a_phrase_is_taken_as_it_is_meant(row: Row) -> None:
    assert answer(row) in row.answers


CLEAR = [row for row in ROWS if not any(isinstance(each, str) for each in row.answers)]


@pytest.mark.parametrize("row", CLEAR, ids=[f"{row.phrase} ({row.now:%m-%d} {row.zone})" for row in CLEAR])
def test_the_sentence_about_a_plan_is_read_to_the_same_plan(row: Row) -> None:
    plan = read_plan(row.phrase, row.now, ZoneInfo(row.zone))
    again = read_plan(in_words(plan), row.now, ZoneInfo("UTC"))
    assert coming(again, row.now, 12) == coming(plan, row.now, 12)


def test_there_are_enough_of_all_kinds() -> None:
    words = [row.answers[0] for row in ROWS if isinstance(row.answers[0], str)]
    assert len(ROWS) >= 900
    assert min(words.count(word) for word in ("unclear", "impossible", "unknown")) >= 7


def choices(row: Row) -> tuple[str, ...]:
    """Return what is offered for an unclear phrase."""
    try:
        read_plan(row.phrase, row.now, ZoneInfo(row.zone))
    except Unclear as unclear:
        return unclear.choices
    except ValueError:
        pass
    return ()


@pytest.mark.parametrize("row", UNCLEAR, ids=[row.phrase for row in UNCLEAR])
def test_what_is_offered_for_an_unclear_phrase_is_clear(row: Row) -> None:
    offered = choices(row)
    assert len(offered) > 1
    plans = [read_plan(choice, row.now, ZoneInfo(row.zone)) for choice in offered]
    assert len({encode_plan(plan) for plan in plans}) == len(plans)
