"""Everything a caller may catch, drawn as one tree whose branches are things a caller does differently.

::

    DragomanError
    ├── ConfigurationError          a file or a setting is wrong: every problem with place and mend
    │   └── StateUnusable           a bot's state is damaged, newer than this program, or another's
    ├── StateInUse                  another process has the bot's state: one of them is enough
    ├── StateOutOfReach             a bot's state cannot be read or written now: a full disk, a missing right
    ├── LeaseLost                   another process has taken over the bot: nothing more may be sent
    ├── UserError                   a person's mistake in chat: its sentence is shown to that person
    └── ServiceError                a call to a service did not succeed
        ├── Refused                 a definite no: nothing was done, so the call may be made again
        │   ├── ApiError            the service answered, and the answer was no
        │   │   ├── Unauthorized              401: the key or the account is not accepted
        │   │   ├── Forbidden                 403: known, but not allowed
        │   │   ├── NotFound                  404: no such thing
        │   │   ├── RateLimited               429: wait ``retry_after`` seconds
        │   │   ├── QueueExpired              the event queue is gone: register again
        │   │   ├── ChannelDoesNotExist
        │   │   ├── ReactionAlreadyExists
        │   │   ├── ReactionDoesNotExist
        │   │   ├── InvitationFailed          some were not invited; others may have been
        │   │   └── GuideProblem              a problem body of the guide service
        │   │       └── GuideRateLimited      also a RateLimited
        │   ├── ServerTooOld        the server's feature level is below the call's: the request never left
        │   └── NotSent             no connection came about (name, connect, TLS): the request never left
        └── Ambiguous               nobody knows: the call may have taken effect; look before saying it again
            ├── TimedOut
            ├── ConnectionLost
            ├── ServerFailure       5xx, whatever the body
            └── MalformedAnswer     an answer that cannot be read

No error holds a key, a password or an Authorization header.
"""

from collections.abc import Mapping

from msgspec import Struct

MESSAGE_LIMIT = 500
"""Code points of a server's own words that an error repeats."""


class DragomanError(Exception):
    """Whatever goes wrong that this library has a name for."""


class Problem(Struct, frozen=True, kw_only=True):
    """One thing that is wrong in a file or setting, and how to put it right."""

    what: str
    """What is wrong, a sentence without its full stop."""
    mend: str = ""
    """What to do about it, a sentence without its full stop."""
    file: str = ""
    line: int | None = None
    """Counted from 1."""
    column: int | None = None
    """Counted from 1."""
    place: str = ""
    """The key or section, as in ``plugins[0].options.every``."""

    def __str__(self) -> str:
        """Return ``file:line:column: place: what. mend.``, without the parts that are unknown."""
        position = ":".join(
            str(part) for part in (self.file, self.line, self.column) if part not in ("", None)
        )
        head = "".join(f"{part}: " for part in (position, self.place) if part)
        stop = "" if self.mend.endswith(("?", "!")) else "."
        tail = f" {self.mend[:1].upper()}{self.mend[1:].rstrip('.')}{stop}" if self.mend else ""
        return f"{head}{self.what.rstrip('.')}.{tail}"


class ConfigurationError(DragomanError):
    """A configuration that cannot be used, with all its problems at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Hold the problems; the text is one line for each."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class StateUnusable(ConfigurationError):
    """The file with a bot's state cannot be used as it is; it is left untouched."""


class StateInUse(DragomanError):
    """Another process has the file with the bot's state open."""


class StateOutOfReach(DragomanError):
    """The file with a bot's state cannot be read or written now; later, perhaps."""


class LeaseLost(DragomanError):
    """Another process has taken over the bot, which must not send any more."""


class UserError(DragomanError):
    """A person's mistake in chat; the sentence is meant for that person's eyes."""

    def __init__(self, sentence: str) -> None:
        """Hold the sentence."""
        super().__init__(sentence)
        self.sentence = sentence


class ServiceError(DragomanError):
    """A call that did not succeed."""

    def __init__(self, operation: object, sentence: str) -> None:
        """Hold the operation and say in a sentence what happened to it.

        The text names the operation's class only: its fields may hold a password or a person's words.
        """
        super().__init__(f"{name_of(operation)}: {sentence}")
        self.operation = operation
        self.sentence = sentence


class Refused(ServiceError):
    """A definite no: nothing was done."""


class NotSent(Refused):
    """The request never left, since the name, the connection or TLS failed."""


class ServerTooOld(Refused):
    """The server does not have the call yet, or one of its parameters; the request never left."""

    def __init__(self, operation: object, *, needed: int, offered: int, parameter: str = "") -> None:
        """Hold the feature level that the call or parameter needs and the one that the server has."""
        what = f"its parameter {parameter}" if parameter else "it"
        super().__init__(operation, f"{what} needs feature level {needed}, the server is at {offered}")
        self.needed = needed
        self.offered = offered
        self.parameter = parameter


class ApiError(Refused):
    """The service answered, and the answer was no."""

    def __init__(
        self,
        operation: object,
        *,
        status: int,
        code: str = "",
        msg: str = "",
        details: Mapping[str, object] | None = None,
    ) -> None:
        """Hold what the service said.

        Act on ``code``, never on ``msg``, which is in the language of the account.
        """
        word = f" {code}" if code else ""
        super().__init__(operation, f"{status}{word}: {msg[:MESSAGE_LIMIT] or 'refused without a reason'}")
        self.status = status
        self.code = code
        self.msg = msg
        self.details: Mapping[str, object] = details or {}


class Unauthorized(ApiError):
    """The key or the account is not accepted (401, whichever code came with it)."""


class Forbidden(ApiError):
    """The account is known but may not do this (403)."""


class NotFound(ApiError):
    """There is no such thing (404)."""


class RateLimited(ApiError):
    """Too many requests (429); nothing was done."""

    def __init__(
        self,
        operation: object,
        *,
        retry_after: float,
        status: int = 429,
        code: str = "",
        msg: str = "",
        details: Mapping[str, object] | None = None,
    ) -> None:
        """Hold ``retry_after``, the seconds to wait before another request."""
        super().__init__(operation, status=status, code=code, msg=msg, details=details)
        self.retry_after = retry_after


class QueueExpired(ApiError):
    """The event queue is unknown, collected or deleted; register a new one and start its count afresh."""


class ChannelDoesNotExist(ApiError):
    """There is no such channel; ``details`` has ``stream`` or ``stream_id``."""


class ReactionAlreadyExists(ApiError):
    """The reaction is there already."""


class ReactionDoesNotExist(ApiError):
    """The reaction is not there."""


class InvitationFailed(ApiError):
    """Some people were not invited; here alone a refusal may come of something that was done in part."""

    @property
    def sent_invitations(self) -> bool:
        """Whether the others were invited."""
        return self.details.get("sent_invitations") is True

    @property
    def daily_limit_reached(self) -> bool:
        """Whether the organization may invite no more people today."""
        return self.details.get("daily_limit_reached") is True

    @property
    def license_limit_reached(self) -> bool:
        """Whether the organization's plan has no room for more people."""
        return self.details.get("license_limit_reached") is True

    @property
    def errors(self) -> tuple[tuple[str, str, bool], ...]:
        """For each who was not: the address, why, and whether a deactivated account has it."""
        rows = self.details.get("errors")
        found = [row for row in rows if isinstance(row, list)] if isinstance(rows, list) else []
        return tuple((str(row[0]), str(row[1]), row[2] is True) for row in found if len(row) == 3)


class GuideProblem(ApiError):
    """A problem body of the guide service."""

    def __init__(
        self,
        operation: object,
        *,
        status: int,
        code: str = "",
        msg: str = "",
        details: Mapping[str, object] | None = None,
    ) -> None:
        """Hold the body's members as attributes; a missing or misshapen one is the empty string.

        ``msg`` is the body's ``detail``; ``details`` is the whole body.
        """
        ApiError.__init__(self, operation, status=status, code=code, msg=msg, details=details)
        self.type: str = self._text("type")
        self.title: str = self._text("title")
        self.detail: str = self._text("detail")
        self.instance: str = self._text("instance")
        self.resolution: str = self._text("resolution")

    def _text(self, member: str) -> str:
        value = self.details.get(member)
        return value if isinstance(value, str) else ""


class GuideRateLimited(GuideProblem, RateLimited):
    """The guide's public read limit is spent; wait ``retry_after`` seconds."""

    def __init__(
        self,
        operation: object,
        *,
        retry_after: float,
        status: int = 429,
        code: str = "",
        msg: str = "",
        details: Mapping[str, object] | None = None,
    ) -> None:
        """Hold the problem body and the seconds to wait."""
        GuideProblem.__init__(self, operation, status=status, code=code, msg=msg, details=details)
        self.retry_after = retry_after


class Ambiguous(ServiceError):
    """Nobody knows whether the call took effect."""


class TimedOut(Ambiguous):
    """No answer came in time."""


class ConnectionLost(Ambiguous):
    """The connection broke after the request had left."""


class ServerFailure(Ambiguous):
    """The server, or a gateway before it, failed (5xx)."""

    def __init__(self, operation: object, *, status: int) -> None:
        """Hold the status."""
        super().__init__(operation, f"the server failed with status {status}")
        self.status = status


class MalformedAnswer(Ambiguous):
    """An answer came that cannot be read: not JSON, cut short, too large, or of another shape."""

    def __init__(self, operation: object, *, status: int, reason: str) -> None:
        """Hold the status and say what is wrong with the answer, without repeating its content."""
        super().__init__(operation, f"the answer (status {status}) cannot be read: {reason}")
        self.status = status
        self.reason = reason


def name_of(operation: object) -> str:
    """Return what to call an operation in a sentence."""
    return operation if isinstance(operation, str) else type(operation).__name__
