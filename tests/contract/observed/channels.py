"""Subscribing and finding a channel, which the specification does not describe."""

from contract.messaging.records import CHANNEL, GROUP_SETTING, SUBSCRIPTION, TOPICS_POLICY
from contract.shapes import any_of, array, boolean, fields, integer, mapping, string
from contract.terms import OBSERVED, Operation, Parameter, Refusal, Sample, has, may_have, path_integer

GET_SUBSCRIPTIONS = Operation(
    spec=OBSERVED,
    heading="GET /users/me/subscriptions",
    method="GET",
    path="/users/me/subscriptions",
    parameters=(
        Parameter(
            name="include_subscribers",
            shape=any_of(boolean, wrong=("some", "5", "[]")),
            default=False,
            example=True,
            wire="true",
        ),
    ),
    answer=(has("subscriptions", array(SUBSCRIPTION.shape)),),
)

SUBSCRIBE = Operation(
    spec=OBSERVED,
    heading="POST /users/me/subscriptions",
    method="POST",
    path="/users/me/subscriptions",
    parameters=(
        Parameter(
            name="subscriptions",
            shape=array(fields({"name": string}, {"description": string, "color": string})),
            required=True,
            example=[{"name": "night watch", "description": "who is awake", "color": "#76ce90"}],
            wire='[{"name": "night watch", "description": "who is awake", "color": "#76ce90"}]',
            also=(Sample([{"name": "Denmark"}], ('[{"name": "Denmark"}]',)),),
            wrong=("some", "{}", "[5]", "[{}]", '[{"name": 5}]'),
        ),
        Parameter(
            name="principals",
            shape=any_of(array(string), array(integer), wrong=("some", "{}", "5", "[true]", "[null]")),
            example=[11, 12],
            wire="[11, 12]",
            also=(Sample(["rosa@example.com"], ('["rosa@example.com"]',)),),
        ),
        Parameter(
            name="authorization_errors_fatal", shape=boolean, default=True, example=False, wire="false"
        ),
        Parameter(name="announce", shape=boolean, default=False, example=True, wire="true"),
        Parameter(name="invite_only", shape=boolean, default=False, example=True, wire="true"),
        Parameter(name="is_web_public", shape=boolean, default=False, example=True, wire="true"),
        Parameter(name="is_default_stream", shape=boolean, default=False, example=True, wire="true"),
        Parameter(name="history_public_to_subscribers", shape=boolean, example=True, wire="true"),
        Parameter(
            name="message_retention_days",
            shape=any_of(integer, string),
            example=30,
            wire="30",
            also=(Sample("unlimited", ("unlimited", '"unlimited"')),),
        ),
        Parameter(name="topics_policy", shape=TOPICS_POLICY, since=392, example="inherit", wire="inherit"),
        Parameter(name="can_send_message_group", shape=GROUP_SETTING, since=333, example=11, wire="11"),
        *(
            Parameter(name=name, shape=GROUP_SETTING, since=since, example=11, wire="11")
            for name, since in (
                ("can_add_subscribers_group", 342),
                ("can_subscribe_group", 357),
                ("can_create_topic_group", 441),
                ("can_delete_any_message_group", 407),
                ("can_delete_own_message_group", 407),
                ("can_move_messages_out_of_channel_group", 396),
                ("can_move_messages_within_channel_group", 396),
                ("can_resolve_topics_group", 402),
            )
        ),
        Parameter(name="can_remove_subscribers_group", shape=GROUP_SETTING, since=320, example=12, wire="12"),
        Parameter(
            name="can_administer_channel_group",
            shape=GROUP_SETTING,
            since=325,
            example={"direct_members": [9], "direct_subgroups": [12]},
            wire='{"direct_members": [9], "direct_subgroups": [12]}',
        ),
        Parameter(name="folder_id", shape=integer, since=389, example=3, wire="3"),
        Parameter(
            name="send_new_subscription_messages",
            shape=boolean,
            default=True,
            since=397,
            example=False,
            wire="false",
        ),
    ),
    answer=(
        has("subscribed", mapping(array(string))),
        has("already_subscribed", mapping(array(string))),
        may_have("unauthorized", array(string), "authorization errors are not fatal"),
        may_have("new_subscription_messages_sent", boolean, "people were to be told", since=397),
    ),
    refusals=(Refusal(condition="empty channel name"),),
    emits=("subscription/add", "subscription/peer_add", "stream/create"),
)

GET_CHANNEL_ID = Operation(
    spec=OBSERVED,
    heading="GET /get_stream_id",
    method="GET",
    path="/get_stream_id",
    parameters=(Parameter(name="stream", shape=string, required=True, example="Denmark", wire="Denmark"),),
    answer=(has("stream_id", integer),),
    refusals=(Refusal(condition="unknown channel name"),),
)

GET_CHANNEL = Operation(
    spec=OBSERVED,
    heading="GET /streams/{stream_id}",
    method="GET",
    path="/streams/{stream_id}",
    parameters=(path_integer("stream_id", 7),),
    answer=(has("stream", CHANNEL.shape),),
    refusals=(Refusal(condition="invalid or inaccessible channel"),),
)

GET_SUBSCRIBERS = Operation(
    spec=OBSERVED,
    heading="GET /streams/{stream_id}/members",
    method="GET",
    path="/streams/{stream_id}/members",
    parameters=(path_integer("stream_id", 7),),
    answer=(has("subscribers", array(integer)),),
    refusals=(Refusal(condition="invalid or inaccessible channel"),),
)

OPERATIONS = (GET_SUBSCRIPTIONS, SUBSCRIBE, GET_CHANNEL_ID, GET_CHANNEL, GET_SUBSCRIBERS)
