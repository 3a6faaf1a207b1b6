"""A state file looked at before it is opened: whether there is one, what is wrong with it, who has it."""

import errno
import os
import stat
from pathlib import Path

from dragoman.delivery.backups import backups_of
from dragoman.delivery.state_lock import is_in_use
from dragoman.delivery.wal import loss_of
from dragoman.errors import Problem, StateOutOfReach, StateUnusable

SMALLEST = 512
"""Bytes of the smallest database that there can be."""


def is_there(path: Path, named: str) -> bool:
    """Tell whether there is a state file; fails with StateUnusable for what cannot be one."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    if stat.S_ISDIR(found.st_mode):
        raise unusable(path, "it is a folder", "Name a file under state")
    if found.st_size < SMALLEST:
        # SQLite would take it for an empty database, and the bot would begin anew without a word.
        raise damaged(path, named, "it is cut short")
    return True


def check_beside(path: Path, named: str, *, durable: bool) -> None:
    """Look at a state file that is to be opened beside its bot, which may run or not.

    While nobody runs with it, its log is checked: opening it would forget what is damaged there. Only of what
    was ``durable`` can anything be missed. Fails with StateUnusable, and with StateOutOfReach when it cannot
    be read.
    """
    try:
        if not is_there(path, named):
            raise unusable(path, "there is none yet: the bot never ran", "")
        with path.open("rb"):
            pass
        # Asked again after the look, during which a bot may have begun to write.
        if durable and not is_in_use(path) and (lost := loss_of(path)) is not None and not is_in_use(path):
            raise damaged(path, named, lost)
    except OSError as error:
        raise out_of_reach(path, error) from error


def out_of_reach(path: Path, error: OSError) -> StateOutOfReach:
    """Say why a state file cannot be used now."""
    reason = os.strerror(error.errno or errno.EIO)
    return StateOutOfReach(f"the state in {path} cannot be used now: {reason}")


def damaged(path: Path, named: str, reason: str) -> StateUnusable:
    """Say that a state file is damaged, and what to do; ``named`` is what the command line calls the bot."""
    return unusable(path, f"it is damaged ({reason})", mend_of(path, named))


def mend_of(path: Path, named: str) -> str:
    """Return what brings a whole state file back, as a sentence with the command."""
    if backups := backups_of(path):
        return f"Run: dragoman restore {named} {backups[-1]}"
    return f"There is no backup; to begin anew from the chat's history run: dragoman run --recover {named}"


def unusable(path: Path, what: str, mend: str) -> StateUnusable:
    """Say what is wrong with a state file."""
    return StateUnusable((Problem(file=str(path), place="state", what=what, mend=mend),))
