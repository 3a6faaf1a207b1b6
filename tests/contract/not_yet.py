"""What a tower does not offer yet; the judge turns red when one of these appears and still stands here."""

NOT_YET: dict[str, dict[str, str]] = {
    "client": {},
    "server": {
        "DELETE /user_groups/{user_group_id}": "servers had it until groups could be deactivated, level 290",
        "POST /mobile_push/e2ee/test_notification": "it says nothing without a service that passes it on",
    },
}
"""Operations by tower, each with the reason."""

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

FURTHER: dict[str, frozenset[str]] = {"client": frozenset(), "server": frozenset()}
"""What a tower offers beyond what the judge has written down; to be written down, then struck out."""
