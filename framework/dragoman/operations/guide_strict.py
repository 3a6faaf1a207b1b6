"""The guide's answers as its specification has them to the letter, for those who want to be told."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from dragoman.model import DeviceType
from dragoman.operations.guide import GetApiIndex, GetServiceGuide, GuideOperation

Uri = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9+.-]*:\S+$")]


class _Link(Struct, rename="camel", forbid_unknown_fields=True):
    device_type: DeviceType
    url: Uri


class _Lab(Struct, rename="camel", forbid_unknown_fields=True):
    address: str
    physical_locations: Literal[1]


class _Guide(Struct, rename="camel", forbid_unknown_fields=True):
    services: list[_Link]
    mail_in_url: Uri
    contact_url: Uri
    lab: _Lab
    guardrails: Annotated[list[str], Meta(min_length=1)]


class _Endpoints(Struct, rename="camel", forbid_unknown_fields=True):
    service_guide: Uri
    openapi: Uri
    documentation: Uri


class _Index(Struct, forbid_unknown_fields=True):
    name: str
    version: str
    authentication: Literal["none"]
    access: Literal["public-read-only"]
    endpoints: _Endpoints


_DECODERS: dict[type[GuideOperation[Any]], msgspec.json.Decoder[Any]] = {
    GetServiceGuide: msgspec.json.Decoder(_Guide),
    GetApiIndex: msgspec.json.Decoder(_Index),
}


def complaint_of(operation: GuideOperation[Any], body: bytes) -> str:
    """Say in which way an answer is not what the specification has; empty when it is that."""
    try:
        answer = _DECODERS[type(operation)].decode(body)
    except msgspec.DecodeError as error:
        return str(error)
    if not isinstance(answer, _Guide):
        return ""
    kinds = [link.device_type for link in answer.services]
    if len(set(kinds)) < len(kinds):
        return "a category is listed twice - at `$.services`"
    asked = getattr(operation, "device_type", None)
    if isinstance(asked, str) and any(kind != asked for kind in kinds):
        return "a category is listed that was not asked for - at `$.services`"
    return ""
