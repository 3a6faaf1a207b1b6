"""The records of the messaging specification, its section "Resources and their fields"."""

from contract.shapes import (
    any_of,
    anything,
    array,
    boolean,
    fields,
    integer,
    nullable,
    number,
    one_of,
    string,
)
from contract.terms import Record, has, may_have

ROLE = one_of(100, 200, 300, 400, 600)
REACTION_TYPE = one_of("unicode_emoji", "realm_emoji", "server_extra_emoji")
DEFAULTED = nullable(boolean)
"""A notification setting of a subscription; null takes the user's own default."""

GROUP_SETTING = any_of(
    integer, fields({"direct_members": array(integer), "direct_subgroups": array(integer)}, name="members")
)

REACTION = Record(
    name="reaction",
    heading="Message: reaction entry",
    of=("POST /messages/{message_id}/reactions",),
    fields=(
        has("emoji_name", string),
        has("emoji_code", string),
        has("reaction_type", REACTION_TYPE),
        has("user_id", integer),
    ),
)

EDIT_HISTORY_ENTRY = Record(
    name="edit history entry",
    heading="Message: edit history entry",
    of=("PATCH /messages/{message_id}",),
    fields=(
        has("user_id", nullable(integer)),
        has("timestamp", integer),
        may_have("prev_content", string, "the content was edited"),
        may_have("prev_rendered_content", string, "the content was edited"),
        may_have("prev_stream", integer, "the message went to another channel"),
        may_have("stream", integer, "the message went to another channel"),
        may_have("prev_topic", string, "the topic was edited"),
        may_have("topic", string, "the topic was edited"),
    ),
)

SUBMESSAGE = Record(
    name="submessage",
    heading="Message: submessages item",
    of=("GET /messages/{message_id}",),
    fields=(
        has("msg_type", string),
        has("content", string),
        has("message_id", integer),
        has("sender_id", integer),
        has("id", integer),
    ),
)

TOPIC_LINK = Record(
    name="topic link",
    heading="Message: topic_links item (not shown)",
    fields=(),
    observed=(has("text", string), has("url", string)),
)

DIRECT_RECIPIENT = Record(
    name="direct recipient",
    heading="Message: display_recipient item (not shown)",
    fields=(),
    observed=(
        has("id", integer),
        has("email", string),
        has("full_name", string),
        has("is_mirror_dummy", boolean),
    ),
)

MESSAGE = Record(
    name="message",
    heading="Message",
    of=("GET /messages/{message_id}",),
    fields=(
        has("id", integer),
        has("type", one_of("stream", "private")),
        has("sender_id", integer),
        has("sender_email", string),
        has("sender_full_name", string),
        has("sender_realm_str", string),
        has("avatar_url", nullable(string)),
        has("client", string),
        has("content", string),
        has("content_type", one_of("text/html", "text/x-markdown")),
        has("display_recipient", any_of(string, array(DIRECT_RECIPIENT.shape))),
        may_have("edit_history", array(EDIT_HISTORY_ENTRY.shape), "edited or moved, and viewing is allowed"),
        has("flags", array(string)),
        has("is_me_message", boolean),
        may_have("last_edit_timestamp", integer, "the content was edited"),
        may_have("last_moved_timestamp", integer, "moved to another channel or topic", since=365),
        has("reactions", array(REACTION.shape)),
        has("recipient_id", integer),
        may_have("stream_id", integer, "a channel message"),
        has("subject", string),
        has("submessages", array(SUBMESSAGE.shape)),
        has("timestamp", integer),
        has("topic_links", array(TOPIC_LINK.shape)),
    ),
    observed=(
        may_have("match_content", string, "the fetch was a search"),
        may_have("match_subject", string, "the fetch was a search"),
    ),
)

TOPICS_POLICY = one_of("inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only")

GROUP_SETTINGS_OF_A_CHANNEL = (
    "can_add_subscribers_group",
    "can_remove_subscribers_group",
    "can_administer_channel_group",
    "can_delete_any_message_group",
    "can_delete_own_message_group",
    "can_move_messages_out_of_channel_group",
    "can_move_messages_within_channel_group",
    "can_send_message_group",
    "can_subscribe_group",
    "can_resolve_topics_group",
    "can_create_topic_group",
)

CHANNEL = Record(
    name="channel",
    heading="Channel object",
    of=("GET /streams",),
    fields=(
        has("stream_id", integer),
        has("name", string),
        has("is_archived", boolean, since=315),
        has("description", string),
        has("rendered_description", string),
        has("date_created", integer),
        has("creator_id", nullable(integer)),
        has("invite_only", boolean),
        has("is_web_public", boolean),
        has("stream_post_policy", one_of(1, 2, 3, 4)),
        has("is_announcement_only", boolean),
        has("message_retention_days", nullable(integer)),
        has("history_public_to_subscribers", boolean),
        has("topics_policy", TOPICS_POLICY),
        has("first_message_id", nullable(integer)),
        has("folder_id", nullable(integer)),
        has("is_recently_active", boolean),
        *(has(name, GROUP_SETTING) for name in GROUP_SETTINGS_OF_A_CHANNEL),
    ),
    observed=(
        has("subscriber_count", integer, since=394),
        has("stream_weekly_traffic", nullable(integer)),
        may_have("is_default", boolean, "include_default was sent"),
    ),
)

SUBSCRIPTION = Record(
    name="subscription",
    heading="Subscription object",
    of=("POST /register",),
    fields=(
        has("stream_id", integer),
        has("name", string),
        has("description", string),
        has("rendered_description", string),
        has("date_created", integer),
        has("creator_id", nullable(integer)),
        has("invite_only", boolean),
        may_have("subscribers", array(integer), "include_subscribers is true"),
        may_have("partial_subscribers", array(integer), "include_subscribers is partial"),
        has("desktop_notifications", DEFAULTED),
        has("email_notifications", DEFAULTED),
        has("wildcard_mentions_notify", DEFAULTED),
        has("push_notifications", DEFAULTED),
        has("audible_notifications", DEFAULTED),
        has("pin_to_top", boolean),
        has("is_muted", boolean),
        has("in_home_view", boolean),
        has("is_announcement_only", boolean),
        has("stream_post_policy", one_of(1, 2, 3, 4)),
        has("is_web_public", boolean),
        has("message_retention_days", nullable(integer)),
        has("history_public_to_subscribers", boolean),
        has("first_message_id", nullable(integer)),
        has("folder_id", nullable(integer)),
        has("topics_policy", TOPICS_POLICY),
        has("color", string),
        *(has(name, GROUP_SETTING) for name in GROUP_SETTINGS_OF_A_CHANNEL),
    ),
    observed=(
        has("is_archived", boolean, since=315),
        has("is_recently_active", boolean),
        has("subscriber_count", integer, since=394),
        has("stream_weekly_traffic", nullable(integer)),
    ),
)

PRESENCE = Record(
    name="presence entry",
    heading="Presence entry",
    of=("POST /users/me/presence",),
    fields=(has("active_timestamp", integer), has("idle_timestamp", integer)),
)

LEGACY_PRESENCE_STATUS = {
    "client": one_of("website"),
    "status": one_of("idle", "active"),
    "timestamp": integer,
}
LEGACY_PRESENCE = Record(
    name="legacy presence entry",
    heading="Presence entry, legacy format",
    of=("POST /users/me/presence",),
    fields=(
        has("aggregated", fields(LEGACY_PRESENCE_STATUS)),
        has("website", fields({**LEGACY_PRESENCE_STATUS, "pushable": boolean})),
    ),
)

SCHEDULED_MESSAGE = Record(
    name="scheduled message",
    heading="Scheduled message",
    of=("POST /scheduled_messages",),
    fields=(has("scheduled_message_id", integer),),
    observed=(
        has("type", one_of("stream", "private")),
        has("to", any_of(integer, array(integer))),
        may_have("topic", string, "a channel message"),
        has("content", string),
        has("rendered_content", string),
        has("scheduled_delivery_timestamp", integer),
        has("failed", boolean),
    ),
)

TOPIC = Record(
    name="topic",
    heading="Other records: Topic listing entry",
    of=("GET /users/me/{stream_id}/topics",),
    fields=(has("name", string), has("max_id", integer)),
)
NAVIGATION_VIEW = Record(
    name="navigation view",
    heading="Other records: Navigation view",
    of=("POST /navigation_views",),
    fields=(
        has("fragment", string),
        has("is_pinned", boolean),
        may_have("name", nullable(string), "not a built-in view"),
    ),
)
SAVED_SNIPPET = Record(
    name="saved snippet",
    heading="Other records: Saved snippet",
    of=("POST /saved_snippets",),
    fields=(has("id", integer), has("title", string), has("content", string), has("date_created", integer)),
)
RECENT_PRIVATE_CONVERSATION = Record(
    name="recent private conversation",
    heading="Other records: Recent private conversation",
    of=("POST /register",),
    fields=(has("max_message_id", integer), has("user_ids", array(integer))),
)
EVENT_QUEUE = Record(
    name="event queue",
    heading="Other records: Event queue",
    of=("POST /register",),
    fields=(has("queue_id", string), has("last_event_id", integer)),
)
CUSTOM_PROFILE_FIELD = Record(
    name="custom profile field",
    heading="Other records: Custom profile field",
    of=("POST /realm/profile_fields",),
    fields=(
        has("id", integer),
        has("name", string),
        has("hint", string),
        has("type", one_of(1, 2, 3, 4, 5, 6, 7, 8)),
        has("field_data", string),
        may_have("display_in_profile_summary", boolean, "true"),
        has("required", boolean),
        has("editable_by_user", boolean),
        may_have("use_for_user_matching", boolean, "true"),
    ),
    observed=(has("order", integer),),
)
LINKIFIER = Record(
    name="linkifier",
    heading="Other records: Linkifier",
    of=("POST /realm/filters",),
    fields=(
        has("id", integer),
        has("pattern", string),
        has("url_template", string),
        has("example_input", nullable(string)),
        has("reverse_template", nullable(string)),
        has("alternative_url_templates", array(string)),
    ),
)
CONFIG_OPTION = Record(
    name="integration config option",
    heading="Other records: Integration config option",
    of=("realm_incoming_webhook_bots",),
    fields=(has("key", string), has("label", string), has("validator", string)),
)
URL_OPTION = Record(
    name="integration URL option",
    heading="Other records: Integration URL option",
    of=("realm_incoming_webhook_bots",),
    fields=(has("key", string), has("label", string), has("input_type", string, since=485)),
)

USER = Record(
    name="user",
    heading="User (not shown)",
    fields=(),
    observed=(
        has("user_id", integer),
        has("email", string),
        has("full_name", string),
        has("delivery_email", nullable(string)),
        has("date_joined", string),
        has("is_active", boolean),
        has("is_owner", boolean),
        has("is_admin", boolean),
        has("is_guest", boolean),
        has("is_bot", boolean),
        has("role", ROLE),
        has("timezone", string),
        may_have("avatar_url", nullable(string), "not left out by a capability"),
        has("avatar_version", integer),
        has("is_imported_stub", boolean, since=433),
        may_have("is_deleted", boolean, "true", since=490),
        may_have("profile_data", anything, "a person, when asked for"),
        may_have("bot_type", nullable(integer), "a bot"),
        may_have("bot_owner_id", nullable(integer), "a bot"),
        may_have("is_system_bot", boolean, "a system bot"),
    ),
)

USER_GROUP = Record(
    name="user group",
    heading="User group (not shown)",
    fields=(),
    observed=(
        has("id", integer),
        has("name", string),
        has("description", string),
        has("members", array(integer)),
        has("direct_subgroup_ids", array(integer)),
        has("is_system_group", boolean),
        has("creator_id", nullable(integer)),
        has("date_created", nullable(integer), since=292),
        has("deactivated", boolean, since=290),
        has("can_add_members_group", GROUP_SETTING, since=305),
        has("can_join_group", GROUP_SETTING, since=301),
        has("can_leave_group", GROUP_SETTING, since=308),
        has("can_manage_group", GROUP_SETTING, since=283),
        has("can_mention_group", GROUP_SETTING, since=258),
        has("can_remove_members_group", GROUP_SETTING, since=324),
    ),
)

SERVER_TIMESTAMP = number

RECORDS: tuple[Record, ...] = (
    MESSAGE,
    EDIT_HISTORY_ENTRY,
    REACTION,
    SUBMESSAGE,
    TOPIC_LINK,
    DIRECT_RECIPIENT,
    CHANNEL,
    SUBSCRIPTION,
    PRESENCE,
    LEGACY_PRESENCE,
    SCHEDULED_MESSAGE,
    TOPIC,
    NAVIGATION_VIEW,
    SAVED_SNIPPET,
    RECENT_PRIVATE_CONVERSATION,
    EVENT_QUEUE,
    CUSTOM_PROFILE_FIELD,
    LINKIFIER,
    CONFIG_OPTION,
    URL_OPTION,
    USER,
    USER_GROUP,
)
