"""Keeps the journal small and true: forgets what is long over, and what the server has forgotten."""

from msgspec import structs
from sqlalchemy import bindparam, delete, func, or_, select

from dragoman.delivery import keep, occurrences, schedules
from dragoman.delivery.database import Statement, Transaction
from dragoman.delivery.position import read_position, write_position
from dragoman.delivery.records import Position
from dragoman.delivery.tables import INBOX, KV, OUTBOX
from dragoman.plugin.occasion import MESSAGE, of_occurrence, scope_of

KEPT_MESSAGES = 2_000
"""How many messages before the last one seen are remembered at least."""
KEPT_SECONDS = 86_400.0
KEPT_OCCURRENCES = 90 * 86_400.0
"""Seconds for which it is known what became of a schedule's occurrences."""

_WAITS = or_(INBOX.c.state == "PENDING", INBOX.c.state == "RUNNING")
_DEAD = select(INBOX.c.message_id).where(INBOX.c.bot_id == bindparam("bot"), INBOX.c.state == "DEAD")
_OPEN_OUTBOX = or_(OUTBOX.c.state == "READY", OUTBOX.c.state == "SENDING")
_RECENT = Statement(
    select(INBOX.c.message_id)
    .where(INBOX.c.bot_id == bindparam("bot"))
    .order_by(INBOX.c.message_id.desc())
    .limit(1)
    .offset(bindparam("kept"))
)
_YOUNG = Statement(
    select(func.min(INBOX.c.message_id)).where(
        INBOX.c.bot_id == bindparam("bot"), or_(INBOX.c.received_at > bindparam("since"), _WAITS)
    )
)
_UNSENT = Statement(
    select(func.min(OUTBOX.c.message_id)).where(
        OUTBOX.c.bot_id == bindparam("bot"), OUTBOX.c.message_id > 0, _OPEN_OUTBOX
    )
)
_FORGET_INBOX = Statement(
    delete(INBOX).where(
        INBOX.c.bot_id == bindparam("bot"), INBOX.c.message_id <= bindparam("upto"), INBOX.c.state != "DEAD"
    )
)
_FORGET_OUTBOX = Statement(
    delete(OUTBOX).where(
        OUTBOX.c.bot_id == bindparam("bot"),
        OUTBOX.c.message_id > 0,
        OUTBOX.c.message_id <= bindparam("upto"),
        OUTBOX.c.message_id.not_in(_DEAD),
    )
)
_FORGET_UNASKED = Statement(
    delete(OUTBOX).where(
        OUTBOX.c.bot_id == bindparam("bot"),
        OUTBOX.c.message_id < 0,
        OUTBOX.c.created_at < bindparam("since"),
        or_(OUTBOX.c.state == "SENT", OUTBOX.c.state == "FAILED"),
    )
)
_DEAD_LETTERS = Statement(_DEAD)
_MARKS = Statement(
    select(KV.c.plugin, KV.c.scope).where(
        KV.c.bot_id == bindparam("bot"), KV.c.scope.like(bindparam("pattern"))
    )
)
_REWIND_INBOX = Statement(
    delete(INBOX).where(INBOX.c.bot_id == bindparam("bot"), INBOX.c.message_id > bindparam("newest"))
)
_REWIND_OUTBOX = Statement(
    delete(OUTBOX).where(OUTBOX.c.bot_id == bindparam("bot"), OUTBOX.c.message_id > bindparam("newest"))
)


def forget(tx: Transaction, bot_id: str, now: float) -> int:
    """Forget what is over for a day and far behind; returns the floor: nothing up to it is taken in again.

    Dead letters stay until somebody has them retried or dropped, and hold up nothing.
    """
    since = now - KEPT_SECONDS
    tx.run(_FORGET_UNASKED, bot=bot_id, since=since)
    for plugin, schedule, key in occurrences.forget(tx, bot_id, now - KEPT_OCCURRENCES):
        keep.forget_scope(tx, bot_id, plugin, scope_of(of_occurrence(schedule, key)))
    schedules.forget(tx, bot_id)
    return _forget_messages(tx, bot_id, since)


def _forget_messages(tx: Transaction, bot_id: str, since: float) -> int:
    position = read_position(tx, bot_id)
    recent = tx.fetch(_RECENT, bot=bot_id, kept=KEPT_MESSAGES)
    if not recent:
        return position.floor
    bounds = [int(recent[0][0]) + 1]
    for (found,) in (tx.fetch(_YOUNG, bot=bot_id, since=since)[0], tx.fetch(_UNSENT, bot=bot_id)[0]):
        if found is not None:
            bounds.append(int(found))
    floor = max(position.floor, min(bounds) - 1)
    tx.run(_FORGET_INBOX, bot=bot_id, upto=floor)
    tx.run(_FORGET_OUTBOX, bot=bot_id, upto=floor)
    write_position(tx, bot_id, structs.replace(position, floor=floor))
    _forget_marks(tx, bot_id, floor)
    return floor


def _forget_marks(tx: Transaction, bot_id: str, floor: int) -> None:
    """Forget the marks of messages up to the floor, but for those of dead letters."""
    dead = {int(number) for (number,) in tx.fetch(_DEAD_LETTERS, bot=bot_id)}
    for plugin, scope in tx.fetch(_MARKS, bot=bot_id, pattern=f"{scope_of(MESSAGE)}%"):
        number = int(str(scope).rpartition(":")[2])
        if number <= floor and number not in dead:
            keep.forget_scope(tx, bot_id, str(plugin), str(scope))


def rewind(tx: Transaction, bot_id: str, newest: int) -> Position:
    """Forget all after a message: the server's history ends there, as after a backup was put back."""
    tx.run(_REWIND_INBOX, bot=bot_id, newest=newest)
    tx.run(_REWIND_OUTBOX, bot=bot_id, newest=newest)
    position = read_position(tx, bot_id)
    position = structs.replace(position, cursor=newest, floor=min(position.floor, newest))
    write_position(tx, bot_id, position)
    return position
