"""What belongs to one account alone: status, presence, alert words, muted people, choices for topics."""

from typing import Any

import msgspec

from dragoman_server.world.tables import Holder, Single, Table


class Status(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person says about themselves at the moment."""

    status_text: str = ""
    emoji_name: str = ""
    emoji_code: str = ""
    reaction_type: str = ""


class Presence(msgspec.Struct, frozen=True):
    """When a person was last there."""

    active: float | None
    """When the person was last really present; UNIX seconds, `None` if never."""

    connected: float
    """When a client of theirs was last connected."""

    update_id: int
    """Rises with every change of anybody's presence."""


class TopicChoice(msgspec.Struct, frozen=True):
    """How a person wants to see one topic."""

    stream_id: int
    topic_name: str
    last_updated: int
    visibility_policy: int
    """1 muted, 2 unmuted, 3 followed."""

    @property
    def place(self) -> tuple[int, str]:
        """The topic, whatever case its letters have."""
        return self.stream_id, self.topic_name.lower()


class Personal(msgspec.Struct, frozen=True, kw_only=True):
    """The things of one account, which nobody else changes."""

    status: Status = Status()
    presence: Presence | None = None
    alert_words: tuple[str, ...] = ()
    muted_users: dict[int, int] = {}
    """Since when, by user ID."""

    choices: tuple[TopicChoice, ...] = ()
    """For topics, the oldest first."""

    push_tokens: frozenset[str] = frozenset()
    """The devices to which notifications would be pushed."""

    edited_settings: frozenset[str] = frozenset()
    """The settings that the account's owner once changed, by wire name."""

    @property
    def topics(self) -> dict[tuple[int, str], TopicChoice]:
        """The choices for topics, by channel and topic in lower case."""
        return {choice.place: choice for choice in self.choices}

    def payload(self) -> dict[str, Any]:
        """Return everything as a dump has it; the newer things only where there are some."""
        told: dict[str, Any] = {
            "alert_words": list(self.alert_words),
            "muted_users": self.muted_payload(),
            "user_topics": self.topics_payload(),
        }
        more = {
            "user_status": msgspec.to_builtins(self.status),
            "presence": msgspec.to_builtins(self.presence),
            "push_tokens": sorted(self.push_tokens),
            "edited_settings": sorted(self.edited_settings),
        }
        return told | {name: value for name, value in more.items() if value}

    def muted_payload(self) -> list[dict[str, int]]:
        """Return the muted people as clients are told of them."""
        return [{"id": user_id, "timestamp": since} for user_id, since in self.muted_users.items()]

    def topics_payload(self) -> list[dict[str, Any]]:
        """Return the choices for topics as clients are told of them."""
        return [msgspec.to_builtins(choice) for choice in self.choices]


NOTHING = Personal()


class Everyones(Holder):
    """The things of all accounts."""

    def __init__(self) -> None:
        """Start without anybody."""
        self._by_user: Table[int, Personal] = Table("personal", int, Personal)
        self._last_update_id: Single[int] = Single("presence_update", int, 0)

    def of(self, user_id: int) -> Personal:
        """Return the things of one account."""
        return self._by_user.get(user_id, NOTHING)

    def change(self, user_id: int, **changes: object) -> Personal:
        """Replace an account's record by a changed one, and return it."""
        changed = msgspec.structs.replace(self.of(user_id), **changes)
        self._by_user[user_id] = changed
        return changed

    def choose(self, user_id: int, choice: TopicChoice) -> None:
        """Note a choice for a topic; the policy 0 takes it back."""
        topics = self.of(user_id).topics
        if choice.visibility_policy:
            topics[choice.place] = choice
        else:
            topics.pop(choice.place, None)
        self.change(user_id, choices=tuple(topics.values()))

    def saw(self, presence: Presence) -> None:
        """Let new changes of presence be numbered behind this one."""
        self._last_update_id.value = max(self._last_update_id.value, presence.update_id)

    def next_update_id(self) -> int:
        """Return the number of the next change of a presence."""
        self._last_update_id.value += 1
        return self._last_update_id.value
