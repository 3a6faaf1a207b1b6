"""A small organisation as a complete dump, and the ways to break it."""

import copy
import json
from collections.abc import Mapping
from typing import Any

START = 1_800_000_000

DUMP: dict[str, Any] = {
    "about": "A ship and her crew.",
    "recorded_at": START,
    "accounts": {
        "vera": {"user_id": 51, "email": "vera@ship.test", "api_key": "v" * 32, "role": "owner"},
        "otto": {
            "user_id": 52,
            "email": "otto@ship.test",
            "api_key": "o" * 32,
            "role": "member",
            "password": "ahoy",
        },
        "log": {"user_id": 60, "email": "log-bot@ship.test", "api_key": "b" * 32, "role": "bot"},
    },
    "realm": {
        "id": 7,
        "string_id": "ship",
        "settings": {
            "name": "Ship",
            "description": "A ship.",
            "bot_domain": "ship.test",
            "date_created": 1_799_000_000,
            "mandatory_topics": False,
            "message_content_edit_limit_seconds": 300,
            "message_content_delete_limit_seconds": None,
            "default_language": "nb",
        },
        "user_settings_defaults": {"web_font_size_px": 14, "send_stream_typing_notifications": False},
    },
    "server": {"max_topic_length": 60},
    "users": [
        {
            "user_id": 40,
            "email": "postbox@zulip.com",
            "delivery_email": "postbox@zulip.com",
            "full_name": "Postbox",
            "role": 400,
            "is_active": True,
            "is_bot": True,
            "bot_type": 1,
            "bot_owner_id": 40,
            "realm": "zulipinternal",
            "is_system_bot": True,
            "api_key": "p" * 32,
            "date_joined": "2027-01-04T06:13:20+00:00",
            "timezone": "",
            "avatar_version": 1,
            "email_address_visibility": 1,
            "default_all_public_streams": False,
            "recipient_id": 201,
        },
        {
            "user_id": 41,
            "email": "notification-bot@zulip.com",
            "delivery_email": "notification-bot@zulip.com",
            "full_name": "Notification Bot",
            "role": 400,
            "is_active": True,
            "is_bot": True,
            "bot_type": 1,
            "bot_owner_id": 41,
            "realm": "zulipinternal",
            "is_system_bot": True,
            "api_key": "n" * 32,
            "date_joined": "2027-01-04T06:13:20+00:00",
            "timezone": "",
            "avatar_version": 1,
            "email_address_visibility": 1,
            "default_all_public_streams": False,
            "recipient_id": 202,
        },
        {
            "user_id": 50,
            "email": "vera@ship.test",
            "delivery_email": "vera@ship.test",
            "full_name": "Vera of another ship",
            "role": 400,
            "is_active": True,
            "is_bot": False,
            "realm": "raft",
        },
        {
            "user_id": 51,
            "email": "user51@ship.test",
            "delivery_email": "vera@ship.test",
            "full_name": "Vera",
            "role": 100,
            "is_active": True,
            "is_bot": False,
            "bot_type": None,
            "bot_owner_id": None,
            "realm": "ship",
            "api_key": "v" * 32,
            "date_joined": "2027-01-04T06:13:20.250000+00:00",
            "timezone": "Europe/Oslo",
            "avatar_version": 2,
            "avatar_source": "G",
            "email_address_visibility": 3,
            "default_all_public_streams": False,
            "recipient_id": 203,
            "settings": {"web_font_size_px": 20, "receives_typing_notifications": False},
            "profile_data": {"4": {"value": "Captain", "rendered_value": "<p>Captain</p>"}},
        },
        {
            "user_id": 52,
            "email": "otto@ship.test",
            "delivery_email": "otto@ship.test",
            "full_name": "Otto",
            "role": 400,
            "is_active": True,
            "is_bot": False,
            "bot_type": None,
            "bot_owner_id": None,
            "realm": "ship",
            "api_key": "o" * 32,
            "date_joined": "2027-01-04T06:13:20+00:00",
            "timezone": "",
            "avatar_version": 1,
            "email_address_visibility": 1,
            "default_all_public_streams": False,
            "recipient_id": 204,
            "password": "ahoy",
        },
        {
            "user_id": 60,
            "email": "log-bot@ship.test",
            "delivery_email": "log-bot@ship.test",
            "full_name": "Log Bot",
            "role": 400,
            "is_active": True,
            "is_bot": True,
            "bot_type": 1,
            "bot_owner_id": 52,
            "realm": "ship",
            "api_key": "b" * 32,
            "date_joined": "2027-01-04T06:13:20+00:00",
            "timezone": "",
            "avatar_version": 1,
            "email_address_visibility": 1,
            "default_all_public_streams": False,
            "recipient_id": 205,
        },
    ],
    "channels": [
        {
            "can_remove_subscribers_group": 73,
            "creator_id": 51,
            "date_created": 1_799_000_000,
            "description": "The bridge",
            "history_public_to_subscribers": True,
            "invite_only": False,
            "is_web_public": False,
            "is_archived": False,
            "message_retention_days": None,
            "name": "bridge",
            "rendered_description": "<p>The bridge</p>",
            "stream_id": 80,
            "stream_post_policy": 1,
            "is_default": True,
            "topics_policy": "inherit",
            "folder_id": 3,
            "email_token": "e" * 32,
            "recipient_id": 206,
        },
        {
            "can_remove_subscribers_group": 73,
            "can_send_message_group": {"direct_members": [51], "direct_subgroups": [90]},
            "creator_id": None,
            "date_created": 1_799_000_001,
            "description": "",
            "history_public_to_subscribers": False,
            "invite_only": True,
            "is_web_public": False,
            "is_archived": False,
            "message_retention_days": 30,
            "name": "cabin",
            "rendered_description": "",
            "stream_id": 81,
            "stream_post_policy": 1,
            "is_default": False,
            "topics_policy": "inherit",
            "folder_id": None,
            "recipient_id": 207,
        },
    ],
    "channel_folders": [
        {
            "id": 3,
            "name": "Deck",
            "description": "",
            "rendered_description": "",
            "creator_id": 51,
            "date_created": 1_799_000_002,
            "place": 1,
            "is_archived": False,
        }
    ],
    "subscriptions": [
        {"user_id": 51, "stream_id": 80, "color": "#76ce90", "is_muted": True, "pin_to_top": False},
        {
            "user_id": 52,
            "stream_id": 80,
            "color": "#fae589",
            "is_muted": False,
            "pin_to_top": True,
            "push_notifications": True,
        },
        {"user_id": 51, "stream_id": 81, "color": "#a6c7e5", "is_muted": False, "pin_to_top": False},
    ],
    "former_subscriptions": [
        {"user_id": 52, "stream_id": 81, "color": "#c2726a", "is_muted": False, "pin_to_top": False}
    ],
    "default_channels": [80],
    "user_groups": [
        {"id": 71, "name": "role:nobody", "description": "Nobody", "is_system_group": True},
        {
            "id": 73,
            "name": "role:administrators",
            "description": "Administrators of this organization, including owners",
            "members": [],
            "direct_subgroup_ids": [],
            "is_system_group": True,
            "can_mention_group": 71,
        },
        {
            "id": 90,
            "name": "watch",
            "description": "On watch",
            "members": [52],
            "direct_subgroup_ids": [73],
            "is_system_group": False,
            "can_mention_group": 71,
            "creator_id": 51,
            "date_created": 1_799_000_005,
        },
    ],
    "messages": [
        {
            "id": 300,
            "sender_id": 51,
            "client": "website",
            "timestamp": 1_799_500_000,
            "content": "see [it](http://ship.test/it)",
            "rendered_content": '<p>see <a href="http://ship.test/it">it</a></p>',
            "recipient_id": 206,
            "type": "stream",
            "stream_id": 80,
            "topic": "course",
            "user_flags": {"51": ["read"], "52": ["starred"]},
            "reactions": [
                {
                    "user_id": 52,
                    "emoji_name": "tada",
                    "emoji_code": "1f389",
                    "reaction_type": "unicode_emoji",
                }
            ],
            "edit_history": [
                {"user_id": 51, "timestamp": 1_799_500_010, "prev_topic": "corse", "topic": "course"}
            ],
            "last_edit_timestamp": 1_799_500_010,
        },
        {
            "id": 305,
            "sender_id": 52,
            "client": "website",
            "timestamp": 1_799_500_100,
            "content": "hello",
            "rendered_content": "<p>hello</p>",
            "recipient_id": 203,
            "type": "private",
            "to": [51, 52],
            "user_flags": {"51": ["mentioned"], "52": ["read"]},
            "reactions": [],
        },
        {
            "id": 306,
            "sender_id": 52,
            "client": "website",
            "timestamp": 1_799_500_200,
            "content": "all of you",
            "rendered_content": "<p>all of you</p>",
            "recipient_id": 230,
            "type": "private",
            "to": [51, 52, 60],
            "user_flags": {"51": ["read"], "52": ["read"], "60": []},
            "reactions": [],
        },
    ],
    "linkifiers": [{"pattern": "#(?P<id>[0-9]+)", "url_template": "https://ship.test/{id}", "id": 3}],
    "per_user": {
        "vera": {
            "alert_words": ["fire"],
            "scheduled_messages": [
                {
                    "scheduled_message_id": 5,
                    "to": 80,
                    "type": "stream",
                    "content": "*now*",
                    "rendered_content": "<p><em>now</em></p>",
                    "topic": "course",
                    "scheduled_delivery_timestamp": START + 600,
                    "failed": False,
                }
            ],
        }
    },
}
"""Every kind of thing that a dump may hold."""


def changed(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """Return the dump with another value at `path`."""
    document: dict[str, Any] = copy.deepcopy(DUMP)
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return document


def without(path: tuple[str | int, ...]) -> dict[str, Any]:
    """Return the dump without the value at `path`."""
    document: dict[str, Any] = copy.deepcopy(DUMP)
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return document


def written(document: Mapping[str, Any]) -> str:
    """Return a dump as the text of a file."""
    return json.dumps(document, indent=1)
