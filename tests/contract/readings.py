"""Where in the written-out answers each record of the specifications stands."""

from typing import Any

from contract.literals import ANSWERS
from contract.messaging import records
from contract.terms import Record

Path = tuple[str | int, ...]

READINGS: tuple[tuple[Record, str, int, Path], ...] = (
    (records.MESSAGE, "GET /messages/{message_id}", 0, ("message",)),
    (records.MESSAGE, "GET /messages/{message_id}", 1, ("message",)),
    (records.MESSAGE, "GET /messages", 0, ("messages", 0)),
    (records.EDIT_HISTORY_ENTRY, "GET /messages/{message_id}", 0, ("message", "edit_history", 0)),
    (records.EDIT_HISTORY_ENTRY, "GET /messages/{message_id}", 0, ("message", "edit_history", 1)),
    (records.REACTION, "GET /messages/{message_id}", 0, ("message", "reactions", 2)),
    (records.SUBMESSAGE, "GET /messages/{message_id}", 0, ("message", "submessages", 0)),
    (records.TOPIC_LINK, "GET /messages/{message_id}", 0, ("message", "topic_links", 0)),
    (records.DIRECT_RECIPIENT, "GET /messages/{message_id}", 1, ("message", "display_recipient", 1)),
    (records.CHANNEL, "GET /streams", 0, ("streams", 0)),
    (records.CHANNEL, "GET /streams", 0, ("streams", 1)),
    (records.SUBSCRIPTION, "POST /register", 0, ("subscriptions", 0)),
    (records.SUBSCRIPTION, "GET /users/me/subscriptions", 0, ("subscriptions", 0)),
    (records.PRESENCE, "POST /users/me/presence", 1, ("presences", "9")),
    (records.LEGACY_PRESENCE, "POST /users/me/presence", 2, ("presences", "user9@example.com")),
    (records.SCHEDULED_MESSAGE, "GET /scheduled_messages", 0, ("scheduled_messages", 0)),
    (records.SCHEDULED_MESSAGE, "GET /scheduled_messages", 0, ("scheduled_messages", 1)),
    (records.TOPIC, "GET /users/me/{stream_id}/topics", 0, ("topics", 0)),
    (records.NAVIGATION_VIEW, "POST /register", 0, ("navigation_views", 0)),
    (records.SAVED_SNIPPET, "POST /register", 0, ("saved_snippets", 0)),
    (records.RECENT_PRIVATE_CONVERSATION, "POST /register", 0, ("recent_private_conversations", 0)),
    (records.EVENT_QUEUE, "POST /register", 0, ()),
    (
        records.URL_OPTION,
        "POST /register",
        0,
        ("realm_incoming_webhook_bots", 0, "url_options", 0),
    ),
    (
        records.CONFIG_OPTION,
        "POST /register",
        0,
        ("realm_incoming_webhook_bots", 0, "config_options", 0),
    ),
    (records.USER, "GET /users/{user_id}", 0, ("user",)),
    (records.USER, "GET /users/{user_id}", 1, ("user",)),
    (records.USER, "GET /users/me", 0, ()),
    (records.USER, "GET /users", 0, ("members", 1)),
    (records.USER_GROUP, "POST /register", 0, ("realm_user_groups", 0)),
)
"""The record, the operation, which of its written-out answers, and the way to the record inside."""

ABSENT = "absent"


def at(value: Any, path: Path) -> Any:
    """Return what stands at the end of the way, or ``ABSENT``."""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and len(value) > step else ABSENT
        else:
            value = value.get(step, ABSENT) if isinstance(value, dict) else ABSENT
        if value is ABSENT:
            return ABSENT
    return value


def literal(operation: str, number: int, path: Path) -> Any:
    """Return the record as it is written out."""
    return at(ANSWERS[operation][number], path)
