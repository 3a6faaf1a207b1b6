"""What a tower does not offer yet; the judge turns red when one of these appears and still stands here."""

NOT_YET: dict[str, frozenset[str]] = {
    "client": frozenset(),
    "server": frozenset(
        {
            "DELETE /realm/emoji/{emoji_name}",
        }
    ),
}
"""Operations by tower."""

NOT_YET_PARTS: dict[str, str] = {}
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
            ("GET /messages/{message_id}/history", "allow_empty_topic_name"),
        }
    ),
}
"""Parameters that a tower does not have although it has the operation, which stands beside each."""

NOT_YET_EVENTS: frozenset[str] = frozenset()
"""Kinds of events that the client still keeps as unknown ones."""

FURTHER: dict[str, frozenset[str]] = {
    "client": frozenset(
        {
            "DELETE /bots/{bot_id}",
            "DELETE /realm/domains/{domain}",
            "DELETE /realm/playgrounds/{playground_id}",
            "DELETE /user_groups/{user_group_id}",
            "DELETE /users/me/avatar",
            "GET /bots",
            "GET /bots/{bot_id}/api_key",
            "GET /export/realm",
            "GET /realm/domains",
            "GET /streams/{stream_id}/email_address",
            "GET /user_uploads/{path_id}",
            "GET /users/{user_id}/channels",
            "PATCH /bots/{bot_id}",
            "PATCH /realm",
            "PATCH /realm/domains/{domain}",
            "PATCH /users/me/subscriptions",
            "POST /bots",
            "POST /bots/{bot_id}/api_key/regenerate",
            "POST /mobile_push/e2ee/test_notification",
            "POST /realm/deactivate",
            "POST /realm/domains",
            "POST /realm/emoji/{emoji_name}",
            "POST /realm/playgrounds",
            "POST /user_uploads",
            "POST /users/me/avatar",
            "POST /zcommand",
        }
    ),
    "server": frozenset(
        {
            "DELETE /bots/{bot_id}",
            "DELETE /realm/domains/{domain}",
            "DELETE /realm/playgrounds/{playground_id}",
            "DELETE /users/me/avatar",
            "GET /bots",
            "GET /bots/{bot_id}/api_key",
            "GET /export/realm",
            "GET /realm/domains",
            "GET /streams/{stream_id}/email_address",
            "GET /user_uploads/{path_id}",
            "GET /users/{user_id}/channels",
            "PATCH /bots/{bot_id}",
            "PATCH /realm",
            "PATCH /realm/domains/{domain}",
            "PATCH /users/me/subscriptions",
            "POST /bots",
            "POST /bots/{bot_id}/api_key/regenerate",
            "POST /realm/deactivate",
            "POST /realm/domains",
            "POST /realm/playgrounds",
            "POST /user_uploads",
            "POST /users/me/avatar",
        }
    ),
}
"""What a tower offers beyond what the judge has written down; to be written down, then struck out."""
