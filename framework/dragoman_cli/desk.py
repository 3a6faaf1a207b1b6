"""A bot at work on the bundled server for one test: people who speak, one clock, what was said."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from dragoman.runtime import load_settings
from dragoman_cli.stage import Stage, stage, world_for
from dragoman_server import Clock, Person, Server
from dragoman_server.person import Heard
from dragoman_server.testing import START, check, place_of
from dragoman_server.world.records import Message
from dragoman_server.world.world import World


class DeskClock:
    """The one clock of bot and server; it stands still until it is moved."""

    def __init__(self, clock: Clock) -> None:
        """Move this clock."""
        self._clock = clock

    def now(self) -> float:
        """Return the UNIX time in seconds, UTC."""
        return self._clock.now()

    async def advance(
        self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0
    ) -> None:
        """Let time pass; returns when all that fell due has happened, the bot's answers included."""
        await self._clock.advance(
            timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds).total_seconds()
        )

    async def jump(self, seconds: float) -> None:
        """Set the wall clock forward or back without any time passing."""
        await self._clock.jump(self._clock.now() + seconds)


class DeskPerson:
    """Somebody who speaks, and is patient enough to wait for what the bot does about it."""

    def __init__(self, person: Person, server: Server) -> None:
        """Speak as this person."""
        self._person = person
        self._server = server

    @property
    def full_name(self) -> str:
        """The name that others see."""
        return self._person.full_name

    async def says(self, text: str, *, to: str) -> int:
        """Send a message to `#channel > topic` or to people, `Ada, Ben`, and return its ID.

        Returns when the bot has done about it what it does without time passing.
        """
        number = await self._person.says(text, to=to)
        await self._server.rest()
        return number

    async def messages(self, to: str | None = None) -> list[Heard]:
        """Return the last messages that the person can read, oldest first, there or anywhere."""
        return await self._person.messages(to)


class Desk:
    """What a test is given."""

    def __init__(self, played: Stage) -> None:
        """Show a stage to a test."""
        self.server = played.server
        self.bot = played.bot
        self.name = played.account.full_name
        """The bot's name in chat."""
        self.bot_id = played.account.user_id
        self.clock = DeskClock(played.server.clock)

    def person(self, name: str) -> DeskPerson:
        """Return somebody to speak as, by full name or address; fails with LookupError."""
        return DeskPerson(self.server.person(name), self.server)

    def last_message(self, to: DeskPerson | str) -> Message:
        """Return the last message that the bot sent to a person directly, or to `#channel > topic`.

        Fails with AssertionError when there is none.
        """
        world, own = self.server.world, self.bot_id
        place = to if isinstance(to, str) else ", ".join(sorted((self.name, to.full_name)))
        for message in reversed(list(world.messages)):
            if message.sender_id == own and place in (place_of(world, message), _names(world, message)):
                return message
        raise AssertionError(f"{self.name} has said nothing to {place}")


def _names(world: World, message: Message) -> str:
    """Return the names of all who take part, in the order of the alphabet."""
    return ", ".join(sorted(world.users[user_id].full_name for user_id in message.recipient.user_ids))


@asynccontextmanager
async def desk(folder: Path) -> AsyncIterator[Desk]:
    """Run the bot of a folder on a server of its own, on a clock that stands still.

    Fails with ConfigurationError when the folder holds no bot, and with ServerMisbehaved at the end.
    """
    async with stage(load_settings(folder), world_for(folder, None), clock=Clock(START)) as played:
        await played.server.rest()
        yield Desk(played)
    check(played.server)
