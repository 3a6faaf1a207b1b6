"""A server that runs for a check, and raw requests to it: no client of ours in between."""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
from msgspec import Struct, structs
from multidict import CIMultiDictProxy

from dragoman_server import Clock, Server, ServerSettings, WorldFile, load_world, running_server

WORLD = load_world(Path(__file__).parent.parent / "world.yaml")
PATIENCE = 10.0
"""Seconds after which a check gives up on an answer."""

PASSWORD = "open sesame"
START = 1_800_000_000
"""The frozen hour at which the server starts, UNIX seconds."""

OPHELIA, ADAM, MORA, MEL, NAT, GUS, USHER, HERALD, GONE = 11, 12, 13, 14, 15, 16, 17, 18, 19
AGORA, QUIET, VAULT, SQUARE = 31, 32, 33, 34
JURY = 51
ORDER, LATE, NOT_GUILTY, MAT, BETWEEN = 101, 102, 103, 104, 105

CAPABLE = {
    "notification_settings_null": True,
    "bulk_message_deletion": True,
    "user_avatar_url_field_optional": True,
    "stream_typing_notifications": True,
    "user_settings_object": True,
    "linkifier_url_template": True,
    "user_list_incomplete": True,
    "include_deactivated_groups": True,
    "empty_topic_name": True,
}
"""Every capability that the specification names."""

NAMES = {
    OPHELIA: ("Ophelia", "ophelia@court.test", "a"),
    ADAM: ("Adam", "adam@court.test", "b"),
    MORA: ("Mora", "mora@court.test", "c"),
    MEL: ("Mel", "mel@court.test", "d"),
    NAT: ("Nat", "nat@court.test", "e"),
    GUS: ("Gus", "gus@court.test", "f"),
    GONE: ("Gone", "gone@court.test", "g"),
    USHER: ("Usher", "usher-bot@court.test", "h"),
    HERALD: ("Herald", "herald-bot@court.test", "i"),
}
"""Full name, address and the letter that makes the key, by user id."""


def key_of(user_id: int) -> str:
    """Return the account's key."""
    return NAMES[user_id][2] * 32


def basic(user_id: int) -> str:
    """Return the header that proves who calls."""
    pair = f"{NAMES[user_id][1]}:{key_of(user_id)}"
    return "Basic " + b64encode(pair.encode()).decode()


class Reply(Struct, frozen=True, kw_only=True):
    """What came back."""

    status: int
    headers: CIMultiDictProxy[str]
    body: Any

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a success, without the envelope; fails for anything else."""
        assert self.status == 200, (self.status, self.body)
        assert (self.body["result"], self.body["msg"]) == ("success", ""), self.body
        return {name: value for name, value in self.body.items() if name not in ("result", "msg")}

    @property
    def refusal(self) -> dict[str, Any]:
        """The fields of an error, without the envelope; fails for anything else."""
        assert self.body["result"] == "error", self.body
        assert isinstance(self.body["msg"], str)
        assert self.body["msg"]
        return {name: value for name, value in self.body.items() if name not in ("result", "msg")}


class Stage:
    """A running server and whoever calls it."""

    def __init__(self, session: aiohttp.ClientSession, server: Server) -> None:
        self._session = session
        self._server = server
        self.url = server.url
        self.clock = server.clock

    def reset(self) -> None:
        """Let everything be as it was in the beginning."""
        self._server.reset()

    def grant(self, name: str, right: str) -> None:
        """Allow somebody what only an operator of the server can allow."""
        self._server.grant(name, right)

    async def ask(
        self,
        user_id: int | None,
        method: str,
        path: str,
        fields: Mapping[str, str] | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        files: Mapping[str, bytes] | None = None,
    ) -> Reply:
        """Send one request with these texts, in the query for GET and in a form for all else."""
        signed = {} if user_id is None else {"Authorization": basic(user_id)}
        texts, in_query = dict(fields or {}), method in ("GET", "HEAD")
        async with self._session.request(
            method,
            f"{self.url}/api/v1{path}",
            params=texts if in_query else None,
            data=None if in_query else _multipart(texts, files) if files else texts,
            headers={**signed, **(headers or {})},
        ) as response:
            text = await response.text()
            try:
                body = json.loads(text)
            except ValueError:
                body = text
            return Reply(status=response.status, headers=response.headers, body=body)

    async def upload(
        self, user_id: int, name: str, content: bytes, path: str = "/user_uploads"
    ) -> dict[str, Any]:
        """Upload a file and return the fields of the answer."""
        return (await self.ask(user_id, "POST", path, files={name: content})).fields

    async def do(self, user_id: int | None, method: str, path: str, **fields: Any) -> dict[str, Any]:
        """Make a call that succeeds and return its fields; texts travel bare, all else as JSON."""
        return (await self.ask(user_id, method, path, wire(fields))).fields

    async def settled(self) -> None:
        """Wait until a poll that was begun is with the server: requests made later have been answered."""
        for _ in range(3):
            await self.ask(None, "GET", "/server_settings")

    async def register(self, user_id: int, **fields: Any) -> "Queue":
        """Open an event queue."""
        fields.setdefault("fetch_event_types", [])
        answer = await self.do(user_id, "POST", "/register", **fields)
        return Queue(self, user_id, answer)


def _multipart(texts: Mapping[str, str], files: Mapping[str, bytes]) -> aiohttp.FormData:
    form = aiohttp.FormData(dict(texts), default_to_multipart=True)
    for name, content in files.items():
        form.add_field(f"field of {name}", content, filename=name)
    return form


class Queue:
    """An event queue, asked by hand."""

    def __init__(self, stage: Stage, user_id: int, answer: dict[str, Any]) -> None:
        self._stage = stage
        self._user_id = user_id
        self.answer = answer
        self.id: str = answer["queue_id"]
        self.last: int = answer["last_event_id"]

    async def poll(self, *, last: int | None = None, dont_block: bool = False) -> Reply:
        """Fetch without looking at what comes back."""
        fields = {"queue_id": self.id, "last_event_id": str(self.last if last is None else last)}
        if dont_block:
            fields["dont_block"] = "true"
        return await self._stage.ask(self._user_id, "GET", "/events", fields)

    async def events(self) -> list[dict[str, Any]]:
        """Return what has happened, and take note of it."""
        events: list[dict[str, Any]] = (await self.poll(dont_block=True)).fields["events"]
        if events:
            self.last = events[-1]["id"]
        return events

    async def kinds(self) -> list[str]:
        """Return the kinds of what has happened."""
        return [kind_of(event) for event in await self.events()]

    def park(self) -> asyncio.Task[Reply]:
        """Begin a poll that waits."""
        return asyncio.ensure_future(self.poll())

    async def delete(self) -> Reply:
        """Delete the queue."""
        return await self._stage.ask(self._user_id, "DELETE", "/events", {"queue_id": self.id})


def kind_of(event: Mapping[str, Any]) -> str:
    """Return the type of an event, with its op behind a slash."""
    return f"{event['type']}/{event['op']}" if "op" in event else str(event["type"])


def wire(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return values as the texts that carry them."""
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()}


def _with_password(world: WorldFile) -> WorldFile:
    first, *others = world.people
    return structs.replace(world, people=(structs.replace(first, password=PASSWORD), *others))


@asynccontextmanager
async def on_stage(settings: ServerSettings | None = None, *, password: bool = False) -> AsyncIterator[Stage]:
    """Run a server with the judge's own organisation, its clock standing still.

    Ophelia has a password on demand only, for it takes a server long to make one safe.
    """
    clock = Clock(START)
    world = _with_password(WORLD) if password else WORLD
    async with (
        running_server(
            world, port=0, settings=settings or ServerSettings(strict=True), clock=clock
        ) as server,
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE)) as session,
    ):
        yield Stage(session, server)
