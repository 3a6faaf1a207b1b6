"""What answers say about a deprecated version."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from dragoman_server.guide import GuideSettings
from server_guide.guide_server import NOON, HandClock, running_guide

PATH = "/api/v1/service-guide"
DEPRECATED = datetime(2025, 11, 2, 9, 5, 7, tzinfo=UTC)
REMOVED = datetime(2026, 6, 30, 23, 59, 59, tzinfo=timezone(timedelta(hours=2)))


async def lifecycle(
    settings: GuideSettings, query: str = "", reads: int = 1, now: float = NOON
) -> list[str | None]:
    """Return what the last of some reads says about the version."""
    async with running_guide(settings, HandClock(now)) as client:
        for _ in range(reads):
            async with client.get(f"{PATH}{query}") as response:
                headers = response.headers
    return [str(response.status), headers.get("Deprecation"), headers.get("Sunset")]


async def test_a_current_version_says_nothing() -> None:
    assert await lifecycle(GuideSettings()) == ["200", None, None]


async def test_a_deprecated_version_says_since_when() -> None:
    expected = "Sun, 02 Nov 2025 09:05:07 GMT"
    settings = GuideSettings(deprecation=DEPRECATED)
    assert await lifecycle(settings) == ["200", expected, None]
    assert await lifecycle(settings, "?device_type=floppy") == ["400", expected, None]


async def test_a_version_with_an_end_says_when_in_universal_time() -> None:
    settings = GuideSettings(deprecation=DEPRECATED, sunset=REMOVED)
    assert await lifecycle(settings) == [
        "200",
        "Sun, 02 Nov 2025 09:05:07 GMT",
        "Tue, 30 Jun 2026 21:59:59 GMT",
    ]


async def test_a_refused_read_says_nothing_about_it() -> None:
    settings = GuideSettings(deprecation=DEPRECATED, sunset=REMOVED, limit=1)
    assert await lifecycle(settings, reads=2) == ["429", None, None]


async def test_a_version_is_current_until_the_moment_comes() -> None:
    settings = GuideSettings(deprecation=DEPRECATED, sunset=REMOVED)
    assert await lifecycle(settings, now=DEPRECATED.timestamp() - 0.001) == ["200", None, None]
    assert (await lifecycle(settings, now=DEPRECATED.timestamp()))[1] == "Sun, 02 Nov 2025 09:05:07 GMT"


def test_dates_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="sunset needs a deprecation that is not later"):
        GuideSettings(sunset=REMOVED)
    with pytest.raises(ValueError, match="sunset needs a deprecation that is not later"):
        GuideSettings(deprecation=REMOVED, sunset=DEPRECATED)
    with pytest.raises(ValueError, match="need a time zone"):
        GuideSettings(deprecation=datetime(2025, 1, 1))  # noqa: DTZ001 - the mistake under test
