"""What a fault does to a request, field by field; several fields together make one fault."""

from typing import Literal

import msgspec

Point = Literal["before_commit", "after_commit", "mid_body"]
"""Before anything was done, after it was done and before anything is said, or amid what is said."""


class Act(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way of going wrong. Seconds pass on the server's clock."""

    status: int | None = None
    """Answered instead of what would have been."""

    at: Literal["before_commit", "after_commit"] = "before_commit"
    """Whether what was asked is done all the same before `status` is answered."""

    headers: dict[str, str | None] = {}
    """Set in the answer; `None` takes a header out."""

    body: str | None = None
    """Said in the place of the answer's body."""

    content_type: str | None = None
    """Claimed for the answer's body."""

    delay_before: float = 0.0
    """Seconds to wait before anything is done."""

    delay_after_commit: float = 0.0
    """Seconds to wait when everything is done and nothing said."""

    drop: Point | None = None
    """Where the connection is closed in good order."""

    rst: Point | None = None
    """Where the connection is torn down by a reset."""

    blackhole: bool = False
    """Whether nothing is ever done or answered, with the connection open."""

    truncate: int | None = None
    """How many bytes of the body are left, in an answer that is well-formed otherwise."""

    trickle: float | None = None
    """How many bytes of the body are sent in a second."""

    rate_limit: int | None = None
    """How many requests are refused as too many."""

    retry_after: float | str | None = 1.0
    """What `rate_limit` tells to wait, in header and body; `None` tells nothing."""

    kill_queue: bool = False
    """Whether the queue that the request names is lost; where it names none, all of its caller's."""

    queue_restart: Literal["keep", "lose", "stale"] | None = None
    """Whether the event queues restart: as they are, without any, or as they were when the rule was set."""

    dup_events: bool = False
    """Whether each event is told twice."""

    reorder_events: bool = False
    """Whether events are told newest first."""

    suppress_heartbeat: bool = False
    """Whether a poll is left without heartbeats."""

    skew_date_header: float | None = None
    """By how many seconds the `Date` header is ahead of the server's clock."""

    commit_lag: float | None = None
    """After how many seconds the thing is done, for a client whose connection was closed at once."""
