"""The addresses of those for whom the world file gives none."""

import re

from dragoman_server.world.schema import Bot, Person


def email_of(account: Person | Bot, domain: str) -> str:
    """Return the address of an account, made of the name where none was given."""
    if account.email is not None:
        return account.email
    local = local_part(account.name)
    return f"{local.removesuffix('-bot')}-bot@{domain}" if isinstance(account, Bot) else f"{local}@{domain}"


def local_part(name: str) -> str:
    """Return what stands before the @ in the address of somebody of that name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "nameless"
