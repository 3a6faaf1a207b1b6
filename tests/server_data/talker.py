"""A client that does whatever comes into its mind, and afterwards looks whether it is still so."""

import asyncio
import json
import random
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp

from server_data.claims import GONE, UNKNOWN, Claims, Place

BROKEN = (aiohttp.ClientError, ConnectionError, asyncio.TimeoutError)
WINDOW = 5000
STATES = [
    *("realm_user", "user_status", "drafts", "saved_snippets", "alert_words", "user_topic", "stream"),
    *("subscription", "scheduled_messages"),
]
NOTHING = {"alert": False, "topic": 0}
"""What is found where nothing is, by kind of place."""


class KeyRenewed(Exception):
    """The key was another one meanwhile."""


class Reused(AssertionError):
    """A number was given out for a second time."""


class Talker:
    """One account, over all the lives of the server."""

    def __init__(self, name: str, email: str, hall: int, seed: str, given: set[tuple[str, int]]) -> None:
        self.email = email
        self.claims = Claims()
        self._name = name
        self._hall = hall
        self._random = random.Random(seed)
        self._given = given
        """All numbers that were ever given out, by kind; all talkers share it."""

        self._key = ""
        self._told_key: str | None = None
        """`None` as long as another one was asked for and not yet told."""

        self._url = ""
        self._count = 0
        self._own: dict[str, list[int]] = {"message": [], "draft": [], "snippet": [], "scheduled": []}
        self._deeds: tuple[Callable[[], Awaitable[None]], ...] = (
            *(self._say,) * 6,
            *(self._edit, self._delete, self._star, self._react) * 2,
            *(self._draft, self._redraft, self._snippet, self._schedule, self._upload),
            *(self._state, self._alert, self._follow, self._choose, self._found_channel, self._renew_key),
        )

    def meet(self, url: str, key: str) -> bool:
        """Go on with the server's next life; tell whether the key in its file is one that it may have."""
        self._url, self._key = url, key
        known, self._told_key = self._told_key, key
        return known in (None, key)

    def use(self, session: aiohttp.ClientSession) -> None:
        """Speak over this session."""
        self._session = session

    async def live(self) -> None:
        """Do one thing after the other until the server is gone."""
        try:
            while True:
                await self._random.choice(self._deeds)()
        except BROKEN:
            self.claims.break_off()

    async def listen(self) -> None:
        """Note which messages there are events of, until the server is gone."""
        try:
            told = await self._post("/register", event_types=["message"])
            queue, last, told["events"] = told["queue_id"], -1, []
            while True:
                with suppress(KeyRenewed):
                    told = await self._call("GET", "/events", queue_id=queue, last_event_id=last)
                for event in told["events"]:
                    last = event["id"]
                    if event["type"] == "message" and event["message"]["stream_id"] == self._hall:
                        self.claims.heard[event["message"]["id"]] = event["message"]["content"]
        except (*BROKEN, KeyRenewed):
            return

    @property
    def _proof(self) -> str:
        return "Basic " + b64encode(f"{self.email}:{self._key}".encode()).decode()

    async def _call(self, method: str, path: str, **fields: Any) -> Any:
        text = {name: one if isinstance(one, str) else json.dumps(one) for name, one in fields.items()}
        where: dict[str, Any] = {"params" if method == "GET" else "data": text}
        async with self._session.request(
            method, f"{self._url}/api/v1{path}", headers={"Authorization": self._proof}, **where
        ) as answer:
            body = await answer.json(content_type=None)
            if answer.status == 401:
                raise KeyRenewed
            assert answer.status == 200, (method, path, body)
            return body

    async def _post(self, path: str, **fields: Any) -> Any:
        return await self._call("POST", path, **fields)

    async def _make(self, kind: str, value: Any, made: Awaitable[Any], number: Callable[[Any], int]) -> int:
        """Have something made that gets a number."""
        self.claims.ask((kind, UNKNOWN), value)
        found = number(await made)
        if (kind, found) in self._given:
            raise Reused(f"{kind} {found}")
        self._given.add((kind, found))
        self.claims.answer((kind, found), value)
        self._own[kind].append(found)
        return found

    async def _change(self, kind: str, which: Any, value: Any, made: Callable[[], Awaitable[Any]]) -> None:
        self.claims.ask((kind, which), value)
        await made()
        self.claims.answer((kind, which), value)

    def _next(self) -> int:
        self._count += 1
        return self._count

    def _words(self) -> str:
        return f"{self._name} says {self._next()} " + "and so on " * self._random.randrange(0, 30) + "."

    def _pick(self, kind: str) -> int | None:
        live = [one for one in self._own[kind][-20:] if not self.claims.may_be_gone((kind, one))]
        return self._random.choice(live) if live else None

    async def _say(self) -> None:
        content = self._words()
        sent = self._post("/messages", type="channel", to="hall", topic=self._name, content=content)
        await self._make("message", content, sent, lambda body: body["id"])

    async def _edit(self) -> None:
        if (one := self._pick("message")) is not None:
            content = self._words()
            await self._change(
                "message", one, content, lambda: self._call("PATCH", f"/messages/{one}", content=content)
            )

    async def _delete(self) -> None:
        if (one := self._pick("message")) is not None:
            await self._change("message", one, GONE, lambda: self._call("DELETE", f"/messages/{one}"))

    async def _star(self) -> None:
        if (one := self._pick("message")) is not None:
            starred = not self.claims.told.get(("starred", one), False)
            fields = {"messages": [one], "flag": "starred", "op": "add" if starred else "remove"}
            await self._change("starred", one, starred, lambda: self._post("/messages/flags", **fields))

    async def _react(self) -> None:
        if (one := self._pick("message")) is not None:
            there = not self.claims.told.get(("reaction", one), False)
            method = "POST" if there else "DELETE"
            await self._change(
                "reaction",
                one,
                there,
                lambda: self._call(method, f"/messages/{one}/reactions", emoji_name="tada"),
            )

    async def _draft(self) -> None:
        content = self._words()
        draft = {"type": "", "to": [], "topic": "", "content": content, "timestamp": 1_700_000_000}
        await self._make("draft", content, self._post("/drafts", drafts=[draft]), lambda body: body["ids"][0])

    async def _redraft(self) -> None:
        if (one := self._pick("draft")) is not None:
            if self._random.random() < 0.5:
                await self._change("draft", one, GONE, lambda: self._call("DELETE", f"/drafts/{one}"))
                return
            content = self._words()
            draft = {"type": "", "to": [], "topic": "", "content": content, "timestamp": 1_700_000_001}
            await self._change(
                "draft", one, content, lambda: self._call("PATCH", f"/drafts/{one}", draft=draft)
            )

    async def _snippet(self) -> None:
        content = self._words()
        made = self._post("/saved_snippets", title="kept", content=content)
        await self._make("snippet", content, made, lambda body: body["saved_snippet_id"])

    async def _schedule(self) -> None:
        content = self._words()
        due = int(time.time()) + self._random.choice((3, 3, 4, 3600))
        fields = {"type": "channel", "to": self._hall, "topic": self._name, "content": content}
        made = self._post("/scheduled_messages", **fields, scheduled_delivery_timestamp=due)
        await self._make("scheduled", content, made, lambda body: body["scheduled_message_id"])

    async def _upload(self) -> None:
        content = self._random.randbytes(self._random.randrange(1, 20_000))
        form = aiohttp.FormData()
        form.add_field("file", content, filename="noise.bin")
        async with self._session.post(
            f"{self._url}/api/v1/user_uploads", data=form, headers={"Authorization": self._proof}
        ) as answer:
            uri = (await answer.json())["uri"]
        self.claims.answer(("upload", uri), content)

    async def _state(self) -> None:
        text = f"busy with {self._next()}"
        await self._change("status", "", text, lambda: self._post("/users/me/status", status_text=text))

    async def _alert(self) -> None:
        word = f"word{self._random.randrange(5)}"
        there = not self.claims.told.get(("alert", word), False)
        method = "POST" if there else "DELETE"
        await self._change(
            "alert", word, there, lambda: self._call(method, "/users/me/alert_words", alert_words=[word])
        )

    async def _follow(self) -> None:
        there = not self.claims.told.get(("follows", "annex"), True)
        method, named = ("POST", {"name": "annex"}) if there else ("DELETE", "annex")
        await self._change(
            "follows",
            "annex",
            there,
            lambda: self._call(method, "/users/me/subscriptions", subscriptions=[named]),
        )

    async def _choose(self) -> None:
        topic, policy = f"topic {self._random.randrange(5)}", self._random.randrange(4)
        fields = {"stream_id": self._hall, "topic": topic, "visibility_policy": policy}
        await self._change("topic", topic, policy, lambda: self._post("/user_topics", **fields))

    async def _found_channel(self) -> None:
        if self._random.random() < 0.1:
            name = f"{self._name} {self._next()}"
            named = {"name": name}
            await self._change(
                "channel", name, True, lambda: self._post("/users/me/subscriptions", subscriptions=[named])
            )

    async def _renew_key(self) -> None:
        if self._random.random() < 0.1:
            # What the new key would have been nobody knows who was not answered.
            self._told_key = None
            self._key = self._told_key = (await self._post("/users/me/api_key/regenerate"))["api_key"]

    async def look(self, *, at_all: bool) -> list[str]:
        """Return what is not there any more though it was told, or is there twice."""
        there = await self._fetch()
        lost = []
        for place in self.claims.places(all_of_them=at_all):
            kind, which = place[0], place[1]
            if kind in ("starred", "reaction") and self.claims.may_be_gone(("message", which)):
                continue
            found = await self._upload_at(str(which)) if kind == "upload" else there.get(place)
            if not self.claims.holds(place, NOTHING.get(str(kind), GONE) if found is None else found):
                lost.append(f"{self._name} was told otherwise of {place}: now there is {found!r:.80}")
        return lost

    async def _fetch(self) -> dict[Place, Any]:
        """Return what there is now, by place."""
        state, said = await self._fetch_both()
        me = state["user_id"]
        there: dict[Place, Any] = {
            ("status", ""): state["user_status"].get(str(me), {}).get("status_text", "")
        }
        there |= {("draft", one["id"]): one["content"] for one in state["drafts"]}
        there |= {("snippet", one["id"]): one["content"] for one in state["saved_snippets"]}
        there |= {("alert", word): True for word in state["alert_words"]}
        there |= {("topic", one["topic_name"]): one["visibility_policy"] for one in state["user_topics"]}
        there |= {("channel", one["name"]): True for one in state["streams"]}
        there["follows", "annex"] = any(one["name"] == "annex" for one in state["subscriptions"])
        waiting = {one["scheduled_message_id"]: one["content"] for one in state["scheduled_messages"]}
        contents = Counter(one["content"] for one in said.values()) + Counter(waiting.values())
        for message_id, message in said.items():
            there["message", message_id] = message["content"]
            there["starred", message_id] = "starred" in message["flags"]
            there["reaction", message_id] = any(one["user_id"] == me for one in message["reactions"])
        for scheduled_id in self._own["scheduled"]:
            content = self.claims.told["scheduled", scheduled_id]
            there["scheduled", scheduled_id] = content if contents[content] == 1 else contents[content]
        return there

    async def is_soon_due(self) -> bool:
        """Tell whether a scheduled message will be sent within minutes."""
        waiting = (await self._call("GET", "/scheduled_messages"))["scheduled_messages"]
        return any(one["scheduled_delivery_timestamp"] < time.time() + 600 for one in waiting)

    async def _fetch_both(self) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
        """Return the state and all messages, of one moment as far as the scheduled ones go."""
        while True:
            before = await self._post("/register", event_types=["none"], fetch_event_types=STATES)
            said = await self.messages()
            after = await self._post("/register", event_types=["none"], fetch_event_types=STATES)
            if before["scheduled_messages"] == after["scheduled_messages"]:
                return after, said

    async def messages(self) -> dict[int, dict[str, Any]]:
        """Return all messages of the hall by ID."""
        found: dict[int, dict[str, Any]] = {}
        anchor, ended = "newest", False
        while not ended:
            fields = {"anchor": anchor, "num_before": WINDOW, "num_after": 0, "apply_markdown": False}
            told = await self._call("GET", "/messages", narrow=[["channel", "hall"]], **fields)
            found |= {one["id"]: one for one in told["messages"]}
            anchor, ended = str(min(found, default=0)), told["found_oldest"]
        return found

    async def _upload_at(self, uri: str) -> bytes:
        async with self._session.get(self._url + uri, headers={"Authorization": self._proof}) as answer:
            return await answer.read()
