"""From what came back to the record of a success, or to the error that says what it means."""

from typing import Any, TypeVar

import msgspec
from msgspec import DecodeError, Struct

from dragoman.client.transport import Reply
from dragoman.client.waiting import plain_seconds, seconds_until
from dragoman.errors import (
    ApiError,
    ChannelDoesNotExist,
    Forbidden,
    InvitationFailed,
    MalformedAnswer,
    NotFound,
    QueueExpired,
    RateLimited,
    ReactionAlreadyExists,
    ReactionDoesNotExist,
    ServerFailure,
    ServiceError,
    Unauthorized,
)
from dragoman.model.repair import repair
from dragoman.operations import Operation

T = TypeVar("T")

UNTOLD_WAIT = 1.0
"""Seconds to wait after a 429 that names no time."""

BY_CODE: dict[str, type[ApiError]] = {
    "BAD_EVENT_QUEUE_ID": QueueExpired,
    "STREAM_DOES_NOT_EXIST": ChannelDoesNotExist,
    "REACTION_ALREADY_EXISTS": ReactionAlreadyExists,
    "REACTION_DOES_NOT_EXIST": ReactionDoesNotExist,
    "INVITATION_FAILED": InvitationFailed,
}
BY_STATUS: dict[int, type[ApiError]] = {401: Unauthorized, 403: Forbidden, 404: NotFound}


class Success(Struct, frozen=True):
    """What the client has to say about a success beside its record."""

    ignored: tuple[str, ...]
    """Parameters that the server did not know."""
    misread: tuple[str, ...]
    """Fields of the answer that were left out because of their shape."""


class _Envelope(Struct):
    result: str
    ignored_parameters_unsupported: tuple[str, ...] = ()


_envelope = msgspec.json.Decoder(_Envelope)


def read_answer(operation: Operation[T], reply: Reply, now: float) -> tuple[T, Success]:
    """Read the answer of the messaging service; raises the ``ServiceError`` that it amounts to.

    The media type is not asked: servers send JSON as text/html and pages as JSON.
    """
    if not 200 <= reply.status < 300:
        raise refusal(operation, reply, now, plain=operation.plain)
    try:
        envelope = _envelope_of(reply.body)
        if envelope.result == "success":
            answer, misread = operation.read_answer(reply.body)
            return answer, Success(envelope.ignored_parameters_unsupported, misread)
    except DecodeError as error:
        reason = str(error)
    else:
        if envelope.result == "error":
            raise refusal(operation, reply, now)
        reason = "it tells neither success nor error"
    raise MalformedAnswer(operation, status=reply.status, reason=reason)


def refusal(operation: object, reply: Reply, now: float, *, plain: bool = False) -> ServiceError:
    """Make the error that a reply without success amounts to; ``plain`` believes a status without JSON."""
    status = reply.status
    if status >= 500:
        return ServerFailure(operation, status=status)
    body = mapping_of(reply.body)
    code, msg = text_of(body, "code"), text_of(body, "msg")
    details = {name: value for name, value in body.items() if name not in ("result", "msg", "code")}
    if status == 429 or code == "RATE_LIMIT_HIT":
        wait = _retry_after(reply, body, now)
        return RateLimited(operation, retry_after=wait, status=status, code=code, msg=msg, details=details)
    if status == 401 or body.get("result") == "error":
        kind = Unauthorized if status == 401 else BY_CODE.get(code) or BY_STATUS.get(status, ApiError)
        return kind(operation, status=status, code=code, msg=msg, details=details)
    if plain and status in BY_STATUS:
        return BY_STATUS[status](operation, status=status, msg=reply.body.decode("utf-8", "replace"))
    return MalformedAnswer(operation, status=status, reason=_strangeness(reply))


def mapping_of(body: bytes) -> dict[str, Any]:
    """Read a JSON object; an empty one for anything else."""
    try:
        value = msgspec.json.decode(body)
    except DecodeError:
        try:
            value = msgspec.json.decode(repair(body))
        except DecodeError:
            return {}
    return value if isinstance(value, dict) else {}


def text_of(mapping: dict[str, Any], name: str) -> str:
    """Return a member that is a text; an empty one for anything else."""
    value = mapping.get(name)
    return value if isinstance(value, str) else ""


def _envelope_of(body: bytes) -> _Envelope:
    try:
        return _envelope.decode(body)
    except DecodeError:
        return _envelope.decode(repair(body))


def _retry_after(reply: Reply, body: dict[str, Any], now: float) -> float:
    """Prefer the header, then the body, then the moment at which the window starts anew."""
    wait = seconds_until(reply.headers.get("Retry-After"), now)
    if wait is None:
        wait = plain_seconds(body.get("retry-after"))
    if wait is None:
        reset = plain_seconds(reply.headers.get("X-RateLimit-Reset"))
        wait = None if reset is None else max(0.0, reset - now)
    return UNTOLD_WAIT if wait is None else wait


def _strangeness(reply: Reply) -> str:
    if 300 <= reply.status < 400:
        return f"it sends elsewhere, to {reply.headers.get('Location', 'nowhere')[:200]}"
    return "it is not what the API answers; is the address that of the service?"
