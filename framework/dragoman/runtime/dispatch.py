"""From what was said to the command that answers: one look-up of the first word, then the best fit."""

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from dragoman.plugin import Context
from dragoman.plugin.commands import Arguments, Command
from dragoman.plugin.matching import Mismatch, leading_words, nearest
from dragoman.plugin.words import first_word, plain


class Match(msgspec.Struct, frozen=True):
    """The command that answers, and what it is called with."""

    command: Command
    arguments: Arguments


class Misfit(msgspec.Struct, frozen=True):
    """The command that was probably meant, and why the words do not fit."""

    command: Command
    mismatch: Mismatch


class Unknown(msgspec.Struct, frozen=True):
    """No command begins with this word."""

    word: str
    meant: str | None
    """A word that one begins with, and that was probably meant."""


class Dispatch:
    """All commands of a bot, by their first word."""

    def __init__(self, commands: Iterable[Command]) -> None:
        """Sort the commands: those with more words of their own are tried first."""
        self.commands = tuple(commands)
        table: defaultdict[str, list[Command]] = defaultdict(list)
        for command in self.commands:
            for word in command.mark.usage.first_words:
                table[word].append(command)
        self._by_word = {
            word: tuple(sorted(found, key=_own_words, reverse=True)) for word, found in table.items()
        }
        self._for_the_rest = tuple(command for command in self.commands if not command.mark.usage.first_words)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that a command begins with."""
        return tuple(self._by_word)

    def beginning_with(self, word: str) -> tuple[Command, ...]:
        """Return the commands that begin with this word."""
        return self._by_word.get(word, ())

    def takes_the_rest(self) -> bool:
        """Whether some command takes what no other one's first word matches."""
        return bool(self._for_the_rest)

    def find(self, text: str, context: Context, *, prefixed: bool) -> Match | Misfit | Unknown:
        """Return the command for a text.

        Behind the prefix stands a command: what is none is not taken for a question.
        """
        word = first_word(text)
        candidates = self._by_word.get(word, ())
        if not prefixed and (not candidates or (word == "help" and self._is_plea(text))):
            candidates = self._for_the_rest or candidates
        return _best(candidates, text, context) or Unknown(word, nearest(word, self.words) if word else None)

    def _is_plea(self, text: str) -> bool:
        """Whether “help” begins a question, as in “help, my disk is dead”, and is not about a command."""
        about = plain(" ".join(text.split()[1:]))
        names = {name for command in self.commands for name in (command.name, command.plugin)}
        return bool(about) and first_word(about) not in self._by_word and about not in names


def _own_words(command: Command) -> int:
    return len(command.mark.usage.words)


def _best(candidates: tuple[Command, ...], text: str, context: Context) -> Match | Misfit | None:
    """Return the first fit, or the misfit of the command that shares most words with the text."""
    best: Misfit | None = None
    for command in candidates:
        own = len(command.mark.usage.words)
        if best is not None and leading_words(command.mark.usage, text) < own:
            continue
        read = command.read(text, context)
        if not isinstance(read, Mismatch):
            return Match(command, read)
        if best is None or (read.words, own) > (best.mismatch.words, _own_words(best.command)):
            best = Misfit(command, read)
    return best
