"""The journal: which requests came, what became of them, and how to make each of them again."""

import shlex
from collections import deque
from collections.abc import Iterator, Mapping

from aiohttp import web

from dragoman_server.callers import claimed_email
from dragoman_server.clock import Clock
from dragoman_server.form import SENT

MASK = "***"
_SECRETS = frozenset(("api_key", "key", "password", "old_password", "new_password", "secret", "token"))
_MOST_ENTRIES = 1000
_LONGEST = 4000
_NOTHING: dict[str, str] = {}


class Entry:
    """One request and its answer."""

    __slots__ = ("_authorization", "_sent", "at", "host", "method", "path", "seconds", "status")

    def __init__(self, request: web.Request, at: float, seconds: float, status: int) -> None:
        """Note what came at `at` (UNIX seconds) and took `seconds` to answer, on the server's clock."""
        self.method = request.method
        self.path = request.path
        self.host = request.host
        self.at = at
        self.seconds = seconds
        self.status = status
        """0 where the connection ended without an answer."""

        self._authorization = request.headers.get("Authorization")
        sent: dict[str, str] = request.get(SENT, _NOTHING)
        self._sent = sent

    @property
    def account(self) -> str | None:
        """The address that the request says it is from."""
        return claimed_email(self._authorization)

    @property
    def parameters(self) -> Mapping[str, str]:
        """What was sent, with secrets masked and very long texts cut."""
        return {
            name: MASK if name.lower() in _SECRETS else text[:_LONGEST] for name, text in self._sent.items()
        }

    @property
    def curl(self) -> str:
        """A command line that makes the request again, when the key is put in."""
        words = ["curl", "-sS", "-X", self.method]
        if self.account is not None:
            words += ["-u", f"{self.account}:{MASK}"]
        words.append(f"http://{self.host}{self.path}")
        if self.parameters and self.method in ("GET", "HEAD"):
            words.append("-G")
        for name, text in self.parameters.items():
            words += ["--data-urlencode", f"{name}={text}"]
        return shlex.join(words)

    def __str__(self) -> str:
        """Say in one line who asked what, and what became of it."""
        answered = self.status or "no answer"
        return f"{self.method} {self.path} by {self.account or 'nobody'}: {answered}"


class Journal:
    """The last requests, oldest first."""

    def __init__(self, clock: Clock) -> None:
        """Start empty."""
        self._clock = clock
        self._entries: deque[Entry] = deque(maxlen=_MOST_ENTRIES)

    def __iter__(self) -> Iterator[Entry]:
        """Walk over the requests, oldest first."""
        return iter(tuple(self._entries))

    def __len__(self) -> int:
        """Count the requests that are remembered."""
        return len(self._entries)

    def __getitem__(self, index: int) -> Entry:
        """Return the request at that place, the newest at -1."""
        return self._entries[index]

    def note(self, request: web.Request, since: float, status: int) -> None:
        """Write down a request that began at `since` (elapsed seconds)."""
        seconds = self._clock.monotonic() - since
        self._entries.append(Entry(request, self._clock.now() - seconds, seconds, status))

    def clear(self) -> None:
        """Forget all requests."""
        self._entries.clear()
