"""The web application: the messaging API over one world, and the guide beside it."""

from functools import partial

from aiohttp import web

from dragoman_server.answers import answer_moved, answer_not_found
from dragoman_server.control import Control
from dragoman_server.doors import API, WEB
from dragoman_server.downloads import Downloads
from dragoman_server.emoji_table import emoji_table_routes
from dragoman_server.guide import guide_routes
from dragoman_server.hosts import Hosts
from dragoman_server.joining import Joining
from dragoman_server.openapi import openapi_document
from dragoman_server.parity.page import parity_routes
from dragoman_server.service import BASE, Service
from dragoman_server.traffic import Traffic
from dragoman_server.views import ENDPOINTS
from dragoman_server.world.world import World

DOCUMENT = BASE + "/openapi.json"
"""Where the messaging API describes itself; the guide does so at its own place."""

SERVICE = web.AppKey("SERVICE", Service)
"""Where the application keeps the messaging API, which counts requests."""


def create_app(
    world: World, hosts: Hosts, traffic: Traffic, control: Control | None = None
) -> web.Application:
    """Return the application that serves `world` by the names `hosts`, watched by `traffic`."""
    app = web.Application(client_max_size=world.settings.form_bytes)
    service = app[SERVICE] = Service(world, hosts)
    routes = [
        # The guide's fixed paths come first: what is left below the base is the messaging API's.
        *guide_routes(world.settings.guide, world.clock),
        *parity_routes(),
        *emoji_table_routes(),
        web.get(DOCUMENT, partial(get_document, world)),
        *Downloads(world, hosts, service.visitor_limiter).routes(),
        *Joining(world, hosts).routes(),
        # Line breaks may stand in a path, too.
        web.route("*", BASE + r"/{path:[\s\S]*}", partial(service.handle, API)),
        web.route("*", WEB.base + r"/{path:[\s\S]*}", partial(service.handle, WEB)),
        web.route("*", "/api", partial(get_base, world)),
        web.route("*", r"/api/{path:[\s\S]*}", get_nothing),
        *(() if control is None else control.routes()),
    ]
    # Not a middleware: aiohttp never lets go of an application that has one, nor of the world in it.
    app.add_routes(
        [web.RouteDef(one.method, one.path, traffic.watched(one.handler), one.kwargs) for one in routes]
    )
    elsewhere = partial(refuse_path, list(app.router.resources()))
    app.router.add_route("*", r"/{path:[\s\S]*}", traffic.watched(elsewhere))
    return app


async def refuse_path(known: list[web.AbstractResource], request: web.Request) -> web.StreamResponse:
    """Answer for a path where nothing is, or nothing by that method."""
    methods = set[str]().union(*[(await one.resolve(request))[1] for one in known])
    raise web.HTTPMethodNotAllowed(request.method, methods) if methods else web.HTTPNotFound


async def get_base(world: World, _request: web.Request) -> web.Response:
    """Send whoever asks for the API itself to the address with a slash at its end."""
    return answer_moved(f"{world.url}/api/")


async def get_nothing(request: web.Request) -> web.Response:
    """Answer that there is nothing at the address, which belongs to no version of the API."""
    return answer_not_found(request.method, request.path)


async def get_document(world: World, _request: web.Request) -> web.Response:
    """Answer with the OpenAPI document of the messaging API."""
    return web.json_response(openapi_document(ENDPOINTS, world.settings.feature_level, world.url))
