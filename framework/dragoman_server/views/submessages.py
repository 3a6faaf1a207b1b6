"""What people do in the widgets of messages: polls and to-do lists."""

from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.actions.submessages import do_add_submessage
from dragoman_server.actions.topic_choices import TOPIC_CHOICE_EMITS
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.widget_data import check_widget_data
from dragoman_server.world.access import access_message
from dragoman_server.world.records import Message


@endpoint(
    "POST",
    "/submessage",
    fails=(
        failures.INVALID_MESSAGES,
        failures.NO_SUBMESSAGE,
        failures.BAD_SUBMESSAGE,
        failures.UNKNOWN_WIDGET_DATA,
        failures.QUESTION_OF_AUTHOR,
        failures.TITLE_OF_AUTHOR,
    ),
    emits=("submessage", *TOPIC_CHOICE_EMITS),
)
def add_submessage(call: Call, *, message_id: Json[int], msg_type: str, content: str) -> None:
    """Vote in a poll, tick off a task, or say something else to a message's widget.

    Not in the spec: the operation; its fields are those of a message's submessages.
    """
    message = access_message(call.world, call.user, message_id)
    is_author = message.sender_id == call.user.user_id
    if not is_author and not any(one["sender_id"] == message.sender_id for one in message.submessages):
        raise failures.NO_SUBMESSAGE
    check_widget_data(content, _widget_type(message), is_author=is_author)
    do_add_submessage(call.world, call.user, message, msg_type, content)


def _widget_type(message: Message) -> str | None:
    """Return which widget a message holds: `poll`, `todo`, or `None` for another or none."""
    if not message.submessages:
        return None
    try:
        first: Any = msgspec.json.decode(message.submessages[0]["content"])
    except (ValueError, RecursionError):
        return None
    found = first.get("widget_type") if isinstance(first, dict) else None
    return found if isinstance(found, str) else None
