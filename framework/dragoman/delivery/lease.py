"""The lease: which process is the bot. Each new holder has a higher epoch, and rows remember theirs."""

from sqlalchemy import bindparam, exists, select

from dragoman.delivery.database import Statement, Transaction
from dragoman.delivery.statements import upsert
from dragoman.delivery.tables import LEASE

FOR_EVER = 9e15
"""When the lease of a state file ends: the lock on the file says who holds it."""

_READ = Statement(select(LEASE.c.epoch).where(LEASE.c.bot_id == bindparam("bot")))
_TAKE = upsert(LEASE)
_HOLDER = Statement(select(LEASE.c.epoch, LEASE.c.expires_at).where(LEASE.c.bot_id == bindparam("bot")))

HELD = exists().where(
    LEASE.c.bot_id == bindparam("lease_of"),
    LEASE.c.epoch == bindparam("lease_epoch"),
    LEASE.c.expires_at > bindparam("lease_now"),
)
"""A condition for what only the holder may do."""


def take(tx: Transaction, bot_id: str, owner: str, expires_at: float) -> int:
    """Take the lease and return its new epoch."""
    found = tx.fetch(_READ, bot=bot_id)
    epoch = (int(found[0][0]) if found else 0) + 1
    tx.run(_TAKE, bot_id=bot_id, owner=owner, epoch=epoch, expires_at=expires_at)
    return epoch


def is_held(tx: Transaction, bot_id: str, epoch: int, now: float) -> bool:
    """Whether this is still the holder's epoch."""
    found = tx.fetch(_HOLDER, bot=bot_id)
    return bool(found) and int(found[0][0]) == epoch and float(found[0][1]) > now
