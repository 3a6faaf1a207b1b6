"""The organisation's settings, as PATCH /realm changes them."""

from contract.observed.rights import changed_rights_or_groups
from contract.observed.words import operation, switch, text, value, whole
from contract.shapes import any_of, boolean, integer, mapping, one_of, string
from contract.terms import Parameter, Refusal, Sample

SWITCHES: dict[str, int | None] = {
    "emails_restricted_to_domains": None,
    "disallow_disposable_email_addresses": None,
    "invite_required": None,
    "require_unique_names": None,
    "name_changes_disabled": None,
    "email_changes_disabled": None,
    "avatar_changes_disabled": None,
    "inline_image_preview": None,
    "inline_url_embed_preview": None,
    "allow_message_editing": None,
    "mandatory_topics": None,
    "allow_edit_history": None,
    "send_welcome_emails": None,
    "digest_emails_enabled": None,
    "message_content_allowed_in_email_notifications": None,
    "enable_spectator_access": None,
    "want_advertise_in_communities_directory": None,
    "enable_read_receipts": None,
    "enable_guest_user_indicator": None,
    "enable_guest_user_dm_warning": None,
    "require_e2ee_push_notifications": None,
    "send_channel_events_messages": 434,
}
"""What is either on or off, with the level that brought it where that is told."""

LIMITS = (
    "message_content_delete_limit_seconds",
    "message_content_edit_limit_seconds",
    "move_messages_within_stream_limit_seconds",
    "move_messages_between_streams_limit_seconds",
)
"""Numbers, or the word for no limit."""

CHANNELS: dict[str, int | None] = {
    "new_stream_announcements_stream_id": None,
    "signup_announcements_stream_id": None,
    "zulip_update_announcements_stream_id": None,
    "moderation_request_channel_id": 331,
}

GROUPS: dict[str, int | None] = {
    "create_multiuse_invite_group": None,
    "can_access_all_users_group": None,
    "can_create_public_channel_group": 264,
    "can_create_private_channel_group": 266,
    "can_create_web_public_channel_group": 280,
    "direct_message_initiator_group": 270,
    "direct_message_permission_group": 270,
    "can_delete_any_message_group": 281,
    "can_delete_own_message_group": 291,
    "can_create_groups": 299,
    "can_manage_all_groups": 299,
    "can_add_custom_emoji_group": None,
    "can_move_messages_between_channels_group": 310,
    "can_move_messages_between_topics_group": 316,
    "can_invite_users_group": None,
    "can_add_subscribers_group": 341,
    "can_create_bots_group": 344,
    "can_create_write_only_bots_group": 344,
    "can_summarize_topics_group": None,
    "can_mention_many_users_group": 352,
    "can_manage_billing_group": None,
    "can_resolve_topics_group": 367,
    "can_set_topics_policy_group": 392,
    "can_set_delete_message_policy_group": None,
}
"""Permissions of the whole organisation."""

ONCE: dict[str, tuple[int, tuple[int, ...]]] = {
    "create_public_stream_policy": (264, (1, 2, 3, 4)),
    "create_private_stream_policy": (266, (1, 2, 3, 4)),
    "private_message_policy": (270, (1, 2)),
    "create_web_public_stream_policy": (280, (2, 4, 6, 7)),
    "delete_own_message_policy": (291, (1, 2, 3, 4, 5)),
    "user_group_edit_policy": (299, (1, 2, 3, 4)),
    "add_custom_emoji_policy": (307, (1, 2, 3, 4)),
    "move_messages_between_streams_policy": (310, (1, 2, 3, 4, 6)),
    "edit_topic_policy": (316, (1, 2, 3, 4, 5, 6)),
    "invite_to_realm_policy": (321, (1, 2, 3, 4, 6)),
    "invite_to_stream_policy": (341, (1, 2, 3, 4)),
    "bot_creation_policy": (344, (1, 2, 3)),
    "wildcard_mention_policy": (352, (1, 2, 3, 5, 6, 7)),
}
"""Numbers that came before the permissions, with the level that took them away."""


def _limit(name: str) -> Parameter:
    unlimited = Sample("unlimited", ('"unlimited"',))
    return value(name, any_of(integer, string), 600, also=(unlimited,), wrong=("[]", "{}"))


PARAMETERS: tuple[Parameter, ...] = (
    text("name", "Elsinore"),
    text("description", "Something *rotten*"),
    text("default_language", "de"),
    text("default_code_block_language", "python"),
    value("jitsi_server_url", string, "https://meet.example.com", wrong=("some", "5", "[]")),
    text("welcome_message_custom_text", "Come in", since=416),
    *(switch(name, since=since) for name, since in SWITCHES.items()),
    whole("waiting_period_threshold", 3),
    whole("digest_weekday", 2),
    value("video_chat_provider", integer, 1, wrong=("some", "[]")),
    value("giphy_rating", integer, 1, wrong=("some", "[]")),
    value("org_type", integer, 10, wrong=("some", "[]")),
    text("message_edit_history_visibility_policy", "moves", one_of("all", "moves", "none"), since=358),
    text("topics_policy", "allow_empty_topic", one_of("allow_empty_topic", "disable_empty_topic"), since=392),
    *(_limit(name) for name in (*LIMITS, "message_retention_days")),
    value("authentication_methods", mapping(boolean), {"Email": True, "Dev": True}, wrong=("some", "[]")),
    *(whole(name, 7, since=since) for name, since in CHANNELS.items()),
    *changed_rights_or_groups(GROUPS),
)


OPERATIONS = (
    operation(
        "PATCH",
        "/realm",
        *PARAMETERS,
        *(value(name, one_of(*numbers), 2, until=until) for name, (until, numbers) in ONCE.items()),
        answer_open=True,
        refusals=(
            Refusal(condition="a name of the organisation that is too long"),
            Refusal(condition="a permission that is another by now", code="EXPECTATION_MISMATCH"),
        ),
        emits=("realm/update",),
        administrators=True,
    ),
)
