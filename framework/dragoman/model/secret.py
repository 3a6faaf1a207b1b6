"""A text that must not be shown: keys, passwords, tokens."""

from hmac import compare_digest

HIDDEN = "***"


class Secret:
    """Holds a text and shows stars wherever it might be printed; ``reveal`` gives the text."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Hold the text."""
        self._text = text

    def reveal(self) -> str:
        """Return the text itself."""
        return self._text

    def __repr__(self) -> str:
        """Show that there is a secret, and no more."""
        return f"Secret({HIDDEN})"

    def __str__(self) -> str:
        """Show stars."""
        return HIDDEN

    def __format__(self, spec: str) -> str:
        """Show stars."""
        return HIDDEN

    def __eq__(self, other: object) -> bool:
        """Compare with another secret, in a time that tells nothing of where they differ."""
        if not isinstance(other, Secret):
            return NotImplemented
        return compare_digest(_bytes_of(self), _bytes_of(other))

    def __hash__(self) -> int:
        """Return the hash of the text."""
        return hash(("dragoman.secret", self._text))

    def __bool__(self) -> bool:
        """Tell whether there is any text."""
        return bool(self._text)

    def __reduce__(self) -> str:
        """Refuse to be pickled."""
        raise TypeError("a secret is not written to files")


def _bytes_of(secret: Secret) -> bytes:
    return secret.reveal().encode("utf-8", "surrogatepass")


def decode_hook(kind: type, value: object) -> object:
    """Make a ``Secret`` of a text; what msgspec calls for a type that it does not know."""
    if kind is Secret and isinstance(value, str):
        return Secret(value)
    raise NotImplementedError(f"no way to make {kind.__name__} of {type(value).__name__}")
