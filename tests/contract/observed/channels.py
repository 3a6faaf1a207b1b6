"""Subscribing and finding a channel, which the specification does not describe."""

from contract.messaging.records import CHANNEL, SUBSCRIPTION, TOPICS_POLICY
from contract.observed.rights import RIGHTS, changed_rights_or_groups, given_rights
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
        *given_rights(),
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
    *changed_rights_or_groups(RIGHTS),
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
    operation(
        "PATCH",
        "/users/me/subscriptions",
        value("delete", array(string), ["Verona", "social"]),
        value(
            "add",
            array(fields({"name": string}, {"color": string, "description": string})),
            [{"name": "night watch", "color": "#76ce90"}],
            wrong=("some", "{}", "[5]", "[{}]", '[{"name": 5}]'),
        ),
        answer=(
            may_have("subscribed", mapping(array(string)), "something is added"),
            may_have("already_subscribed", mapping(array(string)), "something is added"),
            may_have("unauthorized", array(string), "something is added that one may not"),
            may_have("new_subscription_messages_sent", boolean, "something is added", since=397),
            may_have("removed", array(string), "something is left"),
            may_have("not_removed", array(string), "something is left"),
        ),
        refusals=(Refusal(condition="nothing to add or delete"),),
        emits=("subscription/remove", "subscription/peer_remove"),
    ),
)
