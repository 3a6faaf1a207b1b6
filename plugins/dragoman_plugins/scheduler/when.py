"""Finds the time at the beginning or the end of what a person typed: "tomorrow 9am rotate backups"."""

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from dragoman.planner import parse_duration, parse_time
from dragoman_plugins.scheduler.days import day_of

LONGEST_PHRASE = 8
"""Words that a time may consist of: "in 1 day 2 hours and 30 minutes"."""
SIGNS = " \t\n,:;-–—"
EXAMPLES = "in 2h, at 17:00, tomorrow 9am, friday 17:00 or 2027-12-01 08:00"
DEFAULT_TIME = time(9)
"""When on a day that is named without a time."""
PARTS_OF_DAY = {
    "morning": time(9),
    "afternoon": time(15),
    "evening": time(18),
    "night": time(20),
    "tonight": time(20),
}
NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
SPANS = (
    (re.compile(r"\b(?:a|the next) quarter of an hour\b|\ba quarter hour\b"), "15 minutes"),
    (re.compile(r"\b(?:a )?half an hour\b|\bhalf hour\b"), "30 minutes"),
    (re.compile(r"\ban hour and a half\b|\bone and a half hours\b"), "90 minutes"),
    (re.compile(r"\ba couple (?:of )?(?=\w)"), "2 "),
    (re.compile(r"\b(?:an|a) (?=(?:second|minute|min|hour|day|week)\b)"), "1 "),
)
TAGGED = re.compile(r"<time:([^>\s]+)>")
ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[t ]\d\d:?\d\d(?::?\d\d)?(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)?)?")
JOINTS = re.compile(r"^(?:on|at|by|@|this coming|this|the)\s+(?=\S)")


class When(msgspec.Struct, frozen=True):
    """A time that was found, and what was said besides."""

    moment: datetime
    """With the asker's zone."""
    rest: str


def when_first(text: str, now: datetime, zone: ZoneInfo) -> When:
    """Return the time that a text begins with; fails with ValueError, whose text is a sentence for people."""
    ends = [match.end() for match in re.finditer(r"\S+", text)]
    for end in reversed(ends[:LONGEST_PHRASE]):
        moment = moment_of(text[:end], now, zone)
        if moment is not None:
            return When(future(moment, now), text[end:].strip(SIGNS))
    raise ValueError(f"I cannot tell when: begin with a time such as {EXAMPLES}")


def when_last(text: str, now: datetime, zone: ZoneInfo) -> When:
    """Return the time that a text ends with; fails with ValueError, whose text is a sentence for people."""
    starts = [match.start() for match in re.finditer(r"\S+", text)]
    for start in starts[-LONGEST_PHRASE:]:
        moment = moment_of(text[start:], now, zone)
        if moment is not None and start:
            return When(future(moment, now), text[:start].strip(SIGNS))
    raise ValueError(f"I cannot tell when: name a time such as {EXAMPLES}")


def future(moment: datetime, now: datetime) -> datetime:
    """Return the moment; fails with ValueError for one that is over."""
    if moment <= now:
        raise ValueError(f"{moment:%A, %d %B %Y, %H:%M} is over: name a time that is still to come")
    return moment


def moment_of(phrase: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Return the moment that a whole phrase names, None when it names none.

    Fails with ValueError for a phrase that would be a time, but there is none such ("25:00", "30 february").
    """
    said = " ".join(phrase.casefold().strip(SIGNS).split())
    said = said if said.endswith(".") and said[:-1].replace(".", "").isdigit() else said.rstrip(".")
    return written_out(said, zone) or after_a_while(said, now) or on_a_day(said, now.astimezone(zone), zone)


def written_out(said: str, zone: ZoneInfo) -> datetime | None:
    """Read ``<time:...>`` and ISO 8601."""
    tag = TAGGED.fullmatch(said)
    text = tag[1] if tag else JOINTS.sub("", said)
    if ISO.fullmatch(text) is None:
        return None
    try:
        read = datetime.fromisoformat(text.upper())
    except ValueError as error:
        raise ValueError(f"there is no “{text}”: {error}") from error
    if len(text) == len("2027-01-01"):
        read = datetime.combine(read.date(), DEFAULT_TIME)
    return read.astimezone(zone) if read.tzinfo else local(read, zone)


def after_a_while(said: str, now: datetime) -> datetime | None:
    """Read ``in 2h``, ``2 hours from now``, ``in half an hour``; a bare ``2h`` counts too."""
    text = said.removeprefix("in ").removeprefix("after ").removesuffix(" from now").removesuffix(" later")
    for pattern, span in SPANS:
        text = pattern.sub(span, text)
    text = " ".join(NUMBERS.get(word, word) for word in text.split())
    try:
        return now + parse_duration(text)
    except (ValueError, OverflowError):
        return None


def on_a_day(said: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Read a day, a time of day, or both in either order."""
    words = said.replace(",", " ").split()
    for cut in range(len(words), -1, -1):
        for day_words, time_words in ((words[:cut], words[cut:]), (words[cut:], words[:cut])):
            moment = day_and_time(" ".join(day_words), " ".join(time_words), now, zone)
            if moment is not None:
                return moment
    return None


def day_and_time(day_said: str, time_said: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Return the moment of a day and a time of day, either of which may be left out."""
    clock = clock_of(time_said) if time_said else default_time(day_said)
    if clock is None:
        return None
    if not day_said:
        today = local(datetime.combine(now.date(), clock), zone)
        return today if today > now else local(datetime.combine(now.date() + timedelta(days=1), clock), zone)
    day = day_of(JOINTS.sub("", day_said), now.date())
    if day is None:
        return None
    moment = local(datetime.combine(day.date, clock), zone)
    again = moment <= now and day.step
    return local(datetime.combine(day.date + timedelta(days=day.step), clock), zone) if again else moment


def default_time(day_said: str) -> time:
    """Return the time of a day that is named without one."""
    return PARTS_OF_DAY["tonight"] if day_said == "tonight" else DEFAULT_TIME


def clock_of(said: str) -> time | None:
    """Return the time of day, None for what is none; a bare hour needs its "at"."""
    text = JOINTS.sub("", said)
    if text.removeprefix("in the ") in PARTS_OF_DAY:
        return PARTS_OF_DAY[text.removeprefix("in the ")]
    if re.fullmatch(r"\d{1,2}", text) and said.startswith(("at ", "@ ")):
        text = f"{text}:00"
    text = re.sub(r"^(\d{1,2})[.h](\d\d)$", r"\1:\2", text)
    text = re.sub(r"\s*([ap])\.?m\.?$", r"\1m", text).removesuffix(" o'clock").removesuffix(" oclock")
    try:
        return parse_time(text)
    except ValueError:
        if re.fullmatch(r"\d{1,2}:\d\d(?:[ap]m)?|\d{1,2}[ap]m", text):
            raise ValueError(f"there is no “{text}” on any clock") from None
        return None


def local(naive: datetime, zone: ZoneInfo) -> datetime:
    """Return a wall-clock time in its zone; fails with ValueError for one that the clocks skip."""
    moment = naive.replace(tzinfo=zone)
    if moment.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != naive:
        raise ValueError(
            f"there is no {naive:%H:%M} on {naive:%A, %d %B %Y} in {zone}: the clocks go forward then"
        )
    return moment
