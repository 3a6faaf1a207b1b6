"""Making, changing, ordering and deleting linkifiers; everybody is told all of them each time."""

from dragoman_server.event import Event
from dragoman_server.payloads.linkifiers import linkifier_payloads
from dragoman_server.world.linkifiers import Linkifier
from dragoman_server.world.world import World


def do_put_linkifier(world: World, linkifier: Linkifier) -> None:
    """Add a linkifier as the last one, or replace one where it stands."""
    world.linkifiers.put(linkifier)
    _tell(world)


def do_remove_linkifier(world: World, linkifier: Linkifier) -> None:
    """Let a linkifier be gone."""
    world.linkifiers.remove(linkifier)
    _tell(world)


def do_arrange_linkifiers(world: World, linkifiers: list[Linkifier]) -> None:
    """Bring the linkifiers into another order."""
    world.linkifiers.arrange(linkifiers)
    _tell(world)


def _tell(world: World) -> None:
    world.send_to_all(Event("realm_linkifiers", realm_linkifiers=linkifier_payloads(world)))
