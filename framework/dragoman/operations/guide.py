"""Calls of the data recovery guide service."""

from datetime import datetime
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from dragoman.model import UNSET, ApiIndex, DeviceType, Maybe, ReadLimit, Record, ServiceGuide
from dragoman.operations.request import REGISTERED, Request

T = TypeVar("T")


class Notices(Struct, frozen=True, kw_only=True):
    """What the headers of a guide answer say beside it."""

    limit: ReadLimit | None = None
    deprecation: datetime | bool | None = None
    sunset: datetime | None = None


class GuideOperation(Request[T]):
    """One call of the guide service; paths are below its base address, and none needs credentials."""

    @classmethod
    def read_answer(cls, body: bytes, notices: Notices) -> T:
        """Read the JSON of a success; fails with ``msgspec.DecodeError`` when its shape is another."""
        raise NotImplementedError


class GuideReply(Record):
    """What the service said beside an answer, and how old that is."""

    limit: ReadLimit | None = None
    """``None`` when the headers tell nothing of a limit."""
    deprecation: datetime | bool | None = None
    """Since when this version is deprecated, UTC; ``True`` if only that it is; ``None`` for a current one."""
    sunset: datetime | None = None
    """When this version goes away, UTC; ``None`` when no date is set."""
    age: float = 0.0
    """Seconds since it was fetched."""
    stale: bool = False
    """Whether it should have been fetched anew, which failed."""


class GuideAnswer(GuideReply):
    """A guide, and what the service said beside it."""

    guide: ServiceGuide


class GetServiceGuide(
    GuideOperation[GuideAnswer], method="GET", path="/api/v1/service-guide", anonymous=True
):
    """Fetch the official page for one device category, or for all.

    Fails with ``GuideProblem`` (400) for a category that is not supported, ``GuideRateLimited`` when the
    public read limit is spent.
    Source: guide API, "GET /api/v1/service-guide".
    """

    device_type: DeviceType | str | Maybe = UNSET
    """All categories when left out."""

    @classmethod
    def read_answer(cls, body: bytes, notices: Notices) -> GuideAnswer:
        """Read the guide."""
        return GuideAnswer(guide=_guide.decode(body), **msgspec.structs.asdict(notices))


class ApiIndexAnswer(GuideReply):
    """The service's index, and what it said beside it."""

    index: ApiIndex


class GetApiIndex(GuideOperation[ApiIndexAnswer], method="GET", path="/api/v1", anonymous=True):
    """Fetch what the guide service says of itself.

    Source: guide API, "ApiIndex"; the path is not in the spec.
    """

    @classmethod
    def read_answer(cls, body: bytes, notices: Notices) -> ApiIndexAnswer:
        """Read the index."""
        return ApiIndexAnswer(index=_index.decode(body), **msgspec.structs.asdict(notices))


_guide = msgspec.json.Decoder(ServiceGuide)
_index = msgspec.json.Decoder(ApiIndex)


def guide_operations() -> tuple[type[GuideOperation[Any]], ...]:
    """Return every call of the guide service that this library has a record for."""
    return tuple(kind for kind in REGISTERED if issubclass(kind, GuideOperation))
