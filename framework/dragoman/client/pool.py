"""A session of aiohttp's, and how many exchanges use it: one that was left is closed after the last."""

from collections.abc import Iterable

import aiohttp


class Pool:
    """The connections of one session."""

    __slots__ = ("session", "users")

    def __init__(self, session: aiohttp.ClientSession) -> None:
        """Begin with nobody who uses them."""
        self.session = session
        self.users = 0


async def close_unused(pools: Iterable[Pool]) -> list[Pool]:
    """Close those that nobody uses, and return the others."""
    used: list[Pool] = []
    for pool in pools:
        if pool.users:
            used.append(pool)
        else:
            await pool.session.close()
    return used
