"""Lets the faults befall the requests that their rules describe."""

from collections.abc import Awaitable, Callable, Iterator
from email.utils import formatdate
from functools import partial
from typing import Any

import msgspec
from aiohttp import web

from dragoman_server import failures
from dragoman_server.answers import answer_refusal
from dragoman_server.callers import caller_of, names_of
from dragoman_server.faults.act import Act, Point
from dragoman_server.faults.connection import (
    Pauses,
    bytes_of,
    hang_up,
    read_whole,
    reset,
    send_half,
    trickle,
)
from dragoman_server.faults.queue_acts import kill_queue, restart_queues
from dragoman_server.faults.rule import Match, Rule
from dragoman_server.memento import Memento
from dragoman_server.queues import HEARTBEATS
from dragoman_server.world.world import World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_FOR_EVER = 10 * 365 * 86400.0


class Faults:
    """The rules that are set."""

    def __init__(self, world: World) -> None:
        """Start without any: nothing goes wrong."""
        self.rules: list[Rule] = []
        self._world = world
        self._dumps: dict[int, Memento] = {}
        self._last_id = 0
        self._pauses = Pauses(world.clock)

    def __iter__(self) -> Iterator[Rule]:
        """Walk over the rules in the order in which they were added."""
        return iter(self.rules)

    def __len__(self) -> int:
        """Count the rules."""
        return len(self.rules)

    def add(
        self,
        act: Act,
        *,
        method: str | None = None,
        path: str | None = None,
        account: str | int | None = None,
        nth: int | None = None,
        times: int | None = None,
        probability: float = 1.0,
        seed: int = 0,
    ) -> Rule:
        """Let `act` befall the requests that fit; what is left out fits all. See `Match` for the words."""
        return self.add_rule(
            Match(
                method=method,
                path=path,
                account=account,
                nth=nth,
                times=times,
                probability=probability,
                seed=seed,
            ),
            act,
        )

    def add_rule(self, match: Match, act: Act) -> Rule:
        """Let `act` befall the requests that `match` describes."""
        self._last_id += 1
        rule = Rule(self._last_id, match, act)
        if act.queue_restart == "stale":
            self._dumps[rule.id] = Memento(self._world.queues)
        self.rules.append(rule)
        return rule

    def remove(self, rule_id: int) -> None:
        """Take a rule back. Fails with LookupError when there is none of that ID."""
        found = next((rule for rule in self.rules if rule.id == rule_id), None)
        if found is None:
            raise LookupError(f"there is no fault {rule_id}")
        self.rules.remove(found)
        self._dumps.pop(rule_id, None)

    def clear(self) -> None:
        """Take all rules back."""
        self.rules.clear()
        self._dumps.clear()

    @property
    def held_up(self) -> int:
        """How many requests wait, by a fault, until time has passed."""
        return self._pauses.count

    def cut_off(self) -> None:
        """Close the connections of all requests that a fault holds up."""
        self._pauses.cut_off()

    async def meet(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request by `handler`, as far as the rules let it."""
        user = caller_of(self._world, request)
        names = names_of(user)
        befalling = [rule for rule in self.rules if rule.befalls(request.method, request.path, names)]
        for rule in reversed(befalling):
            handler = partial(self._befall, rule, handler)
        return await handler(request)

    async def _befall(self, rule: Rule, handler: Handler, request: web.Request) -> web.StreamResponse:
        act = rule.act
        if act.delay_before:
            await self._pauses.wait(act.delay_before)
        if act.kill_queue:
            kill_queue(self._world, request, caller_of(self._world, request))
        if act.queue_restart is not None:
            restart_queues(self._world, act.queue_restart, self._dumps.get(rule.id))
        if act.blackhole:
            await self._pauses.wait(_FOR_EVER)
        await self._break(act, "before_commit", request)
        if act.commit_lag is not None:
            await self._commit_later(act.commit_lag, handler, request)
        response = await self._answer(act, handler, request)
        if act.delay_after_commit:
            await self._pauses.wait(act.delay_after_commit)
        await self._break(act, "after_commit", request)
        if not isinstance(response, web.Response):
            return response
        self._change(act, response)
        await self._break(act, "mid_body", request, response)
        return (
            response if act.trickle is None else await trickle(request, response, act.trickle, self._pauses)
        )

    async def _commit_later(self, seconds: float, handler: Handler, request: web.Request) -> None:
        """Close the connection, and do what was asked so many seconds later."""
        await read_whole(request, self._world.settings)

        async def commit() -> None:
            await handler(request)

        self._world.clock.call_later(seconds, commit)
        hang_up()

    async def _answer(self, act: Act, handler: Handler, request: web.Request) -> web.StreamResponse:
        if act.rate_limit is not None:
            await read_whole(request, self._world.settings)
            return _too_many(act.retry_after)
        if act.status is not None and act.at == "before_commit":
            await read_whole(request, self._world.settings)
            return web.Response(status=act.status, text=act.body or "")
        token = HEARTBEATS.set(HEARTBEATS.get() and not act.suppress_heartbeat)
        try:
            return await handler(request)
        finally:
            HEARTBEATS.reset(token)

    async def _break(
        self, act: Act, point: Point, request: web.Request, response: web.Response | None = None
    ) -> None:
        """End the connection if the fault does so at this point."""
        if point not in (act.drop, act.rst):
            return
        if point == "before_commit":
            await read_whole(request, self._world.settings)
        if response is not None:
            await send_half(request, response)
        if act.rst == point:
            reset(request)
        hang_up()

    def _change(self, act: Act, response: web.Response) -> None:
        """Make the answer the one that the fault tells."""
        if act.status is not None:
            response.set_status(act.status)
        if act.body is not None:
            response.body = act.body.encode()
        if act.dup_events or act.reorder_events:
            response.body = _shuffle(bytes_of(response), act)
        if act.truncate is not None:
            response.body = bytes_of(response)[: act.truncate]
        if act.content_type is not None:
            response.headers["Content-Type"] = act.content_type
        if act.skew_date_header is not None:
            date = self._world.clock.now() + act.skew_date_header
            response.headers["Date"] = formatdate(date, usegmt=True)
        for name, value in act.headers.items():
            response.headers.popall(name, None)
            if value is not None:
                response.headers[name] = value


def _too_many(retry_after: float | str | None) -> web.Response:
    refusal = failures.RATE_LIMITED(**{"retry-after": retry_after})
    response = answer_refusal(refusal)
    if retry_after is None:
        del response.headers["Retry-After"]
        body: dict[str, Any] = refusal.body()
        del body["retry-after"]
        response.body = msgspec.json.encode(body)
    return response


def _shuffle(body: bytes, act: Act) -> bytes:
    """Return an answer of events with each told twice, or the newest first; any other answer as it is."""
    try:
        answer = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return body
    if not isinstance(answer, dict) or not isinstance(answer.get("events"), list):
        return body
    events = answer["events"]
    if act.dup_events:
        events = [event for event in events for _ in range(2)]
    if act.reorder_events:
        events = events[::-1]
    return msgspec.json.encode({**answer, "events": events})
