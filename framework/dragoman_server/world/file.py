"""The world file: an organisation in words that people write."""

import re
from pathlib import Path

import msgspec

from dragoman_server.strict_yaml import YamlProblem, read_yaml
from dragoman_server.world.checking import check_world
from dragoman_server.world.problems import Problem, WorldError
from dragoman_server.world.reading import NodeReader
from dragoman_server.world.schema import Bot, BotTypeWord, Channel, Conversation, Group, Organization, Person

DEFAULT = Path(__file__).parent.parent / "default_world.yaml"


class WorldFile(msgspec.Struct, frozen=True, kw_only=True):
    """An organisation as it is when the server starts."""

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


def _with_subscriber(channel: Channel, name: str) -> Channel:
    if channel.privacy == "private" or channel.subscribers == "everyone":
        return channel
    return msgspec.structs.replace(channel, subscribers=(*channel.subscribers, name))


def load_world(path: Path) -> WorldFile:
    """Return the world in a YAML or JSON file. Fails with WorldError, which names all that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WorldError(_problem(path, 1, 1, f"the file cannot be read: {reason}", "")) from None
    return parse_world(text, path)


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
    return load_world(DEFAULT)


def email_of(name: str, domain: str, *, bot: bool) -> str:
    """Return the address of somebody for whom none was given."""
    local = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "nameless"
    return f"{local.removesuffix('-bot')}-bot@{domain}" if bot else f"{local}@{domain}"
