"""Says why a file is not taken as a store; it is left as it is."""

from pathlib import Path


class StoreRefused(Exception):
    """The file is no store of ours, is damaged, newer than this program, or in use."""

    def __init__(self, path: Path, reason: str) -> None:
        """Say what is the matter with `path`."""
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason
