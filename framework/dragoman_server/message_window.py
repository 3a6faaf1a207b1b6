"""The messages of a narrow before and after an anchor."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import msgspec

from dragoman_server.narrow import Narrow
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import Message
from dragoman_server.world.world import World

NEWEST = 10_000_000_000_000_000
"""The anchor behind all messages."""

Found = tuple[Message, int]


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """What was found around an anchor."""

    anchor: int
    found: list[Found]
    """The messages, oldest first, each with the reader's flags."""

    found_anchor: bool
    found_oldest: bool
    """Whether there is nothing further before."""

    found_newest: bool


def get_window(
    world: World,
    narrow: Narrow,
    anchor: int | None,
    *,
    num_before: int,
    num_after: int,
    include_anchor: bool = True,
) -> Window:
    """Return up to so many messages before and after `anchor`; `None` means the first unread one."""
    ids = _candidates(world, narrow)
    if anchor is None:
        anchor = _first_unread(world, narrow, ids)
    at_start, at_end = anchor == 0, anchor == NEWEST
    num_before, num_after = (0 if at_start else num_before), (0 if at_end else num_after)
    first, behind = bisect_left(ids, anchor), bisect_right(ids, anchor)
    before = _take(world, narrow, (ids[place] for place in range(first - 1, -1, -1)), num_before)
    after = _take(world, narrow, (ids[place] for place in range(behind, len(ids))), num_after)
    middle = _take(world, narrow, [anchor], 1) if include_anchor else []
    return Window(
        anchor=anchor,
        found=[*reversed(before), *middle, *after],
        found_anchor=bool(middle),
        found_oldest=at_start or len(before) < num_before,
        found_newest=at_end or len(after) < num_after,
    )


def first_since(world: World, narrow: Narrow, when: float) -> int:
    """Return the ID of the first message of a narrow that was sent at `when` (UNIX seconds) or later.

    Where there is none, the anchor behind all messages stands for it.
    """
    sent = (world.messages[one] for one in _candidates(world, narrow))
    later = (message for message in sent if message.timestamp >= when)
    return next((message.id for message in later if narrow.flags_of(message) is not None), NEWEST)


def _candidates(world: World, narrow: Narrow) -> Sequence[int]:
    channel = narrow.channel
    return (
        world.messages.ids
        if channel is None
        else world.messages.ids_of(world.channel_recipient(channel.id).id)
    )


def _take(world: World, narrow: Narrow, ids: Iterable[int], most: int) -> list[Found]:
    found: list[Found] = []
    if most == 0:
        return found
    for message_id in ids:
        message = world.messages.get(message_id)
        flags = None if message is None else narrow.flags_of(message)
        if message is not None and flags is not None:
            found.append((message, flags))
            if len(found) == most:
                break
    return found


def _first_unread(world: World, narrow: Narrow, ids: Iterable[int]) -> int:
    for message_id in ids:
        flags = narrow.flags_of(world.messages[message_id])
        if flags is not None and not flags & Flag.READ:
            return message_id
    return NEWEST
