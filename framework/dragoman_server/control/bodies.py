"""What the control API is sent, as JSON."""

from typing import Annotated, Any

import msgspec

from dragoman_server.faults import Act, Match

Seconds = Annotated[float, msgspec.Meta(ge=0)]


class Nothing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An empty object, or no body at all."""


class Freeze(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When to stop the time; left out, now."""

    at: float | None = None


class Advance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far to move the time on."""

    seconds: Seconds


class Jump(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where to set the wall time, in UNIX seconds."""

    to: float


class NewFault(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fault and the requests that it befalls."""

    match: Match = Match()
    act: Act


class Deed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A call of the API, and the account that is to make it."""

    account: str | int
    method: str
    path: str
    params: dict[str, Any] = {}


class Expire(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which event queues are to expire: one, those of an account, or all."""

    queue_id: str | None = None
    account: str | int | None = None


class Quiet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For how long it is to be quiet, and how long to wait for that, in real seconds."""

    seconds: Seconds = 0.05
    timeout: Seconds = 10.0


class Grant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to allow to whom."""

    account: str | int
    right: str
