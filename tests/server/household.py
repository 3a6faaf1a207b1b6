"""A small organisation, people who call it over a real socket, and what they were refused and told."""

import base64
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from dragoman_server import Account, Server

NOW = 1_800_000_000
"""The time at which every test begins, and at which it stays until a test says otherwise."""

SEEN: set[tuple[str, Any]] = set()
"""What was refused and told in all tests together."""

WORLD = """
organization:
  name: Test House
  domain: house.test
people:
  - {name: Ada Owner, role: owner}
  - {name: Ben Admin, role: administrator}
  - {name: Cleo Member, password: correct horse}
  - {name: Dan Member}
  - {name: Eve Moderator, role: moderator}
  - {name: Gus Guest, role: guest}
  - {name: Old Hand, active: false}
  - {name: Hal Hidden, hides_email: true}
bots:
  - {name: Robo, owner: Cleo Member}
  - {name: Hook, owner: Cleo Member, type: incoming webhook}
user_groups:
  - {name: bench, members: [Cleo Member, Robo]}
channels:
  - name: general
    default: true
    creator: Ada Owner
    description: Talk of the **house**
    subscribers: [Ada Owner, Ben Admin, Cleo Member, Gus Guest, Robo]
    topics:
      - name: plans
        messages:
          - {from: Ada Owner, text: "Hello @**Cleo Member**", ago: 2 hours, unread_by: [Cleo Member]}
          - {from: Cleo Member, text: "Hi", ago: 1 hour, reactions: [{emoji: octopus, by: Ada Owner}]}
  - {name: quiet}
  - name: secret
    privacy: private
    subscribers: [Ada Owner, Cleo Member]
    topics:
      - {name: s, messages: [{from: Ada Owner, text: hush, ago: 30 minutes}]}
  - name: vault
    privacy: private
    history: protected
    subscribers: [Ada Owner]
    topics:
      - {name: v, messages: [{from: Ada Owner, text: gold, ago: 20 minutes}]}
  - {name: news, posting: administrators, subscribers: [Ada Owner, Cleo Member]}
  - {name: tidy, topics_policy: disable_empty_topic, subscribers: [Cleo Member]}
  - {name: plain, topics_policy: empty_topic_only, subscribers: [Cleo Member]}
direct_messages:
  - between: [Cleo Member, Dan Member]
    messages: [{from: Dan Member, text: psst, ago: 10 minutes, unread_by: [Cleo Member]}]
"""

ADA, BEN, CLEO, DAN, EVE, GUS, OLD, HAL, ROBO, HOOK = range(11, 21)
BENCH = 21
GENERAL, QUIET, SECRET, VAULT, NEWS, TIDY, PLAIN = range(31, 38)
HELLO, HI, HUSH, GOLD, PSST = range(101, 106)


class Actor:
    """Somebody with an account, who calls the server."""

    def __init__(self, session: aiohttp.ClientSession, url: str, account: Account) -> None:
        self.account = account
        self._session = session
        self._url = url
        proof = base64.b64encode(f"{account.email}:{account.api_key}".encode()).decode()
        self.headers = {"Authorization": f"Basic {proof}", "User-Agent": "Tester/1.0"}

    async def call(
        self, method: str, path: str, params: dict[str, str] | None = None, **more: Any
    ) -> tuple[int, Any]:
        """Return status and body of one call; the parameters travel where the method wants them."""
        where = "params" if method in ("GET", "HEAD") else "data"
        headers = {**self.headers, **more.pop("headers", {})}
        arguments: dict[str, Any] = {where: params or {}, "headers": headers, **more}
        async with self._session.request(method, f"{self._url}/api/v1{path}", **arguments) as response:
            return response.status, await response.json(content_type=None)

    async def get(self, path: str, **params: str) -> Any:
        """Return the body of a GET that succeeds."""
        return await self._succeed("GET", path, params)

    async def post(self, path: str, **params: str) -> Any:
        """Return the body of a POST that succeeds."""
        return await self._succeed("POST", path, params)

    async def patch(self, path: str, **params: str) -> Any:
        """Return the body of a PATCH that succeeds."""
        return await self._succeed("PATCH", path, params)

    async def delete(self, path: str, **params: str) -> Any:
        """Return the body of a DELETE that succeeds."""
        return await self._succeed("DELETE", path, params)

    async def _succeed(self, method: str, path: str, params: dict[str, str]) -> Any:
        status, body = await self.call(method, path, params)
        assert status == 200, body
        return body

    async def queue(self, **params: str) -> "Queue":
        """Open an event queue."""
        body = await self.post("/register", **{"fetch_event_types": "[]", **params})
        return Queue(self, body["queue_id"])

    async def say(self, to: str, topic: str, content: str) -> int:
        """Send a channel message and return its ID."""
        body = await self.post("/messages", type="channel", to=to, topic=topic, content=content)
        message_id: int = body["id"]
        return message_id


class Queue:
    """An event queue as its owner reads it."""

    def __init__(self, owner: Actor, queue_id: str) -> None:
        self.id = queue_id
        self.last = -1
        self._owner = owner

    async def events(self) -> list[dict[str, Any]]:
        """Return what has happened since the last time, without the numbers."""
        body = await self._owner.get(
            "/events", queue_id=self.id, last_event_id=str(self.last), dont_block="true"
        )
        events: list[dict[str, Any]] = body["events"]
        if events:
            self.last = events[-1]["id"]
        return [{key: value for key, value in event.items() if key != "id"} for event in events]

    async def poll(self) -> dict[str, Any]:
        """Wait for an event, and return the answer."""
        body: dict[str, Any] = await self._owner.get(
            "/events", queue_id=self.id, last_event_id=str(self.last)
        )
        return body


class House:
    """A server that runs, and the people in it."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.clock = server.clock
        self.world = server.world
        self.url = server.url
        self.session = session

    def actor(self, name: str) -> Actor:
        """Return the one whose name begins so."""
        account = next(one for one in self.server.accounts if one.full_name.startswith(name))
        return Actor(self.session, self.url, account)


OpenHouse = Callable[..., Awaitable[House]]


def refused(msg: str, code: str = "BAD_REQUEST", **fields: Any) -> dict[str, Any]:
    """Return the body of a refusal."""
    return {"result": "error", "msg": msg, **fields, "code": code}


def files_of(items: Iterable[pytest.Item]) -> set[str]:
    """Return the names of the files of this folder from which tests were taken."""
    return {item.path.name for item in items if item.path.parent == Path(__file__).parent}
