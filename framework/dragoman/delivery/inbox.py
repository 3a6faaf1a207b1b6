"""The transactions of the inbox: messages come in, are worked on, and are over."""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, case, func, or_, select, update

from dragoman.delivery.database import Row, Statement, Transaction
from dragoman.delivery.records import InboxRow
from dragoman.delivery.statements import insert_or_ignore
from dragoman.delivery.tables import INBOX

_C = INBOX.c
_THIS = (_C.bot_id == bindparam("bot"), _C.message_id == bindparam("message"))
_COLUMNS = (
    _C.message_id,
    _C.conv_key,
    _C.state,
    _C.payload,
    _C.attempts,
    _C.error,
    _C.only,
    _C.received_at,
    _C.said,
)
_ADD = insert_or_ignore(INBOX)
_START = Statement(
    update(INBOX)
    .where(*_THIS, _C.state == "PENDING")
    .values(state="RUNNING", attempts=_C.attempts + 1, epoch=bindparam("era"))
)
_FINISH = Statement(
    update(INBOX)
    .where(*_THIS, _C.state == "RUNNING")
    .values(
        state=bindparam("outcome"), payload=None, error=bindparam("why"), only=None, said=bindparam("content")
    )
)
_BURY = Statement(
    update(INBOX)
    .where(*_THIS, or_(_C.state == "RUNNING", _C.state == "PENDING"))
    .values(
        state="DEAD",
        error=bindparam("why"),
        only=bindparam("left"),
        said=func.coalesce(bindparam("content"), _C.said),
    )
)
_SKIP = Statement(
    update(INBOX)
    .where(*_THIS, or_(_C.state == "PENDING", _C.state == "RUNNING"))
    .values(state="SKIPPED", payload=None, error=bindparam("why"))
)
_SETTLE = Statement(
    update(INBOX)
    .where(*_THIS, _C.state == "PENDING")
    .values(state="DONE", payload=None, error=bindparam("why"))
)
_UNSAY = Statement(update(INBOX).where(*_THIS).values(said=None))
_REOPEN = Statement(
    update(INBOX)
    .where(*_THIS)
    .values(
        state="PENDING",
        payload=None,
        attempts=0,
        error=None,
        only=None,
        # What became a dead letter is tried again even when it says again what it said.
        said=case((_C.state == "DEAD", None), else_=_C.said),
    )
)
_RETURN = Statement(
    update(INBOX)
    .where(*_THIS, _C.state == "RUNNING")
    .values(state="PENDING", attempts=_C.attempts - bindparam("forgiven"))
)
_RETURN_ALL = Statement(
    update(INBOX)
    .where(_C.bot_id == bindparam("bot"), _C.state == "RUNNING")
    .values(state="PENDING", attempts=_C.attempts - bindparam("forgiven"))
)
_RETRY = Statement(
    update(INBOX).where(*_THIS, _C.state == "DEAD").values(state="PENDING", attempts=0, error=None, said=None)
)
_DROP = Statement(
    update(INBOX)
    .where(*_THIS, _C.state == "DEAD")
    .values(state="SKIPPED", payload=None, error=bindparam("why"))
)
_PENDING = Statement(
    select(*_COLUMNS)
    .where(_C.bot_id == bindparam("bot"), _C.state == "PENDING")
    .order_by(_C.message_id)
    .limit(bindparam("most"))
)
_IN_STATE = Statement(
    select(*_COLUMNS)
    .where(_C.bot_id == bindparam("bot"), _C.state == bindparam("state"))
    .order_by(_C.message_id)
)
_ONE = Statement(select(*_COLUMNS).where(*_THIS))
_COUNTS = Statement(select(_C.state, func.count()).where(_C.bot_id == bindparam("bot")).group_by(_C.state))
_COUNT_PENDING = Statement(select(func.count()).where(_C.bot_id == bindparam("bot"), _C.state == "PENDING"))


def add(tx: Transaction, bot_id: str, rows: Sequence[InboxRow], epoch: int) -> None:
    """Take messages in; one that is there already stays as it is."""
    tx.run_many(_ADD, [_values(bot_id, row, epoch) for row in rows])


def add_new(tx: Transaction, bot_id: str, rows: Sequence[InboxRow], epoch: int) -> list[InboxRow]:
    """Take messages in, and return those that were not there."""
    return [row for row in rows if tx.run(_ADD, **_values(bot_id, row, epoch)) == 1]


def start(tx: Transaction, bot_id: str, message_id: int, epoch: int) -> InboxRow | None:
    """Count an attempt and return the row; ``None`` when the message is not pending any more."""
    if tx.run(_START, bot=bot_id, message=message_id, era=epoch) == 0:
        return None
    return read(tx, bot_id, message_id)


def finish(
    tx: Transaction,
    bot_id: str,
    message_id: int,
    *,
    outcome: str = "DONE",
    why: str | None = None,
    said: str | None = None,
) -> bool:
    """Note that a message is over; returns whether it was being worked on.

    ``said`` is by what the content is known again that was handled.
    """
    done = tx.run(_FINISH, bot=bot_id, message=message_id, outcome=outcome, why=why, content=said)
    return done == 1


def bury(
    tx: Transaction, bot_id: str, message_id: int, *, why: str, left: str | None, said: str | None = None
) -> bool:
    """Make a dead letter of a message; returns False when it was over already.

    ``left`` names the handlers that did not get through.
    """
    return tx.run(_BURY, bot=bot_id, message=message_id, why=why, left=left, content=said) == 1


def reopen(tx: Transaction, bot_id: str, message_id: int) -> None:
    """Let a message be dealt with again, whatever became of it; what it says now is to be looked for."""
    tx.run(_REOPEN, bot=bot_id, message=message_id)


def unsay(tx: Transaction, bot_id: str, message_id: int) -> None:
    """Forget for what content a message was handled: what came of it does not stand."""
    tx.run(_UNSAY, bot=bot_id, message=message_id)


def skip(tx: Transaction, bot_id: str, message_ids: Iterable[int], *, why: str) -> None:
    """Note that messages will not be dealt with, unless they are over already."""
    tx.run_many(_SKIP, [{"bot": bot_id, "message": number, "why": why} for number in message_ids])


def settle(tx: Transaction, bot_id: str, message_ids: Iterable[int], *, why: str) -> None:
    """Note that messages that wait have been dealt with already."""
    tx.run_many(_SETTLE, [{"bot": bot_id, "message": number, "why": why} for number in message_ids])


def give_back(tx: Transaction, bot_id: str, message_id: int, *, forgive: bool) -> None:
    """Let a message wait again; with ``forgive`` the attempt does not count."""
    tx.run(_RETURN, bot=bot_id, message=message_id, forgiven=int(forgive))


def give_all_back(tx: Transaction, bot_id: str, *, forgive: bool = False) -> int:
    """Let all messages wait again that were begun and not ended; returns how many they are.

    With ``forgive`` these attempts do not count.
    """
    return tx.run(_RETURN_ALL, bot=bot_id, forgiven=int(forgive))


def retry(tx: Transaction, bot_id: str, message_id: int) -> bool:
    """Let a dead letter be dealt with again; returns whether it was one."""
    return tx.run(_RETRY, bot=bot_id, message=message_id) == 1


def drop(tx: Transaction, bot_id: str, message_id: int, *, why: str = "dropped") -> bool:
    """Let a dead letter be; returns whether it was one."""
    return tx.run(_DROP, bot=bot_id, message=message_id, why=why) == 1


def read(tx: Transaction, bot_id: str, message_id: int) -> InboxRow | None:
    """Return one row."""
    found = tx.fetch(_ONE, bot=bot_id, message=message_id)
    return _row(found[0]) if found else None


def pending(tx: Transaction, bot_id: str, most: int) -> list[InboxRow]:
    """Return messages that wait, the oldest first."""
    return [_row(found) for found in tx.fetch(_PENDING, bot=bot_id, most=most)]


def in_state(tx: Transaction, bot_id: str, state: str) -> list[InboxRow]:
    """Return the messages in a state, the oldest first."""
    return [_row(found) for found in tx.fetch(_IN_STATE, bot=bot_id, state=state)]


def counts(tx: Transaction, bot_id: str) -> dict[str, int]:
    """Return how many messages are in each state."""
    return {str(state): int(count) for state, count in tx.fetch(_COUNTS, bot=bot_id)}


def count_pending(tx: Transaction, bot_id: str) -> int:
    """Return how many messages wait."""
    return int(tx.fetch(_COUNT_PENDING, bot=bot_id)[0][0])


def _values(bot_id: str, row: InboxRow, epoch: int) -> dict[str, object]:
    return {
        "bot_id": bot_id,
        "message_id": row.message_id,
        "conv_key": row.conv_key,
        "received_at": row.received_at,
        "payload": row.payload,
        "state": row.state,
        "attempts": row.attempts,
        "epoch": epoch,
        "error": row.error,
        "only": row.only,
        "said": row.said,
    }


def _row(found: Row) -> InboxRow:
    message_id, conv_key, state, payload, attempts, error, only, received_at, said = found
    return InboxRow(
        message_id=message_id,
        conv_key=conv_key,
        state=state,
        payload=None if payload is None else bytes(payload),
        attempts=attempts,
        error=error,
        only=only,
        received_at=received_at,
        said=said,
    )
