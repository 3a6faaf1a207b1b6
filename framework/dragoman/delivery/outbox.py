"""The transactions of the outbox: what handlers recorded, until it is done or surely will not be."""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, func, or_, select, update

from dragoman.delivery.database import Row, Statement, Transaction
from dragoman.delivery.encoding import UnknownOperation, decode_operation, encode_operation
from dragoman.delivery.lease import HELD
from dragoman.delivery.records import OutboxRow
from dragoman.delivery.standing import Past, Standing, standing
from dragoman.delivery.statements import insert_or_ignore
from dragoman.delivery.tables import OUTBOX
from dragoman.errors import name_of

IN_DOUBT = "sent or not, nobody knows"
"""Why a call is given up that may have been made."""
_C = OUTBOX.c
_MINE = _C.bot_id == bindparam("bot")
_THIS = (_MINE, _C.message_id == bindparam("message"), _C.ordinal == bindparam("place"))
_COLUMNS = (
    _C.message_id,
    _C.ordinal,
    _C.op,
    _C.target,
    _C.recipient,
    _C.content,
    _C.content_sha,
    _C.key,
    _C.mode,
    _C.owner,
    _C.follows,
    _C.anchor,
    _C.state,
    _C.replaces,
)
_ADD = insert_or_ignore(OUTBOX)
_BEGIN = Statement(
    update(OUTBOX)
    .where(*_THIS, or_(_C.state == "READY", _C.state == "SENDING"), HELD)
    .values(
        state="SENDING",
        first_try_at=func.coalesce(_C.first_try_at, bindparam("moment")),
        anchor=bindparam("after"),
        epoch=bindparam("era"),
    )
)
_SENT = Statement(
    update(OUTBOX).where(*_THIS).values(state="SENT", sent_message_id=bindparam("sent"), content=None)
)
_FAILED = Statement(
    update(OUTBOX)
    .where(*_THIS, _C.state != "SENT")
    .values(state="FAILED", error=bindparam("why"), content=None)
)
_AGAIN = Statement(update(OUTBOX).where(*_THIS, _C.state == "SENDING").values(state="READY"))
_CANCEL = Statement(
    update(OUTBOX)
    .where(_MINE, _C.message_id == bindparam("message"), _C.state == "READY")
    .values(state="FAILED", error=bindparam("why"), content=None)
)
_OPEN = Statement(
    select(*_COLUMNS)
    .where(_MINE, or_(_C.state == "READY", _C.state == "SENDING"))
    .order_by(_C.created_at, _C.message_id, _C.ordinal)
)
_DOUBT_ALL = Statement(
    update(OUTBOX).where(_MINE, _C.state == "READY", _C.op == "SendMessage").values(state="SENDING")
)
_REDIRECT = Statement(
    update(OUTBOX).where(*_THIS).values(content=bindparam("call"), recipient=bindparam("where"))
)
_CLAIMED = Statement(select(func.count()).where(_MINE, _C.sent_message_id == bindparam("sent")))
_BY_KEY = Statement(
    select(_C.message_id, _C.ordinal).where(
        _MINE, _C.local_id == bindparam("local"), or_(_C.state == "READY", _C.state == "SENDING")
    )
)
_RIVALS = Statement(
    select(_C.target).where(
        _MINE,
        _C.recipient == bindparam("where"),
        _C.content_sha == bindparam("sha"),
        _C.state == "SENDING",
        or_(_C.message_id != bindparam("message"), _C.ordinal != bindparam("place")),
    )
)
_PAST = Statement(
    select(
        _C.op,
        _C.target,
        _C.recipient,
        _C.content_sha,
        _C.state,
        _C.mode,
        _C.sent_message_id,
        _C.replaces,
        _C.error,
    )
    .where(_MINE, _C.message_id == bindparam("message"))
    .order_by(_C.ordinal)
)
_LAST_ORDINAL = Statement(select(func.max(_C.ordinal)).where(_MINE, _C.message_id == bindparam("message")))
_LOWEST = Statement(select(func.min(_C.message_id)).where(_MINE))
_COUNTS = Statement(select(_C.state, func.count()).where(_MINE).group_by(_C.state))


def add(tx: Transaction, bot_id: str, rows: Sequence[OutboxRow], epoch: int, now: float) -> None:
    """Note what is to be done; what is noted already stays as it is."""
    tx.run_many(_ADD, [_values(bot_id, row, epoch, now) for row in rows])


def begin(tx: Transaction, bot_id: str, row: OutboxRow, *, anchor: int, epoch: int, now: float) -> bool:
    """Note that a call is about to be made; returns False when the lease is lost or it is done already."""
    message, place = row.place
    changed = tx.run(
        _BEGIN,
        bot=bot_id,
        message=message,
        place=place,
        after=anchor,
        era=epoch,
        moment=now,
        lease_of=bot_id,
        lease_epoch=epoch,
        lease_now=now,
    )
    return changed == 1


def sent(tx: Transaction, bot_id: str, place: tuple[int, int], message_id: int | None) -> None:
    """Note that it is done, and as which message."""
    tx.run(_SENT, bot=bot_id, message=place[0], place=place[1], sent=message_id)


def failed(tx: Transaction, bot_id: str, place: tuple[int, int], why: str) -> None:
    """Note that it surely will not be done."""
    tx.run(_FAILED, bot=bot_id, message=place[0], place=place[1], why=why)


def again(tx: Transaction, bot_id: str, place: tuple[int, int]) -> None:
    """Note that it surely was not done, and is to be."""
    tx.run(_AGAIN, bot=bot_id, message=place[0], place=place[1])


def cancel(tx: Transaction, bot_id: str, message_ids: Iterable[int], why: str) -> None:
    """Call off what has not been begun for messages."""
    tx.run_many(_CANCEL, [{"bot": bot_id, "message": number, "why": why} for number in message_ids])


def redirect(tx: Transaction, bot_id: str, row: OutboxRow) -> None:
    """Note that a message goes to another place than it was recorded for."""
    message, place = row.place
    call = encode_operation(row.operation)
    tx.run(_REDIRECT, bot=bot_id, message=message, place=place, call=call, where=row.recipient)


def open_rows(tx: Transaction, bot_id: str) -> tuple[list[OutboxRow], list[tuple[tuple[int, int], str]]]:
    """Return what is not over, in its order; and what this program cannot do, with the reason."""
    rows: list[OutboxRow] = []
    unknown: list[tuple[tuple[int, int], str]] = []
    for found in tx.fetch(_OPEN, bot=bot_id):
        try:
            rows.append(_row(found))
        except UnknownOperation as error:
            unknown.append(((found[0], found[1]), f"there is no call {error}"))
    return rows, unknown


def doubt_all(tx: Transaction, bot_id: str) -> None:
    """Treat messages that seem unsent as if they might have been: the journal is older than the chat."""
    tx.run(_DOUBT_ALL, bot=bot_id)


def is_claimed(tx: Transaction, bot_id: str, message_id: int) -> bool:
    """Whether a message of the bot's is known to be some row's."""
    return bool(tx.fetch(_CLAIMED, bot=bot_id, sent=message_id)[0][0])


def place_of(tx: Transaction, bot_id: str, local_id: str) -> tuple[int, int] | None:
    """Return the row, not yet over, that has a local id."""
    found = tx.fetch(_BY_KEY, bot=bot_id, local=local_id)
    return (int(found[0][0]), int(found[0][1])) if found else None


def rivals(tx: Transaction, bot_id: str, row: OutboxRow) -> set[str]:
    """Return the targets of other uncertain rows that look the same to whoever searches the history."""
    message, place = row.place
    found = tx.fetch(
        _RIVALS, bot=bot_id, where=row.recipient, sha=row.content_sha, message=message, place=place
    )
    return {str(target) for (target,) in found}


def standing_for(tx: Transaction, bot_id: str, message_id: int) -> tuple[Standing, ...]:
    """Return the answers that stand for a message all of whose effects are over."""
    return standing(_past(found) for found in tx.fetch(_PAST, bot=bot_id, message=message_id))


def next_ordinal(tx: Transaction, bot_id: str, message_id: int) -> int:
    """Return the place of the next effect of a message."""
    (last,) = tx.fetch(_LAST_ORDINAL, bot=bot_id, message=message_id)[0]
    return 0 if last is None else int(last) + 1


def lowest_number(tx: Transaction, bot_id: str) -> int:
    """Return the lowest number below zero that is taken, or 0."""
    (lowest,) = tx.fetch(_LOWEST, bot=bot_id)[0]
    return min(int(lowest or 0), 0)


def counts(tx: Transaction, bot_id: str) -> dict[str, int]:
    """Return how many rows are in each state."""
    return {str(state): int(count) for state, count in tx.fetch(_COUNTS, bot=bot_id)}


def _values(bot_id: str, row: OutboxRow, epoch: int, now: float) -> dict[str, object]:
    return {
        "bot_id": bot_id,
        "message_id": row.message_id,
        "ordinal": row.ordinal,
        "op": name_of(row.operation),
        "target": row.target,
        "recipient": row.recipient,
        "content": encode_operation(row.operation),
        "content_sha": row.content_sha,
        "key": row.key,
        "local_id": row.key,
        "mode": row.mode,
        "owner": row.owner,
        "follows": int(row.follows),
        "state": row.state,
        "sent_message_id": None,
        "anchor": row.anchor,
        "first_try_at": now if row.state == "SENDING" else None,
        "created_at": now,
        "epoch": epoch,
        "error": None,
        "replaces": row.replaces,
    }


def _row(found: Row) -> OutboxRow:
    (
        message_id,
        ordinal,
        op,
        target,
        recipient,
        content,
        sha,
        key,
        mode,
        owner,
        follows,
        anchor,
        state,
        replaces,
    ) = found
    return OutboxRow(
        message_id=message_id,
        ordinal=ordinal,
        operation=decode_operation(op, bytes(content)),
        target=target,
        recipient=recipient,
        content_sha=sha,
        key=key,
        mode=mode,
        owner=owner,
        follows=bool(follows),
        anchor=anchor,
        state=state,
        replaces=replaces,
    )


def _past(found: Row) -> Past:
    op, target, recipient, sha, state, mode, sent_as, replaces, error = found
    return Past(
        op=op,
        target=target,
        recipient=recipient,
        sha=sha,
        state=state,
        mode=mode,
        sent_as=sent_as,
        replaces=replaces,
        in_doubt=error == IN_DOUBT,
    )
