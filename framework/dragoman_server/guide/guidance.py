"""What the guide says, made from its settings."""

from collections.abc import Iterable, Sequence

from dragoman_server.guide.contract import (
    DEVICE_TYPES,
    DOCUMENTATION_PATH,
    GUIDE_PATH,
    OPENAPI_PATH,
)
from dragoman_server.guide.records import ApiIndex, Endpoints, Lab, ServiceGuide, ServiceLink
from dragoman_server.guide.settings import DeviceType, GuideSettings

_BY_NAME: dict[str, DeviceType] = {name: name for name in DEVICE_TYPES}
_SHOWN = 60


def requested_device_type(values: Sequence[str]) -> DeviceType | None:
    """Return the device type asked for, None when none is.

    Fails with ``ValueError``, whose text says why, for a value that is not supported, and for more than one.
    """
    if not values:
        return None
    if len(values) > 1:
        raise ValueError("device_type was given more than once.")
    found = _BY_NAME.get(values[0])
    if found is None:
        raise ValueError(f"{_shown(values[0])} is not one of {', '.join(DEVICE_TYPES)}.")
    return found


def guide_for(settings: GuideSettings, device_types: Iterable[DeviceType]) -> ServiceGuide:
    """Return the guide to the pages of these device types."""
    pages = settings.pages
    return ServiceGuide(
        services=tuple(ServiceLink(device_type=name, url=getattr(pages, name)) for name in device_types),
        mail_in_url=settings.mail_in_url,
        contact_url=settings.contact_url,
        lab=Lab(address=settings.lab_address, physical_locations=1),
        guardrails=settings.guardrails,
    )


def api_index(settings: GuideSettings, origin: str) -> ApiIndex:
    """Return the index of the API as it is served at ``origin``."""
    return ApiIndex(
        name=settings.name,
        version=settings.version,
        authentication="none",
        access="public-read-only",
        endpoints=Endpoints(
            service_guide=f"{origin}{GUIDE_PATH}",
            openapi=f"{origin}{OPENAPI_PATH}",
            documentation=f"{origin}{DOCUMENTATION_PATH}",
        ),
    )


def _shown(value: str) -> str:
    if not value:
        return "An empty device_type"
    return f"'{value[:_SHOWN]}…'" if len(value) > _SHOWN else f"'{value}'"
