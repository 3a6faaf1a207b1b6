"""Say of which domains the addresses of people may be."""

from dragoman.model import Domain
from dragoman.operations.operation import Answer, Done, Operation


class DomainsFound(Answer):
    """The organization's domains."""

    domains: tuple[Domain, ...]


class GetDomains(Operation[DomainsFound], method="GET", path="/realm/domains"):
    """List the domains of which addresses must be, where they are restricted.

    Source: not in the spec.
    """


class DomainAdded(Answer):
    """A domain was added."""

    new_domain: tuple[int, str]
    """Its number and name."""


class AddDomain(Operation[DomainAdded], method="POST", path="/realm/domains"):
    """Let addresses be of a domain; owners only.

    Fails with code ``BAD_REQUEST`` for a domain that is not valid or there already; with
    ``UNAUTHORIZED_PRINCIPAL`` when one is no owner.
    Source: not in the spec.
    """

    domain: str
    allow_subdomains: bool


class UpdateDomain(Operation[Done], method="PATCH", path="/realm/domains/{domain}", repeatable=True):
    """Say whether addresses may be of what is below a domain; owners only.

    Fails with code ``BAD_REQUEST`` when there is none; with ``UNAUTHORIZED_PRINCIPAL`` when one is no owner.
    Source: not in the spec.
    """

    domain: str
    allow_subdomains: bool


class RemoveDomain(Operation[Done], method="DELETE", path="/realm/domains/{domain}"):
    """Let addresses no longer be of a domain; with the last one the restriction goes too; owners only.

    Fails with code ``BAD_REQUEST`` when there is none; with ``UNAUTHORIZED_PRINCIPAL`` when one is no owner.
    Source: not in the spec.
    """

    domain: str
