"""The domains of which addresses must be, where the organisation restricts them."""

from collections.abc import Iterator

import msgspec

from dragoman_server.world.tables import Holder, Table


class EmailDomain(msgspec.Struct, frozen=True, kw_only=True):
    """One domain, with those below it or without."""

    domain: str
    allow_subdomains: bool = False

    def takes(self, domain: str) -> bool:
        """Tell whether an address at `domain` is one of this."""
        name = domain.lower()
        return name == self.domain or (self.allow_subdomains and name.endswith(f".{self.domain}"))


class EmailDomains(Holder):
    """All of them, in the order in which they were added."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_name: Table[str, EmailDomain] = Table("email_domain", str, EmailDomain)

    def __iter__(self) -> Iterator[EmailDomain]:
        """Walk over the domains."""
        return iter(list(self._by_name.values()))

    def get(self, name: str) -> EmailDomain | None:
        """Return the domain of that name, or `None`."""
        return self._by_name.get(name)

    def put(self, domain: EmailDomain) -> None:
        """Add a domain, or put a changed record in the place of the old."""
        self._by_name[domain.domain] = domain

    def remove(self, domain: EmailDomain) -> None:
        """Forget a domain."""
        del self._by_name[domain.domain]
