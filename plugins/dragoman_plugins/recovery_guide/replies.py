"""What the guide says, as Markdown: short, plain, and never more than the guide service itself says."""

from collections.abc import Iterable
from datetime import timedelta

from dragoman.model import ServiceGuide
from dragoman.plugin import Duration
from dragoman.text import escape, link
from dragoman_plugins.recovery_guide.categories import GLOSSES, TITLES, Category
from dragoman_plugins.recovery_guide.refusals import Refusal
from dragoman_plugins.recovery_guide.resources import Resource
from dragoman_plugins.recovery_guide.verdict import Verdict

REFUSAL_SENTENCES = {
    Refusal.DIAGNOSE: "I cannot diagnose a device or say what is wrong with it.",
    Refusal.QUOTE: "I cannot quote a price or say how long it takes.",
    Refusal.PROMISE: "I cannot promise a recovery, nor guess its chances.",
    Refusal.OPEN_CASE: "I cannot open, change or look up a case.",
    Refusal.PERSONAL_DATA: "I take and keep no personal data, so please do not post any here.",
}

EVERYTHING = (Resource.MAIL_IN, Resource.CONTACT, Resource.LAB, Resource.GUARDRAILS)

NOT_OURS = (
    "That is not something I can help with. I know the way to the data recovery pages: tell me which device "
    "lost its data, for example “my NAS does not mount” or “I deleted the photos on my SD card”."
)
GREETING = "Hello! Tell me which device lost its data, and I will show you the right data recovery page."
THANKS = "You are welcome. Good luck with your data!"
NOTHING_OPEN = (
    "I have no question open with you. Tell me which device lost its data, and we start from there."
)
ASK_DEVICE = "Tell me which device it is, and I will give you its page."


def page(guide: ServiceGuide, url: str, verdict: Verdict) -> str:
    """Answer with the page of one category, and with everything that goes with it."""
    title = TITLES[verdict.categories[0]]
    head = page_line(title, url)
    asked = [resource for resource in EVERYTHING if resource in verdict.resources]
    others = [resource for resource in EVERYTHING if resource not in verdict.resources]
    parts = [item(guide, resource) for resource in (*asked, *others)]
    bullets = "\n".join(f"* {part}" for part in parts)
    return joined(refusal(verdict.refusals), head, bullets)


def page_line(title: str, url: str) -> str:
    """Return the line that links to the page of a category."""
    return f"**{capital(title)}:** {link(f'Official {title} recovery page', url)}"


def capital(text: str) -> str:
    """Return the text with a capital in front and the rest as it is."""
    return text[:1].upper() + text[1:]


def item(guide: ServiceGuide, resource: Resource) -> str:
    """Return one part of the guide in a line."""
    match resource:
        case Resource.MAIL_IN:
            return f"**Mail-in:** {link('How to send a device in', guide.mail_in_url)}"
        case Resource.CONTACT:
            return f"**Contact:** {link('Talk to the people there', guide.contact_url)}"
        case Resource.LAB:
            only = "the only location" if guide.lab.physical_locations == 1 else "the lab"
            return f"**Lab:** {escape(' '.join(guide.lab.address.split()))} ({only})"
        case Resource.GUARDRAILS:
            return f"**Please note:** {' '.join(sentences(guide.guardrails))}"


def sentences(guardrails: Iterable[str]) -> list[str]:
    """Return the guardrails as sentences that can stand in one line."""
    plain = (escape(" ".join(guardrail.split())) for guardrail in guardrails)
    return [text if text.endswith((".", "!", "?")) else f"{text}." for text in plain if text]


def refusal(refusals: tuple[Refusal, ...]) -> str:
    """Say plainly what is never done, when it was asked for."""
    return " ".join(REFUSAL_SENTENCES[each] for each in refusals)


def question(verdict: Verdict) -> str:
    """Ask which of several categories is meant."""
    choices = enumerate(verdict.categories, start=1)
    lines = [
        f"{number}. **{capital(TITLES[category])}**: {GLOSSES[category]}" for number, category in choices
    ]
    return joined(
        refusal(verdict.refusals), "Which one needs help? Just answer with its number.", "\n".join(lines)
    )


def out_of_range(choices: int) -> str:
    """Say that a number is not among the choices."""
    return f"There are {choices} choices: please answer with a number from 1 to {choices}."


def resources(guide: ServiceGuide, verdict: Verdict) -> str:
    """Answer with the parts of the guide that were asked for; the contact belongs to each of them."""
    shown = [resource for resource in EVERYTHING if resource in (*verdict.resources, Resource.CONTACT)]
    if verdict.resources == (Resource.GUARDRAILS,):
        return "\n".join(["What to keep in mind:", *bulleted(sentences(guide.guardrails))])
    lines = "\n".join(bulleted(item(guide, resource) for resource in shown))
    return joined(refusal(verdict.refusals), lines, ASK_DEVICE)


def bulleted(lines: Iterable[str]) -> list[str]:
    """Return the lines as a list."""
    return [f"* {line}" for line in lines]


def refused(guide: ServiceGuide, verdict: Verdict) -> str:
    """Say no, and show who can be asked instead."""
    shown = [resource for resource in EVERYTHING if resource in (*verdict.resources, Resource.CONTACT)]
    lines = bulleted(item(guide, resource) for resource in shown)
    return joined(
        f"{refusal(verdict.refusals)} Please ask the people there:",
        "\n".join(lines),
        ASK_DEVICE,
    )


def overview(guide: ServiceGuide) -> str:
    """List all categories with their pages."""
    lines = [
        page_line(title, found.url)
        for category, title in TITLES.items()
        if (found := guide.link_for(category.value)) is not None
    ]
    rest = [item(guide, resource) for resource in EVERYTHING]
    return joined("There is a page for each of these:", "\n".join(bulleted(lines)), "\n".join(bulleted(rest)))


def help_text(prefix: str) -> str:
    """Say what the guide is good for."""
    names = ", ".join(TITLES[category] for category in Category)
    return (
        f"Tell me in your own words which device lost its data ({names}), and I show you its page.\n"
        "I can also tell you how to send a device in, whom to contact, where the lab is, and what the "
        f"guardrails are. `{prefix}guide` lists all pages."
    )


def unlisted(guide: ServiceGuide) -> str:
    """Say that there is no page, and show who can be asked."""
    return joined(
        "There is no page for that kind of storage.",
        "\n".join(bulleted(item(guide, resource) for resource in (Resource.CONTACT, Resource.MAIL_IN))),
    )


def undecided(guide: ServiceGuide) -> str:
    """Help a person on who cannot tell which device it is."""
    return joined("No harm done, the people there can help.", f"* {item(guide, Resource.CONTACT)}")


def no_page(guide: ServiceGuide, category: Category) -> str:
    """Say that the guide has no page for a category at present."""
    return joined(
        f"The guide lists no {TITLES[category]} page at the moment.",
        "\n".join(bulleted(item(guide, resource) for resource in (Resource.CONTACT, Resource.MAIL_IN))),
    )


def aged(text: str, age: timedelta) -> str:
    """Say how old the information is, when the guide could not be asked anew."""
    if age < timedelta(minutes=1):
        return text
    return joined(text, f"*The guide does not answer at the moment; this is from {span(age)} ago.*")


def busy(seconds: float) -> str:
    """Say that the guide's read limit is spent, and for how long."""
    wait = span(timedelta(seconds=max(1.0, seconds)))
    return f"The guide has been asked too often. Please ask me again in {wait}."


DOWN = "The guide does not answer at the moment, so I have no page for you. Please ask again soon."


def span(time: timedelta) -> str:
    """Return a length of time in its largest unit or two: ``45s``, ``2h``."""
    seconds = time.total_seconds()
    unit = 3600 if seconds >= 7200 else 60 if seconds >= 120 else 1
    return str(Duration(seconds=-(-seconds // unit) * unit))


def joined(*parts: str) -> str:
    """Put the parts below each other, with a blank line between; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)
