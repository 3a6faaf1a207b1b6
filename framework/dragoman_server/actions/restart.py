"""Telling clients that the server was started again."""

from dragoman_server.event import Event
from dragoman_server.payloads.server import version_payload
from dragoman_server.world.world import World


def tell_restart(world: World) -> None:
    """Tell whoever still has an event queue that the server was started again, and which it is."""
    generation = int(world.clock.now())
    event = Event("restart", **version_payload(world), server_generation=generation, immediate=True)
    world.queues.push(event, world.queues.owners())
