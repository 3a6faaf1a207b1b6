"""The client of the data recovery guide service: ``await guide(operation)``."""

import asyncio
from types import TracebackType
from typing import Any, Self, TypeVar

from msgspec import DecodeError

from dragoman.client.answers import UNTOLD_WAIT, mapping_of, text_of
from dragoman.client.log import Log
from dragoman.client.notices import notices_of
from dragoman.client.retries import Retries
from dragoman.client.shelf import Shelf
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
    name_of,
)
from dragoman.operations import GuideOperation, Notices, complaint_of

T = TypeVar("T")

FRESH_SECONDS = 60.0
STALE_SECONDS = 24 * 3600.0
LONGEST_SPENT = 3600.0
"""Seconds; after these the service is asked again, whatever it said of its limit."""
DATES_KEPT = 1000
"""Deprecations that are remembered as said, so that the memory has an end."""

log = Log(__name__)


class Guide:
    """The guide service at one address; public, so there are no credentials.

    ::

        async with Guide("https://guide.example.com") as guide:
            answer = await guide(GetServiceGuide(device_type="nas"))

    Answers are kept for a while, calls for the same thing share one exchange, and a spent read limit is not
    tried again before its time.
    """

    def __init__(
        self,
        base_url: str,
        *,
        clock: Clock | None = None,
        jitter: Jitter = system_jitter,
        retries: Retries | None = None,
        fresh_for: float = FRESH_SECONDS,
        stale_for: float = STALE_SECONDS,
        strict: bool = False,
        patience_by_clock: bool = False,
    ) -> None:
        """Prepare; nothing is sent yet. Fails with ``ConfigurationError`` for an address that is none.

        An answer younger than ``fresh_for`` seconds is given again without asking; one younger than
        ``stale_for`` is given, marked ``stale``, when asking fails. ``strict`` refuses answers that are not
        to the letter of the specification; otherwise what is new in them is passed over. With
        ``patience_by_clock`` an answer is waited for by the clock, where the service goes by the same one.
        """
        self.base_url: str = normalise_site(base_url)
        self.clock: Clock = clock or SystemClock()
        self._jitter = jitter
        # A spent read limit is the caller's to wait out or to tell: a person may be waiting.
        self._retries = retries or Retries(longest_wait=-1.0)
        self._shelf = Shelf(self.clock, fresh_for=fresh_for, stale_for=stale_for)
        self._strict = strict
        self._transport = Transport(self.base_url, clock=self.clock if patience_by_clock else None)
        self._said: set[tuple[str, str]] = set()
        self._under_way: dict[GuideOperation[Any], asyncio.Task[Any]] = {}
        self._spent_until = float("-inf")

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
        for task in tuple(self._under_way.values()):
            task.cancel()
        await self._transport.close()

    def renew(self) -> None:
        """Use no connection any more that is open now: the machine may have slept, and they be dead."""
        self._transport.renew()

    async def __call__(
        self, operation: GuideOperation[T], *, fresh_for: float | None = None, stale_for: float | None = None
    ) -> T:
        """Return the answer to a call: a kept one, the one that is just being fetched, or a new one.

        ``fresh_for`` and ``stale_for`` count for this call in the place of the client's own.
        Trouble that may pass is met with a few repetitions, then with a kept answer marked ``stale``, which
        also stands in when the read limit is spent. Else raises ``GuideProblem`` for a problem body,
        ``GuideRateLimited`` at once when the limit is spent, or another ``ServiceError``.
        """
        kept = self._shelf.fresh(operation, fresh_for)
        if kept is not None:
            return kept
        try:
            return await self._shared(operation)
        except ServiceError as error:
            kept = None if _is_final(error) else self._shelf.stale(operation, stale_for)
            if kept is None:
                raise
            log.warning("guide answer is stale", error=str(error), operation=name_of(operation))
        return kept

    async def _shared(self, operation: GuideOperation[T]) -> T:
        """Fetch an answer together with all who want the same."""
        task = self._under_way.get(operation)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._fetch(operation))
            task.add_done_callback(lambda _: self._land(operation))
            self._under_way[operation] = task
        # Shielded: who gives up waiting does not end it for the others.
        answer: T = await asyncio.shield(task)
        return answer

    def _land(self, operation: GuideOperation[Any]) -> None:
        task = self._under_way.pop(operation)
        if not task.cancelled():
            # Looked at, for nobody may be waiting any more.
            task.exception()

    async def _fetch(self, operation: GuideOperation[T]) -> T:
        answer = await self._persistently(operation)
        self._shelf.keep(operation, answer)
        return answer

    async def _persistently(self, operation: GuideOperation[T]) -> T:
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
        """Make a call in one exchange, whatever is kept, without repeating it; raises as ``__call__`` does.

        A read limit that the service has called spent is not tried before its time.
        """
        self._check_limit(operation)
        reply = await self._transport.exchange(
            operation, operation.method, operation.target(), query=operation.form(), signed=False
        )
        notices = notices_of(reply.headers)
        self._tell(operation.path, reply, notices)
        if notices.limit is not None and notices.limit.remaining == 0:
            self._spent(notices.limit.reset or 0.0)
        if reply.status != 200:
            error = problem(operation, reply, notices, self.clock.now())
            if isinstance(error, GuideRateLimited):
                self._spent(error.retry_after)
            raise error
        reason = complaint_of(operation, reply.body) if self._strict else ""
        if not reason:
            try:
                return operation.read_answer(reply.body, notices)
            except DecodeError as undecodable:
                reason = str(undecodable)
        raise MalformedAnswer(operation, status=reply.status, reason=reason)

    def _spent(self, seconds: float) -> None:
        self._spent_until = max(self._spent_until, self.clock.monotonic() + min(seconds, LONGEST_SPENT))

    def _check_limit(self, operation: object) -> None:
        wait = self._spent_until - self.clock.monotonic()
        if wait > 0:
            raise GuideRateLimited(operation, retry_after=wait, msg="the public read limit is spent")

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


def _is_final(error: ServiceError) -> bool:
    """Tell whether the service has said no for good, so that no older answer may stand in."""
    return isinstance(error, GuideProblem) and not isinstance(error, GuideRateLimited)


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
