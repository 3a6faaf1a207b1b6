"""A server for one test: started fresh, looked over at the end, and told of when the test fails."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from dragoman_server.clock import Clock
from dragoman_server.running import Server, running_server
from dragoman_server.settings import ServerSettings
from dragoman_server.world.file import WorldFile, default_world
from dragoman_server.world.records import Message
from dragoman_server.world.world import World

START = 1_800_000_000.0
"""When a frozen clock begins: a Friday morning, 2027-01-15 08:00 UTC."""


class ServerMisbehaved(AssertionError):
    """The server broke, or did what it had not declared, though every call may have been answered."""


@asynccontextmanager
async def staged(
    world: WorldFile | None = None, settings: ServerSettings | None = None, *, frozen: bool = True
) -> AsyncIterator[Server]:
    """Run a server on a free port, with a frozen clock or a real one.

    Fails with ServerMisbehaved at the end when the server broke or did something undeclared.
    """
    clock = Clock(START) if frozen else Clock()
    async with running_server(world or default_world(), settings=settings, clock=clock) as server:
        yield server
    check(server)


def check(server: Server) -> None:
    """Fail with ServerMisbehaved when the server broke, refused or told something undeclared."""
    problems = [*server.broken, *server.world.ledger.undeclared]
    if problems:
        raise ServerMisbehaved("\n".join(["the server misbehaved:", *problems]))


def transcript(server: Server) -> str:
    """Return who said what since the start, and which requests came."""
    said = list(_said(server.world, server.first_message_id))
    asked = [f"{_time(entry.at)} {entry}" for entry in server.journal]
    return "\n".join(["said:", *(said or ["nothing"]), "", "asked:", *(asked or ["nothing"])])


def _said(world: World, first_id: int) -> Iterator[str]:
    for message in world.messages:
        if message.id >= first_id:
            sender = world.users[message.sender_id].full_name
            yield f"{_time(message.timestamp)} {sender} in {place_of(world, message)}: {message.content}"


def place_of(world: World, message: Message) -> str:
    """Return where a message is: `#channel > topic`, or the names of all who take part."""
    channel_id = message.recipient.channel_id
    if channel_id is not None:
        return f"#{world.channels[channel_id].name} > {message.topic}"
    return ", ".join(world.users[user_id].full_name for user_id in message.recipient.user_ids)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%H:%M:%S")
