"""What answers have told: IDs and names that exist, by what they are IDs and names of."""

import random
from collections import deque
from collections.abc import Iterator
from typing import Any, TypeVar

T = TypeVar("T")

_MOST = 60
_OWN_NAMES = {
    **dict.fromkeys(("streams", "channels", "subscriptions"), "stream_id"),
    **dict.fromkeys(("messages", "message"), "message_id"),
    **dict.fromkeys(("members", "users", "user", "sender"), "user_id"),
    "user_groups": "user_group_id",
    "drafts": "draft_id",
    "saved_snippets": "saved_snippet_id",
    "linkifiers": "filter_id",
    "custom_fields": "field_id",
    "invites": "invite_id",
    "attachments": "attachment_id",
}
"""Of what an `id` is the ID, by where it stands."""

_SYNONYMS = {
    "last_event_id": ("event_id",),
    "msg_ids": ("message_id",),
    "messages": ("message_id",),
    "message_ids": ("message_id",),
    "anchor": ("message_id",),
    "to": ("user_id", "stream_id", "email", "name"),
    "principals": ("user_id", "email"),
    "stream": ("name",),
    "new_name": ("name",),
    "topic": ("subject", "topic_name"),
    "topic_name": ("subject",),
    "user_id": ("email",),
    "username": ("email", "delivery_email"),
    "operand": ("stream_id", "user_id", "message_id", "name", "subject", "email"),
    "muted_user_id": ("user_id",),
    "members": ("user_id",),
    "add": ("user_id",),
    "delete": ("user_id",),
    "subgroups": ("user_group_id",),
    "add_subgroups": ("user_group_id",),
    "delete_subgroups": ("user_group_id",),
    "group_ids": ("user_group_id",),
    "stream_ids": ("stream_id",),
    "order": ("field_id",),
    "ordered_linkifier_ids": ("filter_id",),
    "data": ("field_id",),
    "id": ("field_id", "stream_id"),
    "alert_words": ("alert_word",),
}


class Learned:
    """Numbers and texts that were told, the last of each kind."""

    def __init__(self) -> None:
        self._numbers: dict[str, deque[int]] = {}
        self._texts: dict[str, deque[str]] = {}

    def number(self, name: str, chance: random.Random) -> int | None:
        """Return a number that goes by that name, or `None`."""
        return _one_of(self._numbers, name, chance)

    def text(self, name: str, chance: random.Random) -> str | None:
        """Return a text that goes by that name, or `None`."""
        return _one_of(self._texts, name, chance)

    def look_at(self, answer: Any) -> None:
        """Learn from an answer."""
        for name, value in _leaves(answer, ""):
            if isinstance(value, bool) or value is None:
                continue
            if isinstance(value, int):
                self._numbers.setdefault(name, deque(maxlen=_MOST)).append(value)
            elif isinstance(value, str) and len(value) < 200:
                self._texts.setdefault(name, deque(maxlen=_MOST)).append(value)


def _one_of(known: dict[str, deque[T]], name: str, chance: random.Random) -> T | None:
    names = [one for one in (name, *_SYNONYMS.get(name, ())) if known.get(one)]
    return chance.choice(known[chance.choice(names)]) if names else None


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, _OWN_NAMES.get(name, "id") if key == "id" else key)
    elif isinstance(value, list):
        for inner in value[:20]:
            yield from _leaves(inner, name)
    else:
        yield name, value
