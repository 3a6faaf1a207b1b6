"""Event queues over a stop in good order: put aside, and opened again under the same IDs.

After a kill they are lost, as on real servers; their owners register anew.
"""

from dragoman_server.actions.restart import tell_restart
from dragoman_server.store.keeper import Keeper
from dragoman_server.world.world import World


def park_queues(keeper: Keeper, world: World) -> None:
    """Put all event queues aside. Nobody waits on one any more."""
    for queue in world.queues:
        keeper.parked[queue.id] = queue.park()


def resume_queues(keeper: Keeper, world: World) -> None:
    """Open the queues again that were put aside, but those that lay idle for too long."""
    for parked in keeper.parked.values():
        world.queues.resume(parked)
    keeper.parked.clear()
    tell_restart(world)
