"""The lock of a state file: who runs with it holds it, whether the process ends well or is killed."""

import fcntl
import os
from pathlib import Path

from dragoman.errors import StateInUse


def take_lock(path: Path) -> int:
    """Take the lock of a state file, and return what to close to let go of it; fails with StateInUse."""
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise StateInUse(f"another process runs with the state in {path}: stop it first") from None
    return lock


def is_in_use(path: Path) -> bool:
    """Tell whether a process runs with a state file; its lock is held for no longer than it takes to see."""
    try:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False
