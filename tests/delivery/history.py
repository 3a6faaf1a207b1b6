"""The checker: says of a server's history what was lost, what was doubled and what came out of order."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Self

from msgspec import Struct

ANSWER = "heard "
"""With what the echo bot begins its answers."""


class Verdict(Struct, frozen=True, kw_only=True):
    """What became of the triggers."""

    asked: int
    lost: tuple[str, ...] = ()
    """Triggers without an answer."""
    doubled: tuple[str, ...] = ()
    """Triggers with more than one."""
    unasked: tuple[str, ...] = ()
    """Answers to nothing."""
    disordered: tuple[str, ...] = ()
    """Conversations in which the answers are not in the order of the triggers."""

    @property
    def is_clean(self) -> bool:
        """Whether each trigger has exactly one answer, in order, and there is nothing else."""
        return not (self.lost or self.doubled or self.unasked or self.disordered)


class Tally(Struct, frozen=True, kw_only=True):
    """What a run has shown; each adds what it did to the bot."""

    asked: int
    lost: int
    doubled: int
    unasked: int
    disordered: int
    seed: int
    seconds: float

    @classmethod
    def of(cls, verdict: Verdict, *, seed: int, seconds: float, **more: Any) -> Self:
        """Count what a verdict names."""
        return cls(
            asked=verdict.asked,
            lost=len(verdict.lost),
            doubled=len(verdict.doubled),
            unasked=len(verdict.unasked),
            disordered=len(verdict.disordered),
            seed=seed,
            seconds=round(seconds, 1),
            **more,
        )

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return self.lost == self.doubled == self.unasked == self.disordered == 0


def judge(asked: Mapping[str, Iterable[str]], answered: Mapping[str, Iterable[str]]) -> Verdict:
    """Compare the triggers of each conversation with the bot's messages there, both in their order."""
    wanted = {place: list(texts) for place, texts in asked.items()}
    found = {
        place: [text.removeprefix(ANSWER) for text in texts if text.startswith(ANSWER)]
        for place, texts in answered.items()
    }
    triggers = Counter(text for texts in wanted.values() for text in texts)
    answers = Counter(text for texts in found.values() for text in texts)
    return Verdict(
        asked=triggers.total(),
        lost=tuple(sorted(triggers - answers)),
        doubled=tuple(sorted(text for text, count in answers.items() if count > 1)),
        unasked=tuple(sorted(set(answers) - set(triggers))),
        disordered=tuple(
            place for place, texts in wanted.items() if not _in_order(found.get(place, ()), texts)
        ),
    )


def _in_order(answers: Iterable[str], triggers: Iterable[str]) -> bool:
    """Tell whether those of the triggers that were answered were answered in their order."""
    order = {text: number for number, text in enumerate(triggers)}
    numbers = [order[text] for text in dict.fromkeys(answers) if text in order]
    return numbers == sorted(numbers)
