"""Reading and closing event queues."""

from typing import Any

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.shapes.register import EventsFetched


@endpoint(
    "GET",
    "/events",
    fails=(
        failures.MISSING_ARGUMENT,
        failures.BAD_QUEUE,
        failures.EVENT_PRUNED,
        failures.EVENT_NOT_IN_QUEUE,
    ),
    answers=EventsFetched,
)
async def get_events(
    call: Call,
    *,
    queue_id: str | None = None,
    last_event_id: Json[int] | None = None,
    dont_block: Json[bool] = False,
) -> dict[str, Any]:
    """Return the events after `last_event_id`, waiting for one if there is none.

    Source: Events; not in the spec: the parameters, the answer, and the heartbeat's exact time.
    """
    if queue_id is None:
        raise failures.MISSING_ARGUMENT(name="queue_id")
    if last_event_id is None:
        raise failures.MISSING_ARGUMENT(name="last_event_id")
    queue = call.queue(queue_id)
    queue.acknowledge(last_event_id)
    if dont_block or len(queue):
        return {"events": queue.encoded()}
    # What was answered from outside the line of requests does not tell of it any more.
    call.limits = None
    await queue.wait(call.world.queues.heartbeat_after())
    return {"events": queue.encoded(), "queue_id": queue.id}


@endpoint("DELETE", "/events", fails=(failures.BAD_QUEUE,))
def delete_queue(call: Call, *, queue_id: str) -> None:
    """Close an event queue; a poll that waits on it is answered with what there is.

    Source: DELETE /events.
    """
    call.world.queues.delete(call.queue(queue_id))
