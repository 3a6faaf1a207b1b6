"""The client of the messaging service: ``await zulip(operation)``."""

from base64 import b64encode
from types import TracebackType
from typing import Self, TypeVar

import structlog

from dragoman.client.answers import read_answer
from dragoman.client.credentials import Credentials
from dragoman.client.queue import EventQueue
from dragoman.client.retries import Retries
from dragoman.client.site import check_not_in_the_clear
from dragoman.client.transport import CALL, Patience, Reply, Transport
from dragoman.client.waiting import Jitter, system_jitter, whole_number
from dragoman.clock import Clock, SystemClock
from dragoman.errors import ServiceError, name_of
from dragoman.model import Record
from dragoman.operations import Operation, RegisterQueue

T = TypeVar("T")

API = "/api/v1"

log = structlog.get_logger(__name__)


class CallBudget(Record):
    """How many calls the account may still make, as of the last answer that told."""

    limit: int
    """Calls in a window."""
    remaining: int
    reset: int
    """When all is free again, UNIX seconds, UTC."""


class Zulip:
    """One account of one organization.

    ::

        async with Zulip(Credentials.from_zuliprc(path)) as zulip:
            sent = await zulip(SendMessage(type="channel", to=5, topic="t", content="hi"))
    """

    def __init__(
        self,
        credentials: Credentials,
        *,
        clock: Clock | None = None,
        jitter: Jitter = system_jitter,
        retries: Retries | None = None,
        allow_plain_http: bool = False,
    ) -> None:
        """Prepare; nothing is sent yet. Fails with ``ConfigurationError`` for an address that is not safe."""
        check_not_in_the_clear(credentials.site, allow_plain_http)
        self.credentials = credentials
        self.clock: Clock = clock or SystemClock()
        self.jitter = jitter
        self._retries = retries or Retries()
        self._transport = Transport(
            credentials.site, authorization=_basic(credentials), cert_bundle=credentials.cert_bundle
        )
        self._budget_headers: Reply | None = None

    def __repr__(self) -> str:
        """Name the account, without its key."""
        return f"<Zulip {self.credentials.email or 'anonymous'} at {self.credentials.site}>"

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

    async def __call__(self, operation: Operation[T]) -> T:
        """Make a call and return its answer, repeating it a few times where that can do no harm.

        A GET is repeated after any trouble that may pass; anything else only if it surely was not done: not
        sent, or refused with 429 and a wait of bounded length. Raises a ``ServiceError``: ``Refused`` means
        that nothing was done, ``Ambiguous`` that nobody knows.
        """
        failures = 0
        while True:
            try:
                return await self.once(operation)
            except ServiceError as error:
                pause = self._retries.pause(operation, error, failures, self.jitter)
                if pause is None:
                    raise
                log.warning("call will be repeated", error=str(error), pause=round(pause, 3))
            failures += 1
            await self.clock.sleep(pause)

    async def once(self, operation: Operation[T], *, patience: Patience = CALL) -> T:
        """Make a call in one exchange, without repeating it; raises as ``__call__`` does."""
        query, form = operation.form(), None
        if operation.method != "GET":
            query, form = "", query
        reply = await self._transport.exchange(
            operation,
            operation.method,
            API + operation.target(),
            query=query,
            form=form,
            signed=not operation.anonymous,
            patience=patience,
        )
        if "X-RateLimit-Remaining" in reply.headers:
            self._budget_headers = reply
        answer, success = read_answer(operation, reply, self.clock.now())
        if success.ignored:
            log.warning(
                "parameters ignored by the server", operation=name_of(operation), names=success.ignored
            )
        if success.misread:
            log.warning("answer understood in part", operation=name_of(operation), unread=success.misread)
        return answer

    def events(self, registration: RegisterQueue) -> EventQueue:
        """Return a queue of the account's events; it registers itself when first asked."""
        return EventQueue(self, registration)

    @property
    def budget(self) -> CallBudget | None:
        """The calls left, as the last answer that told of them said; ``None`` while none did."""
        if self._budget_headers is None:
            return None
        headers = self._budget_headers.headers
        names = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
        limit, remaining, reset = (whole_number(headers, name) for name in names)
        if limit is None or remaining is None or reset is None:
            return None
        return CallBudget(limit=limit, remaining=remaining, reset=reset)


def _basic(credentials: Credentials) -> str:
    if credentials.is_anonymous:
        return ""
    pair = f"{credentials.email}:{credentials.api_key.reveal()}"
    return "Basic " + b64encode(pair.encode()).decode("ascii")
