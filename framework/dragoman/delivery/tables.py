"""The tables of the journal, the same on SQLite and on PostgreSQL.

A message that the bot has to answer is a row of ``inbox``; what it says or does about it are rows of
``outbox``::

    inbox     PENDING -> RUNNING -> DONE | SKIPPED | DEAD
    outbox    READY -> SENDING -> SENT | FAILED

Where edits and deletions are followed, they let a message wait again: it is PENDING without a payload, for
what it says is asked for when its turn comes. Rows of ``outbox`` that change an earlier answer, or delete it,
say which.

What a timer or another event makes the bot do has no message; its rows carry a number below zero. What a
plugin is called for by the clock is a row of ``schedule``, and each time that it came one of ``occurrence``,
whose key keeps it from coming twice::

    occurrence  PENDING -> RUNNING -> DONE | DEAD, or MISSED or SKIPPED from the beginning
"""

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, MetaData, Table, Text

SCHEMA = "0003"
"""The revision that these tables are; the newest of the migrations makes them just so."""
VERSION_TABLE = "schema_version"

METADATA = MetaData()

BOT = Table(
    "bot",
    METADATA,
    Column("bot_id", Text, primary_key=True),
    Column("realm", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("queue_id", Text),
    Column("last_event_id", BigInteger),
    Column("registration", Text),
    Column("cursor_msg_id", BigInteger),
    Column("floor_msg_id", BigInteger, nullable=False),
    Column("feature_level", Integer),
)
LEASE = Table(
    "lease",
    METADATA,
    Column("bot_id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("expires_at", Float, nullable=False),
)
INBOX = Table(
    "inbox",
    METADATA,
    Column("bot_id", Text, primary_key=True),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("conv_key", Text, nullable=False),
    Column("received_at", Float, nullable=False),
    Column("payload", LargeBinary),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("error", Text),
    Column("only", Text),
    Column("said", Text),
)
OUTBOX = Table(
    "outbox",
    METADATA,
    Column("bot_id", Text, primary_key=True),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("ordinal", Integer, primary_key=True, autoincrement=False),
    Column("op", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("recipient", Text, nullable=False),
    Column("content", LargeBinary),
    Column("content_sha", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("local_id", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("follows", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("sent_message_id", BigInteger),
    Column("anchor", BigInteger, nullable=False),
    Column("first_try_at", Float),
    Column("created_at", Float, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("error", Text),
    Column("replaces", BigInteger),
)
KV = Table(
    "kv",
    METADATA,
    Column("bot_id", Text, primary_key=True),
    Column("plugin", Text, primary_key=True),
    Column("scope", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("version", BigInteger, nullable=False),
)
SCHEDULE = Table(
    "schedule",
    METADATA,
    Column("bot_id", Text, primary_key=True),
    Column("plugin", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("is_timer", Integer, nullable=False),
    Column("enabled", Integer, nullable=False),
    Column("paused", Integer, nullable=False),
    Column("plan", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("grace", Float, nullable=False),
    Column("catch_up", Text, nullable=False),
    Column("jitter", Float, nullable=False),
    Column("next_at", Float),
    Column("next_key", Text),
    Column("due_at", Float),
)
OCCURRENCE = Table(
    "occurrence",
    METADATA,
    Column("bot_id", Text, primary_key=True),
    Column("plugin", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("at", Float, nullable=False),
    Column("data", LargeBinary),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("times", Integer, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("number", BigInteger),
    Column("error", Text),
)
Index("inbox_state", INBOX.c.bot_id, INBOX.c.state, INBOX.c.message_id)
Index("outbox_state", OUTBOX.c.bot_id, OUTBOX.c.state, OUTBOX.c.message_id)
Index("outbox_sent", OUTBOX.c.bot_id, OUTBOX.c.sent_message_id)
Index("schedule_due", SCHEDULE.c.bot_id, SCHEDULE.c.plugin, SCHEDULE.c.due_at)
Index("occurrence_state", OCCURRENCE.c.bot_id, OCCURRENCE.c.state, OCCURRENCE.c.at)
