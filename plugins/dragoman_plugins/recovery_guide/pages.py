"""The guide's answer, fetched when it is needed, shared by all who ask at once, and kept for a while."""

import asyncio
from datetime import timedelta

import msgspec

from dragoman.errors import GuideRateLimited, ServiceError
from dragoman.model import ServiceGuide
from dragoman.operations import GetServiceGuide
from dragoman.plugin import Context

LONGEST_WAIT = 5.0
"""Seconds that a person is let wait for the guide's read limit; after that it is said how long it takes."""


class Seen(msgspec.Struct, frozen=True):
    """A guide, and when it was fetched by the monotonic clock."""

    guide: ServiceGuide
    at: float


class Pages:
    """The guide as last seen: one request serves every category, and everybody who asks meanwhile."""

    def __init__(self, fresh: timedelta, stale: timedelta) -> None:
        """Take a guide as new for so long, and as better than none for so much longer."""
        self._fresh = fresh
        self._stale = stale
        self._seen: Seen | None = None
        self._request: asyncio.Task[Seen] | None = None

    async def guide(self, context: Context) -> tuple[ServiceGuide, timedelta]:
        """Return the guide and how old it is if it is older than it should be, else no age.

        Fails with ServiceError when the guide cannot be had and none has been seen lately.
        """
        now = context.clock.monotonic()
        if self._seen is not None and now - self._seen.at < self._fresh.total_seconds():
            return self._seen.guide, timedelta()
        try:
            return (await self._fetched(context)).guide, timedelta()
        except ServiceError as error:
            return self._from_memory(context, error)

    def _from_memory(self, context: Context, error: ServiceError) -> tuple[ServiceGuide, timedelta]:
        seen = self._seen
        age = context.clock.monotonic() - seen.at if seen is not None else 0.0
        if seen is None or age > self._stale.total_seconds():
            raise error
        context.log.warning("guide shown from memory", age=round(age), error=str(error))
        return seen.guide, timedelta(seconds=age)

    async def _fetched(self, context: Context) -> Seen:
        if self._request is None or self._request.done():
            self._request = asyncio.create_task(self._fetch(context))
        # Shielded: who gives up waiting must not take the answer away from the others.
        return await asyncio.shield(self._request)

    async def _fetch(self, context: Context) -> Seen:
        answer = await read_guide(context)
        self._seen = Seen(answer, context.clock.monotonic())
        return self._seen

    async def close(self) -> None:
        """Give up a request that is under way."""
        if self._request is not None and not self._request.done():
            self._request.cancel()
            await asyncio.gather(self._request, return_exceptions=True)


async def read_guide(context: Context) -> ServiceGuide:
    """Fetch the whole guide, once more after a short wait when its read limit is spent."""
    try:
        return (await context.guide(GetServiceGuide())).guide
    except GuideRateLimited as error:
        if error.retry_after > LONGEST_WAIT:
            raise
        await context.clock.sleep(error.retry_after)
    return (await context.guide(GetServiceGuide())).guide
