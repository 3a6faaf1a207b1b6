"""Time zones: their names as people write them, and wall time against real time around changes of the clocks.

A wall time is counted here in minutes from the beginning of the year 1; a moment is in UNIX seconds.
"""

import difflib
import re
from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from dragoman.planner.errors import Unknown

DAY = 1_440
"""Minutes."""
EPOCH = (date(1970, 1, 1).toordinal() - 1) * DAY
"""The wall time at which UNIX seconds begin, in UTC."""
SECONDS_PER_DAY = 86_400
_LIKENESS = 0.8
_SHORT = ("UTC", "GMT", "CET", "EET", "WET")
"""Names without a city that mean one thing all over the world."""
_ABBREVIATIONS = {
    **dict.fromkeys(("et", "est", "edt", "eastern", "eastern time"), "America/New_York"),
    **dict.fromkeys(("pt", "pst", "pdt", "pacific time"), "America/Los_Angeles"),
    **dict.fromkeys(("cdt", "central time"), "America/Chicago"),
    **dict.fromkeys(("mst", "mdt", "mountain time"), "America/Denver"),
    **dict.fromkeys(("aest", "aedt"), "Australia/Sydney"),
    **dict.fromkeys(("cest", "mez", "mesz"), "CET"),
    "eest": "EET",
    "bst": "Europe/London",
    "jst": "Asia/Tokyo",
}
"""What people write for the time of a region, in winter and in summer alike."""
_REGIONS = {
    "pacific": "America/Los_Angeles",
    "central": "America/Chicago",
    "mountain": "America/Denver",
}
"""Words that are a zone only where no other text can follow."""
_WESTWARD = re.compile(r"Etc/GMT([+-])(\d{1,2})", re.ASCII)
_OFFSET = re.compile(r"(?:utc|gmt)([+-])0?(\d{1,2})(?::?00)?", re.ASCII)


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Return the names of all zones; they are looked for once, for that reads the disk."""
    return frozenset(available_timezones())


class UnknownZone(Unknown):
    """There is no time zone of that name; its text is a sentence for people, in two parts."""

    def __init__(self, what: str, mend: str) -> None:
        """Say what is wrong and how to mend it."""
        super().__init__(f"{what}. {mend}")
        self.what = what
        self.mend = mend


@lru_cache(maxsize=1_024)
def zone_of(name: str) -> ZoneInfo:
    """Return the zone of exactly this name; fails with `UnknownZone`."""
    try:
        if name in zone_names():
            return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    mend = _meant(name) or "Write a name such as Europe/Berlin or UTC"
    raise UnknownZone(f"“{name}” is not a time zone", mend)


@lru_cache(maxsize=1)
def _called() -> dict[str, str]:
    """Return the zones by what they are called in small letters: "europe/berlin", "berlin time", "utc"."""
    zones = sorted(zone for zone in zone_names() if "/" in zone and not zone.startswith("Etc/"))
    cities = {f"{zone.rpartition('/')[2]} time".replace("_", " ").lower(): zone for zone in zones}
    return {**cities, **_ABBREVIATIONS, **{zone.lower(): zone for zone in (*zones, *_SHORT)}}


def zone_called(said: str) -> str | None:
    """Return the name of the zone that is called so, in brackets or not; None when none is."""
    said = said.removeprefix("(").removesuffix(")")
    offset = _OFFSET.fullmatch(said)
    if offset is None:
        return _called().get(said)
    # The names of these zones count westward.
    name = f"Etc/GMT{'-' if offset[1] == '+' else '+'}{int(offset[2])}"
    return name if name in zone_names() else None


def zone_in_words(name: str) -> str:
    """Return what a zone is called in a sentence: its name, or "UTC+2" for one without a place."""
    offset = _WESTWARD.fullmatch(name)
    return name if offset is None else f"UTC{'+' if offset[1] == '-' else '-'}{offset[2]}"


def zone_of_city(said: str) -> str | None:
    """Return the name of the zone of a city or a region in small letters; None when there is none such."""
    return _REGIONS.get(said) or _called().get(f"{said} time")


def _meant(name: str) -> str:
    """Find the zone that was meant by its city, which may stand alone."""
    zones = {zone.rpartition("/")[2].casefold(): zone for zone in sorted(zone_names()) if "/" in zone}
    city = name.strip().rpartition("/")[2].casefold().replace(" ", "_")
    close = difflib.get_close_matches(city, zones, n=1, cutoff=_LIKENESS)
    return f"Did you mean “{zones[close[0]]}”?" if close else ""


def wall_of(moment: int, zone: ZoneInfo) -> int:
    """Return what the clocks on the wall show."""
    local = datetime.fromtimestamp(moment, zone)
    return (local.toordinal() - 1) * DAY + local.hour * 60 + local.minute


def moment_of(wall: int, zone: ZoneInfo, *, second: bool, skip: bool) -> float | None:
    """Return when the clocks show this.

    Of two such moments it is the first or the ``second``; for what the clocks skip it is the first moment
    after the gap, or None with ``skip``.
    """
    day, minute = divmod(wall, DAY)
    local = datetime.fromordinal(day + 1).replace(hour=minute // 60, minute=minute % 60, tzinfo=zone)
    before, after = _offset(local), _offset(local.replace(fold=1))
    if before >= after:
        return (wall - EPOCH) * 60 - (after if second else before)
    return None if skip else _end_of_gap((wall - EPOCH) * 60, zone, before, after)


def _offset(local: datetime) -> float:
    offset = local.utcoffset()
    assert offset is not None, "a zone of the tz database tells its offset at every moment"
    return offset.total_seconds()


def _end_of_gap(wall: int, zone: ZoneInfo, before: float, after: float) -> float:
    """Return the moment at which the clocks go forward over a wall time, given in seconds."""
    low, high = int(wall - after), int(wall - before)
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(datetime.fromtimestamp(middle, zone)) == after:
            high = middle
        else:
            low = middle
    return float(high)


def turned_back(moment: int, zone: ZoneInfo) -> int:
    """Return by how many minutes the clocks are put back within a day of this moment; 0 when they are not."""
    local = datetime.fromtimestamp(moment - SECONDS_PER_DAY, zone)
    later = datetime.fromtimestamp(moment + SECONDS_PER_DAY, zone)
    change = timedelta(seconds=_offset(local) - _offset(later))
    return max(0, -(-change // timedelta(minutes=1)))
