"""Answers of the services, written out: what a client must be able to read."""

from typing import Any

Answer = dict[str, Any]

GROUPS: Answer = {
    "can_add_subscribers_group": 11,
    "can_remove_subscribers_group": 12,
    "can_administer_channel_group": {"direct_members": [9, 10], "direct_subgroups": [12]},
    "can_delete_any_message_group": 13,
    "can_delete_own_message_group": 14,
    "can_move_messages_out_of_channel_group": 15,
    "can_move_messages_within_channel_group": 16,
    "can_send_message_group": 17,
    "can_subscribe_group": {"direct_members": [], "direct_subgroups": []},
    "can_resolve_topics_group": 18,
    "can_create_topic_group": 19,
}

CHANNEL: Answer = {
    "stream_id": 7,
    "name": "Denmark",
    "is_archived": True,
    "description": "A *Scandinavian* country",
    "rendered_description": "<p>A <em>Scandinavian</em> country</p>",
    "date_created": 1691057093,
    "creator_id": 9,
    "invite_only": True,
    "is_web_public": True,
    "stream_post_policy": 2,
    "is_announcement_only": True,
    "message_retention_days": 30,
    "history_public_to_subscribers": True,
    "topics_policy": "allow_empty_topic",
    "first_message_id": 21,
    "folder_id": 3,
    "is_recently_active": True,
    **GROUPS,
    "subscriber_count": 12,
    "stream_weekly_traffic": 40,
    "is_default": True,
}

BARE_CHANNEL: Answer = {
    **CHANNEL,
    "stream_id": 8,
    "creator_id": None,
    "message_retention_days": None,
    "first_message_id": None,
    "folder_id": None,
    "stream_weekly_traffic": None,
}
"""A channel with every null that is allowed."""

SUBSCRIPTION: Answer = {
    **{key: value for key, value in CHANNEL.items() if key != "is_default"},
    "subscribers": [9, 10, 11],
    "partial_subscribers": [9, 11],
    "desktop_notifications": True,
    "email_notifications": False,
    "wildcard_mentions_notify": None,
    "push_notifications": True,
    "audible_notifications": None,
    "pin_to_top": True,
    "is_muted": True,
    "in_home_view": False,
    "color": "#76ce90",
}

REACTIONS: list[Answer] = [
    {"emoji_name": "octopus", "emoji_code": "1f419", "reaction_type": "unicode_emoji", "user_id": 9},
    {"emoji_name": "green_tick", "emoji_code": "1", "reaction_type": "realm_emoji", "user_id": 10},
    {"emoji_name": "logo", "emoji_code": "logo", "reaction_type": "server_extra_emoji", "user_id": 11},
]

MESSAGE: Answer = {
    "id": 42,
    "type": "stream",
    "sender_id": 10,
    "sender_email": "user10@example.com",
    "sender_full_name": "Iago",
    "sender_realm_str": "example",
    "avatar_url": "https://chat.example.com/avatar/10",
    "client": "website",
    "content": "<p>I come not, friends, to steal away your hearts.</p>",
    "content_type": "text/html",
    "display_recipient": "Denmark",
    "edit_history": [
        {
            "user_id": None,
            "timestamp": 1690000300,
            "prev_content": "I come",
            "prev_rendered_content": "<p>I come</p>",
        },
        {
            "user_id": 10,
            "timestamp": 1690000200,
            "prev_stream": 6,
            "stream": 7,
            "prev_topic": "Rome",
            "topic": "Castle",
        },
    ],
    "flags": ["read", "starred", "mentioned"],
    "is_me_message": True,
    "last_edit_timestamp": 1690000300,
    "last_moved_timestamp": 1690000200,
    "reactions": REACTIONS,
    "recipient_id": 22,
    "stream_id": 7,
    "subject": "Castle #12",
    "submessages": [{"msg_type": "widget", "content": "{}", "message_id": 42, "sender_id": 10, "id": 3}],
    "timestamp": 1690000100,
    "topic_links": [{"text": "#12", "url": "https://example.com/12"}],
}

DIRECT_MESSAGE: Answer = {
    "id": 43,
    "type": "private",
    "sender_id": 9,
    "sender_email": "user9@example.com",
    "sender_full_name": "Desdemona",
    "sender_realm_str": "example",
    "avatar_url": None,
    "client": "DragomanJudge",
    "content": "Hello **there**",
    "content_type": "text/x-markdown",
    "display_recipient": [
        {"id": 9, "email": "user9@example.com", "full_name": "Desdemona", "is_mirror_dummy": False},
        {"id": 10, "email": "user10@example.com", "full_name": "Iago", "is_mirror_dummy": True},
    ],
    "flags": [],
    "is_me_message": False,
    "reactions": [],
    "recipient_id": 23,
    "subject": "",
    "submessages": [],
    "timestamp": 1690000400,
    "topic_links": [],
}

USER: Answer = {
    "user_id": 9,
    "email": "user9@example.com",
    "full_name": "Desdemona",
    "delivery_email": "desdemona@example.com",
    "date_joined": "2019-10-20T07:50:53.728864+00:00",
    "is_active": True,
    "is_owner": True,
    "is_admin": True,
    "is_guest": False,
    "is_bot": False,
    "role": 100,
    "timezone": "Europe/Copenhagen",
    "avatar_url": None,
    "avatar_version": 3,
    "is_imported_stub": True,
    "is_deleted": True,
    "profile_data": {"4": {"value": "vim", "rendered_value": "<p>vim</p>"}},
}

BOT: Answer = {
    **{key: value for key, value in USER.items() if key not in ("profile_data", "is_deleted")},
    "user_id": 23,
    "delivery_email": None,
    "is_owner": False,
    "is_admin": False,
    "is_bot": True,
    "role": 400,
    "bot_type": 1,
    "bot_owner_id": 9,
    "is_system_bot": True,
}

USER_GROUP: Answer = {
    "id": 38,
    "name": "night shift",
    "description": "awake when others sleep",
    "members": [9, 10],
    "direct_subgroup_ids": [39],
    "is_system_group": True,
    "creator_id": None,
    "date_created": 1717484476,
    "deactivated": True,
    "can_add_members_group": 11,
    "can_join_group": 12,
    "can_leave_group": 13,
    "can_manage_group": {"direct_members": [9], "direct_subgroups": []},
    "can_mention_group": 15,
    "can_remove_members_group": 16,
}

ATTACHMENT: Answer = {
    "id": 1,
    "name": "glove.txt",
    "path_id": "2/ce/2Xpnnwgh8JWKxBXtTfD6BHKV/glove.txt",
    "size": 6,
    "create_time": 1594825414,
    "message_ids": [42],
}

CHANNEL_SCHEDULED: Answer = {
    "scheduled_message_id": 27,
    "type": "stream",
    "to": 14,
    "topic": "Introduction",
    "content": "Hello, **world**!",
    "rendered_content": "<p>Hello, <strong>world</strong>!</p>",
    "scheduled_delivery_timestamp": 1681662420,
    "failed": True,
}

DIRECT_SCHEDULED: Answer = {
    "scheduled_message_id": 28,
    "type": "private",
    "to": [6, 8],
    "content": "Hi",
    "rendered_content": "<p>Hi</p>",
    "scheduled_delivery_timestamp": 1681662500,
    "failed": False,
}

SNIPPET: Answer = {"id": 1, "title": "Welcome", "content": "**Welcome**", "date_created": 1681662420}

DRAFT: Answer = {
    "id": 1,
    "type": "stream",
    "to": [7],
    "topic": "Castle",
    "content": "To be",
    "timestamp": 1595479019,
}

FOLDER: Answer = {
    "id": 3,
    "name": "Projects",
    "description": "What we *build*",
    "rendered_description": "<p>What we <em>build</em></p>",
    "date_created": 1691057093,
    "creator_id": 9,
    "is_archived": True,
    "order": 2,
}

REMINDER: Answer = {
    "reminder_id": 6,
    "type": "private",
    "to": [23],
    "content": "You requested a reminder",
    "rendered_content": "<p>You requested a reminder</p>",
    "scheduled_delivery_timestamp": 1681662420,
    "failed": False,
    "reminder_target_message_id": 42,
}

PROFILE_FIELD: Answer = {
    "id": 4,
    "name": "Editor",
    "type": 3,
    "hint": "vim or emacs",
    "field_data": '{"0": {"text": "Vim", "order": "1"}}',
    "order": 1,
    "display_in_profile_summary": True,
    "required": True,
    "editable_by_user": False,
    "use_for_user_matching": True,
}

LINKIFIER: Answer = {
    "id": 3,
    "pattern": "#(?P<id>[0-9]+)",
    "url_template": "https://example.com/{id}",
    "example_input": "#123",
    "reverse_template": "#{id}",
    "alternative_url_templates": ["https://example.org/{id}"],
}

REGISTERED: Answer = {
    "queue_id": "fb67bf8a-c031-47cc-84cf-ed80accacda8",
    "last_event_id": -1,
    "idle_queue_timeout_secs": 600,
    "server_feature_level": 496,
    "zulip_feature_level": 496,
    "zulip_version": "12.0",
    "zulip_merge_base": "12.0",
    "max_message_length": 10000,
    "max_topic_length": 60,
    "realm_empty_topic_display_name": "general chat",
    "server_typing_started_wait_period_milliseconds": 30000,
    "server_typing_stopped_wait_period_milliseconds": 12000,
    "server_typing_started_expiry_period_milliseconds": 45000,
    "subscriptions": [SUBSCRIPTION],
    "recent_private_conversations": [
        {"max_message_id": 50, "user_ids": [10, 11]},
        {"max_message_id": 49, "user_ids": []},
    ],
    "navigation_views": [
        {"fragment": "narrow/is/alerted", "is_pinned": True, "name": "Alert words"},
        {"fragment": "inbox", "is_pinned": False},
    ],
    "saved_snippets": [{"id": 1, "title": "Welcome", "content": "**Welcome**", "date_created": 1681662420}],
    "realm_user_groups": [USER_GROUP],
    "max_stream_name_length": 61,
    "realm_name": "Example",
    "realm_url": "https://chat.example.com",
    "event_queue_longpoll_timeout_seconds": 91,
    "max_message_id": 77,
    "user_id": 23,
    "email": "judge-bot@example.com",
    "full_name": "Judge",
    "realm_users": [USER],
    "realm_non_active_users": [{**USER, "user_id": 31}],
    "cross_realm_bots": [BOT],
    "unsubscribed": [SUBSCRIPTION],
    "never_subscribed": [BARE_CHANNEL],
    "streams": [CHANNEL],
    "realm_default_streams": [7, 8],
    "scheduled_messages": [CHANNEL_SCHEDULED],
    "starred_messages": [42],
    "alert_words": ["fire"],
    "unread_msgs": {"count": 1, "pms": [], "streams": [], "huddles": [], "mentions": [42]},
    "realm_incoming_webhook_bots": [
        {
            "name": "github",
            "display_name": "GitHub",
            "all_event_types": ["push"],
            "config_options": [{"key": "a", "label": "A", "validator": "check_string"}],
            "url_options": [{"key": "branches", "label": "Branches", "input_type": "text"}],
        }
    ],
}

_BOT_DEFAULTS = {
    "default_sending_stream": "Denmark",
    "default_events_register_stream": None,
    "default_all_public_streams": True,
}

ANSWERS: dict[str, tuple[Answer, ...]] = {
    "POST /scheduled_messages": ({"scheduled_message_id": 42},),
    "GET /scheduled_messages": ({"scheduled_messages": [CHANNEL_SCHEDULED, DIRECT_SCHEDULED]},),
    "PATCH /scheduled_messages/{scheduled_message_id}": ({},),
    "DELETE /scheduled_messages/{scheduled_message_id}": ({},),
    "POST /typing": ({},),
    "POST /users/me/subscriptions/properties": ({},),
    "PATCH /users/me/subscriptions/{stream_id}": ({},),
    "DELETE /users/me/subscriptions": ({"removed": ["social"], "not_removed": ["Verona"]},),
    "GET /users/me/subscriptions": ({"subscriptions": [SUBSCRIPTION]},),
    "POST /users/me/subscriptions": (
        {
            "subscribed": {"9": ["night watch"]},
            "already_subscribed": {"10": ["Denmark", "Verona"]},
            "unauthorized": ["secret"],
            "new_subscription_messages_sent": True,
        },
    ),
    "GET /messages/{message_id}": (
        {"raw_content": "I come not, friends", "message": MESSAGE},
        {"raw_content": "Hello **there**", "message": DIRECT_MESSAGE},
    ),
    "POST /messages": ({"id": 42}, {"id": 43, "automatic_new_visibility_policy": 2}),
    "GET /messages": (
        {
            "messages": [
                {**MESSAGE, "match_content": "<p>hearts</p>", "match_subject": "Castle"},
                DIRECT_MESSAGE,
            ],
            "anchor": 42,
            "found_anchor": True,
            "found_oldest": True,
            "found_newest": True,
            "history_limited": True,
        },
    ),
    "PATCH /messages/{message_id}": ({"detached_uploads": [ATTACHMENT]},),
    "DELETE /messages/{message_id}": ({},),
    "POST /messages/{message_id}/reactions": ({},),
    "DELETE /messages/{message_id}/reactions": ({},),
    "POST /messages/flags": (
        {"messages": [4, 8, 15]},
        {"messages": [4], "ignored_because_not_subscribed_channels": [7, 8]},
    ),
    "GET /streams": ({"streams": [CHANNEL, BARE_CHANNEL]},),
    "GET /get_stream_id": ({"stream_id": 15},),
    "GET /users/me/{stream_id}/topics": (
        {"topics": [{"name": "Denmark3", "max_id": 26}, {"name": "", "max_id": 6}]},
    ),
    "GET /users": ({"members": [USER, BOT]},),
    "GET /users/{user_id}": ({"user": USER}, {"user": BOT}),
    "GET /users/me": ({**USER, "max_message_id": 30}, {**BOT, "max_message_id": 31}),
    "GET /users/{email}": ({"user": USER},),
    "GET /streams/{stream_id}": ({"stream": CHANNEL},),
    "GET /streams/{stream_id}/members": ({"subscribers": [9, 10, 11]},),
    "POST /register": (REGISTERED,),
    "GET /events": (
        {
            "queue_id": "fb67bf8a-c031-47cc-84cf-ed80accacda8",
            "events": [
                {"id": 0, "type": "message", "message": DIRECT_MESSAGE, "flags": ["read"]},
                {"id": 3, "type": "heartbeat"},
            ],
        },
        {"events": []},
    ),
    "DELETE /events": ({},),
    "PATCH /settings": ({},),
    "PATCH /settings/display": ({},),
    "PATCH /settings/notifications": ({},),
    "POST /messages/{message_id}/typing": ({},),
    "POST /mark_topic_as_read": ({},),
    "POST /users/me/presence": (
        {"presence_last_update_id": -1},
        {
            "presence_last_update_id": 1000,
            "server_timestamp": 1656958539.6287155,
            "presences": {"9": {"active_timestamp": 1656958520, "idle_timestamp": 1656958530}},
        },
        {
            "presence_last_update_id": -1,
            "server_timestamp": 1656958539.5,
            "presences": {
                "user9@example.com": {
                    "aggregated": {"client": "website", "status": "idle", "timestamp": 1656958539},
                    "website": {
                        "client": "website",
                        "status": "active",
                        "timestamp": 1656958539,
                        "pushable": False,
                    },
                }
            },
        },
    ),
    "POST /users/{user_id}/status": ({},),
    "PATCH /users/me/profile_data": ({},),
    "POST /users": ({"user_id": 25},),
    "POST /invites": ({},),
    "POST /realm/profile_fields": ({"id": 9},),
    "POST /realm/filters": ({"id": 42},),
    "POST /user_groups/{user_group_id}/members": ({},),
    "GET /user_groups/{user_group_id}/members/{user_id}": ({"is_user_group_member": True},),
    "POST /navigation_views": ({},),
    "DELETE /attachments/{attachment_id}": ({},),
    "POST /mobile_push/test_notification": ({},),
    "POST /dev_fetch_api_key": (
        {"api_key": "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv", "email": "rosa@example.com", "user_id": 5},
    ),
    "POST /fetch_api_key": (
        {"api_key": "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv", "email": "rosa@example.com", "user_id": 5},
    ),
    "GET /server_settings": (
        {
            "authentication_methods": {"password": True, "dev": False},
            "external_authentication_methods": [],
            "server_feature_level": 496,
            "zulip_version": "12.0",
            "zulip_merge_base": "12.0-dev",
            "zulip_feature_level": 496,
            "push_notifications_enabled": True,
            "is_incompatible": True,
            "email_auth_enabled": True,
            "require_email_format_usernames": True,
            "realm_url": "https://chat.example.com",
            "realm_uri": "https://chat.example.com",
            "realm_name": "Example",
            "realm_icon": "https://chat.example.com/icon.png",
            "realm_description": "<p>An example</p>",
            "realm_web_public_access_enabled": True,
        },
    ),
    "GET /users/me/alert_words": ({"alert_words": ["fire", "flood"]},),
    "POST /users/me/alert_words": ({"alert_words": ["fire", "flood"]},),
    "DELETE /users/me/alert_words": ({"alert_words": []},),
    "POST /users/me/muted_users/{muted_user_id}": ({},),
    "DELETE /users/me/muted_users/{muted_user_id}": ({},),
    "GET /saved_snippets": ({"saved_snippets": [SNIPPET]},),
    "POST /saved_snippets": ({"saved_snippet_id": 1},),
    "PATCH /saved_snippets/{saved_snippet_id}": ({},),
    "DELETE /saved_snippets/{saved_snippet_id}": ({},),
    "GET /drafts": ({"count": 2, "drafts": [DRAFT, {**DRAFT, "id": 2, "type": "", "to": [], "topic": ""}]},),
    "POST /drafts": ({"ids": [1, 2]},),
    "PATCH /drafts/{draft_id}": ({},),
    "DELETE /drafts/{draft_id}": ({},),
    "GET /reminders": ({"reminders": [REMINDER]},),
    "POST /reminders": ({"reminder_id": 6},),
    "DELETE /reminders/{reminder_id}": ({},),
    "GET /navigation_views": (
        {"navigation_views": [{"fragment": "inbox", "is_pinned": True, "name": None}]},
    ),
    "PATCH /navigation_views/{fragment}": ({},),
    "DELETE /navigation_views/{fragment}": ({},),
    "POST /users/me/status": ({},),
    "GET /users/{user_id}/status": (
        {"status": {}},
        {
            "status": {
                "status_text": "on vacation",
                "emoji_name": "car",
                "emoji_code": "1f697",
                "reaction_type": "unicode_emoji",
                "away": True,
            }
        },
    ),
    "POST /user_topics": ({},),
    "GET /user_groups": ({"user_groups": [USER_GROUP]},),
    "POST /user_groups/create": ({"group_id": 38},),
    "PATCH /user_groups/{user_group_id}": ({},),
    "POST /user_groups/{user_group_id}/deactivate": ({},),
    "GET /user_groups/{user_group_id}/members": ({"members": [9, 10]},),
    "GET /user_groups/{user_group_id}/subgroups": ({"subgroups": [39]},),
    "POST /user_groups/{user_group_id}/subgroups": ({},),
    "GET /realm/profile_fields": ({"custom_fields": [PROFILE_FIELD]},),
    "PATCH /realm/profile_fields": ({},),
    "PATCH /realm/profile_fields/{field_id}": ({},),
    "DELETE /realm/profile_fields/{field_id}": ({},),
    "DELETE /users/me/profile_data": ({},),
    "GET /realm/linkifiers": ({"linkifiers": [LINKIFIER]},),
    "PATCH /realm/linkifiers": ({},),
    "PATCH /realm/filters/{filter_id}": ({},),
    "DELETE /realm/filters/{filter_id}": ({},),
    "GET /invites": (
        {
            "invites": [
                {
                    "id": 1,
                    "invited_by_user_id": 9,
                    "invited": 1710606654,
                    "expiry_date": 1710606659,
                    "invited_as": 200,
                    "email": "example@example.com",
                    "notify_referrer_on_join": True,
                    "is_multiuse": False,
                },
                {
                    "id": 2,
                    "invited_by_user_id": 9,
                    "invited": 1710606654,
                    "expiry_date": None,
                    "invited_as": 400,
                    "link_url": "https://chat.example.com/join/yddhtzk4jgl7rsmazc5fyyyy/",
                    "is_multiuse": True,
                },
            ]
        },
    ),
    "DELETE /invites/{invite_id}": ({},),
    "POST /invites/{invite_id}/resend": ({},),
    "POST /invites/multiuse": ({"invite_link": "https://chat.example.com/join/yddhtzk4jgl7rsmazc5fyyyy/"},),
    "DELETE /invites/multiuse/{invite_id}": ({},),
    "GET /realm/emoji": (
        {
            "emoji": {
                "1": {
                    "id": "1",
                    "name": "green_tick",
                    "source_url": "/user_avatars/1/emoji/images/1.png",
                    "still_url": None,
                    "deactivated": False,
                    "author_id": 9,
                },
                "2": {
                    "id": "2",
                    "name": "animated",
                    "source_url": "/user_avatars/1/emoji/images/2.gif",
                    "still_url": "/user_avatars/1/emoji/images/still/2.png",
                    "deactivated": True,
                    "author_id": None,
                },
            }
        },
    ),
    "DELETE /realm/emoji/{emoji_name}": ({},),
    "POST /default_streams": ({},),
    "DELETE /default_streams": ({},),
    "PATCH /users/{user_id}": ({},),
    "DELETE /users/{user_id}": ({},),
    "POST /users/{user_id}/reactivate": ({},),
    "DELETE /users/me": ({},),
    "POST /users/me/android_gcm_reg_id": ({},),
    "DELETE /users/me/android_gcm_reg_id": ({},),
    "POST /users/me/apns_device_token": ({},),
    "DELETE /users/me/apns_device_token": ({},),
    "POST /users/me/onboarding_steps": ({},),
    "PATCH /realm/user_settings_defaults": ({},),
    "GET /realm/domains": ({"domains": [{"domain": "example.org", "allow_subdomains": True}]},),
    "POST /realm/domains": ({"new_domain": [4, "example.org"]},),
    "PATCH /realm/domains/{domain}": ({},),
    "DELETE /realm/domains/{domain}": ({},),
    "POST /realm/playgrounds": ({"id": 1},),
    "DELETE /realm/playgrounds/{playground_id}": ({},),
    "GET /bots/{bot_id}/api_key": ({"api_key": "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv"},),
    "POST /bots/{bot_id}/api_key/regenerate": ({"api_key": "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv"},),
    "DELETE /bots/{bot_id}": ({},),
    "GET /users/{user_id}/channels": ({"subscribed_channel_ids": [7, 8]},),
    "GET /streams/{stream_id}/email_address": ({"email": "denmark.187b4125ed36d6af@example.com"},),
    "GET /channel_folders": ({"channel_folders": [FOLDER, {**FOLDER, "id": 4, "creator_id": None}]},),
    "POST /channel_folders/create": ({"channel_folder_id": 3},),
    "PATCH /channel_folders": ({},),
    "PATCH /channel_folders/{channel_folder_id}": ({},),
    "POST /channels/create": ({"id": 7},),
    "GET /users/{user_id}/presence": (
        {"presence": {"active_timestamp": 1656958520}, "server_timestamp": 1656958539.6},
        {"presence": {"active_timestamp": 1656958520, "idle_timestamp": 1656958530}},
        {"presence": {}},
    ),
    "GET /users/{email}/presence": (
        {"presence": {"active_timestamp": 1656958520, "idle_timestamp": 1656958530}},
    ),
    "GET /realm/presence": (
        {
            "server_timestamp": 1656958539.6287155,
            "presences": {
                "user9@example.com": {
                    "website": {
                        "client": "website",
                        "status": "idle",
                        "timestamp": 1656958530,
                        "pushable": False,
                    },
                    "aggregated": {"client": "website", "status": "idle", "timestamp": 1656958530},
                }
            },
        },
    ),
    "GET /users/{user_id}/subscriptions/{stream_id}": ({"is_subscribed": True},),
    "GET /bot_storage": ({"storage": {"colour": "blue"}},),
    "PUT /bot_storage": ({},),
    "DELETE /bot_storage": ({},),
    "POST /users/me/api_key/regenerate": ({"api_key": "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv"},),
    "GET /attachments": ({"attachments": [ATTACHMENT], "upload_space_used": 571946},),
    "POST /messages/flags/narrow": (
        {
            "processed_count": 11,
            "updated_count": 8,
            "first_processed_id": 35,
            "last_processed_id": 55,
            "found_oldest": False,
            "found_newest": True,
            "ignored_because_not_subscribed_channels": [12, 13],
        },
        {
            "processed_count": 0,
            "updated_count": 0,
            "first_processed_id": None,
            "last_processed_id": None,
            "found_oldest": True,
            "found_newest": True,
            "ignored_because_not_subscribed_channels": [],
        },
    ),
    "POST /mark_all_as_read": ({"complete": True},),
    "POST /mark_stream_as_read": ({},),
    "POST /messages/render": ({"rendered": "<p><strong>x</strong></p>"},),
    "GET /messages/{message_id}/history": (
        {
            "message_history": [
                {
                    "topic": "party at my houz",
                    "content": "Hello",
                    "rendered_content": "<p>Hello</p>",
                    "timestamp": 1530129122,
                    "user_id": 9,
                },
                {
                    "topic": "party at my house",
                    "content": "Hello!",
                    "rendered_content": "<p>Hello!</p>",
                    "prev_topic": "party at my houz",
                    "prev_stream": 6,
                    "stream": 7,
                    "prev_content": "Hello",
                    "prev_rendered_content": "<p>Hello</p>",
                    "content_html_diff": "<div><p>Hello!</p></div>",
                    "timestamp": 1530129134,
                    "user_id": None,
                },
            ]
        },
    ),
    "GET /messages/{message_id}/read_receipts": ({"user_ids": [9, 10]},),
    "GET /messages/matches_narrow": (
        {"messages": {"43": {"match_content": "<p>Hello</p>", "match_subject": "Castle"}}},
    ),
    "POST /submessage": ({},),
    "POST /streams/{stream_id}/delete_topic": ({"complete": True},),
    "DELETE /streams/{stream_id}": ({},),
    "PATCH /streams/{stream_id}": ({},),
    "PATCH /users/me/subscriptions/muted_topics": ({},),
    "GET /bots": (
        {
            "bots": [
                {
                    "user_id": 36,
                    "username": "gamma-bot@example.com",
                    "full_name": "Gamma Bot",
                    "api_key": "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv",
                    "avatar_url": "https://secure.gravatar.com/avatar/1?d=identicon&version=1",
                    **_BOT_DEFAULTS,
                }
            ]
        },
    ),
    "POST /bots": (
        {
            "user_id": 36,
            "api_key": "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv",
            "avatar_url": "https://secure.gravatar.com/avatar/1?d=identicon&version=1",
            **_BOT_DEFAULTS,
        },
    ),
    "PATCH /bots/{bot_id}": (
        {
            "full_name": "Delta Bot",
            "avatar_url": "https://secure.gravatar.com/avatar/1?d=identicon&version=2",
            **_BOT_DEFAULTS,
            "service_interface": 1,
            "service_payload_url": "https://hook.example.com/",
            "config_data": {"colour": "blue"},
            "bot_owner": "hamlet@example.com",
        },
    ),
    "POST /user_uploads": (
        {
            "url": "/user_uploads/2/ce/2Xpnnwgh8JWKxBXtTfD6BHKV/zulip.txt",
            "uri": "/user_uploads/2/ce/2Xpnnwgh8JWKxBXtTfD6BHKV/zulip.txt",
            "filename": "zulip.txt",
        },
    ),
    "GET /user_uploads/{path_id}": ({"url": "/user_uploads/temporary/322F32632F6/zulip.txt"},),
    "POST /users/me/avatar": ({"avatar_url": "/user_avatars/2/1.png?version=2"},),
    "DELETE /users/me/avatar": (
        {"avatar_url": "https://secure.gravatar.com/avatar/1?d=identicon&version=3"},
    ),
    "POST /realm/emoji/{emoji_name}": ({},),
    "PATCH /realm": ({},),
    "GET /export/realm": (
        {
            "exports": [
                {
                    "id": 107,
                    "acting_user_id": 9,
                    "export_time": 1722243168.134179,
                    "deleted_timestamp": None,
                    "failed_timestamp": None,
                    "export_url": "https://chat.example.com/user_avatars/exports/2/export.tar.gz",
                    "pending": True,
                    "export_type": 1,
                }
            ]
        },
    ),
    "POST /realm/deactivate": ({},),
    "GET /dev_list_users": (
        {
            "direct_admins": [{"email": "iago@example.com", "realm_url": "https://chat.example.com"}],
            "direct_users": [{"email": "hamlet@example.com", "realm_url": "https://chat.example.com"}],
        },
    ),
    "POST /zcommand": ({},),
    "DELETE /user_groups/{user_group_id}": ({},),
    "POST /mobile_push/e2ee/test_notification": ({},),
    "PATCH /users/me/subscriptions": (
        {
            "subscribed": {"9": ["night watch"]},
            "already_subscribed": {"9": ["Denmark"]},
            "unauthorized": ["vault"],
            "new_subscription_messages_sent": True,
            "removed": ["Verona"],
            "not_removed": ["social"],
        },
    ),
}
"""By operation: the fields of a success beside ``result`` and ``msg``, each of them at least once."""

PAGES = "https://recovery.example.com"
SERVICE_GUIDE: Answer = {
    "services": [
        {"deviceType": "hard_drive", "url": f"{PAGES}/hard-drive"},
        {"deviceType": "phone", "url": f"{PAGES}/phone"},
        {"deviceType": "laptop", "url": f"{PAGES}/laptop"},
        {"deviceType": "nas", "url": f"{PAGES}/nas"},
        {"deviceType": "raid", "url": f"{PAGES}/raid"},
        {"deviceType": "sd_card", "url": f"{PAGES}/sd-card"},
        {"deviceType": "ssd", "url": f"{PAGES}/ssd"},
        {"deviceType": "usb_drive", "url": f"{PAGES}/usb-drive"},
    ],
    "mailInUrl": f"{PAGES}/mail-in",
    "contactUrl": f"{PAGES}/contact",
    "lab": {"address": "1 Cleanroom Way", "physicalLocations": 1},
    "guardrails": ["No diagnosis.", "No promise."],
}
API_INDEX: Answer = {
    "name": "Guide",
    "version": "1.0.0",
    "authentication": "none",
    "access": "public-read-only",
    "endpoints": {
        "serviceGuide": f"{PAGES}/api/v1/service-guide",
        "openapi": f"{PAGES}/openapi.json",
        "documentation": f"{PAGES}/docs",
    },
}
BAD_DEVICE: Answer = {
    "type": "urn:problem:unsupported-device",
    "title": "Unsupported device type",
    "status": 400,
    "detail": "There is no category toaster.",
    "instance": "/api/v1/service-guide?device_type=toaster",
    "code": "unsupported_device_type",
    "resolution": "Use one of the listed categories.",
}
READ_LIMIT_SPENT: Answer = {
    "type": "urn:problem:limit",
    "title": "Too many reads",
    "status": 429,
    "detail": "The public read limit is spent.",
    "instance": "/api/v1/service-guide",
    "code": "rate_limit_exceeded",
    "resolution": "Wait and try again.",
}
