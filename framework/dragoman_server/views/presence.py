"""Who is there, and who was a while ago."""

from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.actions.presence import do_report_presence
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered, TerseJson
from dragoman_server.payloads.personal import (
    modern_presence,
    one_presence,
    presences_payload,
    presences_since,
    shares_presence,
)
from dragoman_server.permissions import PEOPLE
from dragoman_server.shapes.presence import PresenceFound, PresencesFound, PresenceUpdated
from dragoman_server.world.access import access_user
from dragoman_server.world.records import User
from dragoman_server.world.sight import SIGHT_FAILS, check_seen

HISTORY_DAYS = 14
"""How far back presence is told unless a client asks otherwise."""


@endpoint(
    "POST",
    "/users/me/presence",
    permission=PEOPLE,
    fails=(failures.INVALID_STATUS,),
    emits=("presence",),
    answers=PresenceUpdated,
)
def update_presence(
    call: Call,
    *,
    status: str,
    ping_only: TerseJson[bool] = False,
    new_user_input: TerseJson[bool] = False,  # noqa: ARG001 - nobody counts here
    slim_presence: TerseJson[bool] = False,
    last_update_id: Annotated[Json[int] | None, Offered(since=levels.PRESENCE_UPDATE_ID)] = None,
    history_limit_days: Annotated[Json[int], Offered(since=288)] = HISTORY_DAYS,
) -> dict[str, Any]:
    """Report that the caller is there, and return who else is.

    Source: POST /users/me/presence.
    """
    if status not in ("active", "idle"):
        raise failures.INVALID_STATUS(status=status)
    # Real servers note a report behind the answer, so that it tells who was there before.
    found = presences_since(
        call.world, call.user, days=history_limit_days, update_id=max(last_update_id or 0, 0)
    )
    if shares_presence(call.world, call.user):
        do_report_presence(call.world, call.user, active=status == "active")
    known = -1 if last_update_id is None else last_update_id
    numbered = call.level >= levels.PRESENCE_UPDATE_ID
    if ping_only:
        return {"presence_last_update_id": known} if numbered else {}
    answer: dict[str, Any] = {
        "presences": presences_payload(found, slim=slim_presence or last_update_id is not None),
        "server_timestamp": call.world.clock.now(),
    }
    if numbered:
        answer["presence_last_update_id"] = max(known, *(one.update_id for _, one in found), -1)
    return answer


@endpoint("GET", "/realm/presence", answers=PresencesFound)
def get_presences(call: Call) -> dict[str, Any]:
    """Return who is there, by address.

    Not in the spec: the operation.
    """
    found = presences_since(call.world, call.user, days=HISTORY_DAYS)
    return {
        "presences": presences_payload(found, slim=False),
        "server_timestamp": call.world.clock.now(),
    }


ONE_FAILS = (*SIGHT_FAILS, failures.NO_PRESENCE_OF_BOTS, failures.NO_PRESENCE)


@endpoint("GET", "/users/{user_id}/presence", fails=ONE_FAILS, answers=PresenceFound)
def get_presence(call: Call, *, user_id: int) -> dict[str, Any]:
    """Return whether the user of that ID is there.

    Not in the spec: the operation.
    """
    return _show(call, access_user(call.world, user_id), str(user_id))


@endpoint("GET", "/users/{email}/presence", fails=ONE_FAILS, answers=PresenceFound)
def get_presence_by_email(call: Call, *, email: str) -> dict[str, Any]:
    """Return whether the user is there whom everybody sees under that address.

    Not in the spec: the operation.
    """
    user = call.world.users.by_shown_email(email)
    if user is None:
        raise failures.NO_SUCH_USER
    return _show(call, user, email)


def _show(call: Call, user: User, asked: str) -> dict[str, Any]:
    if not user.is_active:
        raise failures.NO_SUCH_USER
    if user.is_bot:
        raise failures.NO_PRESENCE_OF_BOTS
    check_seen(call.world, call.user, user)
    presence = call.world.personal.of(user.user_id).presence
    if presence is None:
        raise failures.NO_PRESENCE(user=asked)
    if call.level >= levels.PRESENCE_IN_TIMES:
        return {"presence": modern_presence(user, presence)}
    return {"presence": one_presence(call.world, user, presence)}
