"""What a bot.yaml says, as typed records; the docstrings below the fields are the operator's reference."""

from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from dragoman.client import Credentials
from dragoman.errors import ConfigurationError, Problem
from dragoman.plugin import Duration, Mode, Plugin
from dragoman.runtime.rules import AccessRule
from dragoman.runtime.sections import (
    BotName,
    CatchUpSettings,
    CommandSettings,
    DeliverySettings,
    GuideSettings,
    LimitSettings,
    LogSettings,
    StateSettings,
    ZulipSettings,
)


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
