"""What people say about themselves at the moment."""

from typing import Annotated, Any

from dragoman_server import failures
from dragoman_server.actions.statuses import do_change_status
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Converted, TerseJson
from dragoman_server.payloads.personal import status_payload
from dragoman_server.permissions import PEOPLE, STATUS_KEEPERS
from dragoman_server.shapes.presence import StatusFound
from dragoman_server.views.reactions import EMOJI_FAILS, check_emoji, complete_emoji
from dragoman_server.world.access import access_user
from dragoman_server.world.sight import SIGHT_FAILS, access_seen_user
from dragoman_server.world.world import World

LONGEST = 60
"""How many code points a status may have."""

FAILS = (
    *(failures.TOO_LONG, failures.NO_NEW_VALUES, failures.EMOJI_NAME_MISSING),
    *EMOJI_FAILS,
)


def read_status_text(text: str) -> str:
    """Read a status: not too long, and without the spaces around it."""
    if len(text) > LONGEST:
        raise failures.TOO_LONG(name="status_text", limit=LONGEST)
    return text.strip()


StatusText = Annotated[str, Converted(read_status_text)]


@endpoint(
    "POST",
    "/users/me/status",
    permission=PEOPLE,
    fails=FAILS,
    emits=("user_status", "user_settings/update", "update_global_notifications", "presence"),
)
def update_own_status(
    call: Call,
    *,
    away: TerseJson[bool] | None = None,
    status_text: StatusText | None = None,
    emoji_name: str | None = None,
    emoji_code: str | None = None,
    reaction_type: str | None = None,
) -> None:
    """Say how the caller is.

    Not in the spec: the operation; its parameters are those of POST /users/{user_id}/status.
    """
    emoji = _read_emoji(call.world, status_text, away, emoji_name, emoji_code, reaction_type)
    do_change_status(call.world, call.user, text=status_text, emoji=emoji, away=away)


@endpoint(
    "POST",
    "/users/{user_id}/status",
    permission=STATUS_KEEPERS,
    fails=(*FAILS, failures.NO_SUCH_USER, failures.USER_DEACTIVATED),
    emits=("user_status",),
    since=407,
)
def update_status(
    call: Call,
    *,
    user_id: int,
    status_text: StatusText | None = None,
    emoji_name: str | None = None,
    emoji_code: str | None = None,
    reaction_type: str | None = None,
) -> None:
    """Say how somebody else is.

    Source: POST /users/{user_id}/status.
    """
    user = access_user(call.world, user_id)
    if not user.is_active:
        raise failures.USER_DEACTIVATED
    emoji = _read_emoji(call.world, status_text, None, emoji_name, emoji_code, reaction_type)
    do_change_status(call.world, user, text=status_text, emoji=emoji, away=None)


@endpoint("GET", "/users/{user_id}/status", fails=SIGHT_FAILS, since=262, answers=StatusFound)
def get_status(call: Call, *, user_id: int) -> dict[str, Any]:
    """Return what a person says about themselves.

    Not in the spec: the operation.
    """
    return {"status": status_payload(call.world, access_seen_user(call.world, call.user, user_id))}


def _read_emoji(
    world: World, text: str | None, away: bool | None, name: str | None, code: str | None, kind: str | None
) -> tuple[str, str, str] | None:
    """Return name, code and type, the name empty for none; `None` leaves the emoji as it is."""
    if name is None:
        if text is None and away is None:
            raise failures.NO_NEW_VALUES
        if code is not None or kind is not None:
            raise failures.EMOJI_NAME_MISSING
        return None
    if not name:
        return "", "", "unicode_emoji"
    full_code, full_kind = complete_emoji(world, name, code, kind)
    check_emoji(world, name, full_code, full_kind)
    return name, full_code, full_kind
