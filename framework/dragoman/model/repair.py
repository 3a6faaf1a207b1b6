"""Mend JSON that a strict reader refuses though its sense is clear, such as half of a surrogate pair."""

import json

from msgspec import DecodeError


def repair(raw: bytes) -> bytes:
    """Return the same JSON with unreadable characters replaced; fails with ``DecodeError`` if it is none."""
    try:
        value = json.loads(raw.decode("utf-8", "replace"))
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"not JSON: {type(error).__name__}") from None
