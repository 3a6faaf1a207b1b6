"""Questions that wait for an answer: which person, in which conversation, was offered which choices."""

import re
from collections import OrderedDict
from datetime import timedelta

import msgspec

from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.verdict import Verdict

MOST = 1000
"""Questions that are remembered; the oldest is forgotten first."""

NUMBER = re.compile(
    r"(?:(?:it is|its|it's|option|number|choice|no\.?|nr\.?|#|the)\s*)*"
    r"(\d{1,3})(?:st|nd|rd|th)?(?: one)?(?: please)?[.)!]*"
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDINAL = re.compile(
    rf"(?:it's |its )?(?:the )?({'|'.join(ORDINALS)}|last)(?: one| option| choice)?(?: please)?[.!]*"
)
NONE = re.compile(
    r"(?:none|neither|nothing|no idea|not sure|i am not sure|i'?m not sure|i do ?n'?o?t know|dunno"
    r"|don'?t know|something else|other)"
    r"(?: of (?:them|these|those))?[.!]*"
)


class Open(msgspec.Struct, frozen=True):
    """A question that was asked."""

    verdict: Verdict
    """Its categories are the choices, in the order in which they were numbered."""
    until: float
    """By the monotonic clock."""

    @property
    def choices(self) -> tuple[Category, ...]:
        """What can be chosen, the first one being number 1."""
        return self.verdict.categories


class OpenQuestions:
    """The questions that were asked and not yet answered, for a while each."""

    def __init__(self, patience: timedelta) -> None:
        """Keep each question open for so long."""
        self._patience = patience.total_seconds()
        self._open: OrderedDict[tuple[str, int], Open] = OrderedDict()

    def ask(self, conversation: str, user_id: int, verdict: Verdict, now: float) -> None:
        """Remember that a person was asked; a question asked before is replaced."""
        key = conversation, user_id
        self._open.pop(key, None)
        self._open[key] = Open(verdict, now + self._patience)
        while len(self._open) > MOST:
            self._open.popitem(last=False)

    def asked(self, conversation: str, user_id: int, now: float) -> Open | None:
        """Return the question that waits for this person's answer here, if it still does."""
        found = self._open.get((conversation, user_id))
        if found is not None and found.until < now:
            self.forget(conversation, user_id)
            return None
        return found

    def forget(self, conversation: str, user_id: int) -> None:
        """Take a question as answered."""
        self._open.pop((conversation, user_id), None)


def number_in(text: str, choices: int) -> int | None:
    """Return the number that a short answer names, counted from 1, whether it is among the choices or not."""
    said = " ".join(text.casefold().replace("’", "'").split())
    if found := NUMBER.fullmatch(said):
        return int(found[1])
    if found := ORDINAL.fullmatch(said):
        return choices if found[1] == "last" else ORDINALS.index(found[1]) + 1
    return None


def is_none(text: str) -> bool:
    """Tell whether a short answer says that no choice fits, or that the person cannot tell."""
    return NONE.fullmatch(" ".join(text.casefold().replace("’", "'").split())) is not None
