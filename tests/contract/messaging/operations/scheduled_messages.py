"""Scheduling a message, as the messaging specification has it."""

from contract.shapes import any_of, array, boolean, integer, one_of, string
from contract.terms import Operation, Parameter, Refusal, Sample, has

CREATE_SCHEDULED_MESSAGE = Operation(
    heading="POST /scheduled_messages",
    method="POST",
    path="/scheduled_messages",
    parameters=(
        Parameter(
            name="type",
            shape=one_of("direct", "channel", "stream", "private"),
            required=True,
            rule="private is still taken; channel came at level 248",
            example="channel",
            wire="channel",
        ),
        Parameter(
            name="to",
            shape=any_of(integer, array(integer), wrong=("some", "{}", "true", '["a"]', '"general"')),
            required=True,
            rule="the channel's id, or a list of user ids",
            example=9,
            wire="9",
            also=(Sample([6, 8], ("[6, 8]",)),),
        ),
        Parameter(
            name="content",
            shape=string,
            required=True,
            rule="at most max_message_length",
            example="Ship it & rest",
            wire="Ship it & rest",
        ),
        Parameter(
            name="topic",
            shape=string,
            when="type is channel or stream",
            rule="at most max_topic_length; (no topic) is the empty topic",
            example="releases",
            wire="releases",
        ),
        Parameter(
            name="scheduled_delivery_timestamp",
            shape=integer,
            required=True,
            rule="UNIX seconds, UTC",
            example=3165826990,
            wire="3165826990",
        ),
        Parameter(name="read_by_sender", shape=boolean, since=236, example=True, wire="true"),
    ),
    answer=(has("scheduled_message_id", integer),),
    refusals=(
        Refusal(
            condition="nonexistent channel", code="STREAM_DOES_NOT_EXIST", extra=(has("stream_id", integer),)
        ),
        Refusal(condition="invalid user id"),
    ),
    emits=("scheduled_messages/add",),
)

OPERATIONS = (CREATE_SCHEDULED_MESSAGE,)
