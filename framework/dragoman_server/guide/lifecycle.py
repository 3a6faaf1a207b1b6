"""How far this version has come: current, deprecated, about to be removed."""

from datetime import UTC, datetime
from email.utils import format_datetime

from dragoman_server.guide.settings import GuideSettings


def is_deprecated(settings: GuideSettings, now: float) -> bool:
    """Say whether this version is deprecated at ``now`` (UNIX seconds)."""
    return settings.deprecation is not None and settings.deprecation.timestamp() <= now


def lifecycle_headers(settings: GuideSettings, now: float) -> dict[str, str]:
    """Return ``Deprecation`` and ``Sunset``, both absent until the version is deprecated."""
    if settings.deprecation is None or not is_deprecated(settings, now):
        return {}
    headers = {"Deprecation": http_date(settings.deprecation)}
    if settings.sunset is not None:
        headers["Sunset"] = http_date(settings.sunset)
    return headers


def http_date(moment: datetime) -> str:
    """Write a moment as HTTP does, in the form that must be generated (IMF-fixdate)."""
    return format_datetime(moment.astimezone(UTC), usegmt=True)
