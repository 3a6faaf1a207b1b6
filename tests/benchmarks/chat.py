"""A chat service that costs next to nothing, so that what is measured is the bot that talks to it.

It knows one channel, one person and one bot, keeps one event queue, and answers prepared bytes. What the bot
says comes back to it as an event, as everywhere.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs

BOT, PERSON, CHANNEL = 9, 10, 5
EMAIL = "echo-bot@example.org"
HEADERS = (
    "Content-Type: application/json\r\n"
    "X-RateLimit-Limit: 100000\r\nX-RateLimit-Remaining: 99999\r\nX-RateLimit-Reset: 4000000000\r\n"
)
PEOPLE = [
    {"user_id": BOT, "email": EMAIL, "full_name": "Echo", "is_bot": True, "is_active": True, "role": 400},
    {"user_id": PERSON, "email": "p@example.org", "full_name": "Paulo", "is_active": True, "role": 400},
]
REGISTERED: dict[str, Any] = {
    "queue_id": "q1",
    "last_event_id": -1,
    "max_message_id": 0,
    "max_message_length": 10_000,
    "zulip_version": "10.0",
    "zulip_feature_level": 350,
    "realm_users": PEOPLE,
    "subscriptions": [{"stream_id": CHANNEL, "name": "general"}],
}
MESSAGE: dict[str, Any] = {
    "type": "stream",
    "display_recipient": "general",
    "stream_id": CHANNEL,
    "recipient_id": 20,
    "client": "website",
    "timestamp": 1_800_000_000,
    "content_type": "text/x-markdown",
    "is_me_message": False,
    "reactions": [],
    "submessages": [],
    "topic_links": [],
    "avatar_url": None,
}
SENDERS = {
    one["user_id"]: {
        "sender_id": one["user_id"],
        "sender_email": one["email"],
        "sender_full_name": one["full_name"],
        "sender_realm_str": "",
    }
    for one in PEOPLE
}


class BareChat:
    """What is said, and the one queue that hears it."""

    def __init__(self, *, in_order: bool) -> None:
        self.in_order = in_order
        """Whether the bot answers each conversation in its order."""
        self.replies: list[tuple[str, str, float]] = []
        """Topic, content and moment of each of the bot's messages."""
        self.replied = asyncio.Event()
        self.registered = asyncio.Event()
        self._said = 0
        self._events: deque[tuple[int, bytes]] = deque()
        self._parked: Connection | None = None

    def say(self, topic: str, content: str) -> None:
        """Let the person say something."""
        self._tell(PERSON, topic, content, {})

    def answer(self, connection: "Connection", method: str, target: str, body: bytes) -> bytes | None:
        """Return what a request is answered; ``None`` for a poll that waits."""
        path, _, query = target.partition("?")
        match method, path.rpartition("/v1/")[2]:
            case "POST", "messages":
                return self._take(parse_qs(body.decode()))
            case "GET", "events":
                return self._poll(connection, int(parse_qs(query)["last_event_id"][0]))
            case "POST", "register":
                self.registered.set()
                return _success(REGISTERED)
            case "GET", "users/me":
                return _success({**PEOPLE[0], "max_message_id": 0})
            case _:
                return _success({"zulip_version": "10.0", "zulip_feature_level": 350})

    def _take(self, form: dict[str, list[str]]) -> bytes:
        topic, content = form["topic"][0], form["content"][0]
        self.replies.append((topic, content, time.perf_counter()))
        self.replied.set()
        mark = {"local_message_id": form["local_id"][0]} if "local_id" in form else {}
        number = self._tell(BOT, topic, content, mark)
        return b'{"result":"success","msg":"","id":%d}' % number

    def _tell(self, sender: int, topic: str, content: str, more: dict[str, str]) -> int:
        self._said += 1
        message = {**MESSAGE, **SENDERS[sender], "id": self._said, "subject": topic, "content": content}
        event = {"id": self._said, "type": "message", "flags": [], "message": message, **more}
        self._events.append((self._said, json.dumps(event).encode()))
        if self._parked is not None:
            parked, self._parked = self._parked, None
            # In the next step, so that what is said at once arrives together.
            asyncio.get_running_loop().call_soon(parked.write, self._told)
        return self._said

    def _poll(self, connection: "Connection", last: int) -> bytes | None:
        while self._events and self._events[0][0] <= last:
            self._events.popleft()
        if self._events:
            return self._told()
        self._parked = connection
        return None

    def _told(self) -> bytes:
        events = b",".join(event for _, event in self._events)
        return b'{"result":"success","msg":"","queue_id":"q1","events":[' + events + b"]}"


class Connection(asyncio.Protocol):
    """One connection of a client's."""

    def __init__(self, chat: BareChat) -> None:
        self._chat = chat
        self._received = b""
        self._transport: asyncio.WriteTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer a request as soon as it is whole."""
        self._received += data
        head, end, rest = self._received.partition(b"\r\n\r\n")
        if not end:
            return
        lowered = head.lower()
        place = lowered.find(b"content-length:")
        length = int(lowered[place + 15 :].partition(b"\r\n")[0]) if place >= 0 else 0
        if len(rest) < length:
            return
        self._received = rest[length:]
        method, target, _ = head.partition(b"\r\n")[0].decode().split(" ")
        answer = self._chat.answer(self, method, target, rest[:length])
        if answer is not None:
            self._answer(answer)

    def write(self, told: Any) -> None:
        """Answer a poll that waited."""
        self._answer(told())

    def _answer(self, body: bytes) -> None:
        assert self._transport is not None
        if not self._transport.is_closing():
            head = f"HTTP/1.1 200 OK\r\n{HEADERS}Content-Length: {len(body)}\r\n\r\n"
            self._transport.write(head.encode() + body)


@asynccontextmanager
async def bare_chat(*, in_order: bool = True) -> AsyncIterator[tuple[BareChat, str]]:
    """Serve a chat, and tell at which address."""
    chat = BareChat(in_order=in_order)
    server = await asyncio.get_running_loop().create_server(lambda: Connection(chat), "127.0.0.1", 0)
    async with server:
        yield chat, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def _success(values: dict[str, Any]) -> bytes:
    return json.dumps({"result": "success", "msg": "", **values}).encode()
