"""The client of the messaging service: ``await zulip(operation)``."""

from base64 import b64encode
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote, unquote, urljoin
from uuid import uuid4

from msgspec import UNSET, structs

from dragoman.client.answers import read_answer, refusal
from dragoman.client.credentials import Credentials
from dragoman.client.log import Log
from dragoman.client.pacing import CallBudget, Pace, PauseTooLong
from dragoman.client.queue import EventQueue
from dragoman.client.retries import Retries
from dragoman.client.site import check_not_in_the_clear
from dragoman.client.skew import Skew
from dragoman.client.transport import CALL, UPLOAD, Passed, Patience, Reply, Transport
from dragoman.client.waiting import Jitter, system_jitter, whole_number
from dragoman.clock import Clock, SystemClock
from dragoman.errors import RateLimited, ServerTooOld, ServiceError, name_of
from dragoman.model import File
from dragoman.operations import GetEvents, Operation, Registered, RegisterQueue, ServerSettings

T = TypeVar("T")

API = "/api/v1"

log = Log(__name__)


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
        pace: Pace | None = None,
        allow_plain_http: bool = False,
        patience_by_clock: bool = False,
    ) -> None:
        """Prepare; nothing is sent yet. Fails with ``ConfigurationError`` for an address that is not safe.

        Clients of one credential should be given one ``pace``, as servers count their calls together. With
        ``patience_by_clock`` an answer is waited for by the clock, where the server goes by the same; else
        by the machine's time.
        """
        check_not_in_the_clear(credentials.site, allow_plain_http)
        self.credentials = credentials
        self.clock: Clock = clock or SystemClock()
        self.jitter = jitter
        self._retries = retries or Retries()
        self._owns_pace = pace is None
        self.pace: Pace = pace or Pace(self.clock, longest_wait=self._retries.longest_wait)
        """Who may call next; polls have a budget and a pause of their own."""
        self.poll_budget: CallBudget | None = None
        """The polls left, as the last poll that told of them said."""
        self.feature_level: int | None = None
        """The server's, as a registration, its settings or a restart told it; ``None`` before."""
        self.skew = Skew(self.clock)
        """How far the server's clock is from ours."""
        self._transport = Transport(
            credentials.site,
            authorization=_basic(credentials),
            cert_bundle=credentials.cert_bundle,
            client_cert=credentials.client_cert,
            client_cert_key=credentials.client_cert_key,
            clock=self.clock if patience_by_clock else None,
        )

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
        if self._owns_pace:
            self.pace.close()
        await self._transport.close()

    def renew(self) -> None:
        """Use no connection any more that is open now: the machine may have slept, and they be dead."""
        self._transport.renew()

    async def __call__(self, operation: Operation[T], *, idempotency_key: str | None = None) -> T:
        """Make a call and return its answer, repeating it a few times where that can do no harm.

        A GET, and what its record says ``may_be_repeated``, is repeated after any trouble that may pass;
        anything else only if it surely was not done: not sent, or refused with 429 and a wait of bounded
        length.
        Raises a ``ServiceError``: ``Refused`` means that nothing was done, ``Ambiguous`` that nobody knows.
        A call that the server is known to be too old for, or for one of its parameters, fails with
        ``ServerTooOld`` and is not sent; what a call can do without is left out instead, and logged.

        Each POST carries an ``Idempotency-Key``, for servers that know a repetition by it: a key of one's own
        holds over several calls and after a restart, else each call has its own, its repetitions included.
        """
        failures, key = 0, idempotency_key or _new_key()
        while True:
            try:
                return await self.once(operation, idempotency_key=key)
            except ServiceError as error:
                pause = self._retries.pause(operation, error, failures, self.jitter)
                if pause is None:
                    raise
                log.warning("call will be repeated", error=str(error), pause=round(pause, 3))
            failures += 1
            await self.clock.sleep(pause)

    async def once(
        self,
        operation: Operation[T],
        *,
        patience: Patience = CALL,
        idempotency_key: str | None = None,
        passed: Passed | None = None,
    ) -> T:
        """Make a call in one exchange, without repeating it; raises as ``__call__`` does.

        ``passed`` is told when the request is written and when the head of the answer has come.
        """
        operation = self._fitting(operation)
        key = (idempotency_key or _new_key()) if operation.method == "POST" else ""
        if _is_poll(operation):
            reply = await self._send(operation, patience, key)
            self.poll_budget = _budget_of(reply) or self.poll_budget
            return self._read(operation, reply)
        try:
            async with self.pace.turn():
                reply = await self._send(operation, patience, key, passed)
                self.pace.budget = _budget_of(reply) or self.pace.budget
                return self._read(operation, reply)
        except PauseTooLong as pause:
            refused = RateLimited(operation, retry_after=pause.seconds, msg="the account's calls are paused")
        raise refused

    async def download(self, location: str) -> File:
        """Fetch a file of the organization by its address, as ``FileUploaded.location`` or a message has it.

        Fails with ``NotFound`` when there is none, ``Forbidden`` when it is not to be seen, and with
        ``ValueError`` for an address that is not the organization's: the key is not carried elsewhere.
        """
        path = location.removeprefix(self.credentials.site)
        if not path.startswith("/") or path.startswith("//"):
            raise ValueError("the address is not one of the organization's")
        target = quote(path, safe="/%?=&+-._~")
        reply = await self._transport.exchange("download", "GET", target, patience=UPLOAD)
        if reply.status != 200:
            raise refusal("download", reply, self.clock.now(), plain=True)
        kind = reply.headers.get("Content-Type", "application/octet-stream")
        name = unquote(path.partition("?")[0].rpartition("/")[2])
        return File(name=name, content=reply.body, content_type=kind)

    async def avatar(self, user_id: int) -> str:
        """Return the address of an account's picture, which may be on another site.

        Fails with ``NotFound`` or another ``ServiceError`` when the server does not tell.
        """
        reply = await self._transport.exchange("avatar", "GET", f"/avatar/{user_id}")
        if 300 <= reply.status < 400 and (place := reply.headers.get("Location")):
            return urljoin(self.credentials.site + "/", place)
        if reply.status != 200:
            raise refusal("avatar", reply, self.clock.now())
        return f"{self.credentials.site}/avatar/{user_id}"

    def learn_level(self, level: int | None) -> None:
        """Take note of the server's feature level."""
        if level is not None:
            self.feature_level = level

    def _fitting(self, operation: Operation[T]) -> Operation[T]:
        """Return the call as the server understands it: without what is to spare and too new for it."""
        level = self.feature_level
        if level is None:
            return operation
        if level < operation.since:
            raise ServerTooOld(operation, needed=operation.since, offered=level)
        newer = operation.newer_than(level)
        for name, mark in newer.items():
            if not mark.spare:
                raise ServerTooOld(operation, needed=mark.level, offered=level, parameter=name)
            told = {"parameter": name, "needed": mark.level, "offered": level}
            log.info("parameter left out", operation=name_of(operation), **told)
        return structs.replace(operation, **dict.fromkeys(newer, UNSET)) if newer else operation

    async def _send(
        self, operation: Operation[Any], patience: Patience, key: str, passed: Passed | None = None
    ) -> Reply:
        form, files = operation.form(), operation.files()
        is_query = operation.method == "GET"
        begun = self.skew.begin()
        reply = await self._transport.exchange(
            operation,
            operation.method,
            API + operation.target(),
            query=form if is_query else "",
            form=None if is_query else form,
            parts=(operation.parameters(), files) if files else None,
            signed=not operation.anonymous,
            idempotency_key=key,
            patience=UPLOAD if files and patience is CALL else patience,
            passed=passed,
        )
        self.skew.note(reply.headers, begun)
        return reply

    def _read(self, operation: Operation[T], reply: Reply) -> T:
        try:
            answer, success = read_answer(operation, reply, self.clock.now())
        except RateLimited as error:
            if not _is_poll(operation):
                self.pace.hold(error.retry_after)
            raise
        if isinstance(answer, Registered | ServerSettings):
            self.learn_level(answer.feature_level)
        if success.ignored:
            log.warning(
                "parameters ignored by the server", operation=name_of(operation), names=success.ignored
            )
        if success.misread:
            log.warning("answer understood in part", operation=name_of(operation), unread=success.misread)
        return answer

    def events(self, registration: RegisterQueue, *, resume: tuple[str, int] | None = None) -> EventQueue:
        """Return a queue of the account's events; it registers itself when first asked.

        ``resume`` names a queue that an earlier process left, and the last of its events dealt with.
        """
        return EventQueue(self, registration, resume=resume)

    @property
    def budget(self) -> CallBudget | None:
        """The calls left, as the last answer that told of them said; ``None`` while none did."""
        return self.pace.budget


def _new_key() -> str:
    return str(uuid4())


def _is_poll(operation: object) -> bool:
    """Tell whether servers count the call with the polls."""
    return isinstance(operation, GetEvents)


def _budget_of(reply: Reply) -> CallBudget | None:
    remaining = whole_number(reply.headers, "X-RateLimit-Remaining")
    if remaining is None:
        return None
    limit = whole_number(reply.headers, "X-RateLimit-Limit")
    reset = whole_number(reply.headers, "X-RateLimit-Reset")
    if limit is None or reset is None:
        return None
    return CallBudget(limit=limit, remaining=remaining, reset=reset)


def _basic(credentials: Credentials) -> str:
    if credentials.is_anonymous:
        return ""
    pair = f"{credentials.email}:{credentials.api_key.reveal()}"
    return "Basic " + b64encode(pair.encode()).decode("ascii")
