"""Routes the control API, and says clearly what was wrong with a request."""

from functools import partial
from inspect import isawaitable
from typing import Any

import msgspec
from aiohttp import web

from dragoman_server.control.gate import check_caller
from dragoman_server.control.operations import OPERATIONS, ControlOperation, Desk
from dragoman_server.control.problems import Denied
from dragoman_server.steering import Steering
from dragoman_server.traffic import CONTROL

_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Control:
    """The control API of one server, which is told once the server runs."""

    def __init__(self) -> None:
        """Start without a server: there is nothing to steer yet."""
        self._desk: Desk | None = None

    def steer(self, steering: Steering) -> None:
        """Steer this server from now on."""
        self._desk = Desk(steering)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes, that of all other paths last."""
        named = [web.route(one.method, CONTROL + one.path, partial(self.answer, one)) for one in OPERATIONS]
        return [*named, web.route("*", CONTROL + "/{path:.*}", self.refuse_path)]

    async def answer(self, operation: ControlOperation, request: web.Request) -> web.Response:
        """Perform one operation."""
        try:
            desk = self._admit(request)
            arguments = [_number(text) for text in request.match_info.values()]
            body = _read(await request.read(), operation.body)
            done: Any = operation.perform(desk, body, *arguments)
            result = await done if isawaitable(done) else done
        except Denied as denied:
            return _refuse(str(denied), denied.status)
        except LookupError as unknown:
            return _refuse(str(unknown.args[0]), 404)
        except ValueError as wrong:
            return _refuse(str(wrong), 400)
        return _respond({"result": "success", **result}, 200)

    async def refuse_path(self, request: web.Request) -> web.Response:
        """Answer for what is not there."""
        try:
            self._admit(request)
        except Denied as denied:
            return _refuse(str(denied), denied.status)
        return _refuse(
            f"there is no {request.method} {request.path}; GET {CONTROL}/ lists what there is", 404
        )

    def _admit(self, request: web.Request) -> Desk:
        if self._desk is None:
            raise Denied("the server is still starting", 503)
        check_caller(request, self._desk.steering.control_token)
        return self._desk


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Denied(f"a number belongs where {text!r} stands", 404)
    return int(text)


def _read(sent: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(sent or b"{}", type=kind)
    except msgspec.ValidationError as wrong:
        raise Denied(f"the body does not fit: {wrong}") from None
    except msgspec.DecodeError as wrong:
        raise Denied(f"the body is not JSON: {wrong}") from None


def _refuse(sentence: str, status: int) -> web.Response:
    response = _respond({"result": "error", "msg": sentence}, status)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _respond(body: dict[str, Any], status: int) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(body), status=status, content_type="application/json", headers=_HEADERS
    )
