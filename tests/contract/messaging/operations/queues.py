"""Event queues and the development key, as the messaging specification has them."""

import json

from contract.messaging.records import (
    NAVIGATION_VIEW,
    RECENT_PRIVATE_CONVERSATION,
    SAVED_SNIPPET,
    SUBSCRIPTION,
)
from contract.messaging.snapshot import READ_BY_CLIENTS
from contract.shapes import any_of, anything, array, boolean, fields, integer, one_of, string
from contract.terms import OBSERVED, Operation, Parameter, Refusal, Sample, has, may_have

CAPABILITIES = (
    "notification_settings_null",
    "bulk_message_deletion",
    "user_avatar_url_field_optional",
    "stream_typing_notifications",
    "user_settings_object",
    "linkifier_url_template",
    "user_list_incomplete",
    "include_deactivated_groups",
    "empty_topic_name",
)
CAPABILITIES_OBSERVED = ("archived_channels", "simplified_presence_events", "individual_emoji_changes")
"""Capabilities that the specification does not show, since its list breaks off."""

REALM = "realm is fetched"

REGISTER = Operation(
    heading="POST /register",
    method="POST",
    path="/register",
    parameters=(
        Parameter(name="apply_markdown", shape=boolean, default=False, example=True, wire="true"),
        Parameter(
            name="client_gravatar",
            shape=boolean,
            default=True,
            rule="false for those not logged in, who may not ask for true",
            example=False,
            wire="false",
        ),
        Parameter(
            name="include_subscribers",
            shape=any_of(boolean, one_of("partial"), wrong=("some", "5", "[]", "null")),
            default=False,
            rule="partial came at level 412; those not logged in may not ask for true",
            example="partial",
            wire="partial",
            also=(Sample(True, ("true",)), Sample(False, ("false",))),
        ),
        Parameter(name="slim_presence", shape=boolean, default=False, example=True, wire="true"),
        Parameter(
            name="presence_history_limit_days", shape=integer, default=14, since=288, example=7, wire="7"
        ),
        Parameter(
            name="event_types",
            shape=array(string),
            rule="all when left out; unknown ones are passed over",
            example=["message", "reaction"],
            wire='["message", "reaction"]',
        ),
        Parameter(
            name="fetch_event_types",
            shape=array(string),
            example=["realm", "subscription"],
            wire='["realm", "subscription"]',
        ),
        Parameter(name="all_public_streams", shape=boolean, default=False, example=True, wire="true"),
        Parameter(
            name="idle_queue_timeout",
            shape=integer,
            since=481,
            example=3600,
            wire="3600",
            wrong=("some", "1.5", "[1]", "true", "null"),
        ),
        Parameter(
            name="client_capabilities",
            shape=fields({}, dict.fromkeys((*CAPABILITIES, *CAPABILITIES_OBSERVED), boolean)),
            example=dict.fromkeys(CAPABILITIES, True),
            wire=json.dumps(dict.fromkeys(CAPABILITIES, True)),
            also=tuple(
                Sample(
                    {CAPABILITIES[0]: False, name: True}, (json.dumps({CAPABILITIES[0]: False, name: True}),)
                )
                for name in (*CAPABILITIES[1:], *CAPABILITIES_OBSERVED)
            ),
            wrong=("some", "[]", "5", "true", '{"notification_settings_null": 5}'),
        ),
        Parameter(
            name="narrow",
            shape=array(array(string)),
            spec=OBSERVED,
            rule="pairs of operator and operand, which message events must meet",
            example=[["channel", "Denmark"], ["is", "mentioned"]],
            wire='[["channel", "Denmark"], ["is", "mentioned"]]',
            wrong=("some", "{}", "5", '["channel"]', "[[1, 2]]"),
        ),
    ),
    answer=(
        has("queue_id", string),
        has("last_event_id", integer),
        has("idle_queue_timeout_secs", integer, since=481),
        has("server_feature_level", integer),
        may_have("max_message_length", integer, REALM),
        may_have("max_topic_length", integer, REALM),
        may_have("realm_empty_topic_display_name", string, REALM, since=334),
        may_have("server_typing_started_wait_period_milliseconds", integer, REALM),
        may_have("server_typing_stopped_wait_period_milliseconds", integer, REALM),
        may_have("server_typing_started_expiry_period_milliseconds", integer, REALM),
        may_have("subscriptions", array(SUBSCRIPTION.shape), "subscription is fetched"),
        may_have(
            "recent_private_conversations",
            array(RECENT_PRIVATE_CONVERSATION.shape),
            "recent_private_conversations is fetched",
        ),
        may_have("navigation_views", array(NAVIGATION_VIEW.shape), "navigation_views is fetched"),
        may_have("saved_snippets", array(SAVED_SNIPPET.shape), "saved_snippets is fetched"),
        may_have("realm_incoming_webhook_bots", array(anything), "realm_incoming_webhook_bots is fetched"),
    ),
    answer_observed=(
        has("zulip_version", string),
        has("zulip_merge_base", string),
        has("zulip_feature_level", integer),
        *(may_have(name, anything, "its kind is fetched") for name in READ_BY_CLIENTS),
    ),
    answer_open=True,
    refusals=(
        Refusal(condition="client_gravatar is true and nobody is logged in"),
        Refusal(condition="include_subscribers is true and nobody is logged in"),
    ),
)

DELETE_QUEUE = Operation(
    heading="DELETE /events",
    method="DELETE",
    path="/events",
    parameters=(
        Parameter(
            name="queue_id",
            shape=string,
            required=True,
            example="fb67bf8a-c031-47cc-84cf-ed80accacda8",
            wire="fb67bf8a-c031-47cc-84cf-ed80accacda8",
        ),
    ),
    refusals=(
        Refusal(
            condition="unknown or deleted queue", code="BAD_EVENT_QUEUE_ID", extra=(has("queue_id", string),)
        ),
    ),
)

DEV_FETCH_API_KEY = Operation(
    heading="POST /dev_fetch_api_key",
    method="POST",
    path="/dev_fetch_api_key",
    parameters=(
        Parameter(
            name="username", shape=string, required=True, example="rosa@example.com", wire="rosa@example.com"
        ),
    ),
    answer=(has("api_key", string), has("email", string), has("user_id", integer)),
    refusals=(Refusal(condition="a production server"),),
    login=False,
)

OPERATIONS = (REGISTER, DELETE_QUEUE, DEV_FETCH_API_KEY)
