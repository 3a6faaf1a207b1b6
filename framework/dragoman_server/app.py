"""The web application: the messaging API over one world, and the guide beside it."""

from aiohttp import web

from dragoman_server.guide import guide_routes
from dragoman_server.hosts import Hosts
from dragoman_server.service import BASE, Service
from dragoman_server.world.world import World


def create_app(world: World, hosts: Hosts) -> web.Application:
    """Return the application that serves `world` to those who call it by one of `hosts`."""
    app = web.Application(client_max_size=world.settings.form_bytes)
    # The guide's fixed paths come first: what is left below the base is the messaging API's.
    app.router.add_routes(guide_routes(world.settings.guide, world.clock))
    service = Service(world, hosts)
    app.router.add_route("*", BASE + "/{path:.*}", service.handle)
    return app
