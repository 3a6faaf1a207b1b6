"""One linkifier: a pattern in RE2's language, and the address that is made of what it finds."""

from collections.abc import Iterator
from typing import Any

import msgspec
import re2
import uritemplate

_FOUND, _AFTER = "dragoman_found", "dragoman_after"
_AROUND = r"(?:^|\s|\x{85}|\pZ|['\"\(,:<])(?P<" + _FOUND + r">%s)(?P<" + _AFTER + r">$|[^\pL\pN])"
"""A pattern holds for whole words: what stands around it is neither letter nor digit."""


def compile_pattern(source: str) -> Any:
    """Return a pattern as RE2 reads it, which takes linear time; fails with `re2.error`."""
    options = re2.Options()
    options.log_errors = False
    return re2.compile(source, options)


class Found(msgspec.Struct, frozen=True):
    """A place in a text that a linkifier makes a link of."""

    start: int
    text: str
    url: str

    @property
    def end(self) -> int:
        """Where in the text it ends."""
        return self.start + len(self.text)


class LinkPattern:
    """One linkifier, ready for use."""

    __slots__ = ("_pattern", "_template")

    def __init__(self, pattern: str, url_template: str) -> None:
        """Compile pattern and template; fails with `re2.error`."""
        self._pattern = compile_pattern(_AROUND % pattern)
        self._template = uritemplate.URITemplate(url_template)

    def occurs_in(self, text: str) -> bool:
        """Tell whether anything is found in a text."""
        return self._pattern.search(text) is not None

    def find(self, text: str) -> Iterator[Found]:
        """Walk over what is found in a text, from left to right."""
        position = 0
        while position <= len(text) and (match := self._pattern.search(text, position)) is not None:
            # What stands behind one find may stand before the next one as well.
            position = max(match.end() - len(match.group(_AFTER)), position + 1)
            values = {name: value for name, value in match.groupdict().items() if value is not None}
            start = match.start(self._pattern.groupindex[_FOUND])
            yield Found(start, match.group(_FOUND), self._template.expand(**values))
