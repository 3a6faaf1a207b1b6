"""Which addresses the organisation takes, and how each of its doors says that it does not."""

import re
from typing import Literal

from dragoman_server import failures
from dragoman_server.world.world import World

Trouble = Literal["form", "domain", "plus", "disposable"]
"""What may be wrong with an address."""

_ADDRESS = re.compile(r"[^@\s,<>]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,}")
_DISPOSABLE = frozenset(
    {
        *("10minutemail.com", "guerrillamail.com", "mailinator.com", "maildrop.cc", "sharklasers.com"),
        *("temp-mail.org", "throwawaymail.com", "trashmail.com", "yopmail.com"),
    }
)
"""Where anybody gets an address for a moment; the best known of many."""

SENTENCES: dict[Trouble, str] = {
    "form": "Invalid address.",
    "domain": "Outside your domain.",
    "plus": "Email addresses containing + are not allowed.",
    "disposable": "Please use your real email address.",
}
"""What an invited person's address, or a new one of one's own, is refused with."""

NEW_ACCOUNT_FAILS = (
    *(failures.BAD_BOT_NAME, failures.EMAIL_NOT_ALLOWED, failures.EMAIL_DISPOSABLE, failures.EMAIL_PLUS),
    failures.EMAIL_IN_USE,
)
"""How `check_new_account` refuses."""


def address_trouble(world: World, address: str) -> Trouble | None:
    """Return why the organisation does not take an address, or `None`."""
    local, _, domain = address.rpartition("@")
    if not _ADDRESS.fullmatch(address):
        return "form"
    if world.setting("emails_restricted_to_domains"):
        if "+" in local:
            return "plus"
        return None if any(one.takes(domain) for one in world.domains) else "domain"
    if world.setting("disallow_disposable_email_addresses") and domain.lower() in _DISPOSABLE:
        return "disposable"
    return None


def check_new_account(world: World, address: str) -> None:
    """Refuse an address of which no account can be made."""
    match address_trouble(world, address):
        case "form":
            raise failures.BAD_BOT_NAME
        case "domain":
            raise failures.EMAIL_NOT_ALLOWED(email=address)
        case "disposable":
            raise failures.EMAIL_DISPOSABLE
        case "plus":
            raise failures.EMAIL_PLUS
    if world.users.by_login(address) is not None:
        raise failures.EMAIL_IN_USE(email=address)
