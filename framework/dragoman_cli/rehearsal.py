"""Says things to a bot as a person would, lets time pass, and collects what it answers and says."""

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from msgspec import Struct

from dragoman.client import Zulip
from dragoman.errors import UserError
from dragoman.model import UNSET, NarrowTerm, Subscription
from dragoman.operations import GetMessages, GetSubscriptions, SendMessage
from dragoman.text import mention
from dragoman_cli.moments import iso
from dragoman_cli.script import Wait
from dragoman_cli.stage import Stage
from dragoman_server.world.records import Message

REPLIES = 1000
"""How many messages after the one said are looked through."""

ANYBODY = 1
"""The posting policy of a channel in which everybody may write."""


class Reply(Struct, frozen=True):
    """One message of the bot's."""

    content: str
    """Markdown, as it was sent."""


class Exchange(Struct, frozen=True):
    """What was said, what came back, and how long that took."""

    message: str
    replies: tuple[Reply, ...]
    seconds: float
    """From the moment of saying it until the bot was done with it."""


class Saying(Struct, frozen=True):
    """A message of the bot's that came with time."""

    at: str
    """By the server's clock, ISO 8601, UTC."""
    to: str
    """`#channel > topic`, or the names of those to whom it was written."""
    content: str
    """Markdown, as it was sent."""


class Passage(Struct, frozen=True):
    """Time that has passed, and what the bot said in it."""

    waited: str
    """For how long or until when, as it was written."""
    now: str
    """When it was over, ISO 8601, UTC."""
    said: tuple[Saying, ...]


class Rehearsal:
    """One person in one channel, with the bot there, on a clock that stands still between what is done."""

    def __init__(self, stage: Stage, person: Zulip, channel_id: int) -> None:
        """Speak as ``person`` in that channel."""
        self._stage = stage
        self._person = person
        self._channel_id = channel_id
        self._topics = 0
        self._seen = stage.server.world.next_numbers.get("message", 1)

    @property
    def now(self) -> float:
        """The time there, UNIX seconds."""
        return self._stage.server.clock.now()

    async def say(self, text: str) -> Exchange:
        """Say something to the bot in a fresh topic and wait until it is done with it."""
        self._topics += 1
        topic = f"rehearsal {self._topics}"
        began = monotonic()
        sent = await self._person(
            SendMessage(type="channel", to=self._channel_id, topic=topic, content=self._addressed(text))
        )
        await self._done_with(sent.id)
        replies = [
            *await self._replies(sent.id, channel=self._channel_id, topic=topic),
            *await self._replies(sent.id, dm=[self._stage.account.user_id]),
        ]
        self._look()
        return Exchange(text, tuple(replies), round(monotonic() - began, 6))

    async def wait(self, wait: Wait) -> Passage:
        """Let time pass, to whole seconds, until all that is due in it has happened and the bot done with it.

        Fails with UserError for a time that is over.
        """
        until = math.ceil(self.now + wait.seconds(self.now))
        self._look()
        await self._stage.server.clock.advance(until - self.now)
        return Passage(wait.written, iso(self.now), tuple(self._look()))

    async def _done_with(self, message_id: int) -> None:
        """Wait until the bot is done with a message; the time goes on for one that waits for that."""
        settled = asyncio.ensure_future(self._stage.bot.settled(message_id))
        try:
            await self._stage.server.rest()
            if not settled.done():
                self._stage.server.clock.thaw()
                await settled
                await self._stage.server.clock.halt()
        finally:
            settled.cancel()

    def _look(self) -> list[Saying]:
        """Return what the bot has said since the last look."""
        world, own = self._stage.server.world, self._stage.account.user_id
        since, self._seen = self._seen, world.next_numbers.get("message", 1)
        return [
            Saying(iso(message.timestamp), self._place(message), message.content)
            for message in world.messages
            if message.id >= since and message.sender_id == own
        ]

    def _place(self, message: Message) -> str:
        world, own = self._stage.server.world, self._stage.account.user_id
        if (channel_id := message.recipient.channel_id) is not None:
            return f"#{world.channels[channel_id].name} > {message.topic}"
        others = [world.users[user_id] for user_id in message.recipient.user_ids if user_id != own]
        return ", ".join(user.full_name for user in others)

    def _addressed(self, text: str) -> str:
        """Put the bot's name before the text, unless it calls for the bot by itself."""
        prefix = self._stage.settings.commands.prefix
        if (prefix and text.startswith(prefix)) or f"@**{self._stage.account.full_name}" in text:
            return text
        return f"{mention(self._stage.account)} {text}"

    async def _replies(self, after: int, **conditions: object) -> list[Reply]:
        answer = await self._person(
            GetMessages(
                anchor=after,
                include_anchor=False,
                num_before=0,
                num_after=REPLIES,
                narrow=tuple(
                    NarrowTerm(operator=operator, operand=operand) for operator, operand in conditions.items()
                ),
                apply_markdown=False,
            )
        )
        own = self._stage.account.user_id
        return [Reply(message.content) for message in answer.messages if message.sender_id == own]


@asynccontextmanager
async def rehearsal(stage: Stage, *, person: str | None, channel: str | None) -> AsyncIterator[Rehearsal]:
    """Let a person speak to the bot; fails with UserError when there is no such person or channel."""
    async with Zulip(stage.credentials(person or _anybody(stage))) as zulip:
        yield Rehearsal(stage, zulip, await _channel_id(zulip, channel))


def _anybody(stage: Stage) -> str:
    """Return the first ordinary member, or else the first person."""
    people = [account for account in stage.server.accounts if not account.is_bot]
    members = [account for account in people if account.role == "member"]
    if not people:
        raise UserError("there is nobody in this world who could say it: give it a person")
    return (members or people)[0].email


async def _channel_id(zulip: Zulip, name: str | None) -> int:
    """Return the channel of that name, or else the oldest in which everybody may write."""
    subscriptions = sorted((await zulip(GetSubscriptions())).subscriptions, key=lambda one: one.stream_id)
    for subscription in subscriptions:
        if subscription.name.casefold() == name.casefold() if name else _is_open(subscription):
            return subscription.stream_id
    known = ", ".join(subscription.name for subscription in subscriptions) or "none"
    wanted = f"a channel {name!r}" if name else "a channel in which everybody may write"
    raise UserError(f"the person is not in {wanted}; subscribed to: {known}")


def _is_open(subscription: Subscription) -> bool:
    return not subscription.invite_only and subscription.stream_post_policy in (UNSET, ANYBODY)
