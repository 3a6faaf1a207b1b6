"""The limit beside which the server is measured: aiohttp with nothing behind it, in a process of its own."""

import asyncio
import base64
import hmac
import json
from typing import Any

from aiohttp import web

EMAIL, KEY = "paulo@example.test", "k" * 32
PROOF = "Basic " + base64.b64encode(f"{EMAIL}:{KEY}".encode()).decode()
ANSWER = {"result": "success", "msg": "", "id": 12345, "padding": "x" * 400}


def _is_known(request: web.Request) -> bool:
    scheme, _, encoded = request.headers.get("Authorization", "").partition(" ")
    email, _, key = base64.b64decode(encoded).decode().partition(":")
    return scheme == "Basic" and email == EMAIL and hmac.compare_digest(key.encode(), KEY.encode())


async def get(request: web.Request) -> web.Response:
    """Answer whoever proves who they are."""
    if not _is_known(request):
        return web.json_response({"result": "error"}, status=401)
    return web.json_response(ANSWER)


async def post(request: web.Request) -> web.Response:
    """Read a form."""
    form = await request.post()
    return web.json_response({"result": "success", "msg": "", "id": len(form)})


class Hall:
    """Polls that wait for one event."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[bytes]] = []

    async def poll(self, request: web.Request) -> web.Response:
        """Wait for the event."""
        if not _is_known(request):
            return web.json_response({"result": "error"}, status=401)
        waiting: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        if request.query["group"] == "told":
            self.waiting.append(waiting)
        return web.Response(body=await waiting, content_type="application/json")

    async def tell(self, _request: web.Request) -> web.Response:
        """Let the event happen: encoded once, for all."""
        event: dict[str, Any] = {"type": "message", "message": {"id": 1, "content": "x" * 600}, "id": 0}
        body = json.dumps({"result": "success", "msg": "", "events": [event]}).encode()
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(body)
        return web.json_response({"told": len(waiting)})


async def main() -> None:
    """Serve until killed."""
    app, hall = web.Application(), Hall()
    app.router.add_get("/get", get)
    app.router.add_post("/post", post)
    app.router.add_get("/poll", hall.poll)
    app.router.add_post("/tell", hall.tell)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, keepalive_timeout=75)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096).start()
    print(f"listening on http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
