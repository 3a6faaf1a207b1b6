"""Listing, changing and dropping scheduled messages, which the specification does not describe."""

from msgspec import structs

from contract.messaging.operations.scheduled_messages import CREATE_SCHEDULED_MESSAGE
from contract.messaging.records import SCHEDULED_MESSAGE
from contract.shapes import array
from contract.terms import OBSERVED, Operation, Parameter, Refusal, has, path_integer

ID = "scheduled_message_id"
UNKNOWN = Refusal(condition="unknown scheduled message", status=404)


def _optional(name: str) -> Parameter:
    return structs.replace(CREATE_SCHEDULED_MESSAGE.parameter(name), required=False, when="")


GET_SCHEDULED_MESSAGES = Operation(
    spec=OBSERVED,
    heading="GET /scheduled_messages",
    method="GET",
    path="/scheduled_messages",
    answer=(has("scheduled_messages", array(SCHEDULED_MESSAGE.shape)),),
)

UPDATE_SCHEDULED_MESSAGE = Operation(
    spec=OBSERVED,
    heading="PATCH /scheduled_messages/{scheduled_message_id}",
    method="PATCH",
    path="/scheduled_messages/{scheduled_message_id}",
    parameters=(
        path_integer(ID, 2),
        _optional("type"),
        _optional("to"),
        _optional("content"),
        _optional("topic"),
        _optional("scheduled_delivery_timestamp"),
    ),
    refusals=(UNKNOWN,),
    since=184,
    emits=("scheduled_messages/update",),
)

DELETE_SCHEDULED_MESSAGE = Operation(
    spec=OBSERVED,
    heading="DELETE /scheduled_messages/{scheduled_message_id}",
    method="DELETE",
    path="/scheduled_messages/{scheduled_message_id}",
    parameters=(path_integer(ID, 2),),
    refusals=(UNKNOWN,),
    emits=("scheduled_messages/remove",),
)

OPERATIONS = (GET_SCHEDULED_MESSAGES, UPDATE_SCHEDULED_MESSAGE, DELETE_SCHEDULED_MESSAGE)
