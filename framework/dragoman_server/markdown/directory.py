"""What message Markdown may ask about the organisation it is rendered for."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from dragoman_server.markdown.link_pattern import LinkPattern


class NamedUser(msgspec.Struct, frozen=True, kw_only=True):
    """A user as a mention shows them."""

    user_id: int
    full_name: str
    is_active: bool = True
    """A deactivated user is shown, but silently: nobody is told."""


class NamedGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A user group as a mention shows it."""

    group_id: int
    name: str
    is_active: bool = True


class NamedChannel(msgspec.Struct, frozen=True, kw_only=True):
    """A channel as a link shows it."""

    channel_id: int
    name: str


class CustomEmoji(msgspec.Struct, frozen=True, kw_only=True):
    """An emoji of the organisation's own."""

    name: str
    source_url: str


class Directory(Protocol):
    """The names that a message of one sender may refer to.

    Whoever implements it decides what the sender may see: a name that is not theirs to see is answered
    with None, and its syntax then stays plain text.
    """

    @property
    def realm_url(self) -> str:
        """The organisation's own address, without a slash at its end."""
        ...

    @property
    def linkifiers(self) -> Sequence[LinkPattern]:
        """The organisation's linkifiers, in the order in which they are tried."""
        ...

    def user_named(self, full_name: str) -> NamedUser | None:
        """Return the one user of that name, letter case aside; None when nobody or several bear it."""

    def user_with_id(self, user_id: int) -> NamedUser | None:
        """Return the user with that id."""

    def group_named(self, name: str) -> NamedGroup | None:
        """Return the user group of that name, letter case aside."""

    def channel_named(self, name: str) -> NamedChannel | None:
        """Return the channel of exactly that name."""

    def emoji_named(self, name: str) -> CustomEmoji | None:
        """Return the organisation's own active emoji of that name."""


class EmptyDirectory:
    """A directory without a single name, for text that belongs to no organisation."""

    realm_url = "http://localhost"
    linkifiers = ()

    def user_named(self, full_name: str) -> NamedUser | None:  # noqa: ARG002
        """Know nobody."""
        return None

    def user_with_id(self, user_id: int) -> NamedUser | None:  # noqa: ARG002
        """Know nobody."""
        return None

    def group_named(self, name: str) -> NamedGroup | None:  # noqa: ARG002
        """Know no group."""
        return None

    def channel_named(self, name: str) -> NamedChannel | None:  # noqa: ARG002
        """Know no channel."""
        return None

    def emoji_named(self, name: str) -> CustomEmoji | None:  # noqa: ARG002
        """Know no emoji."""
        return None
