"""One exchange of the real client with a service that answers as told; what went over the wire is kept."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from aiohttp import ClientResponse, FormData, MultipartWriter
from aiohttp.multipart import parse_content_disposition
from aioresponses import aioresponses
from aioresponses.core import RequestCall
from msgspec import Struct
from yarl import URL

from dragoman.client import Credentials, Zulip
from dragoman.model import Secret
from dragoman.operations import Operation

SITE = "https://chat.example.com"
EMAIL = "judge-bot@example.com"
KEY = "gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv"
CREDENTIALS = Credentials(site=SITE, email=EMAIL, api_key=Secret(KEY))
ANYTHING = re.compile(".*")


NO_NETWORK = aioresponses()
"""Stands in the place of the network while a module's checks run; to set one up takes longer than a check."""


class _Writer:
    output_size = 0


class Answering(ClientResponse):
    """A response that the present aiohttp accepts from a mock, which hands it no writer of its own."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **{**named, "stream_writer": _Writer()})


class Sent(Struct, frozen=True, kw_only=True):
    """A request as it went over the wire."""

    method: str
    path: str
    """As sent, still percent-encoded."""
    query: dict[str, str]
    form: dict[str, str]
    headers: Mapping[str, str]
    files: dict[str, str] = {}
    """The contents of what was sent as files, as text, by the names of their fields."""

    @property
    def parameters(self) -> dict[str, str]:
        """What travelled where parameters belong to this method."""
        return self.query if self.method == "GET" else self.form

    @property
    def misplaced(self) -> dict[str, str]:
        """What travelled where no parameter belongs."""
        return self.form if self.method == "GET" else self.query


class Wire:
    """A service with one answer to everything."""

    def __init__(
        self,
        body: object = None,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        content_type: str = "application/json",
    ) -> None:
        """Answer with this body: bytes as they are, anything else as JSON."""
        self._body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self._answer: dict[str, Any] = {
            "status": status,
            "headers": dict(headers or {}),
            "content_type": content_type,
        }
        self._calls: dict[tuple[str, URL], list[RequestCall]] = {}

    def __enter__(self) -> "Wire":
        """Answer in the place of the network, which must not be there already."""
        for method in ("GET", "POST", "PATCH", "PUT", "DELETE"):
            NO_NETWORK.add(
                ANYTHING,
                method=method,
                body=self._body,
                response_class=Answering,
                repeat=True,
                **self._answer,
            )
        return self

    def __exit__(self, *_: object) -> None:
        """Keep what was asked, and answer no more."""
        self._calls = dict(NO_NETWORK.requests)
        NO_NETWORK.requests.clear()
        NO_NETWORK.clear()

    @property
    def sent(self) -> Sent:
        """The one request that was made."""
        ((method, url), calls), *others = self._calls.items()
        assert not others
        (call,) = calls
        form, files = _form(call.kwargs.get("data") or b"")
        parts = urlsplit(str(url))
        return Sent(
            method=method,
            path=parts.path,
            query=dict(parse_qsl(parts.query, keep_blank_values=True)),
            form=form,
            headers=call.kwargs["headers"],
            files=files,
        )


def _form(data: bytes | FormData) -> tuple[dict[str, str], dict[str, str]]:
    """Return the texts and the files of a body."""
    if isinstance(data, bytes):
        return dict(parse_qsl(data.decode("ascii"), keep_blank_values=True, strict_parsing=bool(data))), {}
    form: dict[str, str] = {}
    files: dict[str, str] = {}
    written = data()
    assert isinstance(written, MultipartWriter)
    for part, *_ in written:
        _, described = parse_content_disposition(part.headers["Content-Disposition"])
        into = files if "filename" in described else form
        into[described["name"]] = part.decode()
    return form, files


async def ask(wire: Wire, operation: Operation[Any]) -> Any:
    """Make the call with the real client and return its answer."""
    with wire:
        async with Zulip(CREDENTIALS) as zulip:
            return await zulip.once(operation)


def success(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a success."""
    return {"result": "success", "msg": "", **fields}


def failure(code: str | None, **extra: Any) -> dict[str, Any]:
    """Return the body of an error."""
    named = {} if code is None else {"code": code}
    return {"result": "error", "msg": "No, said the judge", **named, **extra}
