"""Runs the steps on the connection that the journal hands over; Alembic loads it by its path."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, version_table=context.config.attributes["version_table"])
context.run_migrations()
