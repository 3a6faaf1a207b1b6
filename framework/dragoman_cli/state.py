"""The state files of bots: opened for a run, copied, put back, and looked into."""

from pathlib import Path

import structlog

from dragoman.delivery import Journal, Transaction, keep, put_back, set_aside
from dragoman.errors import Problem, StateUnusable
from dragoman.runtime import BotSettings

RESTORED = "restored"
"""The key under which a state file says that it was put back, and may be older than the chat."""
_MARK = f"""
    INSERT INTO kv (bot_id, plugin, scope, key, value, version)
    SELECT bot_id, '', '', '{RESTORED}', CAST('true' AS BLOB), 1 FROM lease WHERE true
    ON CONFLICT DO UPDATE SET value = excluded.value;
"""  # noqa: S608 - only a word of our own is put in

log = structlog.get_logger(__name__)


def open_journal(settings: BotSettings, *, recover: bool = False) -> Journal:
    """Open a bot's state file; with ``recover`` a damaged one is put aside first.

    Fails with StateInUse and StateUnusable.
    """
    try:
        return _open(settings)
    except StateUnusable as error:
        if not recover or "damaged" not in str(error):
            raise
    aside = set_aside(settings.state_file)
    log.warning("damaged state put aside", bot=settings.name, file=str(aside))
    return _open(settings)


def _open(settings: BotSettings) -> Journal:
    return Journal.open(
        settings.state_file, bot=settings.name, sync=settings.delivery.sync, named=str(settings.folder)
    )


async def is_restored(journal: Journal) -> bool:
    """Whether the state was put back since the bot last ran; it is taken for answered by that."""

    def work(tx: Transaction) -> bool:
        found = keep.read(tx, journal.bot, "", "", RESTORED).value is not None
        keep.remove(tx, journal.bot, "", "", RESTORED)
        return found

    return await journal.do(work)


def restore(settings: BotSettings, backup: Path) -> Path | None:
    """Put a backup in the place of a bot's state; returns where the file that was there is now."""
    if not backup.is_file():
        what = "it is a folder: name a file in it" if backup.is_dir() else "there is no such file"
        raise StateUnusable((Problem(file=str(backup), place="restore", what=what),))
    return put_back(settings.state_file, backup, prepared=_MARK)
