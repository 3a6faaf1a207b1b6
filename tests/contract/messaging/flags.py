"""The messaging specification's tables "Message flags" and "reaction_type"."""

from msgspec import Struct

from contract.terms import MESSAGING, Line


class Flag(Struct, frozen=True, kw_only=True):
    """One flag that a message may have for a person."""

    name: str
    changeable: bool
    since: int | None = None
    deprecated: int | None = None

    @property
    def line(self) -> Line:
        """Return the line of the table."""
        return Line(spec=MESSAGING, table="Message flags", key=self.name, of=("POST /messages/flags",))


FLAGS = (
    Flag(name="read", changeable=True),
    Flag(name="starred", changeable=True),
    Flag(name="collapsed", changeable=True),
    Flag(name="mentioned", changeable=False),
    Flag(name="stream_wildcard_mentioned", changeable=False, since=224),
    Flag(name="topic_wildcard_mentioned", changeable=False, since=224),
    Flag(name="has_alert_word", changeable=False),
    Flag(name="historical", changeable=False),
    Flag(name="wildcard_mentioned", changeable=False, deprecated=224),
)


class ReactionType(Struct, frozen=True, kw_only=True):
    """One kind of emoji in a reaction."""

    name: str
    emoji_code: str
    """What the code is made of."""

    @property
    def line(self) -> Line:
        """Return the line of the table."""
        return Line(
            spec=MESSAGING,
            table="Message: reaction_type",
            key=self.name,
            of=("POST /messages/{message_id}/reactions",),
        )


REACTION_TYPES = (
    ReactionType(name="unicode_emoji", emoji_code="hex of the code points, joined by dashes"),
    ReactionType(name="realm_emoji", emoji_code="id of the uploaded emoji"),
    ReactionType(name="server_extra_emoji", emoji_code="name of the built-in emoji"),
)
