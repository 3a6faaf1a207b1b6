"""What belongs to one account alone: status, presence, alert words, muted people, choices for topics."""

from typing import Any

import msgspec


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


class Personal:
    """The things of one account, which nobody else changes."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.status = Status()
        self.presence: Presence | None = None
        self.alert_words: list[str] = []
        self.muted_users: dict[int, int] = {}
        """Since when, by user ID."""

        self.topics: dict[tuple[int, str], TopicChoice] = {}
        """By channel and topic in lower case."""

        self.push_tokens: set[str] = set()
        """The devices to which notifications would be pushed."""

        self.edited_settings: set[str] = set()
        """The settings that the account's owner once changed, by wire name."""

    def put_topic(self, choice: TopicChoice) -> None:
        """Note a choice for a topic; the policy 0 takes it back."""
        key = (choice.stream_id, choice.topic_name.lower())
        if choice.visibility_policy:
            self.topics[key] = choice
        else:
            self.topics.pop(key, None)

    def payload(self) -> dict[str, Any]:
        """Return everything as a dump has it; the newer things only where there are some."""
        told: dict[str, Any] = {
            "alert_words": self.alert_words,
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
        return [msgspec.to_builtins(choice) for choice in self.topics.values()]


class Everyones:
    """The things of all accounts, made when they are first asked for."""

    def __init__(self) -> None:
        """Start without anybody."""
        self._by_user: dict[int, Personal] = {}
        self.last_update_id = 0

    def of(self, user_id: int) -> Personal:
        """Return the things of one account."""
        return self._by_user.setdefault(user_id, Personal())

    def saw(self, presence: Presence) -> None:
        """Let new changes of presence be numbered behind this one."""
        self.last_update_id = max(self.last_update_id, presence.update_id)

    def next_update_id(self) -> int:
        """Return the number of the next change of a presence."""
        self.last_update_id += 1
        return self.last_update_id
