"""One exchange over HTTP: bytes out, bytes in, or an error that says what is certain."""

import asyncio
import os
import platform
import ssl
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Literal
from urllib.request import getproxies, proxy_bypass

import aiohttp
from aiohttp.http_exceptions import ContentEncodingError
from multidict import CIMultiDict
from yarl import URL

from dragoman.client.limits import limited
from dragoman.client.site import is_loopback
from dragoman.client.version import VERSION
from dragoman.clock import Clock
from dragoman.errors import (
    ConfigurationError,
    ConnectionLost,
    MalformedAnswer,
    NotSent,
    Problem,
    ServiceError,
    TimedOut,
)
from dragoman.model import File, Record

USER_AGENT = f"Dragoman/{VERSION} ({platform.system()}; Python {platform.python_version()})"
BODY_LIMIT = 64 * 1024 * 1024
"""Bytes of an answer, after decompression."""
CONNECT_SECONDS = 10.0
LARGE_BODY = 1 << 20
"""Bytes from which a body is written piece by piece, lest sending it hold up everything else."""
LONGEST_KEY = 255
"""Characters of a header that names a call."""
KNOWN_URLS = 256
REPEATED = frozenset(("PUT", "DELETE"))
"""What aiohttp would repeat by itself after a broken connection, beside GET."""
FORM = "application/x-www-form-urlencoded"


Parts = tuple[Sequence[tuple[str, str]], Sequence[tuple[str, File]]]
"""Texts and files of a multipart body, each with its name."""


Passed = Callable[[Literal["written", "answered"]], None]
"""Told how far a request has come: written to the socket whole, and the head of its answer read."""


class Reply(Record):
    """What came back, whatever it means."""

    status: int
    headers: Mapping[str, str]
    """Names in any case."""
    body: bytes


class Patience(Record):
    """How long to wait for an answer."""

    total: float
    """Seconds from the start to the last byte; they may be without end."""
    silence: float | None = None
    """Seconds without a byte."""


CALL = Patience(total=20.0)
POLL = Patience(total=90.0, silence=75.0)
UNBOUNDED = Patience(total=float("inf"))
UPLOAD = Patience(total=300.0, silence=60.0)


class _Pool:
    """The connections of one session."""

    __slots__ = ("session", "users")

    def __init__(self, session: aiohttp.ClientSession) -> None:
        """Begin with nobody who uses them."""
        self.session = session
        self.users = 0


class Transport:
    """Connections to one service. Follows no redirect, keeps no cookie, repeats nothing but a GET.

    Goes through the proxy that ``HTTPS_PROXY`` or ``HTTP_PROXY`` names, unless ``NO_PROXY`` has the host.
    """

    def __init__(
        self,
        site: str,
        *,
        authorization: str = "",
        cert_bundle: Path | None = None,
        client_cert: Path | None = None,
        client_cert_key: Path | None = None,
        body_limit: int = BODY_LIMIT,
        clock: Clock | None = None,
    ) -> None:
        """Prepare for a service; connections are made when needed.

        ``authorization`` is the header of signed exchanges; ``client_cert`` is shown to servers that ask for
        one, and has its key in the same file unless another is named. Patience goes by the machine's time, or
        by the ``clock`` where one is given: while it stands still nothing is too late.
        """
        self._base = str(URL(site)).rstrip("/")
        self._proxy = _proxy_for(self._base)
        self._tls = _tls(cert_bundle, client_cert, client_cert_key)
        self._body_limit = body_limit
        self._headers = {
            (sign, form): _headers(authorization if sign else "", FORM if form else "")
            for sign in (True, False)
            for form in (True, False)
        }
        self._pools: dict[bool, _Pool] = {}
        self._left: list[_Pool] = []
        self._clock = clock
        self._closed = False
        self._urls: dict[str, URL] = {}
        self._timeouts: dict[Patience, aiohttp.ClientTimeout] = {}

    async def exchange(
        self,
        operation: object,
        method: str,
        target: str,
        *,
        query: str = "",
        form: str | None = None,
        parts: Parts | None = None,
        signed: bool = True,
        idempotency_key: str = "",
        patience: Patience = CALL,
        passed: Passed | None = None,
    ) -> Reply:
        """Send one request and return what comes back; with ``parts`` its body is multipart.

        ``passed`` is told how far it has come.
        Fails with ``NotSent`` before the request is out, with an ``Ambiguous`` error after.
        """
        body = _multipart(parts) if parts else None if form is None else _payload(form.encode("ascii"))
        headers = self._headers[signed, form is not None and not parts]
        if idempotency_key:
            headers = headers.copy()
            headers["Idempotency-Key"] = _checked(idempotency_key)
        url = self._url(target, query)
        try:
            if self._clock is not None:
                async with limited(self._clock, patience.total):
                    return await self._exchange(operation, method, url, body, headers, UNBOUNDED, passed)
            return await self._exchange(operation, method, url, body, headers, patience, passed)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            failure = _failure(operation, error)
        # Raised here, not in the handler: the original error holds the headers and must not hang on it.
        raise failure

    async def close(self) -> None:
        """Close the connections; no exchange is possible afterwards."""
        self._closed = True
        for pool in (*self._pools.values(), *self._left):
            await pool.session.close()

    def renew(self) -> None:
        """Send nothing more over the connections that are open; what is under way on them goes on."""
        self._left += self._pools.values()
        self._pools = {}

    async def _exchange(
        self,
        operation: object,
        method: str,
        url: URL,
        body: bytes | BytesIO | aiohttp.FormData | None,
        headers: CIMultiDict[str],
        patience: Patience,
        passed: Passed | None,
    ) -> Reply:
        pool = self._opened(watched=passed is not None)
        pool.users += 1
        try:
            async with pool.session.request(
                method,
                url,
                data=body,
                headers=headers,
                timeout=self._timeout(patience),
                allow_redirects=False,
                proxy=self._proxy,
                trace_request_ctx=passed,
                middlewares=_ONLY_ONCE if method in REPEATED else (),
            ) as response:
                answer = await self._body(response)
                if answer is None:
                    reason = f"it is longer than {self._body_limit} bytes"
                    raise MalformedAnswer(operation, status=response.status, reason=reason)
                return Reply(status=response.status, headers=response.headers, body=answer)
        finally:
            pool.users -= 1
            if self._left:
                left, self._left = self._left, []
                self._left += await _close_unused(left)

    def _opened(self, *, watched: bool = False) -> _Pool:
        """Return the session; that of watched exchanges is another one, for watching takes its time."""
        if self._closed:
            raise RuntimeError("the client is closed; make a new one")
        pool = self._pools.get(watched)
        if pool is None:
            session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(ssl=self._tls),
                cookie_jar=aiohttp.DummyCookieJar(),
                trace_configs=[_watch()] if watched else None,
            )
            pool = self._pools[watched] = _Pool(session)
        return pool

    def _url(self, target: str, query: str) -> URL:
        if query:
            return URL(f"{self._base}{target}?{query}", encoded=True)
        url = self._urls.get(target)
        if url is None:
            url = URL(self._base + target, encoded=True)
            if len(self._urls) < KNOWN_URLS:
                self._urls[target] = url
        return url

    def _timeout(self, patience: Patience) -> aiohttp.ClientTimeout:
        timeout = self._timeouts.get(patience)
        if timeout is None:
            total = None if patience is UNBOUNDED else patience.total
            timeout = aiohttp.ClientTimeout(total=total, connect=CONNECT_SECONDS, sock_read=patience.silence)
            self._timeouts[patience] = timeout
        return timeout

    async def _body(self, response: aiohttp.ClientResponse) -> bytes | None:
        """Read the answer; ``None`` if it is too long, however well it was compressed."""
        length = response.content_length
        if length is not None and length <= self._body_limit and "Content-Encoding" not in response.headers:
            return await response.read()
        body = bytearray()
        while chunk := await response.content.readany():
            body += chunk
            if len(body) > self._body_limit:
                response.close()
                return None
        return bytes(body)


class _Broken(aiohttp.ClientError):
    """A connection that broke under a request that may have been carried out."""


async def _only_once(
    request: aiohttp.ClientRequest, send: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Keep aiohttp from repeating a DELETE or PUT by itself: the second answer would be believed."""
    try:
        return await send(request)
    except aiohttp.ClientConnectorError:
        raise
    except (aiohttp.ClientOSError, aiohttp.ServerDisconnectedError) as error:
        failure = _Broken(type(error).__name__)
    raise failure


_ONLY_ONCE = (_only_once,)


def _watch() -> aiohttp.TraceConfig:
    async def written(
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        _params: aiohttp.TraceRequestChunkSentParams,
    ) -> None:
        # It is told just before the write, which comes in the same step.
        asyncio.get_running_loop().call_soon(context.trace_request_ctx, "written")

    async def answered(
        _session: aiohttp.ClientSession, context: SimpleNamespace, _params: aiohttp.TraceRequestEndParams
    ) -> None:
        context.trace_request_ctx("answered")

    config = aiohttp.TraceConfig()
    config.on_request_chunk_sent.append(written)
    config.on_request_end.append(answered)
    return config


def _proxy_for(site: str) -> str | None:
    """Return the proxy that the environment names for an address; none for this machine itself.

    Read here and not by aiohttp, which would also take passwords out of a ``.netrc``.
    """
    url = URL(site)
    host = url.host or ""
    if is_loopback(host) or proxy_bypass(host):
        return None
    return getproxies().get(url.scheme)


def _multipart(parts: Parts) -> aiohttp.FormData:
    texts, files = parts
    # Names go out as they are, in UTF-8: servers keep a percent sign as part of the name.
    body = aiohttp.FormData(quote_fields=False, default_to_multipart=True)
    for name, text in texts:
        body.add_field(name, text.encode("utf-8", "replace").decode())
    for name, file in files:
        body.add_field(
            name, _payload(file.content), filename=_file_name(file.name), content_type=file.content_type
        )
    return body


def _checked(key: str) -> str:
    if not key.isascii() or not key.isprintable() or len(key) > LONGEST_KEY:
        raise ValueError(f"an idempotency key is printable ASCII, at most {LONGEST_KEY} of it")
    return key


def _headers(authorization: str, content_type: str) -> CIMultiDict[str]:
    named = {"User-Agent": USER_AGENT, "Authorization": authorization, "Content-Type": content_type}
    return CIMultiDict({name: value for name, value in named.items() if value})


def _payload(raw: bytes) -> bytes | BytesIO:
    return BytesIO(raw) if len(raw) > LARGE_BODY else raw


def _file_name(name: str) -> str:
    """Return a name that fits on its line; nothing of it can begin another one."""
    safe = name.encode("utf-8", "replace").decode()
    return "".join(sign if sign.isprintable() else "_" for sign in safe) or "file"


def _tls(
    cert_bundle: Path | None, client_cert: Path | None, client_cert_key: Path | None
) -> ssl.SSLContext | bool:
    if cert_bundle is None and client_cert is None:
        return True
    try:
        context = ssl.create_default_context(cafile=cert_bundle)
    except (OSError, ssl.SSLError):
        raise _unreadable("cert_bundle", cert_bundle, "holds no certificates that can be read") from None
    if client_cert is not None:
        try:
            context.load_cert_chain(client_cert, client_cert_key, password=_no_password)
        except (OSError, ssl.SSLError, ValueError):
            what = "holds no certificate that fits its key, or a key with a password"
            raise _unreadable("client_cert", client_cert, what) from None
    return context


def _no_password() -> str:
    """Keep OpenSSL from asking at the terminal."""
    raise ValueError


def _unreadable(place: str, file: Path | None, what: str) -> ConfigurationError:
    problem = Problem(file=str(file), place=place, what=f"the file {what}", mend="name a PEM file")
    return ConfigurationError((problem,))


def _failure(operation: object, error: Exception) -> ServiceError:
    """Say what an exception means for the call; the order matters, for some are two things at once."""
    if isinstance(error, aiohttp.ClientConnectorError | aiohttp.ClientConnectorCertificateError):
        return NotSent(operation, _connect_reason(error))
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return NotSent(operation, f"the proxy refuses the connection (status {error.status})")
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return NotSent(operation, f"no connection within {CONNECT_SECONDS:g} s")
    if isinstance(error, aiohttp.InvalidURL | aiohttp.NonHttpUrlClientError):
        return NotSent(operation, "the address of the service is not valid")
    if isinstance(error, TimeoutError):
        return TimedOut(operation, "no answer in time")
    if isinstance(error, aiohttp.ClientPayloadError):
        if isinstance(error.__cause__, ContentEncodingError):
            return MalformedAnswer(operation, status=0, reason="its compression is broken")
        return ConnectionLost(operation, "the answer broke off")
    if isinstance(error, aiohttp.ClientResponseError):
        return MalformedAnswer(operation, status=0, reason="it is not proper HTTP")
    what = str(error) if isinstance(error, _Broken) else type(error).__name__
    return ConnectionLost(operation, f"the connection broke ({what})")


def _connect_reason(error: aiohttp.ClientConnectorError | aiohttp.ClientConnectorCertificateError) -> str:
    place = f"{error.host}:{error.port}"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return f"no address is known for {error.host}"
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return f"the certificate of {place} is not trusted"
    if isinstance(error, aiohttp.ClientConnectorSSLError):
        return f"no secure connection to {place}"
    number = error.os_error.errno
    return f"no connection to {place} ({os.strerror(number) if number else type(error.os_error).__name__})"


async def _close_unused(pools: Iterable[_Pool]) -> list[_Pool]:
    """Close those that nobody uses, and return the others."""
    used: list[_Pool] = []
    for pool in pools:
        if pool.users:
            used.append(pool)
        else:
            await pool.session.close()
    return used
