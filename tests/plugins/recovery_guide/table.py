"""The tables of questions: what is expected, and how a verdict is measured against it."""

from pathlib import Path

import msgspec

from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.refusals import Refusal
from dragoman_plugins.recovery_guide.resources import Resource
from dragoman_plugins.recovery_guide.verdict import Kind, Verdict

PLAIN_KINDS = {
    "list": Kind.LIST,
    "help": Kind.HELP,
    "greeting": Kind.GREETING,
    "thanks": Kind.THANKS,
    "unlisted": Kind.UNLISTED,
    "no": Kind.NOT_OURS,
}


class Row(msgspec.Struct, frozen=True):
    """One line of a table."""

    expected: str
    question: str


def rows(name: str) -> list[Row]:
    """Return the lines of a table beside this file."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    parts = [line.partition(" | ") for line in lines if line and not line.startswith("#")]
    return [Row(expected.strip(), question) for expected, _, question in parts]


def fits(verdict: Verdict, expected: str) -> bool:
    """Tell whether a verdict is what the table expects, or one of its alternatives."""
    return any(fits_one(verdict, alternative) for alternative in expected.split(" / "))


def fits_one(verdict: Verdict, expected: str) -> bool:
    """Tell whether a verdict is what one alternative says."""
    words = expected.split()
    refusals = {Refusal(word[1:]) for word in words if word.startswith("!")}
    wanted = [word for word in words if not word.startswith("!")]
    return refusals <= set(verdict.refusals) and kind_fits(verdict, wanted)


def kind_fits(verdict: Verdict, wanted: list[str]) -> bool:
    """Tell whether a verdict, refusals aside, is what the words say."""
    match wanted:
        case []:
            return verdict.kind is Kind.REFUSED
        case ["?", *choices]:
            return verdict.kind is Kind.CHOICE and set(verdict.categories) == set(map(Category, choices))
        case ["?+", *choices]:
            return verdict.kind is Kind.CHOICE and set(verdict.categories) >= set(map(Category, choices))
        case [word] if word in set(Resource):
            return verdict.kind is Kind.RESOURCE and Resource(word) in verdict.resources
        case [word] if word in PLAIN_KINDS:
            return verdict.kind is PLAIN_KINDS[word]
        case [word]:
            return verdict.kind is Kind.PAGE and verdict.categories == (Category(word),)
    raise AssertionError(f"not a row: {wanted}")
