"""Narrows of message lists: which messages a chain of terms such as `channel:general is:unread` means."""

from collections.abc import Callable
from typing import Any

import msgspec

from dragoman_server import failures, levels
from dragoman_server.conversion import KEY_MISSING, WRONG_TYPE
from dragoman_server.narrow_terms import OPERATORS, Fits, Reader
from dragoman_server.world.access import may_read_channel, may_read_message
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import Channel, Message, User
from dragoman_server.world.world import World

_CHANNEL = ("channel", "stream")
_CHANNELS = ("channels", "streams")
_DIRECT = ("dm", "pm-with", "pm_with", "dm-including", "group-pm-with", "group_pm_with")
_TAKES_ID = (*_CHANNEL, "id", "sender", "dm-including", "group-pm-with", "near", "with", "mentions")
_TAKES_ID_NOW = ("near", "with")
_TAKES_IDS = ("dm", "pm-with")

HISTORICAL = Flag.READ | Flag.HISTORICAL
"""The flags of a message that one may read and never received."""


class Term(msgspec.Struct, frozen=True):
    """One condition of a narrow."""

    operator: str
    operand: Any
    negated: bool = False


def read_narrow(text: str) -> tuple[Term, ...]:
    """Return the terms of a narrow in JSON; a ValueError is a narrow of the wrong shape altogether."""
    try:
        terms = msgspec.json.decode(text)
    except RecursionError:
        raise ValueError(text) from None
    if not isinstance(terms, list):
        raise ValueError(text)
    return tuple(_read_term(term, text) for term in terms)


def _read_term(term: Any, text: str) -> Term:
    if isinstance(term, dict):
        return _read_object(term)
    if isinstance(term, list) and len(term) == 2 and all(isinstance(part, str) for part in term):
        operator, operand = term
        # A dash before the operator is how the list form negates.
        return Term(operator.removeprefix("-"), operand, operator.startswith("-"))
    raise ValueError(text)


def _read_object(term: dict[str, Any]) -> Term:
    for key in ("operator", "operand"):
        if key not in term:
            raise KEY_MISSING(key=key, place="elem")
    operator, operand, negated = term["operator"], term["operand"], term.get("negated", False)
    if not isinstance(operator, str):
        raise WRONG_TYPE(place='elem["operator"]', kind="a string")
    if not _is_operand(operator, operand):
        raise WRONG_TYPE(place='elem["operand"]', kind=_operand_kind(operator))
    if not isinstance(negated, bool):
        raise WRONG_TYPE(place='elem["negated"]', kind="a boolean")
    return Term(operator, operand, negated)


def _is_operand(operator: str, operand: Any) -> bool:
    if isinstance(operand, str):
        return True
    if operator in _TAKES_IDS:
        return isinstance(operand, list) and all(_is_id(one) for one in operand)
    return operator in _TAKES_ID and _is_id(operand)


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _operand_kind(operator: str) -> str:
    if operator in _TAKES_IDS:
        return "a string or an integer list"
    return "a string or integer" if operator in _TAKES_ID else "a string"


class Narrow:
    """The messages that one person means by a chain of terms."""

    def __init__(self, world: World, user: User, terms: tuple[Term, ...]) -> None:
        """Prepare the conditions; refuses terms that name nothing or contradict each other."""
        self._world = world
        self._user = user
        self._terms = terms
        self._conditions: list[Fits] = [self._condition(term) for term in terms]
        self._check_kinds()
        self.includes_history = self._includes_history()

    def flags_of(self, message: Message) -> int | None:
        """Return the flags with which the person sees the message; `None` if it is not in the narrow."""
        flags = self._world.flags(self._user.user_id, message.id)
        if flags is None:
            if not self.includes_history or not may_read_message(self._world, self._user, message):
                return None
            flags = HISTORICAL
        return flags if all(fits(message, flags) for fits in self._conditions) else None

    @property
    def search_words(self) -> list[str]:
        """The words of all search terms."""
        return [
            word
            for term in self._terms
            if term.operator == "search" and not term.negated
            for word in str(term.operand).replace('"', " ").split()
        ]

    @property
    def channel(self) -> Channel | None:
        """The one channel that the narrow is confined to, if there is one."""
        for term in self._terms:
            if term.operator in _CHANNEL and not term.negated:
                return Reader(self._world, self._user).channel(term.operand)
        return None

    def _condition(self, term: Term) -> Fits:
        is_number = term.operator in _TAKES_ID_NOW and not isinstance(term.operand, str)
        if is_number and self._world.level < levels.NARROW_WITH:
            raise WRONG_TYPE(place='elem["operand"]', kind="a string")
        make: Callable[[Reader, Any], Fits] | None = OPERATORS.get(term.operator)
        if make is None:
            raise failures.BAD_NARROW(desc=f"unknown operator {term.operator}")
        fits = make(Reader(self._world, self._user), term.operand)
        if not term.negated:
            return fits
        return lambda message, flags: not fits(message, flags)

    def _check_kinds(self) -> None:
        plain = [term for term in self._terms if not term.negated]
        in_channel = any(term.operator in (*_CHANNEL, *_CHANNELS) for term in plain)
        direct = any(
            term.operator in _DIRECT or (term.operator == "is" and term.operand in ("dm", "private"))
            for term in plain
        )
        if in_channel and direct:
            raise failures.BAD_NARROW(desc="No message can be both a channel message and direct message")

    def _includes_history(self) -> bool:
        """Tell whether messages that the person never received are meant too."""
        includes = self._world.users.get(self._user.user_id) is None
        for term in self._terms:
            if term.negated:
                continue
            if term.operator in _CHANNEL:
                channel = Reader(self._world, self._user).channel(term.operand)
                includes = channel.history_public and may_read_channel(self._world, self._user, channel)
            elif term.operator in _CHANNELS and term.operand == "public":
                includes = not self._user.is_guest
            elif term.operator == "is" and term.operand != "resolved":
                return False
        return includes
