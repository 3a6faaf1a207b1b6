"""Faults of the event queues: one that is lost, and all that restart."""

from typing import Literal

from aiohttp import web

from dragoman_server.actions.restart import tell_restart
from dragoman_server.memento import Memento
from dragoman_server.world.records import User
from dragoman_server.world.world import World


def kill_queue(world: World, request: web.Request, user: User | None) -> None:
    """Lose the queue that the request names; where it names none, all of its caller's."""
    named = world.queues.get(request.query.get("queue_id", ""))
    if named is not None:
        world.queues.delete(named)
    elif user is not None:
        for queue in world.queues.of(user.user_id):
            world.queues.delete(queue)


def restart_queues(world: World, how: Literal["keep", "lose", "stale"], dump: Memento | None) -> None:
    """Let all queues restart: their polls are cut off, and who still has one hears of it."""
    world.queues.cut_off()
    if how == "lose":
        for queue in world.queues:
            world.queues.delete(queue)
    elif how == "stale" and dump is not None:
        dump.put_back()
        world.queues.forget_polls()
    tell_restart(world)
