"""The organisation's linkifiers, in the order in which they are tried."""

from collections.abc import Iterator

import msgspec

from dragoman_server.markdown.link_pattern import LinkPattern
from dragoman_server.world.tables import Holder, Single


class Linkifier(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern, and the address that is made of what it finds."""

    id: int
    pattern: str
    url_template: str
    example_input: str | None = None
    reverse_template: str | None = None
    alternative_url_templates: tuple[str, ...] = ()


class Linkifiers(Holder):
    """All linkifiers, and their patterns ready for use."""

    FOLLOWS = frozenset(("patterns",))

    def __init__(self) -> None:
        """Start without any."""
        self._all: Single[tuple[Linkifier, ...]] = Single("linkifiers", tuple[Linkifier, ...], ())
        self.patterns: tuple[LinkPattern, ...] = ()

    def __iter__(self) -> Iterator[Linkifier]:
        """Walk over the linkifiers in their order."""
        return iter(self._all.value)

    def get(self, linkifier_id: int) -> Linkifier | None:
        """Return the linkifier of that ID, or `None`."""
        return next((one for one in self if one.id == linkifier_id), None)

    def index(self) -> None:
        """Make the patterns ready again."""
        self.patterns = tuple(LinkPattern(one.pattern, one.url_template) for one in self)

    def put(self, linkifier: Linkifier) -> None:
        """Add a linkifier behind all others, or replace one where it stands."""
        replaced = [linkifier if one.id == linkifier.id else one for one in self]
        self.arrange(replaced if self.get(linkifier.id) else [*self, linkifier])

    def remove(self, linkifier: Linkifier) -> None:
        """Forget a linkifier."""
        self.arrange([one for one in self if one.id != linkifier.id])

    def arrange(self, linkifiers: list[Linkifier]) -> None:
        """Have these linkifiers, in this order."""
        self._all.value = tuple(linkifiers)
        self.index()
