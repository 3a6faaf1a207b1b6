"""What people call something that is scheduled: "3", "the standup", "my 5pm reminder", "that"."""

import re
from datetime import datetime, time
from zoneinfo import ZoneInfo

from dragoman.planner import NoPlan, Plan, in_words, parse_time, read_plan
from dragoman_plugins.scheduler.wording import without_opening

_BEFORE = re.compile(
    r"\A(?:(?:the|my|our|that|this|it|them|schedule|message|reminder|number|no)\b[\s.:]*|#(?=\d))+", re.I
)
_AFTER = re.compile(r"\s+(?:schedule|message|reminder|one|please)s?\Z", re.I)
_ALL = re.compile(r"(?:all|everything)(?: (?:of )?(?:them|mine|my (?:reminders|schedules|messages)))?", re.I)
_CLOCK = re.compile(r"\S*\d\S*(?: ?[ap]\.?m\.?)?|noon|midnight", re.I)
_TO = re.compile(r"\s+to\s+(?![#@])", re.I)

_AT = re.compile(r"\A(?:to|at)\s+", re.I)
_TIMES = re.compile(r" at \d\d:\d\d(?:(?:, | and )\d\d:\d\d)*(?= (?:starting|until|\()|$)")
_BOUNDED = re.compile(r" (?:starting|until) ")


def called(which: str) -> str:
    """Return the number, name or words alone; empty for "that"."""
    said = which.strip().strip('*`"“”').strip()
    return _AFTER.sub("", _BEFORE.sub("", said)).strip()


def is_all(which: str) -> bool:
    """Tell whether everything is meant: "all of them"."""
    return _ALL.fullmatch(which.strip()) is not None


def parted(which: str, what: str) -> tuple[str, str]:
    """Part "my 5pm reminder to 6pm", of which only the first word is known for the name, at its "to"."""
    if which.strip("*`#").isdecimal():
        return which, what
    whole = f"{which} {what}"
    to = _TO.search(whole)
    return (whole[: to.start()], whole[to.end() :]) if to else (which, what)


def retimed(plan: Plan, said: str, now: datetime) -> Plan | None:
    """Return a plan that comes on the same days at another time of day, if that is all that was said.

    None where more was said, or where it has no times of day in words.
    """
    at = _time(_AT.sub("", said.strip()))
    words = in_words(plan)
    times = _TIMES.search(words)
    if at is None or times is None or _BOUNDED.search(words[: times.start()]):
        return None
    again = f"{words[: times.start()]} at {at:%H:%M}{words[times.end() :]}"
    try:
        return read_plan(again, now, ZoneInfo("UTC"))
    except NoPlan:
        return None


def fits(words: str, said: str, comes: datetime | None, zone: ZoneInfo) -> bool:
    """Tell whether words describe something by what it says, when it comes next in a zone, or both."""
    clock = _CLOCK.match(words)
    at = _time(clock[0]) if clock else None
    rest = words[clock.end() :] if clock and at is not None else words
    if at is not None and (comes is None or comes.astimezone(zone).time().replace(second=0) != at):
        return False
    words_said = re.findall(r"\w+", said.casefold())
    wanted = re.findall(r"\w+", without_opening(rest).casefold())
    return all(any(each.startswith(word) for each in words_said) for word in wanted)


def _time(said: str) -> time | None:
    try:
        return parse_time(said)
    except NoPlan:
        return None
