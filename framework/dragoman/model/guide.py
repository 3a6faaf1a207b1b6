"""What the data recovery guide service talks about: service links, the lab, and its problem body."""

from typing import Literal, get_args

from dragoman.model.record import Record

DeviceType = Literal["hard_drive", "phone", "laptop", "nas", "raid", "sd_card", "ssd", "usb_drive"]
"""The eight device categories, in the order of the guide's own list."""

DEVICE_TYPES: tuple[DeviceType, ...] = get_args(DeviceType)
"""The same as values."""


class ServiceLink(Record, rename="camel"):
    """The official page for one device category."""

    device_type: str
    """One of ``DEVICE_TYPES``, or a word that is newer than this library."""
    url: str


class Lab(Record, rename="camel"):
    """Where the laboratory is."""

    address: str
    """Free text."""
    physical_locations: int
    """Always 1."""


class ServiceGuide(Record, rename="camel"):
    """Official pages, contact and guardrails of the recovery service.

    Source: guide API, "ServiceGuide".
    """

    services: tuple[ServiceLink, ...]
    """All categories, or those for the one asked for."""
    mail_in_url: str
    contact_url: str
    lab: Lab
    guardrails: tuple[str, ...]
    """What the service does not do; at least one sentence."""

    def link_for(self, device_type: str) -> ServiceLink | None:
        """Return the page of a category, ``None`` when the guide lists none."""
        return next((link for link in self.services if link.device_type == device_type), None)


class ApiIndexEndpoints(Record, rename="camel"):
    """Where the guide's parts are."""

    service_guide: str
    openapi: str
    documentation: str


class ApiIndex(Record):
    """What the guide service says of itself.

    Source: guide API, "ApiIndex".
    """

    name: str
    version: str
    authentication: str
    """Always ``none``."""
    access: str
    """Always ``public-read-only``."""
    endpoints: ApiIndexEndpoints


class ReadLimit(Record):
    """How much may still be read from the guide in the present window; a number not told is ``None``."""

    limit: int | None = None
    """Reads in a window."""
    remaining: int | None = None
    """Reads left. Zero does not promise a refusal, nor does more exclude one."""
    reset: int | None = None
    """Seconds until the window starts anew."""
