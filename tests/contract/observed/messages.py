"""Sending and fetching messages, which the specification does not describe."""

from contract.messaging.records import MESSAGE
from contract.shapes import any_of, anything, array, boolean, integer, one_of, string
from contract.terms import OBSERVED, Operation, Parameter, Refusal, Sample, has, may_have, path_integer

SEND_MESSAGE = Operation(
    spec=OBSERVED,
    heading="POST /messages",
    method="POST",
    path="/messages",
    parameters=(
        Parameter(
            name="type",
            shape=one_of("direct", "channel", "stream", "private"),
            required=True,
            example="direct",
            wire="direct",
        ),
        Parameter(
            name="to",
            shape=any_of(integer, string, array(integer), array(string)),
            required=True,
            example=[9, 10],
            wire="[9, 10]",
            also=(
                Sample(7, ("7",)),
                Sample("Denmark", ('"Denmark"', "Denmark")),
                Sample("42", ('"42"',)),
                Sample(["rosa@example.com"], ('["rosa@example.com"]',)),
            ),
        ),
        Parameter(
            name="content", shape=string, required=True, example="Hello *you* & all", wire="Hello *you* & all"
        ),
        Parameter(
            name="topic",
            shape=string,
            when="type is channel or stream",
            example="Castle",
            wire="Castle",
        ),
        Parameter(name="queue_id", shape=string, example="fb67bf8a-c031", wire="fb67bf8a-c031"),
        Parameter(name="local_id", shape=string, example="100.01", wire="100.01"),
        Parameter(name="read_by_sender", shape=boolean, since=236, example=True, wire="true"),
    ),
    answer=(
        has("id", integer),
        may_have("automatic_new_visibility_policy", one_of(2, 3), "the topic is now followed", since=218),
    ),
    refusals=(
        Refusal(
            condition="nonexistent channel", code="STREAM_DOES_NOT_EXIST", extra=(has("stream_id", integer),)
        ),
        Refusal(
            condition="nonexistent channel by name",
            code="STREAM_DOES_NOT_EXIST",
            extra=(has("stream", string),),
        ),
        Refusal(condition="invalid user id"),
        Refusal(condition="empty content"),
    ),
    emits=("message",),
)

GET_MESSAGES = Operation(
    spec=OBSERVED,
    heading="GET /messages",
    method="GET",
    path="/messages",
    parameters=(
        Parameter(
            name="anchor",
            shape=any_of(integer, one_of("newest", "oldest", "first_unread"), wrong=("some", "[1]")),
            when="message_ids is left out",
            example="newest",
            wire="newest",
            also=(Sample(42, ("42",)),),
        ),
        Parameter(
            name="num_before",
            shape=integer,
            when="message_ids is left out",
            example=5,
            wire="5",
            wrong=("some", "-1", "1.5"),
        ),
        Parameter(
            name="num_after",
            shape=integer,
            when="message_ids is left out",
            example=0,
            wire="0",
            wrong=("some", "-1", "1.5"),
        ),
        Parameter(
            name="narrow",
            shape=array(anything),
            example=[{"operator": "channel", "operand": 7}, {"operator": "topic", "operand": "Castle"}],
            wire='[{"operator": "channel", "operand": 7}, {"operator": "topic", "operand": "Castle"}]',
            also=(
                Sample(
                    [{"operator": "sender", "operand": 9, "negated": True}],
                    ('[{"operator": "sender", "operand": 9, "negated": true}]',),
                ),
                Sample([["channel", "Denmark"]], ('[["channel", "Denmark"]]',)),
            ),
            wrong=("some", "{}", "5"),
        ),
        Parameter(
            name="use_first_unread_anchor",
            shape=boolean,
            default=False,
            rule="deprecated for the anchor first_unread",
            example=True,
            wire="true",
        ),
        Parameter(name="include_anchor", shape=boolean, default=True, example=False, wire="false"),
        Parameter(name="client_gravatar", shape=boolean, default=True, example=False, wire="false"),
        Parameter(name="apply_markdown", shape=boolean, default=True, example=False, wire="false"),
        Parameter(
            name="allow_empty_topic_name",
            shape=boolean,
            default=False,
            since=334,
            example=True,
            wire="true",
        ),
        Parameter(
            name="anchor_date",
            shape=string,
            when="anchor is date",
            since=445,
            example="2026-03-01T00:00:00Z",
            wire="2026-03-01T00:00:00Z",
        ),
        Parameter(name="message_ids", shape=array(integer), since=300, example=[4, 8], wire="[4, 8]"),
    ),
    answer=(
        has("messages", array(MESSAGE.shape)),
        may_have("found_newest", boolean, "an anchor was sent"),
        may_have("found_oldest", boolean, "an anchor was sent"),
        may_have("history_limited", boolean, "an anchor was sent"),
        may_have("anchor", integer, "an anchor was sent"),
        may_have("found_anchor", boolean, "an anchor was sent"),
    ),
    refusals=(
        Refusal(condition="negative num_before", code="REQUEST_VARIABLE_INVALID"),
        Refusal(condition="unknown operator", code="BAD_NARROW", extra=(has("desc", string),)),
    ),
)

EDIT_MESSAGE = Operation(
    spec=OBSERVED,
    heading="PATCH /messages/{message_id}",
    method="PATCH",
    path="/messages/{message_id}",
    parameters=(
        path_integer("message_id", 43),
        Parameter(name="topic", shape=string, example="Castle", wire="Castle"),
        Parameter(
            name="propagate_mode",
            shape=one_of("change_one", "change_later", "change_all"),
            default="change_one",
            example="change_all",
            wire="change_all",
        ),
        Parameter(
            name="send_notification_to_old_thread",
            shape=boolean,
            default=False,
            example=True,
            wire="true",
        ),
        Parameter(
            name="send_notification_to_new_thread",
            shape=boolean,
            default=True,
            example=False,
            wire="false",
        ),
        Parameter(name="content", shape=string, example="Hello, again", wire="Hello, again"),
        Parameter(
            name="prev_content_sha256",
            shape=string,
            since=379,
            example="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            wire="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        ),
        Parameter(name="stream_id", shape=integer, example=7, wire="7"),
    ),
    answer=(has("detached_uploads", array(anything), since=285),),
    refusals=(Refusal(condition="nothing to change"), Refusal(condition="invalid message")),
    emits=("update_message",),
)

DELETE_MESSAGE = Operation(
    spec=OBSERVED,
    heading="DELETE /messages/{message_id}",
    method="DELETE",
    path="/messages/{message_id}",
    parameters=(path_integer("message_id", 43),),
    refusals=(Refusal(condition="invalid message"),),
    emits=("delete_message",),
)

OPERATIONS = (SEND_MESSAGE, GET_MESSAGES, EDIT_MESSAGE, DELETE_MESSAGE)
