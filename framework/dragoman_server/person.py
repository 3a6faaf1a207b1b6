"""Somebody to speak as, in tests and in rehearsals: everything goes over a real connection."""

import re
from typing import Any

import msgspec

from dragoman_server.acting import Answer, call_as
from dragoman_server.callers import find_account
from dragoman_server.world.records import User
from dragoman_server.world.world import World

_CHANNEL = re.compile(r"#(?P<channel>[^>]+?)(?:\s*>\s*(?P<topic>.*))?", re.DOTALL)


class WasRefused(AssertionError):
    """The server refused what a person wanted to do."""


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """A message as a person reads it."""

    id: int
    sender: str
    to: str
    """`#channel > topic`, or the names of all who take part, with commas between."""

    content: str
    """As it was written, not as HTML."""

    timestamp: int


class Person:
    """One account, spoken for by whoever holds this."""

    def __init__(self, world: World, name: str | int) -> None:
        """Speak for the account of that full name, address or ID."""
        self._world = world
        self._user_id = find_account(world, name).user_id

    def __repr__(self) -> str:
        """Say who it is."""
        return f"<Person {self.full_name}>"

    @property
    def user_id(self) -> int:
        """The account's ID."""
        return self._user_id

    @property
    def full_name(self) -> str:
        """The name that others see."""
        return self._user.full_name

    @property
    def _user(self) -> User:
        return self._world.users[self._user_id]

    async def calls(self, method: str, path: str, **parameters: Any) -> Answer:
        """Call the API, and return status and body, whatever they are."""
        return await call_as(self._world, self._user, method.upper(), path, parameters)

    async def says(self, text: str, *, to: str) -> int:
        """Send a message to `#channel > topic` or to people, `Ada, Ben`, and return its ID.

        Fails with WasRefused when the server does not take it.
        """
        answer = await self.calls("POST", "/messages", content=text, **self._target(to))
        message_id: int = self._body(answer, f"could not say {text!r} to {to}")["id"]
        return message_id

    async def messages(self, to: str | None = None, *, most: int = 100) -> list[Heard]:
        """Return the last messages that the person can read, oldest first, there or anywhere."""
        answer = await self.calls(
            "GET",
            "/messages",
            anchor="newest",
            num_before=most,
            num_after=0,
            apply_markdown=False,
            narrow=[] if to is None else self._narrow(to),
        )
        found = self._body(answer, f"could not read {to or 'messages'}")["messages"]
        return [_read(message) for message in found]

    def _body(self, answer: Answer, what: str) -> Any:
        if answer.status != 200:
            raise WasRefused(f"{self.full_name} {what}: {answer.status} {answer.body}")
        return answer.body

    def _target(self, to: str) -> dict[str, Any]:
        found = _CHANNEL.fullmatch(to)
        if found is None:
            return {"type": "direct", "to": self._people(to)}
        return {"type": "channel", "to": found["channel"], "topic": found["topic"] or ""}

    def _narrow(self, to: str) -> list[dict[str, Any]]:
        found = _CHANNEL.fullmatch(to)
        if found is None:
            return [{"operator": "dm", "operand": self._people(to)}]
        channel = {"operator": "channel", "operand": found["channel"]}
        if found["topic"] is None:
            return [channel]
        return [channel, {"operator": "topic", "operand": found["topic"]}]

    def _people(self, to: str) -> list[int]:
        names = (name.strip().removeprefix("@") for name in to.split(","))
        return [find_account(self._world, name).user_id for name in names]


def _read(message: dict[str, Any]) -> Heard:
    target = message["display_recipient"]
    where = (
        f"#{target} > {message['subject']}"
        if isinstance(target, str)
        else ", ".join(sorted(person["full_name"] for person in target))
    )
    return Heard(
        id=message["id"],
        sender=message["sender_full_name"],
        to=where,
        content=message["content"],
        timestamp=message["timestamp"],
    )
