"""The bodies that the guide answers with: the one place where their fields are declared."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from dragoman_server.guide.settings import DeviceType

Uri = Annotated[str, Meta(extra_json_schema={"format": "uri"})]


class _Body(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    pass


class ServiceLink(_Body, frozen=True):
    """The official service page of one device category."""

    device_type: Annotated[DeviceType, Meta(description="The device category.")]
    url: Annotated[Uri, Meta(description="The official service page of that category.")]


class Lab(_Body, frozen=True):
    """The laboratory."""

    address: Annotated[str, Meta(description="Its postal address, free text.")]
    physical_locations: Annotated[Literal[1], Meta(description="How many places it works at: one.")]


class ServiceGuide(_Body, frozen=True):
    """Where to go for which device, and what this service does not do."""

    services: Annotated[tuple[ServiceLink, ...], Meta(description="One entry for each device category.")]
    mail_in_url: Annotated[Uri, Meta(description="The official mail-in page.")]
    contact_url: Annotated[Uri, Meta(description="The official contact page.")]
    lab: Lab
    guardrails: Annotated[
        tuple[str, ...],
        Meta(min_length=1, description="What this service does and does not do, in sentences."),
    ]


class Problem(_Body, frozen=True):
    """What went wrong and what to do about it (RFC 9457)."""

    type: Annotated[Uri, Meta(description="Identifies the kind of problem.")]
    title: Annotated[str, Meta(description="The kind of problem in a few words.")]
    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status.")]
    detail: Annotated[str, Meta(description="What happened this time.")]
    instance: Annotated[str, Meta(description="The path that was asked for.")]
    code: Annotated[str, Meta(description="The kind of problem for programs.")]
    resolution: Annotated[str, Meta(description="What the caller can do.")]


class Endpoints(_Body, frozen=True):
    """Where everything is."""

    service_guide: Uri
    openapi: Uri
    documentation: Uri


class ApiIndex(_Body, frozen=True):
    """What this API is and where it is found."""

    name: str
    version: str
    authentication: Literal["none"]
    access: Literal["public-read-only"]
    endpoints: Endpoints
