"""The operations of the control API: what each is sent, does, and answers."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from dragoman_server.control.bodies import (
    Advance,
    Deed,
    Expire,
    Freeze,
    Grant,
    Jump,
    NewFault,
    Nothing,
    Quiet,
)
from dragoman_server.control.problems import Denied
from dragoman_server.faults import Rule
from dragoman_server.journal import Entry
from dragoman_server.memento import Memento
from dragoman_server.steering import Steering

Result = dict[str, Any]


class Desk:
    """A server under control, with the snapshots that were taken over HTTP."""

    def __init__(self, steering: Steering) -> None:
        """Start without snapshots."""
        self.steering = steering
        self.snapshots: dict[int, Memento] = {}
        self.last_snapshot = 0


class ControlOperation(msgspec.Struct, frozen=True):
    """One operation."""

    method: str
    path: str
    body: type[Any]
    perform: Callable[..., Result | Awaitable[Result]]
    """Called with the desk, the body, and the number in the path where there is one."""

    @property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return (self.perform.__doc__ or "").partition("\n")[0]


OPERATIONS: list[ControlOperation] = []
"""All operations, in the order of declaration."""

Perform = TypeVar("Perform", bound=Callable[..., Result | Awaitable[Result]])


def operation(method: str, path: str, body: type[Any] = Nothing) -> Callable[[Perform], Perform]:
    """Declare that the decorated function answers `method` at `path`, below the prefix."""

    def declare(perform: Perform) -> Perform:
        OPERATIONS.append(ControlOperation(method, path, body, perform))
        return perform

    return declare


@operation("GET", "/")
def list_operations(_desk: Desk, _: Nothing) -> Result:
    """List these operations."""
    return {
        "operations": [{"method": one.method, "path": one.path, "summary": one.summary} for one in OPERATIONS]
    }


@operation("GET", "/clock")
def get_clock(desk: Desk, _: Nothing) -> Result:
    """Tell the time, and whether it stands still."""
    clock = desk.steering.clock
    return {"now": clock.now(), "frozen": clock.frozen}


@operation("POST", "/clock/freeze", Freeze)
def freeze_clock(desk: Desk, body: Freeze) -> Result:
    """Stop the time, now or at `at`."""
    desk.steering.clock.freeze(body.at)
    return get_clock(desk, Nothing())


@operation("POST", "/clock/advance", Advance)
async def advance_clock(desk: Desk, body: Advance) -> Result:
    """Let `seconds` pass, and answer when all that fell due has happened."""
    await desk.steering.clock.advance(body.seconds)
    return get_clock(desk, Nothing())


@operation("POST", "/clock/jump", Jump)
async def jump_clock(desk: Desk, body: Jump) -> Result:
    """Set the wall time to `to`, also backwards."""
    await desk.steering.clock.jump(body.to)
    return get_clock(desk, Nothing())


@operation("POST", "/clock/thaw")
def thaw_clock(desk: Desk, _: Nothing) -> Result:
    """Let the time run on."""
    desk.steering.clock.thaw()
    return get_clock(desk, Nothing())


@operation("GET", "/faults")
def list_faults(desk: Desk, _: Nothing) -> Result:
    """List the faults that are set, and how many requests each fitted and befell."""
    return {"faults": [_fault(rule) for rule in desk.steering.faults]}


@operation("POST", "/faults", NewFault)
def add_fault(desk: Desk, body: NewFault) -> Result:
    """Let `act` befall the requests that `match` describes."""
    return _fault(desk.steering.faults.add_rule(body.match, body.act))


@operation("DELETE", "/faults")
def clear_faults(desk: Desk, _: Nothing) -> Result:
    """Take all faults back."""
    desk.steering.faults.clear()
    return {}


@operation("DELETE", "/faults/{number}")
def remove_fault(desk: Desk, _: Nothing, number: int) -> Result:
    """Take one fault back."""
    desk.steering.faults.remove(number)
    return {}


def _fault(rule: Rule) -> Result:
    return {
        "id": rule.id,
        "match": msgspec.to_builtins(rule.match),
        "act": msgspec.to_builtins(rule.act),
        "fitted": rule.fitted,
        "befell": rule.befell,
    }


@operation("POST", "/reset")
def reset(desk: Desk, _: Nothing) -> Result:
    """Return to the state at the start."""
    desk.steering.reset()
    return get_clock(desk, Nothing())


@operation("GET", "/snapshots")
def list_snapshots(desk: Desk, _: Nothing) -> Result:
    """List the snapshots that were taken."""
    return {"snapshots": list(desk.snapshots)}


@operation("POST", "/snapshots")
def take_snapshot(desk: Desk, _: Nothing) -> Result:
    """Remember the whole state."""
    desk.last_snapshot += 1
    desk.snapshots[desk.last_snapshot] = desk.steering.snapshot()
    return {"id": desk.last_snapshot}


@operation("POST", "/snapshots/{number}/restore")
def restore_snapshot(desk: Desk, _: Nothing, number: int) -> Result:
    """Return to a state that was remembered."""
    desk.steering.restore(_snapshot(desk, number))
    return get_clock(desk, Nothing())


@operation("DELETE", "/snapshots/{number}")
def forget_snapshot(desk: Desk, _: Nothing, number: int) -> Result:
    """Forget a state that was remembered."""
    _snapshot(desk, number)
    del desk.snapshots[number]
    return {}


def _snapshot(desk: Desk, number: int) -> Memento:
    if number not in desk.snapshots:
        raise Denied(f"there is no snapshot {number}", 404)
    return desk.snapshots[number]


@operation("POST", "/as", Deed)
async def act_as(desk: Desk, body: Deed) -> Result:
    """Call the API as an account, and answer with what it was answered."""
    if not body.path.startswith("/"):
        raise Denied(f"a path begins with a slash, below /api/v1; this one does not: {body.path!r}")
    answer = await desk.steering.act_as(body.account, body.method, body.path, body.params)
    return {"status": answer.status, "body": answer.body}


@operation("GET", "/queues")
def list_queues(desk: Desk, _: Nothing) -> Result:
    """List the event queues."""
    return {
        "queues": [
            {
                "queue_id": queue.id,
                "user_id": queue.choices.user_id,
                "client": queue.choices.client,
                "last_event_id": queue.last_event_id,
                "waiting_events": len(queue),
                "is_waited_on": queue.is_waited_on,
            }
            for queue in desk.steering.world.queues
        ]
    }


@operation("POST", "/queues/expire", Expire)
def expire_queues(desk: Desk, body: Expire) -> Result:
    """Let event queues expire as if they had lain idle."""
    return {"expired": desk.steering.expire_queue(body.queue_id, account=body.account)}


@operation("POST", "/quiet", Quiet)
async def wait_until_quiet(desk: Desk, body: Quiet) -> Result:
    """Answer once nothing but parked polls is under way."""
    try:
        async with asyncio.timeout(body.timeout):
            await desk.steering.quiet(seconds=body.seconds)
    except TimeoutError:
        raise Denied(f"it did not come to rest within {body.timeout:g} seconds", 504) from None
    return {}


@operation("GET", "/journal")
def read_journal(desk: Desk, _: Nothing) -> Result:
    """List the last requests, oldest first, each with a command line that makes it again."""
    return {"requests": [_entry(entry) for entry in desk.steering.journal]}


@operation("DELETE", "/journal")
def clear_journal(desk: Desk, _: Nothing) -> Result:
    """Forget the requests."""
    desk.steering.journal.clear()
    return {}


def _entry(entry: Entry) -> Result:
    return {
        "at": entry.at,
        "method": entry.method,
        "path": entry.path,
        "account": entry.account,
        "params": entry.parameters,
        "status": entry.status or None,
        "seconds": entry.seconds,
        "curl": entry.curl,
    }


@operation("GET", "/letters")
def list_letters(desk: Desk, _: Nothing) -> Result:
    """List the letters that a real server would send by e-mail, oldest first, each with where it leads."""
    world = desk.steering.world
    return {
        "letters": [
            {"to": one.to, "about": one.about, "url": f"{world.url}{one.path}", "sent": one.sent}
            for one in world.letters
        ]
    }


@operation("POST", "/grant", Grant)
def grant(desk: Desk, body: Grant) -> Result:
    """Allow an account what only an operator can allow: `can_create_users`, `can_change_user_emails`."""
    desk.steering.grant(body.account, body.right)
    return {}
