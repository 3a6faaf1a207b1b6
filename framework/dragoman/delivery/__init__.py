"""Delivery: no message lost and no reply doubled, whatever breaks in between.

What comes in is committed before it is acknowledged; what handlers record is committed together with their
messages being done, and before any of it is sent; and what may have been sent is looked for before it is
sent again.

::

    events --intake--> inbox --handlers--> outbox --sender--> the chat
                    commit             commit       commit, call, commit

The steps, each named in ``crash.py``: ``Intake.take`` commits messages as PENDING rows with the queue's
position, and only then are more events fetched; a worker commits RUNNING, calls the plugins, and commits
DONE, the outbox rows and the plugins' values at once; ``Sender`` commits SENDING, makes the call, and notes
SENT. Steps that come to the same moment share a commit: a message that can be handled at once is RUNNING
from the beginning, and handled while that is being committed; with DONE the first row is SENDING already when
nothing else is on its way to its conversation; SENT goes with what comes next. What must not move: no call
before its row is committed as SENDING, no acknowledgement before the inbox is committed, one uncertain row
a conversation. A process that dies before an attempt is committed gets the message again, and counts the
attempts of the first events that it gets before it begins them, so that no message kills it for ever.
A call of which nobody knows goes through ``Verification``. ``CatchUp`` closes the gap between two
queues. ``edits`` lets a message wait again that says something else now, and ``standing`` makes its
answers those to what it says; ``Claims`` keeps copies of a bot apart that share no state.

**The seams**, for whoever wants to let something go wrong:

* ``Journal(database, ...)`` takes any ``Database``: wrap a ``SqliteDatabase`` to let the n-th commit fail
  with ``DatabaseTrouble``. ``Journal.open(..., threaded=False)`` commits at once in the event loop, so that a
  simulation on a clock moved by hand stays in step.
* ``Bot(settings, clock=, zulip=, journal=)`` takes whatever answers as the client does (``Posting``: a call,
  ``once`` with ``idempotency_key`` and ``passed``; and ``events``, whose queue has ``in_hand``,
  ``last_event_id``, ``queue_id``, ``leave``). ``passed("written")`` and ``passed("answered")`` lead to two of
  the crash points.
* ``verification.LOOKS`` are the seconds at which the history is searched: a harness may make them shorter,
  with a server that does the same. What is recorded for a conversation in which nothing else is on its way is
  committed as SENDING at once, so a process that dies at ``outbox_committed`` leaves doubt, too.
* ``crash.set_hook`` calls a function at each crash point, which may raise; ``crash.arm`` reads ``CRASH_AT``.
* Transactions are plain functions in ``inbox``, ``outbox``, ``position``, ``keep`` and ``upkeep``;
  ``inbox.counts`` and ``outbox.counts`` tell what is in which state.
* Effects that no message asked for, such as a schedule's, have numbers below zero: see ``Desk.keep``.
"""

from dragoman.delivery import arrivals, inbox, keep, lease, occurrences, outbox, position, schedules, upkeep
from dragoman.delivery.backups import backups_of, copy_state, made_at, put_back, set_aside
from dragoman.delivery.budget import Allowance, ReplyBudget
from dragoman.delivery.catch_up import CatchUp, CatchUpPolicy
from dragoman.delivery.claims import DONE, Claims
from dragoman.delivery.crash import crash_point
from dragoman.delivery.database import Database, DatabaseDamaged, DatabaseTrouble, Statement, Transaction
from dragoman.delivery.evidence import conversation_of, recipient_of, sha_of, sha_of_operation
from dragoman.delivery.inspection import check_beside
from dragoman.delivery.intake import Intake
from dragoman.delivery.journal import Journal
from dragoman.delivery.keep import Overtaken
from dragoman.delivery.occurrences import OccurrenceRow
from dragoman.delivery.own import OwnMessages
from dragoman.delivery.records import Edit, Effect, InboxRow, OutboxRow, Position
from dragoman.delivery.sender import Sender
from dragoman.delivery.sqlite import SqliteDatabase, Sync
from dragoman.delivery.standing import Standing, succeed, withdraw
from dragoman.delivery.verification import Posting, Verification
from dragoman.delivery.waiting import within

__all__ = [
    "DONE",
    "Allowance",
    "CatchUp",
    "CatchUpPolicy",
    "Claims",
    "Database",
    "DatabaseDamaged",
    "DatabaseTrouble",
    "Edit",
    "Effect",
    "InboxRow",
    "Intake",
    "Journal",
    "OccurrenceRow",
    "OutboxRow",
    "Overtaken",
    "OwnMessages",
    "Position",
    "Posting",
    "ReplyBudget",
    "Sender",
    "SqliteDatabase",
    "Standing",
    "Statement",
    "Sync",
    "Transaction",
    "Verification",
    "arrivals",
    "backups_of",
    "check_beside",
    "conversation_of",
    "copy_state",
    "crash_point",
    "inbox",
    "keep",
    "lease",
    "made_at",
    "occurrences",
    "outbox",
    "position",
    "put_back",
    "recipient_of",
    "schedules",
    "set_aside",
    "sha_of",
    "sha_of_operation",
    "succeed",
    "upkeep",
    "withdraw",
    "within",
]
