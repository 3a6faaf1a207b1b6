"""Which of the mentioned devices a sentence is about: the denied, mere hosts and mere parts fall away."""

import re
from collections.abc import Callable

from dragoman_plugins.recovery_guide import abroad
from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.mentions import Grade, Mention
from dragoman_plugins.recovery_guide.reading import Reading
from dragoman_plugins.recovery_guide.tables import word_set

OWNERS = frozenset(
    {"my", "the", "a", "an", "any", "our", "this", "that", "his", "her", "their", "your", "its"}
) | word_set(abroad.OWNERS)
BESIDES = frozenset({"other", "another", "one", "old", "new", "work", "external", "usb", "internal"})
MY = rf"(?:{'|'.join(sorted(OWNERS | BESIDES))})"
"""What stands before a device's name without changing what is said of it."""

DENIED = re.compile(
    r"(?:\bnot|\bisnt|\barent|\bwasnt|\bno(?! (?:its|it is|meu|minha|nosso|nossa)\b)"
    r"|\binstead of|\brather than"
    r"|\bother than|\bnever|\bneither|\bnor"
    r"|\bwithout|\bexcept|\bbesides|\bdont have|\bdont own|\bunlike|\bnicht|\bkein|\bkeine|\bapart from)"
    rf"(?: (?:about|on|with|in|from|have|for|mean|meant|do|talking))*(?: {MY})*$"
)
ASKED_WHY = re.compile(r"\bwhy (?:isnt|is|does|has) (?:not )?(?:\w+ )?$")
UNHARMED = re.compile(
    r"(?:itself )?(?:is|are|still|seems|was|works|work|runs|looks)?"
    r"(?: (?:still|all|perfectly|totally|working|itself))*"
    r" ?(?:fine|ok|okay|good|alive|works|working|intact|healthy|unharmed)\b"
    r"(?! (?:no|not|until|yesterday|before|but (?:now|today)|last|and then))"
)
PLUGGED_INTO = re.compile(
    r"\b(?:plug\w*|connect\w*|insert\w*|attach\w*|put|hook\w*|pop\w*|stick|stuck)\b"
    rf"[^,]*? (?:in|into|to|on|with|up to|onto)(?: {MY})*$"
)
SEEN_BY = re.compile(
    r"\b(?:see\w*|read\w*|recogni[sz]\w*|detect\w*|find\w*|found|show\w*|appear\w*|mount\w*|open\w*|access\w*"
    rf"|visible|working|work|works|up|popping)(?: \w+)?(?: (?:by|on|in|to|under|with|from)){{1,2}}(?: {MY})*$"
)
DOES_NOT_SEE = re.compile(
    r"(?:doesnt|wont|cant|does not|will not|cannot|can not|no longer|not|didnt|fails to|stopped|is not|isnt"
    r"|refuses to|never|says|tells|keeps|asks)(?: \w+){0,3}?"
    r" (?:see|sees|read\w*|recogni[sz]\w*|detect\w*|find\w*|show\w*|mount\w*|open\w*|access\w*"
    r"|accept\w*|import\w*|format)\b"
)
COORDINATED = re.compile(
    rf"(?:,? ?(?:and|or|plus|as well as|und|oder|et|ou|y|o|along with|nor) ?(?:also )?|,)(?: ?{MY})*"
)
PART_OF = re.compile(rf"(?:in|inside|from|of|out of|inside of|from inside)(?: {MY})*")
OUT_OF = re.compile(rf"out of(?: {MY})*")
TAKEN_OUT_OF = re.compile(r"\b(?:from|out of|pulled|removed)\b")

HOSTS = frozenset({Category.LAPTOP, Category.PHONE, Category.NAS})
REMOVABLE = frozenset({Category.USB_DRIVE, Category.SD_CARD})
WHOLES = frozenset({Category.NAS, Category.RAID})
PARTS = frozenset({Category.HARD_DRIVE, Category.SSD})
BRANDS = re.compile(
    r"(?:seagate|wd|western digital|lacie|maxtor|hgst|hitachi|toshiba|barracuda|ironwolf|samsung|sandisk)"
    r"(?: (?:red|blue|black|green|purple|elements|drive))?"
)
NAMES = frozenset({Grade.NAME, Grade.LOOSE_NAME})

Rule = Callable[[Reading, tuple[Mention, ...]], tuple[Mention, ...]]


def between(reading: Reading, first: Mention, second: Mention) -> str:
    """Return the words between two mentions, the first of which stands left."""
    return " ".join(reading.words[first.end : second.start])


def before(reading: Reading, mention: Mention) -> str:
    """Return the words left of a mention."""
    return " ".join(reading.words[: mention.start])


def after(reading: Reading, mention: Mention) -> str:
    """Return the words right of a mention."""
    return " ".join(reading.words[mention.end :])


def coordinated(reading: Reading, one: Mention, other: Mention) -> bool:
    """Tell whether two mentions stand side by side as equals ("my phone and my laptop")."""
    first, second = sorted((one, other), key=lambda mention: mention.start)
    return COORDINATED.fullmatch(between(reading, first, second)) is not None


def equal_to_any(reading: Reading, mention: Mention, mentions: tuple[Mention, ...]) -> bool:
    """Tell whether a mention stands side by side with any of the others."""
    return any(coordinated(reading, mention, other) for other in mentions if other != mention)


def is_name(mention: Mention) -> bool:
    """Tell whether a mention names one category."""
    return mention.term.grade in NAMES


def denied(reading: Reading, mention: Mention) -> bool:
    """Tell whether the asker says that it is *not* this device."""
    left = before(reading, mention)
    return DENIED.search(left) is not None and ASKED_WHY.search(left) is None


def without_denied(reading: Reading, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Leave out what the asker says it is not."""
    return tuple(mention for mention in mentions if not denied(reading, mention))


def without_unharmed(reading: Reading, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Leave out what the asker says is fine, as long as something else is left."""
    harmed = tuple(mention for mention in mentions if not UNHARMED.match(after(reading, mention)))
    return harmed or mentions


def is_host(reading: Reading, mention: Mention, mentions: tuple[Mention, ...]) -> bool:
    """Tell whether a mention is only what the device in trouble was plugged into, or looked at with."""
    if not HOSTS & set(mention.categories) or equal_to_any(reading, mention, mentions):
        return False
    left = before(reading, mention)
    guest_before = any(other.end <= mention.start for other in mentions)
    guest_after = [other for other in mentions if other.start >= mention.end]
    return bool(
        PLUGGED_INTO.search(left)
        or (guest_before and SEEN_BY.search(left))
        or any(DOES_NOT_SEE.search(between(reading, mention, other)) for other in guest_after)
    )


def without_hosts(reading: Reading, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Leave out what others are plugged into."""
    return tuple(mention for mention in mentions if not is_host(reading, mention, mentions))


def without_carriers(reading: Reading, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Leave out the laptop that a stick, a card or an external drive was used in."""
    guests = [mention for mention in mentions if is_removable(mention)]
    mentions = tuple(mention for mention in mentions if not is_emptied(reading, mention, guests))
    return tuple(
        mention
        for mention in mentions
        if not guests or mention.categories != (Category.LAPTOP,) or equal_to_any(reading, mention, mentions)
    )


def is_emptied(reading: Reading, mention: Mention, guests: list[Mention]) -> bool:
    """Tell whether a mention is only the telephone that a card was taken out of."""
    return mention.categories == (Category.PHONE,) and any(
        guest.end <= mention.start and OUT_OF.fullmatch(between(reading, guest, mention)) for guest in guests
    )


def is_removable(mention: Mention) -> bool:
    """Tell whether a mention is of something that people carry from computer to computer."""
    outside = mention.term.phrase.startswith(("external", "portable", "wd ", "usb", "backup"))
    return bool(REMOVABLE & set(mention.categories[:1])) or outside


def without_weak(reading: Reading, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Leave out brands, a bare "usb" and words with another meaning, where something clearer is named."""
    clear = [mention for mention in mentions if not is_weak(mention)]
    if not any(is_name(mention) for mention in clear):
        return mentions
    return tuple(mention for mention in mentions if mention in clear or linked(reading, mention, mentions))


def is_weak(mention: Mention) -> bool:
    """Tell whether a mention says little beside a clearer one."""
    phrase = mention.term.phrase
    return mention.term.grade is Grade.LOOSE_NAME or phrase == "usb" or BRANDS.fullmatch(phrase) is not None


def linked(reading: Reading, mention: Mention, mentions: tuple[Mention, ...]) -> bool:
    """Tell whether a mention is an equal of another one, or named as a part of the next one."""
    followers = (other for other in mentions if other.start >= mention.end)
    part = any(PART_OF.fullmatch(between(reading, mention, other)) for other in followers)
    return part or equal_to_any(reading, mention, mentions)


def without_parts(reading: Reading, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Leave out the disks of a NAS or an array: whoever has lost the whole needs the page of the whole."""
    wholes = [mention for mention in mentions if WHOLES & set(mention.categories) and is_name(mention)]
    return tuple(
        mention
        for mention in mentions
        if not wholes
        or not (is_name(mention) and PARTS & set(mention.categories))
        or any(apart(reading, mention, whole) for whole in wholes)
    )


def apart(reading: Reading, part: Mention, whole: Mention) -> bool:
    """Tell whether a disk was taken out of the whole, or is named beside it."""
    if coordinated(reading, part, whole):
        return True
    return part.end <= whole.start and TAKEN_OUT_OF.search(between(reading, part, whole)) is not None


RULES: tuple[Rule, ...] = (
    without_denied,
    without_hosts,
    without_unharmed,
    without_weak,
    without_carriers,
    without_parts,
)


def concerned(reading: Reading, mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Return the mentions that the sentence is about."""
    for rule in RULES:
        mentions = rule(reading, mentions)
    return mentions
