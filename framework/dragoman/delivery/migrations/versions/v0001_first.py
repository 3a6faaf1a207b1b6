"""The first schema: bot, lease, inbox, outbox and kv."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "bot",
        sa.Column("bot_id", sa.Text, primary_key=True),
        sa.Column("realm", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("queue_id", sa.Text),
        sa.Column("last_event_id", sa.BigInteger),
        sa.Column("registration", sa.Text),
        sa.Column("cursor_msg_id", sa.BigInteger),
        sa.Column("floor_msg_id", sa.BigInteger, nullable=False),
        sa.Column("feature_level", sa.Integer),
    )
    op.create_table(
        "lease",
        sa.Column("bot_id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
    )
    op.create_table(
        "inbox",
        sa.Column("bot_id", sa.Text, primary_key=True),
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("conv_key", sa.Text, nullable=False),
        sa.Column("received_at", sa.Float, nullable=False),
        sa.Column("payload", sa.LargeBinary),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("only", sa.Text),
    )
    op.create_table(
        "outbox",
        sa.Column("bot_id", sa.Text, primary_key=True),
        sa.Column("message_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ordinal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("op", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("content_sha", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("local_id", sa.Text, nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("follows", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("sent_message_id", sa.BigInteger),
        sa.Column("anchor", sa.BigInteger, nullable=False),
        sa.Column("first_try_at", sa.Float),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("error", sa.Text),
    )
    op.create_table(
        "kv",
        sa.Column("bot_id", sa.Text, primary_key=True),
        sa.Column("plugin", sa.Text, primary_key=True),
        sa.Column("scope", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
    )
    op.create_index("inbox_state", "inbox", ["bot_id", "state", "message_id"])
    op.create_index("outbox_state", "outbox", ["bot_id", "state", "message_id"])
    op.create_index("outbox_sent", "outbox", ["bot_id", "sent_message_id"])
