"""The guide's answer, as fresh as the options want it, or an older one while the service does not answer."""

from datetime import timedelta

import msgspec

from dragoman.errors import GuideRateLimited
from dragoman.model import ServiceGuide, ServiceLink
from dragoman.operations import GetServiceGuide, GuideAnswer
from dragoman.plugin import Context

LONGEST_WAIT = 5.0
"""Seconds that a person is let wait for the guide's read limit; after that it is said how long it takes."""


class Pages(msgspec.Struct, frozen=True):
    """How old the guide's answers may be; the client keeps them, for everybody who asks."""

    fresh: timedelta
    """As good as new for so long."""
    stale: timedelta
    """Better than none for so long."""

    async def guide(self, context: Context) -> tuple[ServiceGuide, timedelta]:
        """Return the whole guide, and how old it is if it is older than it should be, else no age.

        Fails with ServiceError when the guide cannot be had and none has been seen lately.
        """
        answer = await self._patiently(context, GetServiceGuide())
        return answer.guide, timedelta(seconds=answer.age) if answer.stale else timedelta()

    async def link(self, context: Context, device_type: str) -> ServiceLink | None:
        """Return the page of one category as the guide tells it when asked for that alone."""
        answer = await self._ask(context, GetServiceGuide(device_type=device_type))
        return answer.guide.link_for(device_type)

    async def _patiently(self, context: Context, operation: GetServiceGuide) -> GuideAnswer:
        """Ask, and once more after a short wait when the read limit is spent."""
        try:
            return await self._ask(context, operation)
        except GuideRateLimited as error:
            if error.retry_after > LONGEST_WAIT:
                raise
            await context.clock.sleep(error.retry_after)
        return await self._ask(context, operation)

    async def _ask(self, context: Context, operation: GetServiceGuide) -> GuideAnswer:
        fresh, stale = self.fresh.total_seconds(), self.stale.total_seconds()
        return await context.guide(operation, fresh_for=fresh, stale_for=stale)
