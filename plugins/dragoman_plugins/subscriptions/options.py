"""What an operator may set about the channels that the bot is in."""

import re
from typing import Self

import msgspec

from dragoman.plugin import Unreadable

CHANNEL_NAME_LONGEST = 60
HEX = re.compile(r"#[0-9a-f]{6}")
SHORT_HEX = re.compile(r"#[0-9a-f]{3}")


class Color(str):
    """A colour; as an option it is written "#76ce90"."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Check a colour; fails with ValueError, whose text is a sentence for people."""
        color = text.strip().casefold()
        if SHORT_HEX.fullmatch(color):
            color = "#" + "".join(digit * 2 for digit in color[1:])
        if HEX.fullmatch(color) is None:
            raise Unreadable(f"“{text}” is not a colour", 'Write it in quotes, like "#76ce90"')
        return cls(color)


class ChannelWish(msgspec.Struct, frozen=True, kw_only=True):
    """How the bot is to be in a channel; what is left out stays as it is."""

    description: str | None = None
    """Said of the channel if it has to be made; an existing channel keeps its own."""
    muted: bool | None = None
    """Whether the channel is muted for the bot."""
    color: Color | None = None
    """The bot's colour for the channel, "#76ce90"."""
    pinned: bool | None = None
    """Whether the channel stands at the top of the bot's list."""


class SubscriptionsOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `subscriptions`."""

    channels: dict[str, ChannelWish | None] | tuple[str, ...] = ()
    """The channels that the bot is to be in: names, or names with settings below them."""
    create: bool = False
    """Whether a channel that does not exist is made; otherwise it is reported."""

    def __post_init__(self) -> None:
        """Refuse names that no channel can have, and the same name twice."""
        seen: set[str] = set()
        for name in self.channels:
            bare = name.removeprefix("#").strip()
            if not bare or len(bare) > CHANNEL_NAME_LONGEST:
                raise Unreadable(f"“{name}” is not the name of a channel", "A name has 1 to 60 characters")
            if bare.casefold() in seen:
                raise Unreadable(f"the channel “{bare}” is there twice", "Leave one out")
            seen.add(bare.casefold())

    @property
    def wishes(self) -> dict[str, ChannelWish]:
        """The channels by their names without ``#``, each with its settings."""
        settings = self.channels if isinstance(self.channels, dict) else dict.fromkeys(self.channels)
        return {name.removeprefix("#").strip(): wish or ChannelWish() for name, wish in settings.items()}
