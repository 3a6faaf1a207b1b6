"""Named points at which a test may let the process die; they cost nothing and do nothing until one is armed.

A test's own program calls ``arm()`` before it runs a bot; then ``CRASH_AT=sending_committed:3`` in the
environment ends the process by SIGKILL when it passes that point for the third time. A simulation sets a hook
of its own. The points, in the order in which a message passes them:

===========================  ==========================================================================
events_received              events have come from the server, and nothing of them is committed
inbox_committed_before_ack   they are committed, and not yet acknowledged
running_committed            the attempt is counted, and the plugin not yet called; for a message that is
                             handled while it is taken in nothing is committed yet, and the point before this
                             one comes later
mid_handler                  the plugin is about to be called
before_outbox_commit         it has returned, and nothing of what it recorded is committed
outbox_committed             that is committed together with the message's being done
sending_committed            the first call is about to be made, and the journal says so
before_socket_write          nothing of it is written
after_socket_write           the request is written
server_committed_no_response the server has answered, and nothing of the answer is used
response_before_sent_commit  the answer is read, and not committed
sent_committed               it is
mid_verify                   the history is being searched for a message of which nobody knows
mid_catchup                  messages of a gap are being fetched
===========================  ==========================================================================

What a schedule has come for passes those from ``running_committed`` on, and before them
``occurrence_committed``: it is noted that it has come, and nothing of it is done. Where copies of a bot claim
what they answer, ``claimed`` comes before ``sending_committed``: the claim is made, and hardly noted.
"""

import os
import signal
from collections import Counter
from collections.abc import Callable
from typing import Literal, get_args

MessagePoint = Literal[
    "events_received",
    "inbox_committed_before_ack",
    "running_committed",
    "mid_handler",
    "before_outbox_commit",
    "outbox_committed",
    "sending_committed",
    "before_socket_write",
    "after_socket_write",
    "server_committed_no_response",
    "response_before_sent_commit",
    "sent_committed",
    "mid_verify",
    "mid_catchup",
]
Point = MessagePoint | Literal["occurrence_committed", "claimed"]
POINTS: tuple[MessagePoint, ...] = get_args(MessagePoint)
"""Those that a message passes."""
VARIABLE = "CRASH_AT"

_hook: Callable[[Point], None] | None = None


def crash_point(point: Point) -> None:
    """Pass a point."""
    if _hook is not None:
        _hook(point)


def is_armed() -> bool:
    """Whether anybody looks at the points."""
    return _hook is not None


def set_hook(hook: Callable[[Point], None] | None) -> None:
    """Call this at each point, or nothing any more."""
    global _hook
    _hook = hook


def arm() -> None:
    """End the process by SIGKILL where the environment's ``CRASH_AT`` says: ``point`` or ``point:n``."""
    wanted = os.environ.get(VARIABLE, "")
    if not wanted:
        return
    name, _, number = wanted.partition(":")
    if name not in (*POINTS, "occurrence_committed", "claimed"):
        raise ValueError(f"{VARIABLE}: there is no point {name}")
    passed: Counter[str] = Counter()

    def hook(point: Point) -> None:
        passed[point] += 1
        if point == name and passed[point] == int(number or 1):
            os.kill(os.getpid(), signal.SIGKILL)

    set_hook(hook)
