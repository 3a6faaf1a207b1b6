"""What is done with messages that are there: marking many, reading along, looking back, voting."""

from contract.observed.words import operation, switch, text, value, whole
from contract.shapes import (
    any_of,
    anything,
    array,
    boolean,
    fields,
    integer,
    mapping,
    nullable,
    one_of,
    string,
)
from contract.terms import Refusal, Sample, has, may_have, path_integer

MESSAGE = path_integer("message_id", 43)
NO_MESSAGE = Refusal(condition="invalid message")
SNAPSHOT = fields(
    {
        "topic": string,
        "content": string,
        "rendered_content": string,
        "timestamp": integer,
        "user_id": nullable(integer),
    },
    {
        "prev_topic": string,
        "prev_stream": integer,
        "stream": integer,
        "prev_content": string,
        "prev_rendered_content": string,
        "content_html_diff": string,
    },
    name="snapshot of a message",
)
MATCH = fields({"match_content": string, "match_subject": string}, name="match")
_NARROW = [{"operator": "channel", "operand": 7}]

OPERATIONS = (
    operation(
        "POST",
        "/messages/flags/narrow",
        text(
            "anchor",
            "newest",
            any_of(integer, one_of("newest", "oldest", "first_unread"), wrong=("some", "[1]")),
            required=True,
            also=(Sample(42, ("42",)),),
        ),
        switch("include_anchor", True),
        whole("num_before", 5, required=True, wrong=("some", "-1", "1.5")),
        whole("num_after", 0, required=True, wrong=("some", "-1", "1.5")),
        value("narrow", array(anything), _NARROW, required=True, wrong=("some", "{}", "5")),
        text("op", "add", one_of("add", "remove"), required=True, wrong=("some", "")),
        text("flag", "starred", required=True, wrong=("some",)),
        answer=(
            has("processed_count", integer),
            has("updated_count", integer),
            has("first_processed_id", nullable(integer)),
            has("last_processed_id", nullable(integer)),
            has("found_oldest", boolean),
            has("found_newest", boolean),
            may_have("ignored_because_not_subscribed_channels", array(integer), "always", since=355),
        ),
        emits=("update_message_flags/add",),
    ),
    operation(
        "POST",
        "/mark_all_as_read",
        answer=(has("complete", boolean),),
        emits=("update_message_flags/add",),
    ),
    operation(
        "POST",
        "/mark_stream_as_read",
        whole("stream_id", 7, required=True),
        refusals=(Refusal(condition="inaccessible channel"),),
        emits=("update_message_flags/add",),
    ),
    operation(
        "POST",
        "/messages/render",
        text("content", "**x**", required=True),
        answer=(has("rendered", string),),
    ),
    operation(
        "GET",
        "/messages/{message_id}/history",
        MESSAGE,
        switch("allow_empty_topic_name", False, since=334),
        answer=(has("message_history", array(SNAPSHOT)),),
        refusals=(NO_MESSAGE,),
    ),
    operation(
        "GET",
        "/messages/{message_id}/read_receipts",
        MESSAGE,
        answer=(has("user_ids", array(integer)),),
        refusals=(NO_MESSAGE,),
    ),
    operation(
        "GET",
        "/messages/matches_narrow",
        value("msg_ids", array(integer), [43], required=True),
        value("narrow", array(anything), _NARROW, required=True, wrong=("some", "{}", "5")),
        answer=(has("messages", mapping(MATCH)),),
    ),
    operation(
        "POST",
        "/submessage",
        whole("message_id", 43, required=True),
        text("msg_type", "widget", required=True),
        text("content", '{"type": "vote", "key": "canned,0", "vote": 1}', required=True),
        refusals=(Refusal(condition="content that is no JSON"), NO_MESSAGE),
        emits=("submessage",),
    ),
    operation(
        "POST",
        "/streams/{stream_id}/delete_topic",
        path_integer("stream_id", 7),
        text("topic_name", "Castle", required=True),
        answer=(has("complete", boolean),),
        refusals=(Refusal(condition="inaccessible channel"),),
        emits=("delete_message",),
        administrators=True,
    ),
    operation(
        "DELETE",
        "/streams/{stream_id}",
        path_integer("stream_id", 7),
        refusals=(Refusal(condition="inaccessible channel"),),
        emits=("stream/delete",),
    ),
)
