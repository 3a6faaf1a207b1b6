"""What a schedule carries along: who it is for and what is to be done when it comes."""

from typing import Any

import msgspec

from dragoman.model import User
from dragoman.plugin import Conversation
from dragoman_plugins.scheduler.places import moderates


class FromFile(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="from file"):
    """A schedule of the YAML, which is looked up by its name."""

    paused: bool = False
    """Whether the YAML paused it: what people paused in chat stays so while that does not change."""


class FromChat(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="from chat"):
    """A schedule that somebody asked for."""

    number: int
    owner: int
    place: Conversation
    said: str
    """What is to be said, as it was typed; its fields are filled in each time."""
    zone: str
    """The asker's own."""

    def may_be_changed_by(self, user: User) -> bool:
        """Tell whether a person may see, change and cancel it: an own one, as a moderator any."""
        return self.owner == user.user_id or moderates(user)


class SentOnce(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="sent once"):
    """A message that goes out once, and which the server does not keep."""

    number: int


class Doubt(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="doubt"):
    """A message of which the server has not said whether it keeps it: it is looked for."""

    number: int


Data = FromFile | FromChat | SentOnce | Doubt


def data_of(plain: object) -> Data:
    """Return what a schedule carries; fails with ``msgspec.ValidationError`` for what is none of these."""
    read: Any = msgspec.convert(plain, Data)
    found: Data = read
    return found
