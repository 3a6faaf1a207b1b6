"""Two states of one client, made comparable: without orders that mean nothing and what no event tells."""

import copy
from collections.abc import Collection
from typing import Any

Json = dict[str, Any]

TOLD_ONCE = frozenset(
    (
        *("queue_id", "last_event_id", "server_timestamp", "presence_last_update_id", "result", "msg"),
        # What one may do follows from the role and the organisation's settings.
        *("can_create_private_streams", "can_create_public_streams", "can_create_streams"),
        *("can_create_web_public_streams", "can_subscribe_other_users", "can_invite_others_to_realm"),
    )
)
"""Keys of register that change without an event, as they do on a real server."""

COUNTED = frozenset(("first_message_id", "stream_weekly_traffic", "is_recently_active", "subscriber_count"))
"""What is counted about a channel now and then, without an event."""

_KEYS = {
    "streams": "stream_id",
    "subscriptions": "stream_id",
    "unsubscribed": "stream_id",
    "never_subscribed": "stream_id",
    "realm_users": "user_id",
    "realm_non_active_users": "user_id",
    "realm_bots": "user_id",
    "realm_user_groups": "id",
    "drafts": "id",
    "saved_snippets": "id",
    "navigation_views": "fragment",
    "reminders": "reminder_id",
    "scheduled_messages": "scheduled_message_id",
    "channel_folders": "id",
    "realm_domains": "domain",
}


def comparable(state: Json) -> Json:
    """Return the state without what cannot be told, and without orders that mean nothing."""
    known = {key: copy.deepcopy(value) for key, value in state.items() if key not in TOLD_ONCE}
    for section, key in _KEYS.items():
        if section in known:
            known[section] = {row[key]: _row(row) for row in known[section]}
    if "unread_msgs" in known:
        known["unread_msgs"] = _unread(known["unread_msgs"])
    if "user_topics" in known:
        known["user_topics"] = sorted(
            (one["stream_id"], one["topic_name"], one["visibility_policy"], one["last_updated"])
            for one in known["user_topics"]
        )
    known["realm_default_streams"] = sorted(map(_default, known.get("realm_default_streams", ())), key=str)
    known["starred_messages"] = sorted(known.get("starred_messages", ()))
    known["recent_private_conversations"] = sorted(
        sorted(one["user_ids"]) for one in known["recent_private_conversations"]
    )
    # Being away is a setting of its own, about which only its owner hears when it is set as such.
    without_away = {
        who: {k: v for k, v in one.items() if k != "away"} for who, one in known["user_status"].items()
    }
    known["user_status"] = {who: one for who, one in without_away.items() if one}
    # When somebody was there last is told only when they come back.
    known["presences"] = sorted(known["presences"])
    return known


def _row(row: Json) -> Json:
    kept = {key: value for key, value in row.items() if key not in COUNTED}
    for key in ("subscribers", "members", "direct_subgroup_ids"):
        if isinstance(kept.get(key), list):
            kept[key] = sorted(kept[key])
    return kept


def _default(one: Any) -> Any:
    return _row(one) if isinstance(one, dict) else one


def _unread(unread: Json) -> Json:
    rows = [*unread["pms"], *unread["huddles"], *unread["streams"]]
    by_place = {
        str([value for key, value in row.items() if key != "unread_message_ids"]).lower(): sorted(
            row["unread_message_ids"]
        )
        for row in rows
    }
    return {"rows": by_place, "mentions": sorted(unread["mentions"]), "count": unread["count"]}


INHERITED = (
    *("audible_notifications", "desktop_notifications", "email_notifications", "push_notifications"),
    "wildcard_mentions_notify",
)
"""What register fills in for clients that do not know null; events tell null all the same."""


def differences(told: Json, fresh: Json, capabilities: Collection[str]) -> list[str]:
    """Say where what a client was told differs from what it would be told anew."""
    one, other = comparable(told), comparable(fresh)
    if "notification_settings_null" not in capabilities:
        for row in (*_own_rows(one), *_own_rows(other)):
            for name in INHERITED:
                row.pop(name, None)
    # No event tells that somebody no longer shows when they were there, or with whom nothing is left to read.
    for section in ("presences", "recent_private_conversations"):
        one[section] = [row for row in one[section] if row in other[section]]
    if not one["max_message_id"]:
        one["max_message_id"] = other["max_message_id"]
    return list(_differ("", one, other))


def _own_rows(state: Json) -> list[Json]:
    return [*state["subscriptions"].values(), *state["unsubscribed"].values()]


def _differ(path: str, told: Any, fresh: Any) -> list[str]:
    if told == fresh:
        return []
    if not (isinstance(told, dict) and isinstance(fresh, dict)):
        return [f"{path}: events told {told!r}, register tells {fresh!r}"]
    found = []
    for key in sorted({*told, *fresh}, key=str):
        found += _differ(f"{path}.{key}", told.get(key, "nothing"), fresh.get(key, "nothing"))
    return found
