"""What a text may mean: plans, which travel as JSON and say by themselves all that occurrences need."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec

from dragoman.model.record import Record
from dragoman.planner.errors import Impossible, Unknown
from dragoman.planner.expressions import expression_of
from dragoman.planner.zones import zone_of

Gap = Literal["fire", "skip"]
"""What is done with a wall time that the clocks skip: come at the first moment after it, or not at all."""
Fold = Literal["first", "second", "both"]
"""Which of two equal wall times is meant when the clocks are put back."""

SHORTEST = 0.001
"""Seconds between two occurrences."""
LONGEST = 1e12
"""Seconds; every date is nearer."""
EARLIEST, LATEST = -62e9, 253e9
"""UNIX seconds: the years 5 and 9987."""


class Cron(Record, tag_field="kind", tag="cron"):
    """By five fields, meant in a time zone.

    An expression whose minute or hour begins with a star goes on in real time while the clocks change, as
    with Debian's cron; ``gap`` and ``fold`` are for the others. Fails with `NoPlan` for what cannot be read.
    """

    expression: str
    """Five fields, or a nickname such as ``@daily``, which is written out."""
    zone: str = "UTC"
    gap: Gap = "fire"
    fold: Fold = "first"

    def __post_init__(self) -> None:
        """Check the expression and the zone, and keep the expression in its one way of writing."""
        msgspec.structs.force_setattr(self, "expression", expression_of(self.expression).text)
        zone_of(self.zone)


class Every(Record, tag_field="kind", tag="every"):
    """Every so often in elapsed time; fails with `Impossible` for less than a thousandth of a second."""

    seconds: float
    anchor: float
    """UNIX seconds from which it is counted; the first occurrence is one interval later."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not (SHORTEST <= self.seconds <= LONGEST and abs(self.anchor) <= LONGEST):
            raise Impossible("the time between two occurrences is too short, or too long, to be kept")
        _as_floats(self, "seconds", "anchor")


class Days(Record, tag_field="kind", tag="days"):
    """Every so many days at one wall time of a zone, from a day on."""

    every: Annotated[int, msgspec.Meta(ge=1, le=36_525)]
    start: date
    """The first day."""
    minute: Annotated[int, msgspec.Meta(ge=0, le=1_439)]
    """Of the day: 540 is 09:00."""
    zone: str = "UTC"
    gap: Gap = "fire"
    fold: Fold = "first"

    def __post_init__(self) -> None:
        """Check the zone."""
        zone_of(self.zone)


class Once(Record, tag_field="kind", tag="once"):
    """At one moment."""

    at: float
    """UNIX seconds."""
    zone: str = "UTC"
    """Where it was meant, for reading it back."""

    def __post_init__(self) -> None:
        """Check the moment and the zone."""
        if not EARLIEST <= self.at <= LATEST:
            raise Impossible("that is too far away to be kept")
        _as_floats(self, "at")
        zone_of(self.zone)


class Within(Record, tag_field="kind", tag="within"):
    """The occurrences of a plan between two moments, both included."""

    plan: "Recurrence"
    since: float | None = None
    """UNIX seconds; None for ever since."""
    until: float | None = None
    """UNIX seconds; None for ever on."""

    def __post_init__(self) -> None:
        """Keep the moments in their one way of writing."""
        _as_floats(self, "since", "until")


class Several(Record, tag_field="kind", tag="several"):
    """Whenever one of several plans occurs; what two of them share occurs once."""

    plans: "tuple[Recurrence | Within | Once, ...]"


Recurrence = Cron | Every | Days
Plan = Cron | Every | Days | Once | Within | Several


def _as_floats(plan: Record, *names: str) -> None:
    """Write 3 as 3.0, for equal plans are to be written the same."""
    for name in names:
        value = getattr(plan, name)
        if value is not None:
            msgspec.structs.force_setattr(plan, name, float(value))


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER: msgspec.json.Decoder[Plan] = msgspec.json.Decoder(Plan)


def encode_plan(plan: Plan) -> str:
    """Return a plan as JSON; equal plans give equal texts."""
    return _ENCODER.encode(plan).decode()


def as_one(plans: "Iterable[Recurrence | Within | Once]") -> Plan:
    """Return several plans as one, each once and in an order that does not depend on how they were said."""
    by_text = {encode_plan(plan): plan for plan in plans}
    ordered = tuple(by_text[text] for text in sorted(by_text))
    return ordered[0] if len(ordered) == 1 else Several(plans=ordered)


def decode_plan(text: str | bytes) -> Plan:
    """Return the plan that was encoded; fails with `Unknown` for what is none."""
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise Unknown(f"this is no plan: {error}") from error


def zone_info(plan: Cron | Days | Once) -> ZoneInfo:
    """Return the time zone of a plan."""
    return zone_of(plan.zone)
