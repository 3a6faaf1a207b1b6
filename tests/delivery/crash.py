"""Kills a bot, a real process with a real state file, at every point of a message's way, and counts.

    python tests/delivery/crash.py --kills 280 --seed 1 --json

People go on talking meanwhile, and the server loses some requests and some answers. In the end each of their
messages must have exactly one answer in the server's history. The last line is the count.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import ClassVar

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from delivery.echo_bot import write_echo_bot  # noqa: E402
from delivery.history import Tally, Verdict, judge  # noqa: E402
from delivery.nursery import Nursery, nursery  # noqa: E402
from dragoman.delivery.crash import POINTS, Point  # noqa: E402
from dragoman_server import default_world, running_server  # noqa: E402
from dragoman_server.faults import Act  # noqa: E402
from dragoman_server.faults.act import Point as Moment  # noqa: E402
from dragoman_server.running import Server  # noqa: E402
from fault_run import run_faults  # noqa: E402

BOT = "Echo"
HURRY = 20.0
"""How many times faster a bot's minute of doubt passes; the bundled server leaves no work for later."""
ROUND = 14
"""Kills after which the bot is left alone until it has caught up."""
PATIENCE = 8.0
"""Seconds for a life to come to the point at which it ends; then it is killed wherever it is."""
CATCHING_UP = 120.0
"""Seconds for everything to be answered once nobody kills any more."""


class Kills(Tally, frozen=True, kw_only=True):
    """What a run has shown."""

    kills: int
    at_points: int
    """How many of them hit the point that was meant; the others came at some other moment."""


class Chat:
    """The people, what they have said, and what the bot answered."""

    CALLS: ClassVar[tuple[tuple[str, str], ...]] = (("POST", "/messages"),)
    """The bot's calls of which some, or their answers, are lost."""

    def __init__(self, server: Server, chance: random.Random) -> None:
        """Let four conversations be held."""
        self._server = server
        self._chance = chance
        people = [account.full_name for account in server.accounts if not account.is_bot][:3]
        self._places = [
            *((person, f"#general > {topic}") for person, topic in zip(people, ("one", "two"), strict=False)),
            *((person, BOT) for person in people[:2]),
        ]
        self.asked: dict[str, list[str]] = {}
        self._numbers = count(1)

    async def say(self) -> None:
        """Let somebody say something to the bot."""
        person, place = self._chance.choice(self._places)
        text = f"message {next(self._numbers)}"
        self.asked.setdefault(named(person, place), []).append(text)
        await self._server.person(person).says(to_the_bot(place, text), to=place)

    def answered(self) -> dict[str, list[str]]:
        """Return what the bot has said, by conversation."""
        world = self._server.world
        bot = self._server.person(BOT).user_id
        found: dict[str, list[str]] = {}
        for message in world.messages:
            if message.sender_id != bot or message.id < self._server.first_message_id:
                continue
            people = set(message.recipient.user_ids) - {bot}
            if message.recipient.channel_id is not None:
                place = f"#general > {message.topic}"
                key = next((one for one in self.asked if one.endswith(place)), place)
            else:
                key = named(world.users[people.pop()].full_name, BOT)
            found.setdefault(key, []).append(message.content)
        return found

    def verdict(self) -> Verdict:
        """Compare what was asked with what was answered."""
        return judge(self.asked, self.answered())


def named(person: str, place: str) -> str:
    """Return how a conversation is called."""
    return f"{person} in {place}"


def to_the_bot(place: str, text: str) -> str:
    """Return what one writes in a place for the bot to hear a text."""
    return text if place == BOT else f"@**{BOT}** {text}"


def plan(kills: int, chance: random.Random, among: Sequence[Point] = POINTS) -> Iterator[tuple[Point, int]]:
    """Give a point for each kill, all equally often, and at which passing."""
    points: list[Point] = []
    for _ in range(kills):
        if not points:
            points = list(among)
            chance.shuffle(points)
        yield points.pop(), chance.randint(1, 3)


async def run(kills: int, seed: int, *, talk: type[Chat] = Chat, delivery: str = "") -> Kills:
    """Kill so many times, and count; ``delivery`` is that section of the bot's settings."""
    chance = random.Random(seed)
    began = time.monotonic()
    hits = 0
    world = default_world().with_bot(BOT)
    with tempfile.TemporaryDirectory() as folder:
        async with running_server(world) as server:
            bot = write_echo_bot(Path(folder) / "bot", server.account(BOT).zuliprc, delivery)
            chat = talk(server, chance)
            async with nursery(bot, HURRY) as lives:
                await begin(server, chat, lives)
                for number, (point, passing) in enumerate(plan(kills, chance), start=1):
                    hits += await kill_once(server, chat, lives, point, passing, chance)
                    if number % ROUND == 0:
                        await catch_up(server, chat, lives)
                await catch_up(server, chat, lives)
            verdict = chat.verdict()
    if not verdict.is_clean:
        print(verdict, file=sys.stderr)
    return Kills.of(verdict, seed=seed, seconds=time.monotonic() - began, kills=kills, at_points=hits)


async def begin(server: Server, chat: Chat, lives: Nursery) -> None:
    """Let the bot start for the first time, for it answers nothing that was said before."""
    await lives.bear()
    deadline = time.monotonic() + CATCHING_UP
    while not _is_listening(server) and time.monotonic() < deadline:  # noqa: ASYNC110 - other processes are waited for
        await asyncio.sleep(0.05)
    await chat.say()
    await until_answered(chat)
    await lives.kill()


def _is_listening(server: Server) -> bool:
    return bool(server.world.queues.of(server.person(BOT).user_id))


async def kill_once(
    server: Server, chat: Chat, lives: Nursery, point: Point, passing: int, chance: random.Random
) -> bool:
    """Live until a point is passed for so-manieth time, or for a while; tell whether it was."""
    for _ in range(chance.randint(0, 2)):
        await chat.say()
    rules = set_stage(server, point, chance, chat.CALLS)
    if point == "mid_catchup":
        await chat.say()
        server.expire_queue(account=BOT)
        passing = 1
    if point == "mid_verify":
        passing = 1
    await lives.bear(f"{point}:{passing}")
    deadline = time.monotonic() + PATIENCE
    while not lives.is_over and time.monotonic() < deadline:
        await chat.say()
        if await lives.ends_within(chance.uniform(0.0, 0.08)):
            break
        if _is_listening(server) and chance.random() < 0.5:
            await lives.ends_within(0.3)
    hit = lives.is_over
    await lives.kill()
    for rule in rules:
        server.faults.remove(rule)
    return hit


def set_stage(
    server: Server, point: Point, chance: random.Random, calls: Iterable[tuple[str, str]] = Chat.CALLS
) -> list[int]:
    """Let the server go wrong now and then, and surely where nobody would be in doubt otherwise."""
    seed = chance.randint(0, 1_000_000)
    sure = point == "mid_verify"
    drops: tuple[Moment, ...] = ("before_commit",) if sure else ("before_commit", "after_commit")
    return [
        server.faults.add(
            Act(drop=drop),
            method=method,
            path=path,
            account=BOT,
            probability=1.0 if sure else 0.05,
            seed=seed,
        ).id
        for method, path in calls
        for drop in drops
    ]


async def catch_up(server: Server, chat: Chat, lives: Nursery) -> None:
    """Leave the bot alone until it has answered everything."""
    server.faults.clear()
    await lives.bear()
    await until_answered(chat)
    await lives.kill()


async def until_answered(chat: Chat) -> None:
    deadline = time.monotonic() + CATCHING_UP
    while ((found := chat.verdict()).lost or found.unasked) and time.monotonic() < deadline:  # noqa: ASYNC110 - other processes are waited for
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    run_faults(__doc__, "kills", 140, run)
