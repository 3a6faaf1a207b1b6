"""The sections of a bot.yaml as typed records; the docstrings below fields are the operator's reference."""

from datetime import timedelta
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

import msgspec

from dragoman.delivery import Sync
from dragoman.model import Secret
from dragoman.plugin import Duration, Mode, TimeOfDay, Unreadable

LogLevel = Literal["debug", "info", "warning", "error"]


class Url(str):
    """The address of a service, without what follows its root."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Check an address; fails with ValueError, whose text is a sentence for people."""
        try:
            parts = urlsplit(text.strip())
            host, _ = parts.hostname, parts.port
        except ValueError:
            host, parts = None, urlsplit("")
        if parts.scheme not in ("http", "https") or not host or any(sign.isspace() for sign in text.strip()):
            raise Unreadable(
                f"“{text}” is not the address of a service", "Write it like https://chat.example.org"
            )
        if parts.username or parts.password:
            raise Unreadable("an address must not hold a password", "Give it as its own key")
        return cls(text.strip().rstrip("/"))


class BotName(str):
    """What the log calls a bot; it fits into a file's name."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Check a name; fails with ValueError, whose text is a sentence for people."""
        if not 1 <= len(text) <= 60 or not all(sign.isalnum() or sign in ".-_" for sign in text):
            what = f"the name “{text[:60]}” is not 1 to 60 letters, digits, dots, dashes and underscores"
            raise Unreadable(what, "Write it like recovery-desk")
        return cls(text)


class ZulipSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How to reach the chat: a zuliprc file, or site, email and api_key."""

    zuliprc: str | None = None
    """Path of the file that the chat's settings offer for download; relative to the bot's folder."""
    others_may_read: bool = False
    """Whether a zuliprc is accepted that other users of the machine can read."""
    allow_plain_http: bool = False
    """Whether the key may travel unencrypted to another machine."""
    site: Url | None = None
    """Address of the chat."""
    email: str | None = None
    """The bot's own address."""
    api_key: Secret | None = None
    """The bot's key; better `!env NAME` or `!file path` than written here."""


class GuideSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The guide service."""

    base_url: Url
    """Address of the service."""


class CommandSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How people call the bot."""

    prefix: str = "!"
    """What a command begins with anywhere; "" for no prefix."""
    mention: bool = True
    """Whether the bot answers where it is mentioned."""
    direct: bool = True
    """Whether the bot answers direct messages without mention or prefix."""

    def __post_init__(self) -> None:
        """Refuse what could never be typed or would never be meant."""
        if len(self.prefix) > 5 or any(sign.isalnum() or sign.isspace() for sign in self.prefix):
            raise Unreadable(
                f"the prefix “{self.prefix}” is not one to five signs without letters, digits and spaces",
                'Write a sign such as "!"',
            )
        if self.prefix.startswith(("@", "#", "/", "`", "*", ">")):
            raise Unreadable(
                f"the prefix “{self.prefix}” means something else in chat", 'Write a sign such as "!"'
            )
        if not (self.prefix or self.mention or self.direct):
            raise Unreadable(
                "nobody could call the bot", "Give it a prefix, or set mention or direct to true"
            )


class LimitSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What keeps one conversation, plugin or bot from harming another."""

    workers: Annotated[int, msgspec.Meta(ge=1, le=256)] = 8
    """How many messages are handled at once; those of one conversation are handled in order."""
    queue: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1_000
    """How many messages are in hand; those beyond wait in the state file."""
    backlog: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] = 10_000
    """How many may wait in all; beyond that no more are fetched until there is room."""
    attempts: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 3
    """How often a message is tried whose answer takes too long, or during which the bot dies."""
    timeout: Duration = Duration(seconds=30)
    """How long one answer may take; a plugin may have its own."""
    drain: Duration = Duration(seconds=20)
    """How long a stop waits for answers that are under way."""
    replies_per_minute: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 20
    """How many answers one conversation gets a minute; more are a loop, and are held back."""
    replies_per_minute_in_all: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] = 60
    """How many calls the bot makes a minute for its plugins' answers; those beyond wait for their turn."""

    def __post_init__(self) -> None:
        """Refuse times that could never be kept."""
        if self.timeout < timedelta(seconds=1):
            raise Unreadable("the timeout is shorter than a second", "Write it like 30s")
        if self.drain > timedelta(hours=1):
            raise Unreadable("the drain is longer than an hour", "Write it like 20s")


class CatchUpSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of messages that are found late, after an outage."""

    max_age: Duration = Duration(hours=1)
    """How old a message may be that is still answered."""
    max_messages: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 5_000
    """How many are answered at most, the newest of them."""
    stale: Literal["skip", "handle"] = "skip"
    """Whether older ones are skipped, which is noted, or answered all the same."""


class DeliverySettings(msgspec.Struct, frozen=True, kw_only=True):
    """How sure the bot is to be of what it sends."""

    mode: Mode = "verified"
    """What becomes of a message of which nobody knows whether it was sent."""
    sync: Sync = "full"
    """Whether the state file survives a power cut."""
    when_deleted: Literal["keep", "delete"] = "keep"
    """What becomes of an answer when the message that it answers is deleted."""
    on_edit: Literal["keep", "rerun"] = "keep"
    """What becomes of an answer when the message that it answers is edited."""
    foreign: Literal["warn", "stop"] = "warn"
    """What is done when somebody else speaks with the bot's account."""
    claim: Literal["none", "reaction"] = "none"
    """How several copies of the bot, each with a state file of its own, agree on who answers."""

    def __post_init__(self) -> None:
        """Refuse copies that end each other, or that no claim could keep apart."""
        if self.claim == "reaction" and self.foreign == "stop":
            raise Unreadable(
                "each copy of the bot would stop as soon as another one answers",
                "Set foreign to warn, or claim to none",
            )
        if self.claim == "reaction" and self.on_edit == "rerun":
            raise Unreadable(
                "each copy of the bot would follow an edit by itself", "Set on_edit to keep, or claim to none"
            )


class StateSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the bot keeps what it has to do, and the copies of it."""

    file: str | None = None
    """Path of the state file, relative to the bot's folder; `.dragoman/NAME.db` there when not given."""
    backup: TimeOfDay | Literal["never"] = TimeOfDay(3)
    """When a copy is made every day, by the bot's `timezone`; `never` for none."""
    keep: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 7
    """How many copies stay, the newest."""


class LogSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What is logged."""

    level: LogLevel = "info"
    """The least important lines that are written."""
    content: bool = False
    """Whether lines of level debug may hold what people wrote."""
