"""The accounts, found by ID, by address and by name."""

from collections.abc import Iterator

from dragoman_server.world.records import User
from dragoman_server.world.tables import Holder, Table


class Directory(Holder):
    """All accounts, those of former people and of the system included."""

    FOLLOWS = frozenset(("_by_delivery",))

    def __init__(self) -> None:
        """Start empty."""
        self._by_id: Table[int, User] = Table("user", int, User)
        self._by_delivery: dict[str, int] = {}

    def __iter__(self) -> Iterator[User]:
        """Walk over all accounts by rising ID."""
        return iter([self._by_id[user_id] for user_id in sorted(self._by_id)])

    def __len__(self) -> int:
        """Count the accounts."""
        return len(self._by_id)

    def __getitem__(self, user_id: int) -> User:
        """Return the account of that ID, which must exist."""
        return self._by_id[user_id]

    def get(self, user_id: int) -> User | None:
        """Return the account of that ID, or `None`."""
        return self._by_id.get(user_id)

    def index(self) -> None:
        """Find the accounts by their addresses again."""
        self._by_delivery = {user.delivery_email.lower(): user.user_id for user in self._by_id.values()}

    def put(self, user: User) -> None:
        """Add an account, or replace its record."""
        old = self._by_id.get(user.user_id)
        if old is not None:
            del self._by_delivery[old.delivery_email.lower()]
        self._by_id[user.user_id] = user
        self._by_delivery[user.delivery_email.lower()] = user.user_id

    def by_login(self, email: str) -> User | None:
        """Return the account that logs in with this address, in any case."""
        user_id = self._by_delivery.get(email.lower())
        return None if user_id is None else self._by_id[user_id]

    def by_shown_email(self, email: str) -> User | None:
        """Return the account that everybody sees under this address, in any case."""
        wanted = email.strip().lower()
        return next((user for user in self._by_id.values() if user.email.lower() == wanted), None)

    def named(self, full_name: str) -> list[User]:
        """Return the active accounts of that name, in any case."""
        wanted = full_name.casefold()
        return [user for user in self if user.full_name.casefold() == wanted and user.is_active]
