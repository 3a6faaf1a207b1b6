"""Texts with fields, such as {date} and {on_duty}, that are filled in when a message is sent."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

import msgspec

from dragoman.plugin import Unreadable
from dragoman.plugin.matching import did_you_mean
from dragoman.text import escape, time_tag

FIELDS = {
    "date": "the day that the message is for, 2027-01-18",
    "time": "the time of day, 09:00",
    "weekday": "Monday",
    "day": "the day of the month, 18",
    "month": "January",
    "year": "2027",
    "week": "the number of the week, as ISO 8601 counts, 3",
    "name": "the schedule's name",
    "next": "when it comes again, to everybody in their own time zone",
    "on_duty": "whose turn it is by the schedule's rota, mentioned",
    "next_on_duty": "whose turn comes then, named without a notice",
}
"""What stands in a text for what; besides them there is {rota.NAME} for whose turn it is by a rota."""
ROTA = "rota."
PART = re.compile(r"\{\{|\}\}|\{(?P<field>[A-Za-z_][\w.-]*)\}|[{}]")
NEVER = "never"
"""What {next} is when nothing comes any more."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What the fields about time are filled from."""

    name: str
    """The schedule's."""
    at: datetime
    """When the message is due, in the schedule's zone."""
    next: datetime | None
    """When it comes again; None when it does not."""

    def values(self) -> dict[str, str]:
        """Return the values of the fields about time, fit to stand in Markdown."""
        return {
            "date": f"{self.at:%Y-%m-%d}",
            "time": f"{self.at:%H:%M}",
            "weekday": f"{self.at:%A}",
            "day": str(self.at.day),
            "month": f"{self.at:%B}",
            "year": str(self.at.year),
            "week": str(self.at.isocalendar().week),
            "name": escape(self.name),
            "next": time_tag(self.next) if self.next else NEVER,
        }


class Template(str):
    """A text with fields; as an option it is checked when it is read. A brace is written twice."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Template":
        """Check a text; fails with Unreadable for a field that there is none of."""
        for found in PART.finditer(text):
            field = found["field"]
            if field is None and len(found[0]) == 1:
                raise Unreadable(f"the text has a lone “{found[0]}”", f"Write it twice: {found[0] * 2}")
            if field is not None and not is_field(field):
                meant = did_you_mean(field, tuple(FIELDS)).strip()
                raise Unreadable(f"there is no field “{{{field}}}”", meant or f"There are {listed()}")
        return cls(text)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the text, each once, in their order."""
        return tuple(dict.fromkeys(fields_of(self)))

    @property
    def is_static(self) -> bool:
        """Whether the text is always the same."""
        return not self.fields

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the text with its fields filled in; what is filled in is not read again."""

        def fill(found: re.Match[str]) -> str:
            field = found["field"]
            return values.get(field, found[0]) if field is not None else found[0][:1]

        return PART.sub(fill, self)


def lenient(text: str) -> Template:
    """Return a person's text as a template: its fields are fields, and all other braces are what they are."""

    def keep(found: re.Match[str]) -> str:
        field = found["field"]
        if field is not None and is_field(field):
            return found[0]
        return found[0].replace("{", "{{").replace("}", "}}")

    return Template(PART.sub(keep, text))


def is_field(name: str) -> bool:
    """Tell whether a text may have this field."""
    return name in FIELDS or (name.startswith(ROTA) and len(name) > len(ROTA))


def fields_of(text: str) -> Iterator[str]:
    """Yield the fields of a text in their order."""
    for found in PART.finditer(text):
        if found["field"] is not None:
            yield found["field"]


def listed() -> str:
    """Return the names of all fields, as they are written."""
    return ", ".join(f"{{{name}}}" for name in FIELDS) + f" and {{{ROTA}NAME}}"
