"""Typing notifications, as the messaging specification has them."""

from contract.shapes import array, integer, one_of, string
from contract.terms import Operation, Parameter, Refusal, path_integer

SET_TYPING = Operation(
    heading="POST /typing",
    method="POST",
    path="/typing",
    parameters=(
        Parameter(
            name="type",
            shape=one_of("direct", "stream", "channel"),
            default="direct",
            example="channel",
            wire="channel",
        ),
        Parameter(name="op", shape=one_of("start", "stop"), required=True, example="start", wire="start"),
        Parameter(
            name="to",
            shape=array(integer),
            when="type is direct",
            rule="JSON even for one person; passed over for channels",
            example=[9, 10],
            wire="[9, 10]",
        ),
        Parameter(
            name="stream_id",
            shape=integer,
            when="type is stream or channel",
            since=215,
            example=7,
            wire="7",
        ),
        Parameter(
            name="topic",
            shape=string,
            when="type is stream or channel",
            example="typing notifications",
            wire="typing notifications",
        ),
    ),
    refusals=(Refusal(condition="channel type without stream_id"),),
    emits=("typing/start", "typing/stop"),
)

SET_EDIT_TYPING = Operation(
    heading="POST /messages/{message_id}/typing",
    method="POST",
    path="/messages/{message_id}/typing",
    parameters=(
        path_integer("message_id", 47),
        Parameter(name="op", shape=one_of("start", "stop"), required=True, example="start", wire="start"),
    ),
    since=361,
    emits=("typing_edit_message/start", "typing_edit_message/stop"),
)

OPERATIONS = (SET_TYPING, SET_EDIT_TYPING)
