"""What a tower does not offer yet; the judge turns red when one of these appears and still stands here."""

NOT_YET: dict[str, frozenset[str]] = {
    "client": frozenset(
        {
            "PATCH /settings",
            "POST /messages/{message_id}/typing",
            "POST /users/me/presence",
            "POST /users/{user_id}/status",
            "PATCH /users/me/profile_data",
            "POST /users",
            "POST /invites",
            "POST /mark_topic_as_read",
            "POST /realm/profile_fields",
            "POST /realm/filters",
            "POST /user_groups/{user_group_id}/members",
            "GET /user_groups/{user_group_id}/members/{user_id}",
            "POST /navigation_views",
            "DELETE /attachments/{attachment_id}",
            "POST /mobile_push/test_notification",
            "PATCH /messages/{message_id}",
            "DELETE /messages/{message_id}",
            "GET /users/{email}",
            "GET /streams/{stream_id}",
            "GET /streams/{stream_id}/members",
        }
    ),
    "server": frozenset(
        {
            "PATCH /settings",
            "POST /messages/{message_id}/typing",
            "POST /users/me/presence",
            "POST /users/{user_id}/status",
            "PATCH /users/me/profile_data",
            "POST /users",
            "POST /invites",
            "POST /realm/profile_fields",
            "POST /realm/filters",
            "POST /user_groups/{user_group_id}/members",
            "GET /user_groups/{user_group_id}/members/{user_id}",
            "POST /navigation_views",
            "DELETE /attachments/{attachment_id}",
            "POST /mobile_push/test_notification",
        }
    ),
}
"""Operations by tower."""

NOT_YET_PARTS: dict[str, str] = {
    "anonymous register": "the server asks for login",
    "realm_incoming_webhook_bots": "neither tower tells the options of integrations",
}
"""Parts of operations that no tower has, and how it is today."""

NOT_YET_FIELDS: dict[str, frozenset[tuple[str, str]]] = {
    "client": frozenset(
        {
            ("POST /register", "realm_incoming_webhook_bots"),
            ("POST /users/me/subscriptions", "new_subscription_messages_sent"),
            ("GET /server_settings", "external_authentication_methods"),
        }
    ),
    "server": frozenset(),
}
"""Fields of answers that a tower does not have although it has the operation, which stands beside each."""

NOT_YET_PARAMETERS: dict[str, frozenset[tuple[str, str]]] = {
    "client": frozenset(
        {
            ("POST /users/me/subscriptions", "can_add_subscribers_group"),
            ("POST /users/me/subscriptions", "can_subscribe_group"),
            ("POST /users/me/subscriptions", "can_create_topic_group"),
            ("GET /messages", "use_first_unread_anchor"),
        }
    ),
    "server": frozenset(
        {
            ("PATCH /messages/{message_id}", "prev_content_sha256"),
            ("POST /users/me/subscriptions", "can_administer_channel_group"),
            ("POST /users/me/subscriptions", "folder_id"),
        }
    ),
}
"""Parameters that a tower does not have although it has the operation, which stands beside each."""

NOT_YET_EVENTS: frozenset[str] = frozenset(
    {
        "realm_linkifiers",
        "user_settings/update",
        "update_global_notifications",
        "update_display_settings",
        "presence",
    }
)
"""Kinds of events that the client still keeps as unknown ones."""
