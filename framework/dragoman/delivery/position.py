"""Where a bot stands: whose account it is, its event queue, and how far it has read."""

from sqlalchemy import bindparam, select, update

from dragoman.delivery.database import Statement, Transaction
from dragoman.delivery.records import Position
from dragoman.delivery.statements import insert_or_ignore
from dragoman.delivery.tables import BOT

_MINE = BOT.c.bot_id == bindparam("id")
_ADD = insert_or_ignore(BOT)
_READ = Statement(
    select(
        BOT.c.queue_id,
        BOT.c.last_event_id,
        BOT.c.registration,
        BOT.c.cursor_msg_id,
        BOT.c.floor_msg_id,
    ).where(_MINE)
)
_ACCOUNT = Statement(select(BOT.c.realm, BOT.c.user_id).where(_MINE))
_MOVE = Statement(
    update(BOT)
    .where(_MINE)
    .values(
        queue_id=bindparam("queue"),
        last_event_id=bindparam("last"),
        registration=bindparam("asked"),
        cursor_msg_id=bindparam("cursor"),
        floor_msg_id=bindparam("floor"),
    )
)


def account_of(tx: Transaction, bot_id: str) -> tuple[str, int] | None:
    """Return the realm and the user id that the bot had; ``None`` before its first start."""
    found = tx.fetch(_ACCOUNT, id=bot_id)
    return (str(found[0][0]), int(found[0][1])) if found else None


def introduce(tx: Transaction, bot_id: str, realm: str, user_id: int) -> None:
    """Note who the bot is."""
    tx.run(
        _ADD,
        bot_id=bot_id,
        realm=realm,
        user_id=user_id,
        queue_id=None,
        last_event_id=None,
        registration=None,
        cursor_msg_id=None,
        floor_msg_id=0,
        feature_level=None,
    )


def read_position(tx: Transaction, bot_id: str) -> Position:
    """Return how far the bot has read."""
    found = tx.fetch(_READ, id=bot_id)
    if not found:
        return Position()
    queue_id, last_event_id, registration, cursor, floor = found[0]
    return Position(
        queue_id=queue_id,
        last_event_id=-1 if last_event_id is None else last_event_id,
        registration=registration or "",
        cursor=cursor,
        floor=floor,
    )


def write_position(tx: Transaction, bot_id: str, position: Position) -> None:
    """Note how far the bot has read."""
    tx.run(
        _MOVE,
        id=bot_id,
        queue=position.queue_id,
        last=position.last_event_id,
        asked=position.registration,
        cursor=position.cursor,
        floor=position.floor,
    )
