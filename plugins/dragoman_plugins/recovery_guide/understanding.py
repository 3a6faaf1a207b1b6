"""From a person's free words to a verdict: a page, a question, a plain no."""

import re
from collections.abc import Callable

from dragoman_plugins.recovery_guide import elsewhere, small_talk, trouble, words
from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.mentions import Grade
from dragoman_plugins.recovery_guide.refusals import OUTRIGHT, REFUSALS, Refusal
from dragoman_plugins.recovery_guide.roles import denied
from dragoman_plugins.recovery_guide.signs import SIGNS
from dragoman_plugins.recovery_guide.topic import Topic
from dragoman_plugins.recovery_guide.verdict import Kind, Verdict

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
UNNAMED = re.compile(
    r"^(?:it|its|it is|this thing|mine|the thing) (?:\w+ )?"
    r"(?:fell|dropped|died|broke|crashed|drowned|burnt|cracked|snapped|got (?:wet|lost|smashed|crushed))\b"
)
"""Something has happened to a thing that was not named."""
MOST_STRANGE_WORDS = 4
"""Words that need not be understood in a text that asks outright for what is never done."""

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
    if topic.everyday or (
        topic.has(elsewhere.PERIPHERALS_FAILING) and not topic.has(trouble.DATA, trouble.RESCUE)
    ):
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
        and (topic.serious or topic.has(trouble.DATA, trouble.TROUBLE) or not topic.unknown)
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
        recorder = category is Category.SD_CARD and Category.NAS in candidates
        if (fits or category is Category.RAID) and not recorder and sign.search(topic.text):
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
    if REFUSALS[Refusal.PERSONAL_DATA].fullmatch(topic.core):
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
    if not topic.refusals or topic.foreign or topic.everyday:
        return None
    allowed = MOST_STRANGE_WORDS if topic.has(OUTRIGHT) else 0
    if len(topic.strange) > allowed:
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
