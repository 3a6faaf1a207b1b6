"""The domains of which addresses must be, where the organisation restricts them."""

import re
from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.actions.email_domains import do_add_domain, do_change_domain, do_remove_domain
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.payloads.organization import domains_payload
from dragoman_server.permissions import OWNERS
from dragoman_server.shapes.organization import DomainCreated, DomainsFound
from dragoman_server.world.email_domains import EmailDomain

_SIGNS = re.compile(r"[a-z0-9.-]*")


@endpoint("GET", "/realm/domains", answers=DomainsFound)
def get_domains(call: Call) -> dict[str, Any]:
    """Return the domains of which addresses must be, where they are restricted.

    Not in the spec: the operation.
    """
    return {"domains": domains_payload(call.world)}


@endpoint(
    "POST",
    "/realm/domains",
    permission=OWNERS,
    fails=(failures.INVALID_DOMAIN, failures.DOMAIN_KNOWN),
    emits=("realm_domains/add",),
    answers=DomainCreated,
)
def add_domain(call: Call, *, domain: str, allow_subdomains: Json[bool]) -> dict[str, Any]:
    """Let addresses be of a domain.

    Not in the spec: the operation.
    """
    name = domain.strip().lower()
    _check_domain(name)
    if call.world.domains.get(name) is not None:
        raise failures.DOMAIN_KNOWN(domain=name)
    added = EmailDomain(domain=name, allow_subdomains=allow_subdomains)
    return {"new_domain": (do_add_domain(call.world, added), name)}


@endpoint(
    "PATCH",
    "/realm/domains/{domain}",
    permission=OWNERS,
    fails=(failures.NO_SUCH_DOMAIN,),
    emits=("realm_domains/change",),
)
def change_domain(call: Call, *, domain: str, allow_subdomains: Json[bool]) -> None:
    """Say whether addresses may be of what is below a domain.

    Not in the spec: the operation.
    """
    changed = msgspec.structs.replace(_access(call, domain), allow_subdomains=allow_subdomains)
    do_change_domain(call.world, changed)


@endpoint(
    "DELETE",
    "/realm/domains/{domain}",
    permission=OWNERS,
    fails=(failures.NO_SUCH_DOMAIN,),
    emits=("realm_domains/remove", "realm/update"),
)
def remove_domain(call: Call, *, domain: str) -> None:
    """Let addresses no longer be of a domain; with the last one the restriction goes too.

    Not in the spec: the operation.
    """
    do_remove_domain(call.world, _access(call, domain))


def _access(call: Call, name: str) -> EmailDomain:
    found = call.world.domains.get(name)
    if found is None:
        raise failures.NO_SUCH_DOMAIN(domain=name)
    return found


def _check_domain(name: str) -> None:
    labels = name.split(".")
    problems = (
        (not name, "Domain can't be empty."),
        ("." not in name, "Domain must have at least one dot (.)"),
        (not labels[0] or not labels[-1], "Domain cannot start or end with a dot (.)"),
        ("" in labels, "Consecutive '.' are not allowed."),
        (
            any(one.startswith("-") or one.endswith("-") for one in labels),
            "Subdomains cannot start or end with a '-'.",
        ),
        (not _SIGNS.fullmatch(name), "Domain can only have letters, numbers, '.' and '-'s."),
    )
    for is_wrong, what in problems:
        if is_wrong:
            raise failures.INVALID_DOMAIN(what=what)
