"""A random walk through an organisation while clients watch: what they were told is what register tells."""

import json
import random
from typing import Any

import aiohttp

from dragoman_server import Clock, ServerSettings, running_server
from dragoman_server.world.file import parse_world
from model.comparing import differences
from model.deeds import draw
from model.told_state import ToldState
from server.household import NOW, WORLD, Actor, House

ALL = (
    *("notification_settings_null", "bulk_message_deletion", "user_avatar_url_field_optional"),
    *("stream_typing_notifications", "user_settings_object", "linkifier_url_template"),
    *("include_deactivated_groups", "archived_channels", "empty_topic_name"),
    *("simplified_presence_events", "individual_emoji_changes"),
)
CAPABILITIES = {"everything": ALL, "nothing": (), "a little": ALL[:1] + ALL[2:6]}
LEVELS = (261, 334, 496)
OBSERVERS = ("Ada Owner", "Cleo Member", "Gus Guest")
ACTORS = ("Ada Owner", "Ada Owner", "Ben Admin", "Cleo Member", "Cleo Member", "Gus Guest", "Dan Member")


def offered(capabilities: tuple[str, ...], level: int) -> tuple[str, ...]:
    """Return those that are whole at a level: until 378, archived channels were listed but not told of."""
    return tuple(one for one in capabilities if one != "archived_channels" or level >= 378)


class Watcher:
    """A client that registered once and has listened since."""

    def __init__(self, actor: Actor, name: str, capabilities: tuple[str, ...]) -> None:
        """Watch as `actor` with these capabilities."""
        self.actor = actor
        self.name = name
        told = {"notification_settings_null": False} | dict.fromkeys(capabilities, True)
        self.wishes = {"client_capabilities": json.dumps(told), "include_subscribers": "true"}
        # Events tell the addresses of pictures in full to all.
        self.wishes["client_gravatar"] = "false"
        # Time passes by itself here; the queue must not be lost.
        self.wishes |= {"idle_queue_timeout": "604800", "queue_lifespan_secs": "604800"}
        if "simplified_presence_events" in capabilities:
            self.wishes["slim_presence"] = "true"
        self.capabilities = capabilities
        self.last = -1

    async def begin(self) -> None:
        """Register."""
        told = await self.actor.post("/register", **self.wishes)
        self.queue_id: str = told["queue_id"]
        self.known = ToldState(told, self.capabilities)

    async def listen(self) -> None:
        """Take in what has happened."""
        wishes = {"queue_id": self.queue_id, "last_event_id": str(self.last), "dont_block": "true"}
        for event in (await self.actor.get("/events", **wishes))["events"]:
            self.last = event["id"]
            self.known.apply(event)

    async def complaints(self) -> list[str]:
        """Say where what was told differs from what is told anew."""
        await self.listen()
        fresh = await self.actor.post("/register", **self.wishes)
        await self.actor.delete("/events", queue_id=fresh["queue_id"])
        return [f"{self.name}: {one}" for one in self._differences(fresh)]

    def _differences(self, fresh: dict[str, Any]) -> list[str]:
        return differences(self.known.state, fresh, self.capabilities)


class Walk:
    """One walk: what was done, and who watched."""

    def __init__(self, house: House, seed: int) -> None:
        """Walk as `seed` says."""
        self.house = house
        self.rng = random.Random(seed)
        self.done: list[str] = []
        self.actors = {name: house.actor(name) for name in {*ACTORS, *OBSERVERS}}
        self.watchers = [
            Watcher(self.actors[who], f"{who} with {what}", offered(capabilities, house.world.level))
            for who in OBSERVERS
            for what, capabilities in CAPABILITIES.items()
        ]

    async def step(self) -> None:
        """Let somebody do something; what is refused changes nothing."""
        who = self.rng.choice(ACTORS)
        method, path, params = draw(self.rng, self.house.world)
        try:
            status, body = await self.actors[who].call(method, path, params)
        except json.JSONDecodeError:
            # A page for browsers: there is no such path at this level.
            return
        assert status < 500, f"{who}: {method} {path} {params}: {status} {body}"
        if status == 200:
            self.done.append(f"{who}: {method} {path} {params}")
        if self.rng.random() < 0.1:
            await self.house.clock.advance(self.rng.choice((1.0, 30.0, 300.0)))
            self.done.append("time passes")

    async def look(self) -> list[str]:
        """Return every watcher's complaints."""
        return [one for watcher in self.watchers for one in await watcher.complaints()]


async def walk(seed: int, level: int, steps: int, every: int = 10) -> dict[str, Any]:
    """Walk, look every few steps, and stop at the first difference; return what was found."""
    clock, settings = Clock(NOW), ServerSettings(strict=True, feature_level=level)
    async with (
        running_server(parse_world(WORLD), settings=settings, clock=clock) as server,
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
    ):
        one = Walk(House(server, session), seed)
        for watcher in one.watchers:
            await watcher.begin()
        for number in range(1, steps + 1):
            await one.step()
            if number % every == 0 and (found := await one.look()):
                return {"seed": seed, "level": level, "complaints": found, "done": one.done[-2 * every :]}
        undeclared = server.world.ledger.undeclared
    return {"seed": seed, "level": level, "complaints": undeclared, "done": one.done}
