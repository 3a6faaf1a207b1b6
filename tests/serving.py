"""What the fixtures that run a server and a bot in processes of their own give to a test."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from processes import Running


class Served:
    """A ``dragoman serve`` that runs."""

    def __init__(self, running: Running, folder: Path, url: str) -> None:
        self.running = running
        self.folder = folder
        self.url = url

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def zuliprc(self, account: str) -> Path:
        """Return the file with which an account signs in: named after its address."""
        return self.folder / ".dragoman" / f"{account}.zuliprc"


Serve = Callable[..., AbstractAsyncContextManager[Served]]
RunBot = Callable[..., AbstractAsyncContextManager[Running]]
