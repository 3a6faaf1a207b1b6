"""Who is asking, as far as counting reads goes: an IPv4 address or an IPv6 network of 64 bits."""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address

_MOST_HOPS = 20
_UNKNOWN = "unknown"


class Callers:
    """Tells callers apart, believing what trusted proxies say about them and nobody else."""

    def __init__(self, trusted_proxies: Iterable[str]) -> None:
        """Trust the proxies at these addresses or in these networks."""
        self._trusted = tuple(ip_network(entry, strict=False) for entry in trusted_proxies)

    def key(self, peer: str | None, forwarded_for: Iterable[str]) -> str:
        """Return what a caller's reads are counted under.

        ``peer`` is the other end of the connection, ``forwarded_for`` the values of ``X-Forwarded-For``. The
        last address in them that is not a trusted proxy's own is the caller's; what stands before it may
        have been made up by the caller.
        """
        address = _address(peer or "")
        if address is None:
            return _UNKNOWN
        for hop in _backwards(forwarded_for):
            if not self._is_trusted(address) or hop is None:
                break
            address = hop
        return _counted_as(address)

    def _is_trusted(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)


def _backwards(forwarded_for: Iterable[str]) -> Iterator[Address | None]:
    hops = ",".join(forwarded_for).rsplit(",", _MOST_HOPS)
    return (_address(hop.strip()) for hop in reversed(hops[-_MOST_HOPS:]))


def _address(text: str) -> Address | None:
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _counted_as(address: Address) -> str:
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address)
