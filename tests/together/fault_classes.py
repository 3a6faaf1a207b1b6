"""The classes of calls that a fault can befall, each with what it changes at the server."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from dragoman.client import EventQueue, Guide, QueueRegistered, Zulip
from dragoman.events import MessageEvent
from dragoman.model import File
from dragoman.operations import (
    DeleteMessage,
    EditMessage,
    GetMessage,
    GetServiceGuide,
    Operation,
    RegisterQueue,
    SendMessage,
    UpdateSubscriptionProperty,
    UpdateUserTopic,
    UploadFile,
)
from dragoman_server import Server
from dragoman_server.ledger import Ledger
from together.harbour import GENERAL

SAY = SendMessage(type="channel", to=GENERAL, topic="plans", content="Soup")
EDIT = EditMessage(message_id=104, topic="stews")
"""A move, which is refused when it is said again."""
DELETE = DeleteMessage(message_id=104)
UPLOAD = UploadFile(file=File(name="a.txt", content=b"soup"))
REGISTER = RegisterQueue(event_types=("message",))


class CountingLedger(Ledger):
    """Counts what was told, by kind of event, whoever may have listened."""

    def __init__(self) -> None:
        super().__init__(strict=True)
        self.told: Counter[str] = Counter()

    def emitted(self, kind: str) -> None:
        self.told[kind] += 1
        super().emitted(kind)


@dataclass
class Clients:
    """The clients of one account, and what the server had ready for them."""

    zulip: Zulip
    guide: Guide
    queue_id: str
    """A queue of the account's in which one message waits."""


@dataclass(frozen=True)
class Class:
    """A class of calls."""

    method: str
    path: str
    call: Callable[[Clients], Awaitable[str]]
    """Returns "ok", or "gap" where something may have been missed."""
    commits: Callable[[Server], int]
    """Counts what the calls have changed."""


def calling(operation: Operation[Any]) -> Callable[[Clients], Awaitable[str]]:
    async def call(clients: Clients) -> str:
        await clients.zulip(operation)
        return "ok"

    return call


async def poll(clients: Clients) -> str:
    """Follow the account's events until the message that waits there has come, or a gap."""
    queue = clients.zulip.events(REGISTER, resume=(clients.queue_id, -1))
    return "gap" if await _first(queue) else "ok"


async def _first(queue: EventQueue) -> bool:
    async for event in queue:
        if isinstance(event, QueueRegistered):
            return True
        if isinstance(event, MessageEvent):
            return False
    raise AssertionError("the events ended")


async def register(clients: Clients) -> str:
    await clients.zulip.events(REGISTER).register()
    return "ok"


async def ask_guide(clients: Clients) -> str:
    await clients.guide(GetServiceGuide(device_type="nas"))
    return "ok"


def told(kind: str) -> Callable[[Server], int]:
    """Count the events of a kind, of which each change makes one."""

    def count(server: Server) -> int:
        assert isinstance(server.world.ledger, CountingLedger)
        return server.world.ledger.told[kind]

    return count


def queues(server: Server) -> int:
    """Count the queues."""
    return len(list(server.world.queues))


def nothing(server: Server) -> int:
    """Reading changes nothing."""
    return 0


CLASSES = {
    "get": Class("GET", "/messages/101", calling(GetMessage(message_id=101)), nothing),
    "post": Class("POST", "/messages", calling(SAY), told("message")),
    "post+": Class(
        "POST",
        "/user_topics",
        calling(UpdateUserTopic(stream_id=GENERAL, topic="plans", visibility_policy=3)),
        told("user_topic"),
    ),
    "patch": Class("PATCH", "/messages/104", calling(EDIT), told("update_message")),
    "patch+": Class(
        "PATCH",
        f"/users/me/subscriptions/{GENERAL}",
        calling(UpdateSubscriptionProperty(stream_id=GENERAL, property="color", value="#112233")),
        told("subscription/update"),
    ),
    "delete": Class("DELETE", "/messages/104", calling(DELETE), told("delete_message")),
    "upload": Class(
        "POST",
        "/user_uploads",
        calling(UPLOAD),
        told("attachment/add"),
    ),
    "register": Class("POST", "/register", register, queues),
    "poll": Class("GET", "/events", poll, queues),
    "guide": Class("GET", "/api/v1/service-guide", ask_guide, nothing),
}
"""With a plus: what its record calls repeatable, so that doubt is no reason to give up."""
