"""Who is editing a message right now."""

from typing import Literal

from dragoman_server import failures
from dragoman_server.actions.edit_typing import do_tell_editing
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.world.access import access_message

FAILS = (failures.INVALID_MESSAGES, failures.NO_EDIT_PERMISSION)
EMITS = ("typing_edit_message/start", "typing_edit_message/stop")


@endpoint("POST", "/messages/{message_id}/typing", fails=FAILS, emits=EMITS, since=361)
def set_edit_typing(call: Call, *, message_id: int, op: Literal["start", "stop"]) -> None:
    """Tell those concerned that one starts or stops editing a message.

    Source: POST /messages/{message_id}/typing.
    """
    _tell(call, message_id, op)


@endpoint("POST", "/message_edit_typing", fails=FAILS, emits=EMITS, since=351, until=361)
def set_edit_typing_of_old(call: Call, *, message_id: Json[int], op: Literal["start", "stop"]) -> None:
    """Tell those concerned that one starts or stops editing a message, at the path of its first years.

    Source: POST /messages/{message_id}/typing.
    """
    _tell(call, message_id, op)


def _tell(call: Call, message_id: int, op: str) -> None:
    message = access_message(call.world, call.user, message_id)
    if message.sender_id != call.user.user_id:
        raise failures.NO_EDIT_PERMISSION
    do_tell_editing(call.world, call.user, message, op)
