"""Where code of a language can be tried: pages that code blocks lead to."""

from collections.abc import Iterator

import msgspec

from dragoman_server.world.tables import Holder, Table


class Playground(msgspec.Struct, frozen=True, kw_only=True):
    """One page, for one language."""

    id: int
    name: str
    pygments_language: str
    url_template: str
    """RFC 6570, with `{code}`."""


class Playgrounds(Holder):
    """All playgrounds by rising ID."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_id: Table[int, Playground] = Table("playground", int, Playground)

    def __iter__(self) -> Iterator[Playground]:
        """Walk over the playgrounds."""
        return iter([self._by_id[one] for one in sorted(self._by_id)])

    def get(self, playground_id: int) -> Playground | None:
        """Return the playground of that ID, or `None`."""
        return self._by_id.get(playground_id)

    def put(self, playground: Playground) -> None:
        """Add a playground."""
        self._by_id[playground.id] = playground

    def remove(self, playground: Playground) -> None:
        """Forget a playground."""
        del self._by_id[playground.id]
