"""The third schema: what a message said when it was handled, and which of its answers a call changes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("inbox", sa.Column("said", sa.Text))
    op.add_column("outbox", sa.Column("replaces", sa.BigInteger))
