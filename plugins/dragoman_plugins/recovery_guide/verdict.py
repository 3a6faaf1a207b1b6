"""What the guide made of a question."""

from enum import StrEnum

import msgspec

from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.refusals import Refusal
from dragoman_plugins.recovery_guide.resources import Resource


class Kind(StrEnum):
    """The sort of answer that a question calls for."""

    PAGE = "page"
    """One category is meant."""
    CHOICE = "choice"
    """Several categories fit, or it is not clear which one is meant: ask."""
    RESOURCE = "resource"
    """The mail-in page, the contact page, the lab's address or the guardrails are asked for."""
    REFUSED = "refused"
    """Only something that is never done was asked for."""
    LIST = "list"
    """All categories are asked for."""
    UNLISTED = "unlisted"
    """It is about lost data on something that has no page."""
    UNDECIDED = "undecided"
    """The person cannot say which of the choices it is."""
    GREETING = "greeting"
    THANKS = "thanks"
    HELP = "help"
    NOT_OURS = "not_ours"
    """It is about something else altogether."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a question asks for: everything a reply needs to know about it."""

    kind: Kind
    categories: tuple[Category, ...] = ()
    """The one category of a page, or the choices of a question, likeliest first."""
    refusals: tuple[Refusal, ...] = ()
    """What was asked for besides and is never done."""
    resources: tuple[Resource, ...] = ()
    """Which parts of the guide were asked for by name."""
