"""A bot's state, looked into and changed beside the bot, which may run."""

from collections.abc import Iterator
from contextlib import contextmanager

from dragoman.delivery import SqliteDatabase
from dragoman.errors import Problem, StateUnusable
from dragoman.runtime import BotSettings


@contextmanager
def state_of(settings: BotSettings, asker: str) -> Iterator[tuple[SqliteDatabase, str]]:
    """Open the state of a bot and return it with the bot's name in it; fails with StateUnusable."""
    file = settings.state_file
    if not file.is_file():
        problem = Problem(file=str(file), place=asker, what="there is no state yet: the bot never ran")
        raise StateUnusable((problem,))
    database = SqliteDatabase(file, named=str(settings.folder), beside=True)
    try:
        yield database, settings.name
    finally:
        database.close()
