"""`@endpoint`: an operation of the API, declared once at the head of the function that does it.

From the declaration come routing, parsing, refusals, `ignored_parameters_unsupported` and the documents.
The signature is read once, at import.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from dragoman_server import failures
from dragoman_server.conversion import (
    KEY_MISSING,
    NOT_JSON,
    NOT_JSON_TERSE,
    WRONG_CHOICE,
    WRONG_LENGTH,
    WRONG_TYPE,
)
from dragoman_server.errors import Failure
from dragoman_server.ledger import Deed
from dragoman_server.parameters import (
    BAD_VALUE,
    CONFUSING,
    INVALID_CHOICE,
    MISSING,
    Parameter,
    is_offered,
    read_signature,
)
from dragoman_server.permissions import ACCOUNTS, Permission
from dragoman_server.shapes.shape import Done, Shape

View = TypeVar("View", bound=Callable[..., Any])

ALWAYS = (
    *(failures.NOT_LOGGED_IN, failures.BAD_HEADER, failures.MALFORMED_KEY, failures.INVALID_KEY),
    *(failures.DEACTIVATED, failures.ORGANIZATION_DEACTIVATED, failures.WRONG_HOST),
    *(failures.WEBHOOK_BOT, failures.NOT_BASIC, failures.UNKNOWN_HOST, failures.RATE_LIMITED),
    failures.NO_CSRF_TOKEN,
    *(failures.TOO_LARGE, failures.COMPRESSED, failures.TOO_SLOW, failures.BAD_BODY),
    *(MISSING, CONFUSING, BAD_VALUE, INVALID_CHOICE),
    *(NOT_JSON, NOT_JSON_TERSE, WRONG_TYPE, KEY_MISSING, WRONG_LENGTH, WRONG_CHOICE),
)
"""What any endpoint may refuse with; these follow from permission and signature and are not declared."""

UNREPORTED = frozenset({"client", "method"})
"""Parameters that any endpoint takes and that are never reported as ignored."""


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One operation: where it is, who may call it, with what, and what can come of it."""

    method: str
    path: str
    """Below `/api/v1`, with `{name}` for a path parameter."""

    view: Callable[..., Any]
    waits: bool
    """Whether the view is a coroutine."""

    permission: Permission
    parameters: tuple[Parameter, ...]
    fails: tuple[Failure, ...]
    """The refusals of its own, beside those of its permission and its parameters."""

    emits: tuple[str, ...]
    """The events that calling it may send: `message`, `reaction/add`."""

    takes_file: bool
    """Whether a file may come along in a form."""

    lacks: str | None
    """What of the operation is not modelled, beside parameters; `None` where that is nothing."""

    answers: Shape | None
    """What a success holds beside the success itself; `None` where that was forgotten."""

    since: int
    until: int | None
    """The feature levels at which it is offered; `until` is the first at which it is gone."""

    deed: Deed
    summary: str
    known: frozenset[str]
    """All names under which a parameter may be sent, and those that are never reported."""

    @property
    def name(self) -> str:
        """Method and path."""
        return f"{self.method} {self.path}"

    def offered_at(self, level: int) -> "Endpoint | None":
        """Return the endpoint as it is at a feature level, or `None` where there is none."""
        if not is_offered(self.since, self.until, level):
            return None
        parameters = tuple(
            one for one in self.parameters if is_offered(one.offered.since, one.offered.until, level)
        )
        return msgspec.structs.replace(self, parameters=parameters, known=_names(parameters))

    def read(self, sent: Mapping[str, str], in_path: Mapping[str, str]) -> dict[str, Any]:
        """Return the view's arguments as form and path give them; refuses what does not fit."""
        arguments: dict[str, Any] = {}
        for parameter in self.parameters:
            text = in_path[parameter.name] if parameter.in_path else parameter.take(sent)
            if text is not None:
                arguments[parameter.name] = parameter.read(text)
            elif parameter.required:
                raise MISSING(var_name=parameter.name)
        return arguments

    def ignored(self, sent: Mapping[str, str]) -> list[str]:
        """Return the names in `sent` that mean nothing here, sorted."""
        if self.known.issuperset(sent):
            return []
        return sorted(name for name in sent if name not in self.known)


ENDPOINTS: list[Endpoint] = []
"""All endpoints of the messaging API, in the order of declaration; complete once `views` is imported."""


def endpoint(
    method: str,
    path: str,
    *,
    permission: Permission = ACCOUNTS,
    fails: tuple[Failure, ...] = (),
    emits: tuple[str, ...] = (),
    takes_file: bool = False,
    lacks: str | None = None,
    answers: Shape | None = None,
    since: int = 0,
    until: int | None = None,
) -> Callable[[View], View]:
    """Declare that the decorated view answers `method` at `path`, and return the view untouched.

    The view is called as `view(call, **arguments)`; its keyword-only parameters are what a request may carry.
    `answers` is the shape of what it returns; a view that returns `None` answers `Done`.
    `lacks` says on the parity page what of the operation is missing.
    """

    def declare(view: View) -> View:
        parameters = read_signature(view, path)
        own = {failure for failure, _ in permission.refusals}
        own |= {failure for _, failure, _ in permission.former}
        ENDPOINTS.append(
            Endpoint(
                method=method,
                path=path,
                view=view,
                waits=inspect.iscoroutinefunction(view),
                permission=permission,
                parameters=parameters,
                fails=fails,
                emits=emits,
                takes_file=takes_file,
                lacks=lacks,
                answers=answers or (Done if view.__annotations__["return"] is None else None),
                since=since,
                until=until,
                deed=Deed(f"{method} {path}", {*ALWAYS, *fails, *own}, emits),
                summary=(view.__doc__ or "").partition("\n")[0],
                known=_names(parameters),
            )
        )
        return view

    return declare


def _names(parameters: tuple[Parameter, ...]) -> frozenset[str]:
    named = (parameter for parameter in parameters if not parameter.in_path)
    return UNREPORTED.union(*((parameter.name, *parameter.aliases) for parameter in named))
