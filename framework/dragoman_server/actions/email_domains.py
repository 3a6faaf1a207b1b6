"""Changing the domains of which addresses must be."""

import msgspec

from dragoman_server.actions.organization import do_change_organization_setting
from dragoman_server.event import Event
from dragoman_server.world.email_domains import EmailDomain
from dragoman_server.world.world import World


def do_add_domain(world: World, domain: EmailDomain) -> int:
    """Add a domain, and return its number."""
    world.domains.put(domain)
    world.send_to_all(Event("realm_domains", op="add", realm_domain=msgspec.to_builtins(domain)))
    return world.number("domain")


def do_change_domain(world: World, domain: EmailDomain) -> None:
    """Change a domain."""
    world.domains.put(domain)
    world.send_to_all(Event("realm_domains", op="change", realm_domain=msgspec.to_builtins(domain)))


def do_remove_domain(world: World, domain: EmailDomain) -> None:
    """Forget a domain; where it was the last, addresses are not restricted any more."""
    world.domains.remove(domain)
    if not list(world.domains) and world.setting("emails_restricted_to_domains"):
        do_change_organization_setting(world, "emails_restricted_to_domains", False)
    world.send_to_all(Event("realm_domains", op="remove", domain=domain.domain))
