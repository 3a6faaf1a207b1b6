"""The client of the data recovery guide service: ``await guide(operation)``."""

from types import TracebackType
from typing import Self, TypeVar

import structlog
from msgspec import DecodeError

from dragoman.client.answers import UNTOLD_WAIT, mapping_of, text_of
from dragoman.client.notices import notices_of
from dragoman.client.retries import Retries
from dragoman.client.site import normalise_site
from dragoman.client.transport import Reply, Transport
from dragoman.client.waiting import Jitter, seconds_until, system_jitter
from dragoman.clock import Clock, SystemClock
from dragoman.errors import (
    GuideProblem,
    GuideRateLimited,
    MalformedAnswer,
    ServerFailure,
    ServiceError,
)
from dragoman.operations import GuideOperation, Notices

T = TypeVar("T")

DATES_KEPT = 1000
"""Deprecations that are remembered as said, so that the memory has an end."""

log = structlog.get_logger(__name__)


class Guide:
    """The guide service at one address; public, so there are no credentials.

    ::

        async with Guide("https://guide.example.com") as guide:
            answer = await guide(GetServiceGuide(device_type="nas"))
    """

    def __init__(
        self,
        base_url: str,
        *,
        clock: Clock | None = None,
        jitter: Jitter = system_jitter,
        retries: Retries | None = None,
    ) -> None:
        """Prepare; nothing is sent yet. Fails with ``ConfigurationError`` for an address that is none."""
        self.base_url = normalise_site(base_url)
        self.clock: Clock = clock or SystemClock()
        self._jitter = jitter
        # A spent read limit is the caller's to wait out or to tell: a person may be waiting.
        self._retries = retries or Retries(longest_wait=-1.0)
        self._transport = Transport(self.base_url)
        self._said: set[tuple[str, str]] = set()

    def __repr__(self) -> str:
        """Name the address."""
        return f"<Guide at {self.base_url}>"

    async def __aenter__(self) -> Self:
        """Return the client itself."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the connections."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections; the client cannot be used afterwards."""
        await self._transport.close()

    async def __call__(self, operation: GuideOperation[T]) -> T:
        """Make a call and return its answer, repeating it a few times after trouble that may pass.

        Raises ``GuideProblem`` for a problem body, ``GuideRateLimited`` at once when the read limit is spent,
        another ``ServiceError`` for trouble that does not pass.
        """
        failures = 0
        while True:
            try:
                return await self.once(operation)
            except ServiceError as error:
                pause = self._retries.pause(operation, error, failures, self._jitter)
                if pause is None:
                    raise
                log.warning("call will be repeated", error=str(error), pause=round(pause, 3))
            failures += 1
            await self.clock.sleep(pause)

    async def once(self, operation: GuideOperation[T]) -> T:
        """Make a call in one exchange, without repeating it; raises as ``__call__`` does."""
        reply = await self._transport.exchange(
            operation, operation.method, operation.target(), query=operation.form(), signed=False
        )
        notices = notices_of(reply.headers)
        self._tell(operation.path, reply, notices)
        if reply.status != 200:
            raise problem(operation, reply, notices, self.clock.now())
        try:
            return operation.read_answer(reply.body, notices)
        except DecodeError as error:
            reason = str(error)
        raise MalformedAnswer(operation, status=reply.status, reason=reason)

    def _tell(self, path: str, reply: Reply, notices: Notices) -> None:
        """Warn of a deprecation once for each path and date."""
        if notices.deprecation is None and notices.sunset is None:
            return
        key = path, f"{notices.deprecation} {notices.sunset}"
        if key in self._said or len(self._said) >= DATES_KEPT:
            return
        self._said.add(key)
        log.warning(
            "guide version deprecated",
            path=path,
            since=str(notices.deprecation),
            until=str(notices.sunset) if notices.sunset else None,
            link=reply.headers.get("Link"),
        )


def problem(operation: object, reply: Reply, notices: Notices, now: float) -> ServiceError:
    """Make the error that a reply without success amounts to; the HTTP status counts, not the body's."""
    status = reply.status
    if status >= 500:
        return ServerFailure(operation, status=status)
    body = mapping_of(reply.body)
    code, detail = text_of(body, "code"), text_of(body, "detail") or text_of(body, "title")
    if status == 429:
        wait = seconds_until(reply.headers.get("Retry-After"), now)
        if wait is None:
            reset = notices.limit.reset if notices.limit else None
            wait = UNTOLD_WAIT if reset is None else float(reset)
        return GuideRateLimited(
            operation, retry_after=wait, status=status, code=code, msg=detail, details=body
        )
    if status < 400 or not body:
        return MalformedAnswer(operation, status=status, reason="it is no problem body")
    return GuideProblem(operation, status=status, code=code, msg=detail, details=body)
