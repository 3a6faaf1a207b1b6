"""The world file: an organisation in words that people write."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from dragoman_server.strict_yaml import YamlProblem, read_yaml
from dragoman_server.world.addresses import email_of
from dragoman_server.world.checking import check_world
from dragoman_server.world.problems import Problem, WorldError
from dragoman_server.world.reading import NodeReader
from dragoman_server.world.schema import Bot, BotTypeWord, Channel, Conversation, Group, Organization, Person

AccountWords = TypeVar("AccountWords", Person, Bot)

DEFAULT = Path(__file__).parent.parent / "default_world.yaml"


class WorldFile(msgspec.Struct, frozen=True, kw_only=True):
    """An organisation as it is when the server starts, in words."""

    organization: Organization = Organization()
    people: tuple[Person, ...] = ()
    bots: tuple[Bot, ...] = ()
    user_groups: tuple[Group, ...] = ()
    channels: tuple[Channel, ...] = ()
    direct_messages: tuple[Conversation, ...] = ()

    def with_bot(self, name: str, *, owner: str | None = None, kind: BotTypeWord = "generic") -> "WorldFile":
        """Return the same world with a bot of that name, which follows the public channels.

        A world that has it already is returned as it is. Without an owner the first of the people is it.
        """
        if any(bot.name == name for bot in self.bots):
            return self
        owner = owner or (self.people[0].name if self.people else None)
        channels = tuple(_with_subscriber(channel, name) for channel in self.channels)
        bots = (*self.bots, Bot(name=name, owner=owner, type=kind))
        return msgspec.structs.replace(self, bots=bots, channels=channels)

    def with_keys(self, keys: Mapping[str, str], tokens: Mapping[str, str] | None = None) -> "WorldFile":
        """Return the same world in which the accounts with these addresses have these API keys.

        Outgoing-web-hook bots have these tokens. What the file itself gives is kept.
        """
        bots = (_with_token(bot, (tokens or {}).get(self._email(bot))) for bot in self.bots)
        return msgspec.structs.replace(
            self,
            people=tuple(_with_key(person, keys.get(self._email(person))) for person in self.people),
            bots=tuple(_with_key(bot, keys.get(self._email(bot))) for bot in bots),
        )

    def _email(self, account: Person | Bot) -> str:
        return email_of(account, self.organization.domain)


def _with_key(account: AccountWords, key: str | None) -> AccountWords:
    if key is None or account.api_key is not None:
        return account
    return msgspec.structs.replace(account, api_key=key)


def _with_token(bot: Bot, token: str | None) -> Bot:
    if token is None or bot.token is not None or bot.url is None:
        return bot
    return msgspec.structs.replace(bot, token=token)


def _with_subscriber(channel: Channel, name: str) -> Channel:
    if channel.privacy == "private" or channel.subscribers == "everyone":
        return channel
    return msgspec.structs.replace(channel, subscribers=(*channel.subscribers, name))


def read_world_text(path: Path) -> str:
    """Return the text of a world's file. Fails with WorldError."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WorldError(_problem(path, 1, 1, f"the file cannot be read: {reason}", "")) from None


def parse_world(text: str, path: Path = Path("<world>")) -> WorldFile:
    """Return the world in a text; `path` is only told. Fails with WorldError."""
    try:
        root = read_yaml(text)
    except YamlProblem as error:
        raise WorldError(_problem(path, error.line, error.column, error.what, error.mend)) from None
    reader = NodeReader(str(path))
    world = reader.read(root, WorldFile, ())
    if not reader.problems:
        check_world(world, reader.complain)
    if reader.problems:
        raise WorldError(*reader.problems)
    assert isinstance(world, WorldFile)
    return world


def _problem(path: Path, line: int, column: int, what: str, mend: str) -> Problem:
    return Problem(file=str(path), line=line, column=column, place="", what=what, mend=mend)


def default_world() -> WorldFile:
    """Return the small organisation that comes with the server."""
    return parse_world(read_world_text(DEFAULT), DEFAULT)
