"""Mute, unmute and follow topics."""

from typing import Literal

from dragoman.operations.operation import Done, Operation


class UpdateUserTopic(Operation[Done], method="POST", path="/user_topics", repeatable=True, since=170):
    """Set the account's policy for a topic; the topic need not have messages.

    Fails with code ``BAD_REQUEST`` for a channel that does not exist or is not to be seen.
    Source: not in the spec.
    """

    stream_id: int
    topic: str
    visibility_policy: Literal[0, 1, 2, 3]
    """0 none, 1 muted, 2 unmuted, 3 followed."""
