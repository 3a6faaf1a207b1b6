"""The invitations that wait for an answer: to an address, or by a link that many may use."""

import hmac
from collections.abc import Iterator

import msgspec

from dragoman_server.clock import Clock
from dragoman_server.world.records import Role
from dragoman_server.world.tables import Holder, Table


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody was invited to."""

    id: int
    inviter_id: int
    email: str | None
    """`None` for a link, which whoever knows it may use."""

    key: str
    """The secret part of the address at which it is accepted."""

    invited: int
    expires: int | None
    """From when on it cannot be accepted any more; `None` never."""

    role: Role
    channel_ids: tuple[int, ...] = ()
    group_ids: tuple[int, ...] = ()
    default_channels: bool = False
    notify_inviter: bool = True
    welcome_text: str | None = None
    """What the newcomer is greeted with; `None` leaves it to the organisation, "" says nothing."""

    @property
    def is_multiuse(self) -> bool:
        """Whether many may use it."""
        return self.email is None


class Invitations(Holder):
    """All invitations. One whose time is over is as good as gone."""

    PASSING = frozenset(("_clock",))

    def __init__(self, clock: Clock) -> None:
        """Start without any."""
        self._clock = clock
        self._all: Table[tuple[bool, int], Invitation] = Table("invitation", tuple[bool, int], Invitation)

    def __iter__(self) -> Iterator[Invitation]:
        """Walk over those that can still be accepted, those to addresses first."""
        ordered = [self._all[place] for place in sorted(self._all)]
        return (one for one in ordered if not self._is_over(one))

    def get(self, invitation_id: int, *, multiuse: bool) -> Invitation | None:
        """Return the invitation of that ID, or `None`; links are numbered apart from addresses."""
        found = self._all.get((multiuse, invitation_id))
        return None if found is None or self._is_over(found) else found

    def by_key(self, key: str) -> Invitation | None:
        """Return the invitation that is accepted at the address with that key, or `None`."""
        return next((one for one in self if hmac.compare_digest(one.key.encode(), key.encode())), None)

    def knew_link(self, invitation_id: int) -> bool:
        """Tell whether there is, or was, a link of that ID."""
        return (True, invitation_id) in self._all

    def put(self, invitation: Invitation) -> None:
        """Add or replace an invitation."""
        self._all[invitation.is_multiuse, invitation.id] = invitation

    def remove(self, invitation: Invitation) -> None:
        """Forget an invitation to an address."""
        del self._all[invitation.is_multiuse, invitation.id]

    def _is_over(self, invitation: Invitation) -> bool:
        return invitation.expires is not None and invitation.expires <= self._clock.now()
