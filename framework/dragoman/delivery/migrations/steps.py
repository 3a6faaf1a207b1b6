"""Brings an older state file's tables up to date; loaded only when one is, for Alembic takes its time."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).parent


def known_schemas(table: str) -> tuple[str, ...]:
    """Return every schema that these steps know, the oldest first."""
    scripts = ScriptDirectory.from_config(_config(table))
    return tuple(reversed([step.revision for step in scripts.walk_revisions()]))


def migrate(connection: Connection, table: str) -> None:
    """Take the steps that are missing, on a connection whose transaction the caller ends."""
    config = _config(table)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config(table: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["version_table"] = table
    return config
