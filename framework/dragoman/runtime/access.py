"""Who may use which command: what the commands themselves ask for, then the rules of bot.yaml in their order.

A command marked with ``access="administrator"`` is for administrators unless a rule names exactly that
command. Of the rules that fit a command and a person the last one counts; an ``allow`` whose pattern has a
wildcard gives back what the command asks for itself, and no more. Roles and ids decide, never names.
"""

import fnmatch
from collections.abc import Iterable

import msgspec

from dragoman.model import ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, User
from dragoman.plugin import Conversation, Directory
from dragoman.plugin.commands import Command
from dragoman.runtime.rules import AccessRule, Who, as_tuple

LEVELS = {
    "owner": OWNER,
    "administrator": ADMINISTRATOR,
    "moderator": MODERATOR,
    "member": MEMBER,
    "guest": GUEST,
    "everyone": GUEST,
}


class _People(msgspec.Struct, frozen=True, kw_only=True):
    """A condition with its addresses and names of channels resolved to ids."""

    role: int | None
    users: frozenset[int] | None
    channels: frozenset[int] | None
    direct: bool | None

    def include(self, person: User, conversation: Conversation) -> bool:
        return (
            (self.role is None or role_of(person) <= self.role)
            and (self.users is None or person.user_id in self.users)
            and (self.channels is None or conversation.channel_id in self.channels)
            and (self.direct is None or conversation.is_direct == self.direct)
        )


class _Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule as it bears on one command."""

    allows: bool
    exact: bool
    only: _People | None
    unless: _People | None

    def fits(self, person: User, conversation: Conversation) -> bool:
        if self.only is not None:
            return self.only.include(person, conversation)
        return self.unless is None or not self.unless.include(person, conversation)


class Access:
    """The decision for every command of a bot."""

    def __init__(
        self, rules: Iterable[AccessRule], commands: Iterable[Command], directory: Directory
    ) -> None:
        """Resolve addresses and channels now: who takes over an address later gains nothing by it."""
        self._rules = {command.name: _rules_for(command, tuple(rules), directory) for command in commands}

    def may(self, person: User, command: Command, conversation: Conversation) -> bool:
        """Whether a person may use a command where it was asked for."""
        own = role_of(person) <= LEVELS[command.mark.access]
        allowed = own
        for rule in self._rules[command.name]:
            if rule.fits(person, conversation):
                allowed = rule.allows and (own or rule.exact)
        return allowed


def role_of(person: User) -> int:
    """Return a person's role as its number: the lower, the more it may do."""
    if isinstance(person.role, int):
        return person.role
    if person.is_owner is True:
        return OWNER
    if person.is_admin is True:
        return ADMINISTRATOR
    return GUEST if person.is_guest is True else MEMBER


def _rules_for(command: Command, rules: tuple[AccessRule, ...], directory: Directory) -> tuple[_Rule, ...]:
    return tuple(
        _Rule(
            allows=rule.allow is not None,
            exact=command.name in rule.patterns,
            only=_people(rule.only, directory),
            unless=_people(rule.unless, directory),
        )
        for rule in rules
        if any(fnmatch.fnmatchcase(command.name, pattern) for pattern in rule.patterns)
    )


def _people(who: Who | None, directory: Directory) -> _People | None:
    if who is None:
        return None
    users: tuple[int | str, ...] = as_tuple(who.user)
    channels: tuple[str, ...] = as_tuple(who.channel)
    return _People(
        role=LEVELS[who.role] if who.role is not None else None,
        users=frozenset(_user_ids(users, directory)) if users else None,
        channels=frozenset(_channel_ids(channels, directory)) if channels else None,
        direct=who.direct,
    )


def _user_ids(users: tuple[int | str, ...], directory: Directory) -> Iterable[int]:
    for user in users:
        if isinstance(user, int):
            yield user
            continue
        folded = user.casefold()
        for known in directory.users():
            real = known.delivery_email if isinstance(known.delivery_email, str) else ""
            if folded in (known.email.casefold(), real.casefold()):
                yield known.user_id


def _channel_ids(names: tuple[str, ...], directory: Directory) -> Iterable[int]:
    folded = {name.removeprefix("#").casefold() for name in names}
    return [channel.stream_id for channel in directory.channels() if channel.name.casefold() in folded]
