"""One question, with everything that was found in it."""

import re
from functools import cached_property

from dragoman_plugins.recovery_guide import elsewhere, trouble
from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.mentions import Grade, Mention, find, without_sizes
from dragoman_plugins.recovery_guide.reading import SEPARATOR, read
from dragoman_plugins.recovery_guide.refusals import ASKING_WORDS, REFUSALS, Refusal
from dragoman_plugins.recovery_guide.resources import RESOURCES, Resource
from dragoman_plugins.recovery_guide.roles import BESIDES, OWNERS, concerned
from dragoman_plugins.recovery_guide.spelling import mended
from dragoman_plugins.recovery_guide.tables import word_set
from dragoman_plugins.recovery_guide.verdict import Kind, Verdict

SHORT = 3
"""A text of so few words is taken to name the asker's device, whatever else its words may mean."""
LONGEST_QUESTION = 2000
"""Characters of a message that are read; nobody describes a device after that."""
POLITE_START = word_set(
    """
    hi hello hey hiya howdy yo hallo hola bonjour moin please so well ok okay um uh sorry bot there and
    """
)
POLITE_END = word_set("please thanks pls plz mate buddy bot thx now then")


class Topic:
    """One question with all that was found in it; each finding is made when first asked for."""

    def __init__(self, question: str) -> None:
        """Read the question."""
        self.reading = without_sizes(mended(read(question[:LONGEST_QUESTION])))
        self.text = self.reading.text

    @cached_property
    def core(self) -> str:
        """The text without the polite words around it."""
        kept = list(self.reading.content)
        while kept and kept[0] in POLITE_START:
            kept.pop(0)
        while kept and kept[-1] in POLITE_END:
            kept.pop()
        return " ".join(kept)

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        """What is asked for and never done."""
        return tuple(refusal for refusal, pattern in REFUSALS.items() if pattern.search(self.text))

    @cached_property
    def resources(self) -> tuple[Resource, ...]:
        """Which parts of the guide are asked for."""
        asked = [REFUSALS[Refusal.PERSONAL_DATA].sub(SEPARATOR, text) for text in (self.text, self.core)]
        return tuple(resource for resource, pattern in RESOURCES.items() if any(map(pattern.search, asked)))

    @cached_property
    def found(self) -> tuple[Mention, ...]:
        """Every mention, except of the telephone on which the asker wants to be called."""
        spans = [match.span() for match in REFUSALS[Refusal.PERSONAL_DATA].finditer(self.text)]
        return tuple(
            mention
            for mention in find(self.reading)
            if not (mention.categories == (Category.PHONE,) and self.within(mention, spans))
        )

    def within(self, mention: Mention, spans: list[tuple[int, int]]) -> bool:
        """Tell whether a mention stands inside one of the spans of the text."""
        place = len(" ".join(self.reading.words[: mention.start]))
        return any(start <= place < end for start, end in spans)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions that the sentence is about; ambiguous words count only where devices are talked of."""
        sure = tuple(mention for mention in self.found if mention.categories and self.is_meant(mention))
        return concerned(self.reading, sure)

    def is_meant(self, mention: Mention) -> bool:
        """Tell whether a word with another everyday meaning stands for a device here."""
        if self.is_brand_of_another(mention):
            return False
        if mention.term.grade not in (Grade.LOOSE_NAME, Grade.LOOSE_BROAD):
            return True
        if len(self.reading.content) <= SHORT and not self.unknown:
            return True
        if self.foreign and not (self.has(trouble.DATA) and self.has(trouble.RESCUE, trouble.MISHAP)):
            return False
        return (
            self.serious
            or self.has(trouble.DATA)
            or (self.has(trouble.TROUBLE) and self.is_owned(mention))
            or bool(self.refusals and self.is_owned(mention))
            or bool(self.resources and self.is_owned(mention))
        )

    def is_brand_of_another(self, mention: Mention) -> bool:
        """Tell whether a mention only says who made something else ("Samsung TV", "Iomega zip disk")."""
        if mention.term.phrase.split()[-1] not in elsewhere.BRANDS:
            return False
        other = any(
            each.start == mention.end and each.term.grade is Grade.OTHER_MEDIUM for each in self.found
        )
        following = " ".join(self.reading.words[mention.end : mention.end + 2])
        return other or elsewhere.FOREIGN_THINGS.match(following) is not None

    def is_owned(self, mention: Mention) -> bool:
        """Tell whether a mention is somebody's thing."""
        left = self.reading.words[max(0, mention.start - 2) : mention.start]
        return bool((OWNERS | BESIDES) & set(left))

    @cached_property
    def rest(self) -> str:
        """The text without devices, requests for parts of the guide and requests for what is never done."""
        rest = self.devices_as(SEPARATOR)
        for pattern in (*REFUSALS.values(), *RESOURCES.values()):
            rest = pattern.sub(SEPARATOR, rest)
        return rest

    def devices_as(self, mark: str) -> str:
        """Return the text with a mark in place of each word of a mention."""
        kept = list(self.reading.words)
        for mention in self.found:
            kept[mention.start : mention.end] = [mark] * (mention.end - mention.start)
        return " ".join(kept)

    @cached_property
    def foreign(self) -> bool:
        """Whether something is named that is nobody's storage."""
        if elsewhere.HOSTS.search(self.devices_as(elsewhere.DEVICE)):
            return False
        told = elsewhere.CIRCUMSTANCES.sub(SEPARATOR, self.rest)
        return elsewhere.FOREIGN_THINGS.search(told) is not None

    @cached_property
    def serious(self) -> bool:
        """Whether something has happened that calls for a rescue."""
        return self.has(trouble.RESCUE, trouble.MISHAP) or trouble.SERIOUS.search(self.text) is not None

    def has(self, *patterns: re.Pattern[str]) -> bool:
        """Tell whether any of the patterns is in the text."""
        return any(pattern.search(self.text) for pattern in patterns)

    @cached_property
    def everyday(self) -> bool:
        """Whether the text is about buying or using devices, and nothing has happened to one."""
        if trouble.SERIOUS.search(self.text) is not None:
            return False
        if self.has(elsewhere.SHOPPING, elsewhere.EVERYDAY_USE):
            return True
        named = any(mention.term.grade is Grade.NAME for mention in self.found)
        return self.has(elsewhere.OTHER_TOPICS) and not (named and self.has(trouble.TROUBLE))

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The words left that are neither trouble, nor data, nor a vague thing."""
        return tuple(word for word in self.rest.split() if word != SEPARATOR and not is_vague(word))

    @cached_property
    def strange(self) -> tuple[str, ...]:
        """The words of the whole text that fit no request to a data recovery desk."""
        spoken = (word for word in self.core.split() if not word.isdigit())
        return tuple(word for word in spoken if not is_vague(word) and word not in ASKING_WORDS)

    def verdict(self, kind: Kind, categories: tuple[Category, ...] = ()) -> Verdict:
        """Return a verdict that also tells what else was asked for."""
        return Verdict(kind=kind, categories=categories, refusals=self.refusals, resources=self.resources)


def is_vague(word: str) -> bool:
    """Tell whether a word fits any sentence about trouble with a device."""
    patterns = (trouble.TROUBLE, trouble.RESCUE, trouble.MISHAP, trouble.DATA)
    return word in trouble.VAGUE_WORDS or any(pattern.fullmatch(word) for pattern in patterns)
