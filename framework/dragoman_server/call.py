"""One request as its view sees it: who calls, with which program, on which organisation."""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from dragoman_server.ledger import Deed
from dragoman_server.multipart import SentFile
from dragoman_server.queues import EventQueue
from dragoman_server.world.records import Role, User
from dragoman_server.world.world import World

VISITOR = User(
    user_id=0,
    full_name="Anonymous User",
    delivery_email="username@example.com",
    email="username@example.com",
    role=Role.GUEST,
)
"""Who looks on without an account; sees what is open to the web."""


class Call:
    """What every view is handed before its own parameters."""

    __slots__ = ("_deed", "_user", "client", "files", "limits", "world")

    def __init__(
        self, world: World, user: User | None, client: str, deed: Deed, files: tuple[SentFile, ...] = ()
    ) -> None:
        """Note who calls; `user` is `None` where no account is needed."""
        self._deed = deed
        self.world = world
        self.client = client
        self.files = files
        self.limits: Mapping[str, str] | None = None
        """What the answer tells in its headers about how often one may call."""

        self._user = user

    @property
    def user(self) -> User:
        """The account that calls. Only for endpoints that ask for one."""
        assert self._user is not None, "this endpoint takes calls without an account"
        # The record may have been replaced since, by this very call or while it waited.
        return self.world.users.get(self._user.user_id) or self._user

    def enter(self, user: User) -> None:
        """Note which account calls, once that is known."""
        self._user = user

    @property
    def viewer(self) -> User:
        """The account that calls, or one that stands for nobody in particular."""
        return VISITOR if self._user is None else self.user

    @property
    def is_anonymous(self) -> bool:
        """Whether nobody in particular calls."""
        return self._user is None

    @property
    def level(self) -> int:
        """The feature level that is offered."""
        return self.world.settings.feature_level

    def acting(self) -> AbstractContextManager[None]:
        """Put what a view that waits does in between on its own account."""
        return self.world.ledger.acting(self._deed)

    def queue(self, queue_id: str) -> EventQueue:
        """Return the caller's queue of that ID."""
        return self.world.queues.access(self.user.user_id, queue_id)
