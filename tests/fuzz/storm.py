"""`python tests/fuzz/storm.py`: sends very many requests to a server and tells what went wrong.

Both documents are asked, at the oldest and the newest feature level, as everybody in the house and as
nobody. A world is asked some hundred times and then replaced by a fresh one, at the other level.
"""

import argparse
import asyncio
import json
import logging
import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import structlog

sys.path[0] = str(Path(__file__).parent.parent)

from dragoman_server import Clock, Server, ServerSettings, running_server  # noqa: E402 - the path comes first
from dragoman_server.guide import GuideSettings  # noqa: E402
from dragoman_server.world.file import parse_world  # noqa: E402
from fuzz.checking import Checking  # noqa: E402
from fuzz.composing import Composing, Operation, Request, operations  # noqa: E402
from fuzz.drawing import CAPABILITIES, Drawing  # noqa: E402
from fuzz.learned import Learned  # noqa: E402
from fuzz.wire import Answer, Wire  # noqa: E402
from server.household import NOW, WORLD  # noqa: E402

LEVELS = (261, 496)
PER_WORLD = 500
LISTENERS = ("Ada Owner", "Cleo Member", "Gus Guest", "Robo")
EVERYTHING = json.dumps(dict.fromkeys(CAPABILITIES, True))
ENOUGH = 20
"""So often people are turned away once the organisation is closed; then another one is opened."""

HANGS_AFTER = 20.0
PARKED_AFTER = 0.1
"""A poll that was not told not to wait is given up after so many seconds."""


class Storm:
    """Requests to servers, and what became of them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.succeeded: set[str] = set()
        self.wrong: dict[str, bytes] = {}
        """A request for each thing that went wrong, the first."""

        self.sent = 0
        self.parked = 0

    async def rage(self, requests: int, levels: tuple[int, ...] = LEVELS) -> None:
        """Send so many requests."""
        turn = 0
        while self.sent < requests:
            await self._ask_a_world(levels[turn % len(levels)], min(PER_WORLD, requests - self.sent))
            turn += 1

    async def _ask_a_world(self, level: int, requests: int) -> None:
        settings = ServerSettings(
            feature_level=level, strict=True, guide=GuideSettings(limit=20, window=1.0), form_seconds=1.0
        )
        world = parse_world(WORLD)
        async with running_server(world, settings=settings, clock=Clock(NOW)) as server:
            round_ = _Round(self, server)
            await round_.prepare()
            for _ in range(requests):
                await round_.ask_once()
                if round_.turned_away >= ENOUGH:
                    break
            await round_.hear()
            await round_.wire.close()
            for sentence in server.world.ledger.undeclared:
                self.wrong.setdefault(f"level {level}: {sentence}", b"see the request that failed")


class _Round:
    """One world and those who ask it."""

    def __init__(self, storm: Storm, server: Server) -> None:
        self.storm = storm
        self.server = server
        self.level = server.world.level
        port = int(server.url.rpartition(":")[2])
        self.wire = Wire(port)
        self.learned = Learned()
        self.drawing = Drawing(storm.chance, self.learned)
        self.messaging = Composing(self.drawing, "/api/v1", port)
        self.guide = Composing(self.drawing, "", port)
        self.queues: dict[str, str] = {}
        self.turned_away = 0
        self.who: tuple[str, str] | None = None
        """Whoever asks stays for a while, so that they meet again what they made."""

        self.documents: list[tuple[Composing, Checking, list[Operation]]] = []

    async def prepare(self) -> None:
        for composing, place in ((self.messaging, "/api/v1/openapi.json"), (self.guide, "/openapi.json")):
            answer = await self.wire.ask(f"GET {place} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            assert answer is not None
            document = json.loads(answer.body)
            self.documents.append((composing, Checking(document), operations(document)))
        for name in (
            "/users",
            "/streams",
            "/messages?anchor=newest&num_before=20&num_after=0",
            "/user_groups",
        ):
            await self._learn(name)

    async def _learn(self, path: str) -> None:
        account = self._account("Ada Owner")
        operation = Operation("GET", path, {})
        answer = await self.wire.ask(self.messaging.request(operation, account).wire)
        if answer is not None and answer.status == 200:
            self.learned.look_at(json.loads(answer.body))

    async def _ask(self, name: str, fields: dict[str, str], who: str) -> Any:
        """Return the answer to a call that is as it should be."""
        composing, checking, known = self.documents[0]
        operation = next(one for one in known if one.name == name)
        request = composing.plain(operation, fields, self._account(who))
        answer = await self.wire.ask(request.wire)
        self._note(checking, request, operation, answer)
        return None if answer is None else json.loads(answer.body)

    async def hear(self) -> None:
        """Read all events of those who listened, and the state that all the requests left behind."""
        for name, queue_id in self.queues.items():
            poll = {"queue_id": queue_id, "last_event_id": "-1", "dont_block": "true"}
            await self._ask("GET /events", poll, name)
            await self._ask("POST /register", {"client_capabilities": EVERYTHING}, name)

    async def ask_once(self) -> None:
        often = self.drawing.often
        composing, checking, known = self.documents[1 if often(0.03) else 0]
        operation = self.storm.chance.choice(known)
        if operation.name == "POST /realm/deactivate" and often(0.8):
            return
        if often(0.15):
            self.who = self._somebody()
        request = (composing.stray if often(0.08) else composing.request)(operation, self.who)
        waits = operation.path == "/events" and b"dont_block=true" not in request.wire
        self.storm.sent += 1
        try:
            async with asyncio.timeout(PARKED_AFTER if waits else HANGS_AFTER):
                answer = await self.wire.ask(request.wire, head=request.method == "HEAD")
        except TimeoutError:
            await self.wire.close()
            self._note_silence(operation, request, waits=waits)
            return
        if request.operation is None:
            # Whatever else such a request stirs up must not be taken for the next answer.
            await self.wire.close()
        self._note(checking, request, operation, answer)

    def _note_silence(self, operation: Operation, request: Request, *, waits: bool) -> None:
        self.storm.parked += 1
        # Bytes that are no whole request leave the server waiting for the rest, as they should.
        if not waits and request.operation is not None:
            self.storm.wrong.setdefault(f"level {self.level}: {operation.name}: it hung", request.wire)

    def _note(
        self, checking: Checking, request: Request, operation: Operation, answer: Answer | None
    ) -> None:
        for problem in checking.problems(request, answer):
            self.storm.wrong.setdefault(f"level {self.level}: {operation.name}: {problem}", request.wire)
        if answer is None:
            return
        self.storm.statuses[answer.status] += 1
        self.turned_away += b"organization has been deactivated" in answer.body
        if answer.status == 200 and request.operation is not None:
            self.storm.succeeded.add(f"{self.level} {operation.name}")
            if answer.headers.get("content-type") == "application/json" and len(answer.body) < 200_000:
                self.learned.look_at(json.loads(answer.body or b"null"))

    def _somebody(self) -> tuple[str, str] | None:
        """Return the proof of an account, mostly a good one; `None` for nobody."""
        if self.drawing.often(0.04):
            return None
        if self.drawing.often(0.25):
            return self._account("Ada Owner")
        account = self.storm.chance.choice(self.server.accounts)
        if self.drawing.often(0.02):
            return account.email, "x" * 32
        return self._proof(account.user_id if self.drawing.often(0.1) else self._welcome(account.user_id))

    def _welcome(self, user_id: int) -> int:
        """Return this account, or another one where this is turned away at every door."""
        users = self.server.world.users
        if users[user_id].is_active and users[user_id].full_name != "Hook":
            return user_id
        return next((one.user_id for one in users if one.is_active and not one.is_system_bot), user_id)

    def _account(self, name: str) -> tuple[str, str]:
        return self._proof(next(one.user_id for one in self.server.accounts if one.full_name == name))

    def _proof(self, user_id: int) -> tuple[str, str]:
        # Keys and addresses may have been changed on the way.
        world = self.server.world
        return world.users[user_id].delivery_email, world.keys.key(user_id)


def _tell(storm: Storm, seconds: float, seed: int, *, as_json: bool) -> Iterator[str]:
    told: dict[str, Any] = {
        "seed": seed,
        "requests": storm.sent,
        "seconds": round(seconds, 1),
        "parked": storm.parked,
        "statuses": {str(status): count for status, count in sorted(storm.statuses.items())},
        "operations_succeeded": len(storm.succeeded),
        "wrong": {what: wire.decode("latin-1") for what, wire in storm.wrong.items()},
    }
    if as_json:
        yield json.dumps(told)
        return
    yield from (f"{name}: {value}" for name, value in told.items() if name != "wrong")
    for what, wire in storm.wrong.items():
        yield f"\n{what}\n    {wire[:600]!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=None, help="the same seed sends the same requests")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    seed = random.SystemRandom().randrange(2**32) if chosen.seed is None else chosen.seed
    storm, began = Storm(seed), time.monotonic()
    asyncio.run(storm.rage(chosen.requests))
    for line in _tell(storm, time.monotonic() - began, seed, as_json=chosen.json):
        print(line)
    return 1 if storm.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
