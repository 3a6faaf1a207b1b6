"""Who and what is known: the people and channels that a bot can name."""

from typing import Protocol

from dragoman.model import Channel, User


class Directory(Protocol):
    """The people and channels of the organisation, as far as the bot may see them.

    The look-ups without ``await`` answer from what is known and kept fresh by events.
    """

    async def user(self, user_id: int) -> User:
        """Return a person, asking the server for one not known; fails with UserError."""
        ...

    async def channel(self, channel_id: int) -> Channel:
        """Return a channel, asking the server for one not known; fails with UserError."""
        ...

    def users(self) -> tuple[User, ...]:
        """Return the people and bots that are known, by their id; those who left are not among them."""
        ...

    def channels(self) -> tuple[Channel, ...]:
        """Return the channels that are known, by their id."""
        ...

    def find_user(self, text: str) -> User:
        """Return the person of a mention, a full name or an email; fails with ValueError and a sentence."""
        ...

    def find_channel(self, text: str) -> Channel:
        """Return the channel of ``#**name**``, ``#name`` or a name; fails with ValueError and a sentence."""
        ...
