"""The second schema: what plugins are called for by the clock, and each time that it came."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "schedule",
        sa.Column("bot_id", sa.Text, primary_key=True),
        sa.Column("plugin", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("is_timer", sa.Integer, nullable=False),
        sa.Column("enabled", sa.Integer, nullable=False),
        sa.Column("paused", sa.Integer, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("grace", sa.Float, nullable=False),
        sa.Column("catch_up", sa.Text, nullable=False),
        sa.Column("jitter", sa.Float, nullable=False),
        sa.Column("next_at", sa.Float),
        sa.Column("next_key", sa.Text),
        sa.Column("due_at", sa.Float),
    )
    op.create_table(
        "occurrence",
        sa.Column("bot_id", sa.Text, primary_key=True),
        sa.Column("plugin", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("data", sa.LargeBinary),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("number", sa.BigInteger),
        sa.Column("error", sa.Text),
    )
    op.create_index("schedule_due", "schedule", ["bot_id", "plugin", "due_at"])
    op.create_index("occurrence_state", "occurrence", ["bot_id", "state", "at"])
