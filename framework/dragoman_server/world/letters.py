"""Letters that a real server would send by e-mail: kept, so that an operator can follow their links."""

from collections.abc import Iterator

import msgspec

from dragoman_server.world.tables import Holder, Table


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """One letter, reduced to what matters."""

    id: int
    to: str
    about: str
    """`invitation` or `email change`."""

    path: str
    """What its link leads to, below the server's address."""

    sent: float


class EmailChange(msgspec.Struct, frozen=True, kw_only=True):
    """A new address that still waits for its owner's word."""

    key: str
    """The secret part of the address at which it is confirmed."""

    user_id: int
    email: str
    expires: float


class Letters(Holder):
    """All letters, and the new addresses that wait."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_id: Table[int, Letter] = Table("letter", int, Letter)
        self._changes: Table[str, EmailChange] = Table("email_change", str, EmailChange)

    def __iter__(self) -> Iterator[Letter]:
        """Walk over the letters, the oldest first."""
        return iter([self._by_id[one] for one in sorted(self._by_id)])

    def put(self, letter: Letter) -> None:
        """Keep a letter."""
        self._by_id[letter.id] = letter

    def wait_for(self, change: EmailChange) -> None:
        """Let a new address wait; it takes the place of one that its owner chose before."""
        for key in [key for key, one in self._changes.items() if one.user_id == change.user_id]:
            del self._changes[key]
        self._changes[change.key] = change

    def take_change(self, key: str, now: float) -> EmailChange | None:
        """Return the new address that waits under a key and forget it; `None` where none does any more."""
        change = self._changes.pop(key, None)
        return None if change is None or change.expires <= now else change
