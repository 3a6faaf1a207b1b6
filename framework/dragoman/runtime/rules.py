"""The rules of access in a bot.yaml; the docstrings below the fields are the operator's reference."""

from typing import Literal, TypeVar

import msgspec

from dragoman.plugin import Unreadable

RoleName = Literal["owner", "administrator", "moderator", "member", "guest"]
T = TypeVar("T")


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """The people that a rule of access means; all of the keys must hold."""

    role: RoleName | None = None
    """This role or a higher one."""
    user: int | str | tuple[int | str, ...] | None = None
    """Ids or email addresses; a name does not do, for people may change theirs."""
    channel: str | tuple[str, ...] | None = None
    """Asked in one of these channels."""
    direct: bool | None = None
    """Asked in a direct message (true) or in a channel (false)."""

    def __post_init__(self) -> None:
        """Refuse names of people and a condition without any content."""
        for user in as_tuple(self.user):
            if isinstance(user, str) and "@" not in user.strip("@"):
                raise Unreadable(
                    f"“{user}” is neither an id nor an email address", "Names may change: give the id"
                )
        if (
            self.role is None
            and self.direct is None
            and not as_tuple(self.user)
            and not as_tuple(self.channel)
        ):
            raise Unreadable("it names nobody", "Give it a role, user, channel or direct")


class AccessRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule about commands, which are called `plugin.command`; `*` stands for anything.

    The last rule that fits counts.
    """

    allow: str | tuple[str, ...] | None = None
    """Commands that may be used."""
    deny: str | tuple[str, ...] | None = None
    """Commands that may not be used."""
    only: Who | None = None
    """The rule is for these people only."""
    unless: Who | None = None
    """The rule is for everybody but these people."""

    def __post_init__(self) -> None:
        """Refuse a rule that says both or neither."""
        if (self.allow is None) == (self.deny is None):
            raise Unreadable("a rule has either allow or deny", 'Write: allow: "plugin.command"')
        if self.only is not None and self.unless is not None:
            raise Unreadable("a rule has only or unless, not both", "Make two rules of it")

    @property
    def patterns(self) -> tuple[str, ...]:
        """The commands that it is about."""
        return tuple(map(str, as_tuple(self.allow if self.allow is not None else self.deny)))


def as_tuple(value: T | tuple[T, ...] | None) -> tuple[T, ...]:
    """Return what may be written alone or as a list."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
