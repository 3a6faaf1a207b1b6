"""Requests: an operation of a document with drawn parameters, and what spoils them on their way."""

import base64
import json
import random
import re
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from fuzz.drawing import Drawing, Schema

_HOLE = re.compile(r"\{(\w+)\}")
_FORM = "application/x-www-form-urlencoded"

HEADERS = (
    *(
        "Accept: text/html",
        "Accept: */*",
        "Content-Encoding: gzip",
        "Host: evil.example",
        "Host: ",
        "Origin: null",
    ),
    *(
        "Authorization: Basic",
        "Authorization: Bearer x",
        "Authorization: Basic !!!",
        "Authorization: Basic YQ==",
    ),
    *(
        "User-Agent: ZulipInvalid",
        "User-Agent: ZulipMobile/27 (Android)",
        "Cookie: a=b; a",
        "Expect: 100-continue",
    ),
    *("X-Forwarded-For: 1.2.3.4", "X-HTTP-Method-Override: DELETE", "Range: bytes=0-1", "If-None-Match: *"),
    *("Content-Type: application/json", "Content-Type: text/plain", "Content-Type: multipart/form-data"),
    *("Content-Type: multipart/form-data; boundary=x", "Accept-Encoding: gzip, br", "Upgrade: websocket"),
)
PATHS = (
    "//",
    "/",
    "/..",
    "/%2e%2e/x",
    "/%00",
    "/messages/0x10",
    "/users/%ff",
    "/" + "a" * 3000,
    "/static/../x",
    "/é",
)
PARTS = (
    b'Content-Disposition: form-data; name="a"; filename="b.txt"',
    b'Content-Disposition: form-data; name="a"\r\nContent-Type: multipart/mixed; boundary=y',
    b'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
    b'Content-Disposition: form-data; name="a"\r\nContent-Encoding: deflate',
    b"Content-Disposition: form-data; name*=x; filename*=utf-8''%ff",
    b"Content-Disposition: form-data; name=a\x7f\x00",
    b"no header at all",
    b"",
)
LONGEST_PART = 1500
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")


class Operation(NamedTuple):
    """An operation as a document describes it."""

    method: str
    path: str
    described: Schema

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


class Request(NamedTuple):
    """Bytes to send, and the operation that they are for; `None` where they are for none."""

    operation: Operation | None
    wire: bytes
    method: str = ""


def operations(document: Schema) -> list[Operation]:
    """Return the operations of a document."""
    return [
        Operation(method.upper(), path, described)
        for path, by_method in document["paths"].items()
        for method, described in by_method.items()
    ]


class Composing:
    """Makes requests to one server."""

    def __init__(self, drawing: Drawing, base: str, port: int) -> None:
        self._drawing = drawing
        self._base = base
        self._port = port

    @property
    def _chance(self) -> random.Random:
        return self._drawing.chance

    def request(self, operation: Operation, account: tuple[str, str] | None) -> Request:
        """Return a request for an operation, now and then spoiled."""
        fields = self._fields(operation)
        if self._drawing.often(0.12):
            self._spoil(fields)
        path = _HOLE.sub(lambda hole: self._in_path(hole[1], operation), operation.path)
        if "multipart/form-data" in operation.described.get("requestBody", {}).get("content", ()):
            return self._upload(operation, path, account)
        in_query = operation.method in ("GET", "HEAD") or self._drawing.often(0.03)
        return self._send(operation, operation.method, path, fields, account, in_query=in_query)

    def plain(self, operation: Operation, fields: dict[str, str], account: tuple[str, str]) -> Request:
        """Return the request for an operation with just these fields."""
        in_query = operation.method == "GET"
        return self._send(operation, operation.method, operation.path, fields, account, in_query=in_query)

    def stray(self, operation: Operation, account: tuple[str, str] | None) -> Request:
        """Return a request that is odd as such: another method, another path, odd headers, or bytes."""
        match self._chance.randrange(5):
            case 0:
                method = self._chance.choice(METHODS)
                return self._send(None, method, operation.path, {}, account, in_query=True)
            case 1:
                return self._send(
                    None, operation.method, self._chance.choice(PATHS), {}, account, in_query=True
                )
            case 2:
                more = [self._chance.choice(HEADERS) for _ in range(self._chance.randrange(1, 4))]
                fields = self._fields(operation)
                path = _HOLE.sub("1", operation.path)
                return self._send(None, operation.method, path, fields, account, in_query=False, more=more)
            case 3:
                return self._with_body(operation, account)
            case _:
                return Request(None, self._bytes() + b"\r\n\r\n")

    def _with_body(self, operation: Operation, account: tuple[str, str] | None) -> Request:
        body = self._bytes()
        kind = self._chance.choice(
            (_FORM, "multipart/form-data; boundary=x", "application/json", "a/b; x", "")
        )
        if "multipart" in kind and self._drawing.often(0.7):
            part = b"--x\r\n" + self._chance.choice(PARTS)
            body = part + b"\r\n\r\n" + body + self._chance.choice((b"\r\n--x--\r\n", b"\r\n--x\r\n", b""))
        head = self._head(
            operation.method, _HOLE.sub("1", operation.path), account, [f"Content-Type: {kind}"]
        )
        return Request(None, head + b"Content-Length: %d\r\n\r\n" % len(body) + body, operation.method)

    def _upload(self, operation: Operation, path: str, account: tuple[str, str] | None) -> Request:
        name = quote(self._drawing.word()[:80], safe=" .()")
        part = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        files = self._chance.choice((0, 1, 1, 1, 2))
        body = (part.encode() + self._bytes() + b"\r\n") * files + b"--x--\r\n"
        head = self._head(operation.method, path, account, ["Content-Type: multipart/form-data; boundary=x"])
        return Request(operation, head + b"Content-Length: %d\r\n\r\n" % len(body) + body, operation.method)

    def _bytes(self) -> bytes:
        return self._chance.randbytes(self._chance.choice((1, 7, 60, 900)))

    def _fields(self, operation: Operation) -> dict[str, Any]:
        """Return the parameters as texts, by name."""
        described, fields = operation.described, {}
        for one in described.get("parameters", ()):
            if one["in"] == "query" and self._drawing.often(0.97 if one["required"] else 0.4):
                as_json = "content" in one
                schema = one["content"]["application/json"]["schema"] if as_json else one["schema"]
                fields[one["name"]] = self._text(one["name"], schema, as_json=as_json)
        for form in described.get("requestBody", {}).get("content", {}).values():
            schema = form["schema"]
            for name, inner in schema["properties"].items():
                if self._drawing.often(0.97 if name in schema.get("required", ()) else 0.3):
                    fields[name] = self._text(name, inner, as_json=name in form.get("encoding", ()))
        if "type" in fields and "to" in fields and self._drawing.often(0.85):
            fields["to"] = self._recipient(fields["type"])
        return fields

    def _recipient(self, kind: str) -> str:
        """Return a text that may say to whom a message of that type goes."""
        if kind in ("channel", "stream"):
            return str(self._drawing.known("stream_id"))
        return json.dumps([self._drawing.known("user_id") for _ in range(self._chance.randrange(1, 3))])

    def _text(self, name: str, schema: Schema, *, as_json: bool) -> str:
        value = self._drawing.value(name, schema)
        if as_json or not isinstance(value, str):
            return json.dumps(value)
        return value

    def _spoil(self, fields: dict[str, Any]) -> None:
        names = list(fields) or ["x"]
        match self._chance.randrange(4):
            case 0:
                fields.pop(self._chance.choice(names), None)
            case 1:
                fields[self._chance.choice(names)] = self._drawing.word()
            case 2:
                fields[self._drawing.word()] = self._drawing.noise()
            case _:
                name = self._chance.choice(names)
                fields[name] = [fields.get(name, ""), self._drawing.word()]

    def _in_path(self, name: str, operation: Operation) -> str:
        schema = next(one["schema"] for one in operation.described["parameters"] if one["name"] == name)
        text = str(self._drawing.value(name, schema))
        return quote(text, safe=self._chance.choice(("", "/", "/:@")))[:LONGEST_PART]

    def _send(
        self,
        operation: Operation | None,
        method: str,
        path: str,
        fields: dict[str, Any],
        account: tuple[str, str] | None,
        *,
        in_query: bool,
        more: list[str] | None = None,
    ) -> Request:
        text = urlencode(fields, doseq=True, errors="surrogatepass")
        if in_query:
            head = self._head(method, f"{path}?{text}"[:7000] if text else path, account, more or [])
            return Request(operation, head + b"\r\n", method)
        body = text.encode()
        head = self._head(method, path, account, [f"Content-Type: {_FORM}", *(more or [])])
        return Request(operation, head + b"Content-Length: %d\r\n\r\n" % len(body) + body, method)

    def _head(self, method: str, path: str, account: tuple[str, str] | None, headers: list[str]) -> bytes:
        lines = [f"{method} {self._base}{path} HTTP/1.1"]
        if not any(one.startswith("Host:") for one in headers):
            lines.append(f"Host: 127.0.0.1:{self._port}")
        if account is not None and not any(one.startswith("Authorization:") for one in headers):
            lines.append("Authorization: Basic " + base64.b64encode(":".join(account).encode()).decode())
        return "\r\n".join([*lines, *headers, ""]).encode("utf-8", "surrogatepass")
