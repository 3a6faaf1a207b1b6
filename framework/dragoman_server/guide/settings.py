"""What an operator may set about the guide; every default is invented, since none is published."""

from datetime import datetime
from ipaddress import ip_network
from typing import Literal
from urllib.parse import urlsplit

import msgspec

DeviceType = Literal["hard_drive", "phone", "laptop", "nas", "raid", "sd_card", "ssd", "usb_drive"]
"""The device categories, in the order in which they are listed."""

_SITE = "https://recovery.example.org"


class GuidePages(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The official service page of each device category."""

    hard_drive: str = f"{_SITE}/services/hard-drive"
    phone: str = f"{_SITE}/services/phone"
    laptop: str = f"{_SITE}/services/laptop"
    nas: str = f"{_SITE}/services/nas"
    raid: str = f"{_SITE}/services/raid"
    sd_card: str = f"{_SITE}/services/sd-card"
    ssd: str = f"{_SITE}/services/ssd"
    usb_drive: str = f"{_SITE}/services/usb-drive"


GUARDRAILS = (
    "A match is navigational guidance only: it points to a page and says nothing about a device.",
    "This service does not diagnose devices.",
    "This service does not quote prices for case-specific work.",
    "This service does not open cases and takes no orders.",
    "Send no personal data: this service asks for none and keeps none.",
    "No recovery is guaranteed.",
)


class GuideSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the guide says and how often it may be asked."""

    name: str = "Data Recovery Service Guide API"
    version: str = "1.0.0"
    pages: GuidePages = GuidePages()
    mail_in_url: str = f"{_SITE}/mail-in"
    contact_url: str = f"{_SITE}/contact"
    base_url: str | None = None
    """The address that the index and the documents give for this service; None for that of the request."""
    lab_address: str = "Example Recovery Lab, 1 Cleanroom Way, Springfield"
    guardrails: tuple[str, ...] = GUARDRAILS
    """At least one sentence."""
    limit: int = 60
    """Reads that one caller may make in a window."""
    window: float = 60.0
    """Seconds until a caller's count starts anew."""
    callers: int = 10_000
    """Callers that are counted at a time; the one unseen for longest is forgotten first."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose ``X-Forwarded-For`` is believed."""
    problem_base: str = "urn:dragoman:guide:problem:"
    """What a problem's code is appended to, to make its ``type``."""
    deprecation: datetime | None = None
    """When this version is deprecated, with a time zone; the header is sent from then on. None: never."""
    sunset: datetime | None = None
    """When this version is to be removed, not before its deprecation; None while no date is set."""

    def __post_init__(self) -> None:
        """Refuse settings that contradict the guide's contract."""
        if not self.guardrails:
            raise ValueError("guardrails must hold at least one sentence")
        if self.limit < 1 or self.window <= 0 or self.callers < 1:
            raise ValueError("limit, window and callers must be greater than zero")
        for proxy in self.trusted_proxies:
            ip_network(proxy, strict=False)
        for url in (self.mail_in_url, self.contact_url, *msgspec.structs.astuple(self.pages)):
            _check_url(url)
        _check_lifecycle(self.deprecation, self.sunset)


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"{url!r} is not a complete address such as https://example.org/page")


def _check_lifecycle(deprecation: datetime | None, sunset: datetime | None) -> None:
    for moment in (deprecation, sunset):
        if moment is not None and moment.tzinfo is None:
            raise ValueError("deprecation and sunset need a time zone")
    if sunset is not None and (deprecation is None or sunset < deprecation):
        raise ValueError("sunset needs a deprecation that is not later")
