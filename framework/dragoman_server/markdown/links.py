"""Addresses in messages: which are allowed, how they are written, which ones lead to files and images."""

import re
from urllib.parse import urlsplit

_ALLOWED_SCHEMES = frozenset({"http", "https", "ftp", "mailto"})
_IMAGE_ENDINGS = (".bmp", ".gif", ".jpe", ".jpeg", ".jpg", ".png", ".webp")
_UPLOADS = re.compile(r"/?user_uploads/(.+)")
_CONTROLS = re.compile(r"[\x00-\x20\x7f]")


def safe_url(url: str, realm_url: str) -> str | None:
    """Return the address that a link may lead to, None for one that may not be followed.

    An address without a scheme is one of the web; addresses of the organisation's own views and uploads
    become relative, so that they hold wherever the organisation is reached.
    """
    url = _CONTROLS.sub("", url)
    if url.startswith(("/", "#")) and not url.startswith("//"):
        return url
    try:
        scheme = urlsplit(url).scheme.lower()
    except ValueError:
        return None
    if not scheme:
        return None if not url else safe_url(_with_scheme(url), realm_url)
    if scheme not in _ALLOWED_SCHEMES or not _has_target(url):
        return None
    return _relative_to(realm_url, url)


def attachment_path(url: str) -> str | None:
    """Return the path of the uploaded file that an address leads to, None when it leads elsewhere."""
    match = _UPLOADS.match(url)
    return match[1] if match else None


def is_image(url: str) -> bool:
    """Say whether an address looks like that of an image."""
    if url.startswith(("#", "mailto:", "ftp:")):
        return False
    return urlsplit(url).path.lower().endswith(_IMAGE_ENDINGS)


def _with_scheme(url: str) -> str:
    if url.startswith("//"):
        return f"http:{url}"
    return f"mailto:{url}" if "@" in url and "/" not in url else f"http://{url}"


def _has_target(url: str) -> bool:
    parts = urlsplit(url)
    return bool(parts.path) if parts.scheme == "mailto" else bool(parts.netloc)


def _relative_to(realm_url: str, url: str) -> str:
    prefix = f"{realm_url}/"
    rest = url.removeprefix(prefix)
    if rest != url and rest.startswith(("#", "user_uploads/")):
        return rest
    return url
