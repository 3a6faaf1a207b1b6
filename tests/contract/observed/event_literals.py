"""Further events written out, each field at least once."""

from typing import Any

from contract.literals import USER_GROUP

_FOLDER = {
    "id": 2,
    "name": "Frontend",
    "description": "All *frontend*",
    "rendered_description": "<p>All <em>frontend</em></p>",
    "date_created": 1717484476,
    "creator_id": 9,
    "is_archived": True,
    "order": 3,
}
_FOLDER_CHANGE = {
    "name": "Backend",
    "description": "*b*",
    "rendered_description": "<p><em>b</em></p>",
    "is_archived": True,
}
_GROUP_CHANGE = {
    key: value
    for key, value in USER_GROUP.items()
    if key in ("name", "description", "deactivated") or key.startswith("can_")
}
_DRAFT = {
    "id": 17,
    "type": "private",
    "to": [6],
    "topic": "",
    "content": "Hello there!",
    "timestamp": 1595479019.25,
}
_REMINDER = {
    "reminder_id": 17,
    "type": "private",
    "to": [6],
    "content": "Hello there!",
    "rendered_content": "<p>Hello there!</p>",
    "scheduled_delivery_timestamp": 1681662420,
    "failed": True,
    "reminder_target_message_id": 42,
}
_ATTACHMENT = {
    "id": 1,
    "name": "zulip.txt",
    "path_id": "2/ce/2Xpnnwgh8JWKxBXtTfD6BHKV/zulip.txt",
    "size": 6,
    "create_time": 1594825414,
    "message_ids": [42],
}
_BOT = {
    "user_id": 36,
    "default_all_public_streams": True,
    "default_events_register_stream": "Denmark",
    "default_sending_stream": None,
    "services": [],
    "owner_id": 9,
}
_EMOJI = {
    "id": "1",
    "name": "green_tick",
    "source_url": "/user_avatars/1/emoji/images/1.png",
    "still_url": None,
    "deactivated": True,
    "author_id": 5,
}
_SNIPPET = {"id": 1, "title": "Welcome", "content": "**hi**", "date_created": 1681662420}

_BODIES: tuple[dict[str, Any], ...] = (
    {"type": "default_streams", "default_streams": [2, 3]},
    {
        "type": "default_stream_groups",
        "default_stream_groups": [{"id": 2, "name": "g", "description": "d", "streams": []}],
    },
    {"type": "channel_folder", "op": "add", "channel_folder": _FOLDER},
    {"type": "channel_folder", "op": "update", "channel_folder_id": 2, "data": _FOLDER_CHANGE},
    {"type": "channel_folder", "op": "reorder", "order": [2, 1]},
    {"type": "muted_topics", "muted_topics": [["Denmark", "topic", 1594825442]]},
    {"type": "muted_users", "muted_users": [{"id": 1, "timestamp": 1594825442}]},
    {"type": "realm_bot", "op": "add", "bot": _BOT},
    {"type": "realm_bot", "op": "update", "bot": {"user_id": 36, "owner_id": 10}},
    {"type": "realm_bot", "op": "delete", "bot": {"user_id": 36}},
    {
        "type": "realm_user_settings_defaults",
        "op": "update",
        "property": "left_side_userlist",
        "value": True,
    },
    {"type": "user_group", "op": "add", "group": USER_GROUP},
    {"type": "user_group", "op": "update", "group_id": 2, "data": _GROUP_CHANGE},
    {"type": "user_group", "op": "remove", "group_id": 2},
    {"type": "alert_words", "alert_words": ["natural", "history"]},
    {"type": "device", "op": "add", "device_id": 4},
    {"type": "device", "op": "remove", "device_id": 4},
    {
        "type": "device",
        "op": "update",
        "device_id": 4,
        "push_key_id": 7,
        "push_token_id": "dGVzdA==",
        "pending_push_token_id": None,
        "push_token_last_updated_timestamp": 1594825442,
        "push_registration_error_code": "X",
    },
    {"type": "realm", "op": "deactivated", "realm_id": 2},
    {"type": "realm_emoji", "op": "update", "realm_emoji": {"1": _EMOJI}},
    {"type": "realm_emoji", "op": "add", "emoji": _EMOJI},
    {"type": "realm_emoji", "op": "update_one", "emoji_id": "1", "data": {"deactivated": True}},
    {
        "type": "realm_domains",
        "op": "add",
        "realm_domain": {"domain": "zulip.org", "allow_subdomains": True},
    },
    {
        "type": "realm_domains",
        "op": "change",
        "realm_domain": {"domain": "zulip.org", "allow_subdomains": True},
    },
    {"type": "realm_domains", "op": "remove", "domain": "zulip.org"},
    {
        "type": "realm_playgrounds",
        "realm_playgrounds": [
            {"id": 1, "name": "p", "pygments_language": "Python", "url_template": "https://x/{code}"}
        ],
    },
    {"type": "realm_export", "exports": [{"id": 107}]},
    {"type": "realm_export_consent", "user_id": 1, "consented": True},
    {"type": "reminders", "op": "add", "reminders": [_REMINDER]},
    {"type": "reminders", "op": "remove", "reminder_id": 17},
    {"type": "drafts", "op": "add", "drafts": [_DRAFT]},
    {"type": "drafts", "op": "update", "draft": _DRAFT},
    {"type": "drafts", "op": "remove", "draft_id": 17},
    {"type": "saved_snippets", "op": "add", "saved_snippet": _SNIPPET},
    {"type": "saved_snippets", "op": "update", "saved_snippet": _SNIPPET},
    {"type": "saved_snippets", "op": "remove", "saved_snippet_id": 17},
    {
        "type": "navigation_view",
        "op": "update",
        "fragment": "inbox",
        "data": {"is_pinned": True, "name": "In"},
    },
    {"type": "navigation_view", "op": "remove", "fragment": "inbox"},
    {"type": "attachment", "op": "add", "attachment": _ATTACHMENT, "upload_space_used": 6},
    {"type": "attachment", "op": "update", "attachment": _ATTACHMENT, "upload_space_used": 6},
    {"type": "onboarding_steps", "onboarding_steps": [{"type": "one_time_notice", "name": "x"}]},
    {"type": "has_zoom_token", "value": True},
    {"type": "web_reload_client", "immediate": True},
)

LITERALS = tuple({"id": number, **body} for number, body in enumerate(_BODIES, start=100))
