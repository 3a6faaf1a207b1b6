"""What a bot.yaml says, as typed records; the docstrings below the fields are the operator's reference."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec

from dragoman.client import Credentials
from dragoman.delivery import Sync
from dragoman.errors import ConfigurationError, Problem
from dragoman.model import Secret
from dragoman.plugin import Duration, Mode, Plugin, TimeOfDay, Unreadable

RoleName = Literal["owner", "administrator", "moderator", "member", "guest"]
LogLevel = Literal["debug", "info", "warning", "error"]
T = TypeVar("T")


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


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """The people that a rule of access means; all of the keys must hold."""

    role: RoleName | None = None
    """This role or a higher one."""
    user: int | str | tuple[int | str, ...] | None = None
    """Ids or email addresses; a name does not do, for people may change theirs."""
    channel: str | tuple[str, ...] | None = None
    """Asked in one of these channels."""
    direct: bool | None = None
    """Asked in a direct message (true) or in a channel (false)."""

    def __post_init__(self) -> None:
        """Refuse names of people and a condition without any content."""
        for user in as_tuple(self.user):
            if isinstance(user, str) and "@" not in user.strip("@"):
                raise Unreadable(
                    f"“{user}” is neither an id nor an email address", "Names may change: give the id"
                )
        if (
            self.role is None
            and self.direct is None
            and not as_tuple(self.user)
            and not as_tuple(self.channel)
        ):
            raise Unreadable("it names nobody", "Give it a role, user, channel or direct")


class AccessRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule about commands, which are called `plugin.command`; `*` stands for anything.

    The last rule that fits counts.
    """

    allow: str | tuple[str, ...] | None = None
    """Commands that may be used."""
    deny: str | tuple[str, ...] | None = None
    """Commands that may not be used."""
    only: Who | None = None
    """The rule is for these people only."""
    unless: Who | None = None
    """The rule is for everybody but these people."""

    def __post_init__(self) -> None:
        """Refuse a rule that says both or neither."""
        if (self.allow is None) == (self.deny is None):
            raise Unreadable("a rule has either allow or deny", 'Write: allow: "plugin.command"')
        if self.only is not None and self.unless is not None:
            raise Unreadable("a rule has only or unless, not both", "Make two rules of it")

    @property
    def patterns(self) -> tuple[str, ...]:
        """The commands that it is about."""
        return tuple(map(str, as_tuple(self.allow if self.allow is not None else self.deny)))


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


class PluginSettings(msgspec.Struct, frozen=True, kw_only=True):
    """One plugin of a bot."""

    use: str
    """A built-in by its short name, `package.module:Class`, or `./file.py:Class`."""
    name: str
    """What rules of access and the log call it; the last word of `use` when not given."""
    kind: type[Plugin[msgspec.Struct]]
    """The class that `use` led to."""
    options: msgspec.Struct
    """All its other keys, read as the plugin's own options."""
    timeout: Duration | None = None
    """How long one answer of it may take; that of `limits` when not given."""
    delivery: Mode | None = None
    """What becomes of its messages in doubt; that of `delivery` when not given."""
    line: int | None = None
    """Where it stands in the bot.yaml."""


class BotFile(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of a bot.yaml, but for its plugins."""

    name: BotName
    """What the log and the status call the bot: letters, digits, dots, dashes and underscores."""
    zulip: ZulipSettings = ZulipSettings()
    """How to reach the chat; must be given, unless whoever starts the bot hands in the credentials."""
    guide: GuideSettings | None = None
    """The guide service, for the plugins that need one."""
    commands: CommandSettings = CommandSettings()
    """How people call the bot."""
    timezone: ZoneInfo = msgspec.field(default_factory=lambda: ZoneInfo("UTC"))
    """The zone in which times are meant, where a person or a plugin has no other."""
    access: tuple[AccessRule, ...] = ()
    """Who may use which command; without rules everybody may use all that their plugins do not keep back."""
    limits: LimitSettings = LimitSettings()
    """What keeps one conversation, plugin or bot from harming another."""
    state: StateSettings | str = StateSettings()
    """Where the bot keeps what it has to do, or the path of that file alone."""
    delivery: DeliverySettings = DeliverySettings()
    """How sure the bot is to be of what it sends."""
    catch_up: CatchUpSettings = CatchUpSettings()
    """What becomes of messages that are found late, after an outage."""
    log: LogSettings = LogSettings()
    """What is logged."""


class BotSettings(BotFile, frozen=True, kw_only=True):
    """All that a bot.yaml says, with its plugins found and their options read."""

    file: Path
    """The bot.yaml."""
    plugins: tuple[PluginSettings, ...]
    """In the order of the file."""
    secrets: tuple[str, ...] = ()
    """Texts that must not appear in any log."""
    unmet: dict[str, tuple[Problem, ...]] = msgspec.field(default_factory=dict)
    """What is wrong with the sections ``zulip`` and ``guide``, by section; counts when they are needed."""

    @property
    def folder(self) -> Path:
        """The bot's folder, to which paths are relative."""
        return self.file.parent

    @property
    def state_file(self) -> Path:
        """Where the bot's state is kept."""
        return self.folder / Path(self.keeping.file or f".dragoman/{self.name}.db").expanduser()

    @property
    def keeping(self) -> StateSettings:
        """How the bot's state is kept."""
        return StateSettings(file=self.state) if isinstance(self.state, str) else self.state

    def credentials(self) -> Credentials:
        """Return who the bot is to the chat; fails with ConfigurationError."""
        if "zulip" in self.unmet:
            raise ConfigurationError(self.unmet["zulip"])
        zulip = self.zulip
        if zulip.site is not None and zulip.email is not None and zulip.api_key is not None:
            return Credentials(site=zulip.site, email=zulip.email, api_key=zulip.api_key)
        return Credentials.from_zuliprc(self.folder / Path(zulip.zuliprc or "zuliprc").expanduser())

    def guide_url(self) -> str | None:
        """Return the address of the guide service, None without one; fails with ConfigurationError."""
        if "guide" in self.unmet:
            raise ConfigurationError(self.unmet["guide"])
        return self.guide.base_url if self.guide is not None else None


def as_tuple(value: T | tuple[T, ...] | None) -> tuple[T, ...]:
    """Return what may be written alone or as a list."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
