"""Makes text of header values, which may hold any bytes."""


def readable(value: str) -> str:
    """Return `value` with what was no UTF-8 replaced.

    It reaches us as lone surrogates, which no answer could carry.
    """
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
