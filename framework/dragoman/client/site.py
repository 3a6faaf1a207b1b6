"""The address of a service: brought to one form, and refused where a key would travel in the clear."""

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from dragoman.errors import ConfigurationError, Problem

LOCAL_STARTS = ("localhost", "127.", "[::1]")


def normalise_site(text: str) -> str:
    """Return the address as ``scheme://host[:port][/path]``, without a slash or an ``/api`` at its end.

    Without a scheme it becomes https, or http for this machine. Fails with ``ConfigurationError``.
    """
    text = text.strip()
    if "://" not in text:
        text = ("http://" if text.startswith(LOCAL_STARTS) else "https://") + text
    parts = _split(text)
    path = parts.path.rstrip("/")
    for suffix in ("/api/v1", "/api"):
        path = path.removesuffix(suffix).rstrip("/")
    return f"{parts.scheme.lower()}://{parts.netloc}{path}"


def check_not_in_the_clear(site: str, allow_plain_http: bool) -> None:
    """Refuse ``http://`` to another machine, unless it is allowed; fails with ``ConfigurationError``."""
    parts = urlsplit(site)
    if parts.scheme == "http" and not allow_plain_http and not is_loopback(parts.hostname or ""):
        raise _refused(f"{site} would carry the API key unencrypted", "use https://, or allow plain http")


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _split(text: str) -> SplitResult:
    example = "write it like https://chat.example.com"
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise _refused("the address cannot be read", example) from None
    if parts.scheme.lower() not in ("http", "https"):
        raise _refused(f"{parts.scheme}:// is not a way to reach a service", example)
    if not host or any(sign.isspace() for sign in text):
        raise _refused("the address has no host, or a space in it", example)
    if "@" in parts.netloc:
        raise _refused("the address has a name or password in it", "leave out what stands before the @")
    if parts.query or parts.fragment:
        raise _refused("the address has a ? or # in it", example)
    return parts


def _refused(what: str, mend: str) -> ConfigurationError:
    return ConfigurationError((Problem(place="site", what=what, mend=mend),))
