"""From a person's free words to a verdict: a page, a question, a plain no."""

import re
from collections.abc import Callable
from functools import cached_property

from dragoman_plugins.recovery_guide import elsewhere, small_talk, trouble, words
from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.mentions import Grade, Mention, find, without_sizes
from dragoman_plugins.recovery_guide.reading import SEPARATOR, read
from dragoman_plugins.recovery_guide.refusals import ASKING_WORDS, REFUSALS, Refusal
from dragoman_plugins.recovery_guide.resources import RESOURCES, Resource
from dragoman_plugins.recovery_guide.roles import BESIDES, OWNERS, concerned, denied
from dragoman_plugins.recovery_guide.signs import SIGNS
from dragoman_plugins.recovery_guide.spelling import mended
from dragoman_plugins.recovery_guide.tables import word_set
from dragoman_plugins.recovery_guide.verdict import Kind, Verdict

SHORT = 3
"""A text of so few words is taken to name the asker's device, whatever else its words may mean."""
LONGEST_QUESTION = 1000
"""Characters of a message that are read; nobody describes a device after that."""
POLITE_START = word_set(
    """
    hi hello hey hiya howdy yo hallo hola bonjour moin please so well ok okay um uh sorry bot there and
    """
)
POLITE_END = word_set("please thanks pls plz mate buddy bot thx now then")
LIKELIEST = (
    Category.HARD_DRIVE,
    Category.PHONE,
    Category.LAPTOP,
    Category.SSD,
    Category.USB_DRIVE,
    Category.SD_CARD,
    Category.NAS,
    Category.RAID,
)
"""The order in which categories are offered when nothing tells them apart."""


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

    def is_owned(self, mention: Mention) -> bool:
        """Tell whether a mention is somebody's thing."""
        left = self.reading.words[max(0, mention.start - 2) : mention.start]
        return bool((OWNERS | BESIDES) & set(left))

    @cached_property
    def rest(self) -> str:
        """The text without devices, requests for parts of the guide and requests for what is never done."""
        kept = list(self.reading.words)
        for mention in self.found:
            kept[mention.start : mention.end] = [SEPARATOR] * (mention.end - mention.start)
        rest = " ".join(kept)
        for pattern in (*REFUSALS.values(), *RESOURCES.values()):
            rest = pattern.sub(SEPARATOR, rest)
        return rest

    @cached_property
    def foreign(self) -> bool:
        """Whether something is named that is nobody's storage."""
        return elsewhere.FOREIGN_THINGS.search(self.rest) is not None

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
        asked = self.has(elsewhere.SHOPPING, elsewhere.EVERYDAY_USE)
        return asked and trouble.SERIOUS.search(self.text) is None

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


UNNAMED = re.compile(
    r"^(?:it|its|it is|this thing|mine|the thing) (?:\w+ )?"
    r"(?:fell|dropped|died|broke|crashed|drowned|burnt|cracked|snapped|got (?:wet|lost|smashed|crushed))\b"
)
"""Something has happened to a thing that was not named."""

Rule = Callable[[Topic], Verdict | None]


def said_in_passing(topic: Topic) -> Verdict | None:
    """Answer a greeting or thanks that says nothing else."""
    said = set(topic.reading.content)
    if not said:
        return Verdict(kind=Kind.HELP)
    if said <= small_talk.THANKS and said & small_talk.THANKS_KEYS:
        return Verdict(kind=Kind.THANKS)
    if said <= small_talk.GREETING:
        return Verdict(kind=Kind.GREETING)
    return None


def overview(topic: Topic) -> Verdict | None:
    """Answer a request for all categories, or for help."""
    if any(mention.term.grade is Grade.NAME for mention in topic.mentions):
        return None
    if small_talk.LIST.search(topic.core):
        return Verdict(kind=Kind.LIST)
    if small_talk.HELP.search(topic.core) and not topic.resources and not topic.has(trouble.DATA):
        return Verdict(kind=Kind.HELP)
    return None


def named(topic: Topic) -> Verdict | None:
    """Answer a text that names its device, or several."""
    names = [mention for mention in topic.mentions if mention.term.grade in (Grade.NAME, Grade.LOOSE_NAME)]
    if not names:
        return None
    if is_other_business(topic):
        return Verdict(kind=Kind.NOT_OURS)
    categories = tuple(dict.fromkeys(category for mention in names for category in mention.categories))
    return topic.verdict(Kind.PAGE if len(categories) == 1 else Kind.CHOICE, categories)


def is_other_business(topic: Topic) -> bool:
    """Tell whether a device is named for another purpose than rescuing what is on it."""
    if topic.everyday:
        return True
    cloud = any(mention.term.grade is Grade.CLOUD for mention in topic.found)
    if cloud and not topic.serious:
        return True
    return topic.foreign and not topic.serious and not topic.has(trouble.TROUBLE, trouble.DATA)


def unlisted(topic: Topic) -> Verdict | None:
    """Answer a text about something that has no page, or that is no device."""
    grades = {mention.term.grade for mention in topic.found}
    if Grade.CLOUD in grades and not topic.mentions:
        return Verdict(kind=Kind.NOT_OURS)
    if (
        Grade.OTHER_MEDIUM in grades
        and (topic.serious or topic.has(trouble.DATA, trouble.TROUBLE))
        and not topic.everyday
    ):
        return topic.verdict(Kind.UNLISTED)
    return None


def resource(topic: Topic) -> Verdict | None:
    """Answer a request for a part of the guide."""
    if not topic.resources or topic.foreign or topic.everyday:
        return None
    return topic.verdict(Kind.RESOURCE)


def broad(topic: Topic) -> Verdict | None:
    """Answer a text whose device may be one of several kinds."""
    candidates = plausible(topic)
    if not candidates or is_other_business(topic):
        return None
    decided = hinted(topic, candidates)
    return topic.verdict(Kind.PAGE, (decided,)) if decided else topic.verdict(Kind.CHOICE, candidates)


def plausible(topic: Topic) -> tuple[Category, ...]:
    """Return the categories that all broad words agree on, or else those of the most telling one."""
    groups = [mention.categories for mention in topic.mentions]
    if not groups:
        return ()
    shared = tuple(category for category in groups[0] if all(category in group for group in groups))
    telling = next((group for group in groups if group not in GENERIC), groups[0])
    return shared if len(shared) > 1 else telling


GENERIC = tuple(
    categories for row, categories in (*words.BROAD, *words.LOOSE_BROAD) if "disk" in row or "drive" in row
)


def hinted(topic: Topic, candidates: tuple[Category, ...]) -> Category | None:
    """Return the category that the signs of the trouble decide for, if any."""
    for sign, category in SIGNS:
        fits = (
            category in candidates and Category.LAPTOP not in candidates and Category.RAID not in candidates
        )
        if (fits or category is Category.RAID) and sign.search(topic.text):
            return category
    return None


def sign_alone(topic: Topic) -> Verdict | None:
    """Answer a text that names no device but a sign of one ("it makes a clicking noise")."""
    if topic.foreign or topic.everyday or len(topic.unknown) > 1:
        return None
    for sign, category in SIGNS:
        if category in (Category.HARD_DRIVE, Category.PHONE) and sign.search(topic.text):
            return topic.verdict(Kind.PAGE, (category,))
    return None


def vague(topic: Topic) -> Verdict | None:
    """Ask for the device, when lost data or a broken thing is talked about and no device is named."""
    if topic.everyday or (topic.foreign and not is_about_data(topic)):
        return None
    allowed = 3 if is_about_data(topic) else 1 if topic.has(trouble.RESCUE, trouble.MISHAP, UNNAMED) else 0
    troubled = topic.has(trouble.RESCUE, trouble.MISHAP) or topic.has(trouble.TROUBLE)
    if not troubled or len(topic.unknown) > allowed:
        return None
    if topic.refusals and not topic.strange and not is_told(topic):
        return None
    ruled_out = {
        category
        for mention in topic.found
        if denied(topic.reading, mention)
        for category in mention.categories
    }
    return topic.verdict(Kind.CHOICE, tuple(category for category in LIKELIEST if category not in ruled_out))


def is_told(topic: Topic) -> bool:
    """Tell whether anything is said of what happened, besides the request for what is never done."""
    return topic.has(trouble.DATA, trouble.MISHAP) or trouble.TROUBLE.search(topic.rest) is not None


def is_about_data(topic: Topic) -> bool:
    """Tell whether the text speaks of data, and of its loss or its rescue."""
    return topic.has(trouble.DATA) and topic.has(trouble.RESCUE, trouble.MISHAP, trouble.TROUBLE)


def refused(topic: Topic) -> Verdict | None:
    """Say no to what is never done, when that is all the text asks for."""
    if not topic.refusals or topic.foreign or topic.everyday or topic.strange:
        return None
    return topic.verdict(Kind.REFUSED)


RULES: tuple[Rule, ...] = (
    said_in_passing,
    overview,
    named,
    unlisted,
    resource,
    broad,
    sign_alone,
    vague,
    refused,
)


def understand(question: str) -> Verdict:
    """Return what a question asks for; anything that is not about data recovery is ``NOT_OURS``."""
    topic = Topic(question)
    verdicts = (rule(topic) for rule in RULES)
    return next((verdict for verdict in verdicts if verdict), Verdict(kind=Kind.NOT_OURS))
