"""Blots secrets out of log lines."""

import re
from collections.abc import Iterable
from typing import Any

from structlog.typing import EventDict, WrappedLogger

STARS = "***"
SHORTEST = 6
"""Characters of a secret; a shorter one would blot out half of every line."""
_HEADER = re.compile(r"\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]{8,}", re.IGNORECASE)


class Redactor:
    """Replaces the literal text of secrets, and credentials as HTTP headers carry them, by stars."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """Know these secrets."""
        self._known: set[str] = set()
        self._secrets: re.Pattern[str] | None = None
        self.add(secrets)

    def add(self, secrets: Iterable[str]) -> None:
        """Know more secrets; longer ones are looked for first, lest a part of one stays."""
        self._known.update(secret for secret in secrets if len(secret) >= SHORTEST)
        longest_first = sorted(self._known, key=len, reverse=True)
        self._secrets = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Clean one line, keys included; what is neither text nor number is shown by its ``repr``."""
        return {self.clean(key): self._value(value) for key, value in event.items()}

    def clean(self, text: str) -> str:
        """Return a text without secrets."""
        if self._secrets is not None:
            text = self._secrets.sub(STARS, text)
        return _HEADER.sub(rf"\1 {STARS}", text)

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.clean(value)
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, dict):
            return {self.clean(str(key)): self._value(each) for key, each in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._value(each) for each in value]
        return self.clean(repr(value))
