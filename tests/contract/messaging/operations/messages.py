"""Reading one message and changing flags, as the messaging specification has them."""

from contract.messaging.records import MESSAGE
from contract.shapes import array, boolean, integer, one_of, string
from contract.terms import Operation, Parameter, has, may_have, path_integer

CHANGEABLE_FLAGS = ("read", "starred", "collapsed")

GET_MESSAGE = Operation(
    heading="GET /messages/{message_id}",
    method="GET",
    path="/messages/{message_id}",
    parameters=(
        path_integer("message_id", 42),
        Parameter(name="apply_markdown", shape=boolean, default=True, since=120, example=False, wire="false"),
        Parameter(
            name="allow_empty_topic_name",
            shape=boolean,
            default=False,
            since=334,
            example=True,
            wire="true",
        ),
    ),
    answer=(has("raw_content", string), has("message", MESSAGE.shape, since=120)),
)

UPDATE_MESSAGE_FLAGS = Operation(
    heading="POST /messages/flags",
    method="POST",
    path="/messages/flags",
    parameters=(
        Parameter(
            name="messages", shape=array(integer), required=True, example=[4, 8, 15], wire="[4, 8, 15]"
        ),
        Parameter(name="op", shape=one_of("add", "remove"), required=True, example="add", wire="add"),
        Parameter(
            name="flag",
            shape=one_of(*CHANGEABLE_FLAGS),
            required=True,
            rule="only those that a person may change",
            example="starred",
            wire="starred",
        ),
    ),
    answer=(
        has("messages", array(integer)),
        may_have("ignored_because_not_subscribed_channels", array(integer), "flag is read and op is remove"),
    ),
    emits=("update_message_flags/add", "update_message_flags/remove"),
)

MARK_TOPIC_AS_READ = Operation(
    heading="POST /mark_topic_as_read",
    method="POST",
    path="/mark_topic_as_read",
    parameters=(
        Parameter(name="stream_id", shape=integer, required=True, example=43, wire="43"),
        Parameter(name="topic_name", shape=string, required=True, example="new coffee", wire="new coffee"),
    ),
    emits=("update_message_flags/add",),
)

OPERATIONS = (GET_MESSAGE, UPDATE_MESSAGE_FLAGS, MARK_TOPIC_AS_READ)
