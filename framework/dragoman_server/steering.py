"""What may be done to a running server beside calling it: time, faults, memory, a look at its requests."""

import secrets
from collections.abc import Mapping
from typing import Any

from dragoman_server.acting import Answer, call_as
from dragoman_server.callers import find_account
from dragoman_server.clock import Clock
from dragoman_server.faults import Faults
from dragoman_server.journal import Journal
from dragoman_server.memento import Memento
from dragoman_server.person import Person
from dragoman_server.queues import EventQueue
from dragoman_server.service import Service
from dragoman_server.traffic import Traffic
from dragoman_server.world.world import World

RIGHTS = frozenset(("can_create_users", "can_change_user_emails"))
"""What an operator can allow to one account, and nobody inside the organisation."""


class Steering:
    """Everything by which a server is steered from outside its API."""

    def __init__(self, world: World, traffic: Traffic, service: Service) -> None:
        """Steer `world` from the state in which it is now; a reset leads back to that."""
        self.world = world
        self.control_token = secrets.token_hex(32)
        """What the control API asks its callers for."""

        self._traffic = traffic
        self._service = service
        self._beginning = self.snapshot()
        self.first_message_id = world.next_numbers.get("message", 1)
        """The ID of the first message that is said here; smaller ones are from before the start."""

    @property
    def clock(self) -> Clock:
        """The clock by which everything in the server happens."""
        return self.world.clock

    @property
    def faults(self) -> Faults:
        """What goes wrong on purpose."""
        return self._traffic.faults

    @property
    def journal(self) -> Journal:
        """The last requests, oldest first."""
        return self._traffic.journal

    @property
    def broken(self) -> tuple[str, ...]:
        """The requests that the server could not answer, through no fault that was set; none, one hopes."""
        return tuple(self._traffic.broken)

    def person(self, name: str | int) -> Person:
        """Return somebody to speak as, by full name, address or ID."""
        return Person(self.world, name)

    def snapshot(self) -> Memento:
        """Remember the whole state: organisation, event queues, what is due, counted requests, the clock."""
        return Memento(self.world, self._service)

    def restore(self, snapshot: Memento) -> None:
        """Return to a state that was remembered; what waits, a poll or in a fault, is cut off."""
        self._traffic.cut_off()
        self.world.queues.cut_off()
        snapshot.put_back()
        self.world.queues.forget_polls()
        self.clock.rearm()

    def reset(self) -> None:
        """Return to the state at the start, keys and time included, without faults and journal."""
        self.restore(self._beginning)
        self.faults.clear()
        self.journal.clear()

    def expire_queue(self, queue_id: str | None = None, *, account: str | int | None = None) -> int:
        """Let an event queue expire as if it had lain idle: the one of that ID, or all of an account.

        Returns how many there were. With neither argument, all queues expire.
        """
        chosen = self._queues(queue_id, account)
        for queue in chosen:
            self.world.queues.delete(queue)
        return len(chosen)

    def _queues(self, queue_id: str | None, account: str | int | None) -> list[EventQueue]:
        if queue_id is not None:
            found = self.world.queues.get(queue_id)
            if found is None:
                raise LookupError(f"there is no event queue {queue_id!r}")
            return [found]
        if account is not None:
            return self.world.queues.of(find_account(self.world, account).user_id)
        return list(self.world.queues)

    async def quiet(self, *, seconds: float = 0.05) -> None:
        """Return once nothing but parked polls was under way for `seconds` of real time."""
        await self._traffic.quiet(seconds)

    async def rest(self) -> None:
        """Return once nothing is under way but parked polls, and what a fault holds up until time passes.

        For clients that live in this process.
        """
        await self._traffic.rest()

    async def act_as(
        self, account: str | int, method: str, path: str, parameters: Mapping[str, Any] | None = None
    ) -> Answer:
        """Call `path` (below `/api/v1`) as an account, and return status and body."""
        user = find_account(self.world, account)
        return await call_as(self.world, user, method.upper(), path, parameters)

    def grant(self, account: str | int, right: str) -> None:
        """Allow an account what only an operator can allow.

        Fails with LookupError when there is no such account, and with ValueError when there is no such right.
        """
        user = find_account(self.world, account)
        if right not in RIGHTS:
            raise ValueError(f"there is no right {right!r}; there are: {', '.join(sorted(RIGHTS))}")
        self.world.change_user(user, **{right: True})
