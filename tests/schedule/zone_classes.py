"""The zones of the tz database, put together where their clocks agree from 2020 to 2040."""

import zoneinfo
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from msgspec import Struct

from schedule.cron_walk import FIRST_DAY

LAST = int(datetime(2041, 1, 14, tzinfo=UTC).timestamp()) // 60
DAY = 24 * 60
FIRST = (FIRST_DAY.toordinal() - datetime(1970, 1, 1, tzinfo=UTC).toordinal() + 1) * DAY


class ZoneClass(Struct, frozen=True, kw_only=True):
    """Zones whose clocks show the same all the time."""

    names: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]
    """UTC minutes from which they hold, with the minutes east of UTC; the first is before 2020."""

    @property
    def changes(self) -> tuple[tuple[int, int], ...]:
        """The UTC minutes at which the clock is changed, with by how many minutes."""
        pairs = zip(self.offsets, self.offsets[1:], strict=False)
        return tuple((since, offset - before) for (_, before), (since, offset) in pairs)


def all_zones() -> list[str]:
    """Return the names of the tz database's zones."""
    return sorted(zoneinfo.available_timezones())


def read_classes(names: Iterable[str]) -> list[ZoneClass]:
    """Look at the clocks of zones, and put together those that agree."""
    found: dict[tuple[tuple[int, int], ...], list[str]] = defaultdict(list)
    for name in names:
        found[_offsets(ZoneInfo(name))].append(name)
    return [ZoneClass(names=tuple(names), offsets=offsets) for offsets, names in found.items()]


def _offsets(zone: ZoneInfo) -> tuple[tuple[int, int], ...]:
    """Look at noon and midnight of each day, and find the minute between two that differ."""
    found = [(FIRST, _offset(zone, FIRST))]
    for minute in range(FIRST, LAST, DAY // 2):
        if (offset := _offset(zone, minute)) != found[-1][1]:
            low, high = minute - DAY // 2, minute
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if _offset(zone, middle) == found[-1][1] else (low, middle)
            found.append((high, offset))
    return tuple(found)


def _offset(zone: ZoneInfo, minute: int) -> int:
    offset = datetime.fromtimestamp(minute * 60, zone).utcoffset()
    assert offset is not None, "the zone is known"
    minutes, rest = divmod(int(offset.total_seconds()), 60)
    assert rest == 0, "clocks of our time differ by whole minutes"
    return minutes
