"""Subscribing and finding a channel, which the specification does not describe."""

from contract.messaging.records import CHANNEL, GROUP_SETTING, SUBSCRIPTION, TOPICS_POLICY
from contract.observed.words import operation, switch, text, value, whole
from contract.shapes import any_of, array, boolean, fields, integer, mapping, nullable, one_of, string
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

CHANGED_RIGHT = fields({"new": GROUP_SETTING}, {"old": GROUP_SETTING}, name="change of a permission")

UPDATE_CHANNEL = operation(
    "PATCH",
    "/streams/{stream_id}",
    path_integer("stream_id", 7),
    text("new_name", "Sweden"),
    text("description", "Further *north*"),
    value("stream_post_policy", one_of(1, 2, 3, 4), 2, until=333),
    switch("is_announcement_only", until=333),
    switch("is_private"),
    switch("is_web_public"),
    switch("history_public_to_subscribers"),
    switch("is_default_stream"),
    switch("is_archived", since=388),
    Parameter(
        name="message_retention_days",
        shape=any_of(integer, string),
        example=30,
        wire="30",
        also=(Sample("unlimited", ("unlimited", '"unlimited"')),),
    ),
    text("topics_policy", "inherit", TOPICS_POLICY, since=404),
    value("folder_id", nullable(integer), 3, since=389),
    *(
        value(name, CHANGED_RIGHT, {"new": 11, "old": 12}, since=since)
        for name, since in (
            ("can_remove_subscribers_group", 320),
            ("can_administer_channel_group", 325),
            ("can_send_message_group", 333),
            ("can_add_subscribers_group", 342),
            ("can_subscribe_group", 357),
            ("can_move_messages_out_of_channel_group", 396),
            ("can_move_messages_within_channel_group", 396),
            ("can_resolve_topics_group", 402),
            ("can_delete_any_message_group", 407),
            ("can_delete_own_message_group", 407),
            ("can_create_topic_group", 441),
        )
    ),
    refusals=(
        Refusal(condition="invalid or inaccessible channel"),
        Refusal(condition="the name is taken"),
        Refusal(condition="empty channel name"),
    ),
    emits=("stream/update",),
)

OPERATIONS = (
    *(GET_SUBSCRIPTIONS, SUBSCRIBE, GET_CHANNEL_ID, GET_CHANNEL, GET_SUBSCRIBERS, UPDATE_CHANNEL),
    operation(
        "PATCH",
        "/users/me/subscriptions/muted_topics",
        whole("stream_id", 7),
        text("stream", "Denmark"),
        text("topic", "Castle", required=True),
        text("op", "add", one_of("add", "remove"), required=True),
        emits=("user_topic",),
    ),
)
