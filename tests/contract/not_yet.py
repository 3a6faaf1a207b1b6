"""What a tower does not offer yet; the judge turns red when one of these appears and still stands here."""

NOT_YET: dict[str, frozenset[str]] = {
    "client": frozenset(),
    "server": frozenset(),
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
    "server": frozenset(),
}
"""Parameters that a tower does not have although it has the operation, which stands beside each."""

NOT_YET_EVENTS: frozenset[str] = frozenset()
"""Kinds of events that the client still keeps as unknown ones."""

FURTHER: dict[str, frozenset[str]] = {
    "client": frozenset(
        {
            "DELETE /user_groups/{user_group_id}",
            "DELETE /users/me/avatar",
            "GET /bots",
            "GET /dev_list_users",
            "GET /export/realm",
            "GET /user_uploads/{path_id}",
            "PATCH /bots/{bot_id}",
            "PATCH /realm",
            "PATCH /users/me/subscriptions",
            "POST /bots",
            "POST /mobile_push/e2ee/test_notification",
            "POST /realm/deactivate",
            "POST /realm/emoji/{emoji_name}",
            "POST /user_uploads",
            "POST /users/me/avatar",
            "POST /zcommand",
        }
    ),
    "server": frozenset(
        {
            "DELETE /users/me/avatar",
            "GET /bots",
            "GET /dev_list_users",
            "GET /export/realm",
            "GET /user_uploads/{path_id}",
            "PATCH /bots/{bot_id}",
            "PATCH /realm",
            "PATCH /users/me/subscriptions",
            "POST /bots",
            "POST /realm/deactivate",
            "POST /realm/emoji/{emoji_name}",
            "POST /user_uploads",
            "POST /users/me/avatar",
            "POST /zcommand",
        }
    ),
}
"""What a tower offers beyond what the judge has written down; to be written down, then struck out."""
