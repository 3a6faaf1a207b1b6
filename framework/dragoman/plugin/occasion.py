"""What a method is called for, by a name under which marks are kept that it was called for it before."""

ONCE = "once:"
"""What the scopes begin with in which such marks stand."""
MESSAGE = "message:"
"""What the names of messages' occasions begin with."""


def of_message(message_id: int) -> str:
    """Return the occasion of a message."""
    return f"{MESSAGE}{message_id}"


def of_occurrence(schedule: str, key: str) -> str:
    """Return the occasion of a time that a schedule has come."""
    return f"occurrence:{schedule}:{key}"


def scope_of(occasion: str) -> str:
    """Return the scope in which the marks of an occasion stand."""
    return f"{ONCE}{occasion}"
