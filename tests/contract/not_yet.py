"""What a tower does not offer yet; the judge turns red when one of these appears and still stands here."""

NOT_YET: dict[str, frozenset[str]] = {
    "client": frozenset(),
    "server": frozenset(
        {
            "POST /messages/{message_id}/typing",
            "PATCH /users/me/profile_data",
            "POST /users",
            "POST /realm/profile_fields",
            "POST /navigation_views",
            "POST /mobile_push/test_notification",
        }
    ),
}
"""Operations by tower."""

NOT_YET_PARTS: dict[str, str] = {
    "realm_incoming_webhook_bots": "neither tower tells the options of integrations",
}
"""Parts of operations that no tower has, and how it is today."""

NOT_YET_FIELDS: dict[str, frozenset[tuple[str, str]]] = {
    "client": frozenset(),
    "server": frozenset(),
}
"""Fields of answers that a tower does not have although it has the operation, which stands beside each."""

NOT_YET_PARAMETERS: dict[str, frozenset[tuple[str, str]]] = {
    "client": frozenset(),
    "server": frozenset(
        {
            ("PATCH /messages/{message_id}", "prev_content_sha256"),
            ("POST /users/me/subscriptions", "can_administer_channel_group"),
            ("POST /users/me/subscriptions", "folder_id"),
            ("POST /users/me/subscriptions", "can_delete_any_message_group"),
            ("POST /users/me/subscriptions", "can_delete_own_message_group"),
            ("POST /users/me/subscriptions", "can_move_messages_out_of_channel_group"),
            ("POST /users/me/subscriptions", "can_move_messages_within_channel_group"),
            ("POST /users/me/subscriptions", "can_resolve_topics_group"),
        }
    ),
}
"""Parameters that a tower does not have although it has the operation, which stands beside each."""

NOT_YET_EVENTS: frozenset[str] = frozenset()
"""Kinds of events that the client still keeps as unknown ones."""

FURTHER: dict[str, frozenset[str]] = {
    "client": frozenset(
        {
            "DELETE /bot_storage",
            "DELETE /default_streams",
            "DELETE /drafts/{draft_id}",
            "DELETE /invites/multiuse/{invite_id}",
            "DELETE /invites/{invite_id}",
            "DELETE /navigation_views/{fragment}",
            "DELETE /realm/emoji/{emoji_name}",
            "DELETE /realm/filters/{filter_id}",
            "DELETE /realm/profile_fields/{field_id}",
            "DELETE /reminders/{reminder_id}",
            "DELETE /saved_snippets/{saved_snippet_id}",
            "DELETE /streams/{stream_id}",
            "DELETE /user_groups/{user_group_id}",
            "DELETE /users/me",
            "DELETE /users/me/alert_words",
            "DELETE /users/me/avatar",
            "DELETE /users/me/muted_users/{muted_user_id}",
            "DELETE /users/me/profile_data",
            "DELETE /users/{user_id}",
            "GET /attachments",
            "GET /bot_storage",
            "GET /channel_folders",
            "GET /drafts",
            "GET /invites",
            "GET /messages/matches_narrow",
            "GET /messages/{message_id}/history",
            "GET /messages/{message_id}/read_receipts",
            "GET /navigation_views",
            "GET /realm/emoji",
            "GET /realm/linkifiers",
            "GET /realm/presence",
            "GET /realm/profile_fields",
            "GET /reminders",
            "GET /saved_snippets",
            "GET /user_groups",
            "GET /user_groups/{user_group_id}/members",
            "GET /user_groups/{user_group_id}/subgroups",
            "GET /user_uploads/{path_id}",
            "GET /users/me/alert_words",
            "GET /users/{email}/presence",
            "GET /users/{user_id}/presence",
            "GET /users/{user_id}/status",
            "GET /users/{user_id}/subscriptions/{stream_id}",
            "PATCH /channel_folders",
            "PATCH /channel_folders/{channel_folder_id}",
            "PATCH /drafts/{draft_id}",
            "PATCH /navigation_views/{fragment}",
            "PATCH /realm/filters/{filter_id}",
            "PATCH /realm/linkifiers",
            "PATCH /realm/profile_fields",
            "PATCH /realm/profile_fields/{field_id}",
            "PATCH /realm/user_settings_defaults",
            "PATCH /saved_snippets/{saved_snippet_id}",
            "PATCH /streams/{stream_id}",
            "PATCH /user_groups/{user_group_id}",
            "PATCH /users/me/subscriptions/muted_topics",
            "PATCH /users/{user_id}",
            "POST /channel_folders/create",
            "POST /channels/create",
            "POST /default_streams",
            "POST /drafts",
            "POST /invites/multiuse",
            "POST /invites/{invite_id}/resend",
            "POST /mark_all_as_read",
            "POST /mark_stream_as_read",
            "POST /messages/flags/narrow",
            "POST /messages/render",
            "POST /realm/emoji/{emoji_name}",
            "POST /mobile_push/e2ee/test_notification",
            "POST /reminders",
            "POST /saved_snippets",
            "POST /streams/{stream_id}/delete_topic",
            "POST /submessage",
            "POST /user_groups/create",
            "POST /user_groups/{user_group_id}/deactivate",
            "POST /user_groups/{user_group_id}/subgroups",
            "POST /user_topics",
            "POST /user_uploads",
            "POST /users/me/alert_words",
            "POST /users/me/api_key/regenerate",
            "POST /users/me/avatar",
            "POST /users/me/muted_users/{muted_user_id}",
            "POST /users/me/status",
            "POST /users/{user_id}/reactivate",
            "PUT /bot_storage",
        }
    ),
    "server": frozenset(
        {
            "GET /invites",
            "POST /invites/multiuse",
            "POST /invites/{invite_id}/resend",
            "DELETE /invites/{invite_id}",
            "DELETE /invites/multiuse/{invite_id}",
            "DELETE /realm/filters/{filter_id}",
            "DELETE /user_groups/{user_group_id}",
            "GET /attachments",
            "GET /messages/matches_narrow",
            "GET /messages/{message_id}/history",
            "GET /messages/{message_id}/read_receipts",
            "GET /realm/linkifiers",
            "GET /realm/presence",
            "GET /user_groups",
            "GET /user_groups/{user_group_id}/members",
            "GET /user_groups/{user_group_id}/subgroups",
            "GET /user_uploads/{path_id}",
            "GET /users/{email}/presence",
            "GET /users/{user_id}/presence",
            "GET /users/{user_id}/status",
            "PATCH /realm/filters/{filter_id}",
            "PATCH /realm/linkifiers",
            "PATCH /realm/user_settings_defaults",
            "PATCH /user_groups/{user_group_id}",
            "POST /mark_all_as_read",
            "POST /mark_stream_as_read",
            "POST /messages/flags/narrow",
            "POST /messages/render",
            "POST /submessage",
            "POST /user_groups/create",
            "POST /user_groups/{user_group_id}/deactivate",
            "POST /user_groups/{user_group_id}/subgroups",
            "POST /user_uploads",
            "POST /users/me/status",
        }
    ),
}
"""What a tower offers beyond what the judge has written down; to be written down, then struck out."""
