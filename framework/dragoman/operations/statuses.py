"""Set and read what people tell of themselves beside their names."""

from dragoman.model import UNSET, Maybe, Status
from dragoman.operations.operation import Answer, Done, Operation


class StatusValues(Operation[Done]):
    """What a status is made of; what is left out stays, and at least one is needed."""

    status_text: str | Maybe = UNSET
    """At most 60 code points; the empty text clears it."""
    emoji_name: str | Maybe = UNSET
    """Without colons; needed with the next two, and cleared by the empty text."""
    emoji_code: str | Maybe = UNSET
    reaction_type: str | Maybe = UNSET
    """``unicode_emoji``, ``realm_emoji``, or the server's extra emoji."""


class UpdateStatusOfUser(
    StatusValues, method="POST", path="/users/{user_id}/status", repeatable=True, since=407
):
    """Set another account's status; administrators only, bots since feature level 473.

    Fails with code ``BAD_REQUEST`` when nothing new is given, the text is too long, the emoji is unknown or
    its name is missing; with ``UNAUTHORIZED_PRINCIPAL`` when one is no administrator.
    Source: messaging API, "POST /users/{user_id}/status".
    """

    user_id: int


class UpdateStatus(StatusValues, method="POST", path="/users/me/status", repeatable=True):
    """Set one's own status; for people, not for bots.

    Fails with code ``BAD_REQUEST`` as ``UpdateStatusOfUser`` does.
    Source: not in the spec; its fields follow "POST /users/{user_id}/status".
    """

    away: bool | Maybe = UNSET
    """Deprecated: whether to hide one's presence."""


class StatusFound(Answer):
    """An account's status."""

    status: Status


class GetStatus(Operation[StatusFound], method="GET", path="/users/{user_id}/status", since=262):
    """Fetch an account's status; an empty one when none is set.

    Fails with code ``BAD_REQUEST`` when there is no such account.
    Source: not in the spec.
    """

    user_id: int
