"""The usage string of a command: ``remind <when> [--to <whom>] <text...>``, parser and help text at once.

==================  =====================================================================================
``remind``          a word, typed as it stands (capitals do not matter)
``(list|ls)``       one of these words; nobody is told which
``<when>``          an argument: one word, or several ``"in quotes"``
``[when]``          an argument that may be left out
``<state:on|off>``  an argument that is one of these words
``<text...>``       the rest of the message as it was typed; with a word after it, all up to that word
``[--loud]``        a flag, given or not, for the parameter ``loud``; may also be written ``--loud``
``[--to <whom>]``   a flag with a value, for the parameter ``whom``
==================  =====================================================================================
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Self

import msgspec


class UsageMistake(ValueError):
    """A usage string that cannot be read; its text is a sentence for the author of the plugin."""


class Word(msgspec.Struct, frozen=True):
    """A word that is typed as it stands, or one of several."""

    choices: tuple[str, ...]

    def __str__(self) -> str:
        """Write the word as in a usage string."""
        return self.choices[0] if len(self.choices) == 1 else f"({'|'.join(self.choices)})"


class Argument(msgspec.Struct, frozen=True, kw_only=True):
    """A value that is handed to the parameter of the same name."""

    name: str
    optional: bool = False
    rest: bool = False
    choices: tuple[str, ...] = ()
    """The words it may be; empty for any."""

    def __str__(self) -> str:
        """Write the argument as in a usage string."""
        choices = f":{'|'.join(self.choices)}" if self.choices else ""
        inner = f"{self.name}{choices}{'...' if self.rest else ''}"
        return f"[{inner}]" if self.optional else f"<{inner}>"


class Flag(msgspec.Struct, frozen=True, kw_only=True):
    """A word with two dashes that may be given anywhere before the rest of the message."""

    word: str
    """Without its dashes."""
    value: str | None = None
    """The parameter that takes the word after the flag; None for a flag that is only given or not."""

    @property
    def name(self) -> str:
        """The parameter that is filled."""
        return self.value or self.word.replace("-", "_")

    def __str__(self) -> str:
        """Write the flag as in a usage string."""
        return f"[--{self.word} <{self.value}>]" if self.value else f"[--{self.word}]"


Element = Word | Argument | Flag

_NAME = r"[a-z_][a-z0-9_]*"
_CHOICE = r"[^\s<>\[\]()|:]+"
_FLAG = re.compile(rf"--(?P<word>[a-z][a-z0-9-]*)(?:[ =]<(?P<value>{_NAME})>)?")
_ARGUMENT = re.compile(
    rf"(?P<open>[<\[])(?P<name>{_NAME})(?::(?P<choices>{_CHOICE}(?:\|{_CHOICE})+))?(?P<rest>\.\.\.)?(?P<close>[>\]])"
)
_WORDS = re.compile(rf"\((?P<words>{_CHOICE}(?:\|{_CHOICE})+)\)")
_WORD = re.compile(r"[^\s<>\[\]()|]+")
_SPACE = re.compile(r"\s+")


class Usage(msgspec.Struct, frozen=True, dict=True):
    """What may be typed for a command."""

    elements: tuple[Element, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a usage string; fails with UsageMistake."""
        usage = cls(tuple(_elements(text.strip())))
        _check(usage)
        return usage

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words before the first argument."""
        found: list[Word] = []
        for element in self.body:
            if not isinstance(element, Word):
                break
            found.append(element)
        return tuple(found)

    @cached_property
    def body(self) -> tuple[Word | Argument, ...]:
        """Words and arguments in their order, without the flags."""
        return tuple(element for element in self.elements if not isinstance(element, Flag))

    @cached_property
    def flags(self) -> dict[str, Flag]:
        """The flags by their word."""
        return {element.word: element for element in self.elements if isinstance(element, Flag)}

    @cached_property
    def first_words(self) -> tuple[str, ...]:
        """The words that the command answers to; empty for one that takes whatever nobody else takes."""
        first = self.body[0] if self.body else None
        return first.choices if isinstance(first, Word) else ()

    @cached_property
    def fills(self) -> dict[str, Argument | Flag]:
        """The parameters that are filled, each with what fills it."""
        return {element.name: element for element in self.elements if not isinstance(element, Word)}

    def __str__(self) -> str:
        """Write the usage string in its one agreed spelling."""
        return " ".join(map(str, self.elements))


def _elements(text: str) -> Iterator[Element]:
    place = 0
    while place < len(text):
        space = _SPACE.match(text, place)
        if space:
            place = space.end()
            continue
        element, place = _element(text, place)
        if place < len(text) and not text[place].isspace():
            raise UsageMistake(f"“{text}”: a space is missing after “{text[:place]}”")
        yield element


def _element(text: str, place: int) -> tuple[Element, int]:
    """Read the element that begins at this place; also returns where it ends."""
    if text.startswith(("--", "[--"), place):
        return _flag(text, place)
    argument = _ARGUMENT.match(text, place)
    if argument and (argument["open"] == "[") == (argument["close"] == "]"):
        choices = tuple((argument["choices"] or "").split("|")) if argument["choices"] else ()
        if choices and choices[-1].endswith("..."):
            raise UsageMistake(f"“{argument[0]}” is a choice and the rest of the message at once")
        optional = argument["open"] == "["
        read = Argument(
            name=argument["name"], optional=optional, rest=bool(argument["rest"]), choices=choices
        )
        return read, argument.end()
    if words := _WORDS.match(text, place):
        return Word(tuple(words["words"].casefold().split("|"))), words.end()
    if word := _WORD.match(text, place):
        return Word((word[0].casefold(),)), word.end()
    raise UsageMistake(
        f"“{text[place:]}” cannot be read: an argument is written <name>, [name], <name...> or <name:a|b>, "
        "in small letters, a choice of words (a|b), a flag [--name] or [--name <value>]"
    )


def _flag(text: str, place: int) -> tuple[Flag, int]:
    bracket = text[place] == "["
    found = _FLAG.match(text, place + bracket)
    if found is None or (bracket and text[found.end() : found.end() + 1] != "]"):
        raise UsageMistake(f"“{text[place:]}” cannot be read: a flag is written [--name] or [--name <value>]")
    return Flag(word=found["word"], value=found["value"]), found.end() + bracket


def _check(usage: Usage) -> None:
    if not usage.body:
        raise UsageMistake("a usage string needs a word or an argument")
    names = [element.name for element in usage.elements if not isinstance(element, Word)]
    for name in names:
        if names.count(name) > 1:
            raise UsageMistake(f"“{usage}” names “{name}” twice")
    _check_order(usage)


def _check_order(usage: Usage) -> None:
    """Refuse what could not be told apart while reading: a rest in the middle, a must after a may."""
    body = usage.body
    for element, following in pairwise(body):
        if not isinstance(element, Argument):
            continue
        if element.rest and not isinstance(following, Word):
            raise UsageMistake(f"“{usage}”: only a word can follow “{element}”, which takes all the rest")
        if element.optional and not (isinstance(following, Argument) and following.optional):
            raise UsageMistake(f"“{usage}”: “{following}” must be given, so it cannot follow “{element}”")
    kinds = [isinstance(element, Argument) and element.rest for element in usage.elements]
    if True in kinds and any(isinstance(element, Flag) for element in usage.elements[kinds.index(True) :]):
        raise UsageMistake(f"“{usage}”: flags come before the rest of the message")
