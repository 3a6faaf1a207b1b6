"""Lays a message against a usage string: which words fill which parameter, or what is wrong with them."""

import difflib
from collections.abc import Sequence

import msgspec

from dragoman.plugin.usage import Argument, Flag, Usage, Word
from dragoman.plugin.words import Spoken, plain, spoken

Filled = dict[str, str | bool]
"""What was typed for each parameter; a flag without a value is True."""


class Mismatch(msgspec.Struct, frozen=True):
    """Why a message does not fit a usage string."""

    reason: str
    """A sentence for the person who typed it; plain text, which may repeat what was typed."""
    words: int
    """How many of the usage string's own leading words did fit."""


def match(usage: Usage, text: str) -> Filled | Mismatch:
    """Lay a message against a usage string."""
    said = tuple(spoken(text))
    return _Reading(usage, text).read(said)


def leading_words(usage: Usage, text: str) -> int:
    """Count the usage string's leading words that the message begins with."""
    count = 0
    for word, found in zip(usage.words, spoken(text), strict=False):
        if not _is(word, found):
            break
        count += 1
    return count


def nearest(word: str, words: Sequence[str], likeness: float = 0.65) -> str | None:
    """Return the word that was probably meant; None when none is near."""
    typed = word.casefold()
    close = difflib.get_close_matches(typed, [each.casefold() for each in words], n=1, cutoff=likeness)
    longer = [each for each in words if len(typed) >= 3 and each.casefold().startswith(typed)]
    if not close and len(longer) == 1:
        return longer[0]
    return next((each for each in words if close and each.casefold() == close[0]), None)


def did_you_mean(word: str, words: Sequence[str]) -> str:
    """Return `` Did you mean “…”?`` or nothing, to be put after a sentence."""
    meant = nearest(word, words)
    return f" Did you mean “{meant}”?" if meant else ""


def _is(word: Word, said: Spoken) -> bool:
    return not said.quoted and (said.text.casefold() in word.choices or plain(said.text) in word.choices)


class _Reading:
    """One attempt to lay one message against one usage string."""

    def __init__(self, usage: Usage, text: str) -> None:
        self._usage = usage
        self._text = text
        self._reason: tuple[int, str] = (-1, "")
        """The complaint that came farthest into the message; the others are of paths that were given up."""

    def read(self, said: tuple[Spoken, ...]) -> Filled | Mismatch:
        filled = self._elements(self._usage.body, said, {})
        if filled is None:
            return Mismatch(self._reason[1], leading_words(self._usage, self._text))
        return filled

    def _complain(self, said: tuple[Spoken, ...], reason: str) -> None:
        place = said[0].start if said else len(self._text)
        if place > self._reason[0]:
            self._reason = (place, reason)

    def _elements(
        self, body: tuple[Word | Argument, ...], said: tuple[Spoken, ...], filled: Filled
    ) -> Filled | None:
        taken = self._flags(said, filled)
        if taken is None:
            return None
        said, filled = taken
        if not body:
            return self._end(said, filled)
        head, tail = body[0], body[1:]
        if isinstance(head, Word):
            return self._word(head, tail, said, filled)
        if head.rest:
            return self._rest(head, tail, said, filled)
        return self._argument(head, tail, said, filled)

    def _end(self, said: tuple[Spoken, ...], filled: Filled) -> Filled | None:
        if not said:
            return filled
        extra = self._text[said[0].start : said[-1].end]
        self._complain(said, f"I do not know what to do with “{extra}”.")
        return None

    def _word(
        self, head: Word, tail: tuple[Word | Argument, ...], said: tuple[Spoken, ...], filled: Filled
    ) -> Filled | None:
        if said and _is(head, said[0]):
            return self._elements(tail, said[1:], filled)
        wanted = " or ".join(f"“{choice}”" for choice in head.choices)
        meant = did_you_mean(said[0].text, head.choices) if said else ""
        instead = f", not “{said[0].text}”" if said else ""
        self._complain(said, f"The word {wanted} belongs here{instead}.{meant}")
        return None

    def _argument(
        self, head: Argument, tail: tuple[Word | Argument, ...], said: tuple[Spoken, ...], filled: Filled
    ) -> Filled | None:
        if not said:
            if head.optional:
                return self._elements(tail, said, filled)
            self._complain(said, f"“<{head.name}>” is missing.")
            return None
        value = said[0].text
        if head.choices:
            chosen = next((choice for choice in head.choices if choice.casefold() == plain(value)), None)
            if chosen is None:
                listed = ", ".join(f"“{choice}”" for choice in head.choices)
                meant = did_you_mean(value, head.choices)
                self._complain(said, f"“{value}” is none of {listed}.{meant}")
                return None
            value = chosen
        return self._elements(tail, said[1:], {**filled, head.name: value})

    def _rest(
        self, head: Argument, tail: tuple[Word | Argument, ...], said: tuple[Spoken, ...], filled: Filled
    ) -> Filled | None:
        if not said:
            if head.optional:
                return self._elements(tail, said, filled)
            self._complain(said, f"“<{head.name}>” is missing.")
            return None
        if not tail:
            return {**filled, head.name: self._text[said[0].start :].strip()}
        return self._bounded(head, tail, said, filled)

    def _bounded(
        self, head: Argument, tail: tuple[Word | Argument, ...], said: tuple[Spoken, ...], filled: Filled
    ) -> Filled | None:
        """Give the argument all up to the word that follows it, trying each place where that word stands."""
        bound = tail[0]
        assert isinstance(bound, Word), "a usage string puts a word after what takes the rest"
        for count in range(1, len(said)):
            if _is(bound, said[count]):
                value = self._text[said[0].start : said[count - 1].end]
                found = self._elements(tail, said[count:], {**filled, head.name: value})
                if found is not None:
                    return found
        self._complain((), f"The word “{bound.choices[0]}” is missing after “<{head.name}>”.")
        return None

    def _flags(self, said: tuple[Spoken, ...], filled: Filled) -> tuple[tuple[Spoken, ...], Filled] | None:
        """Take the flags that stand here."""
        while self._usage.flags and said and said[0].text.startswith("--") and not said[0].quoted:
            word, _, value = said[0].text[2:].partition("=")
            flag = self._usage.flags.get(word.casefold())
            if flag is None:
                meant = did_you_mean(word, tuple(self._usage.flags))
                self._complain(said, f"There is no flag “--{word}”.{meant}")
                return None
            taken = self._flag(flag, value, said)
            if taken is None:
                return None
            said, filled = taken[0], {**filled, flag.name: taken[1]}
        return said, filled

    def _flag(
        self, flag: Flag, value: str, said: tuple[Spoken, ...]
    ) -> tuple[tuple[Spoken, ...], str | bool] | None:
        if flag.value is None and not value:
            return said[1:], True
        if flag.value is None:
            self._complain(said, f"The flag “--{flag.word}” takes no value.")
            return None
        if value:
            return said[1:], value
        if len(said) > 1:
            return said[2:], said[1].text
        self._complain(said[1:], f"The flag “--{flag.word}” needs a value.")
        return None
