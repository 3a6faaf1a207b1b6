"""A bot's state, looked into and changed beside the bot, which may run."""

from collections.abc import Iterator
from contextlib import contextmanager

from dragoman.delivery import SqliteDatabase
from dragoman.runtime import BotSettings


@contextmanager
def state_of(settings: BotSettings) -> Iterator[tuple[SqliteDatabase, str]]:
    """Open the state of a bot and return it with the bot's name in it; fails with StateUnusable."""
    sync = settings.delivery.sync
    database = SqliteDatabase(settings.state_file, named=str(settings.folder), sync=sync, beside=True)
    try:
        yield database, settings.name
    finally:
        database.close()
