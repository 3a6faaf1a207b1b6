"""The state that register tells, written out: one of everything, so that a client can show what it reads."""

from contract.literals import CHANNEL, DRAFT, FOLDER, LINKIFIER, PROFILE_FIELD, REGISTERED, REMINDER, Answer

UNREADS: Answer = {
    "count": 7,
    "pms": [{"other_user_id": 10, "sender_id": 10, "unread_message_ids": [41, 42]}],
    "streams": [{"stream_id": 7, "topic": "Castle", "unread_message_ids": [43, 44]}],
    "huddles": [{"user_ids_string": "9,10,11", "unread_message_ids": [45, 46]}],
    "mentions": [43],
    "old_unreads_missing": True,
}
BOT: Answer = {
    "user_id": 36,
    "default_all_public_streams": True,
    "default_events_register_stream": "Denmark",
    "default_sending_stream": "Verona",
    "services": [{"base_url": "https://hook.example.com", "interface": 1, "token": "c0ffee"}],
}
EMOJI: Answer = {
    "id": "1",
    "name": "green_tick",
    "source_url": "/user_avatars/2/emoji/images/1.png",
    "still_url": "/user_avatars/2/emoji/images/1-still.png",
    "deactivated": True,
    "author_id": 5,
}
STATUS: Answer = {
    "status_text": "on vacation",
    "emoji_name": "car",
    "emoji_code": "1f697",
    "reaction_type": "unicode_emoji",
    "away": True,
}

SNAPSHOT: Answer = {
    **REGISTERED,
    "unread_msgs": UNREADS,
    "drafts": [DRAFT],
    "reminders": [REMINDER],
    "channel_folders": [FOLDER],
    "realm_default_stream_groups": [{"id": 2, "name": "g", "description": "d", "streams": [CHANNEL]}],
    "muted_topics": [["Denmark", "Castle", 1594825442]],
    "user_topics": [
        {"stream_id": 7, "topic_name": "Castle", "last_updated": 1594825442, "visibility_policy": 3}
    ],
    "muted_users": [{"id": 10, "timestamp": 1594825442}],
    "user_settings": {"twenty_four_hour_time": True, "timezone": "Europe/Rome"},
    "realm_user_settings_defaults": {"twenty_four_hour_time": False},
    "user_status": {"9": STATUS},
    "presences": {"9": {"active_timestamp": 1656958520, "idle_timestamp": 1656958530}},
    "presence_last_update_id": 1000,
    "server_timestamp": 1656958539.6287155,
    "custom_profile_fields": [PROFILE_FIELD],
    "custom_profile_field_types": {"SHORT_TEXT": {"id": 1, "name": "Text (short)"}},
    "realm_linkifiers": [LINKIFIER],
    "realm_filters": [],  # Nothing ever, since linkifiers took their place.
    "realm_playgrounds": [
        {"id": 1, "name": "p", "pygments_language": "Python", "url_template": "https://x/{code}"}
    ],
    "realm_domains": [{"domain": "example.org", "allow_subdomains": True}],
    "realm_emoji": {"1": EMOJI},
    "realm_bots": [BOT],
    "realm_embedded_bots": [{"name": "helloworld", "config": {"a": "b"}}],
    "onboarding_steps": [{"type": "one_time_notice", "name": "intro_inbox_view_modal"}],
    "stop_words": ["a", "the"],
    "devices": {"4": {"push_key_id": 7}},
    "has_zoom_token": True,
}
"""Every section that is not of the organisation's settings."""
