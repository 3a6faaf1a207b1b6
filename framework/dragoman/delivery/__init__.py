"""Delivery: no message lost and no reply doubled, whatever breaks in between.

What comes in is committed before it is acknowledged; what handlers record is committed together with their
messages being done, and before any of it is sent; and what may have been sent is looked for before it is
sent again.

::

    events --intake--> inbox --handlers--> outbox --sender--> the chat
                    commit             commit       commit, call, commit

**The seams.** ``Journal`` takes any ``Database`` (``database.py``): a test wraps one to let the n-th fail.
``Journal.open(..., threaded=False)`` commits at once in the event loop, so that a simulation on a clock moved
by hand stays in step. Transactions are plain functions in ``inbox``, ``outbox``, ``position`` and ``keep``.
"""

from dragoman.delivery.database import Database, DatabaseDamaged, DatabaseTrouble, Statement, Transaction
from dragoman.delivery.journal import Journal
from dragoman.delivery.records import Effect, InboxRow, Mode, OutboxRow, Position
from dragoman.delivery.sqlite import SqliteDatabase, Sync, backups_of, copy_state, put_back, set_aside

__all__ = [
    "Database",
    "DatabaseDamaged",
    "DatabaseTrouble",
    "Effect",
    "InboxRow",
    "Journal",
    "Mode",
    "OutboxRow",
    "Position",
    "SqliteDatabase",
    "Statement",
    "Sync",
    "Transaction",
    "backups_of",
    "copy_state",
    "put_back",
    "set_aside",
]
