"""Runs a server inside the current event loop, on loopback unless it is told twice."""

import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from dragoman_server.accounts import Account, get_accounts
from dragoman_server.app import SERVICE, create_app
from dragoman_server.clock import Clock
from dragoman_server.control import add_control
from dragoman_server.hosts import Hosts
from dragoman_server.service import Service
from dragoman_server.settings import ServerSettings
from dragoman_server.steering import Steering
from dragoman_server.traffic import Traffic
from dragoman_server.world.dump.document import WorldDump
from dragoman_server.world.dump.seeding import seed_dump
from dragoman_server.world.file import WorldFile
from dragoman_server.world.seed import seed_world
from dragoman_server.world.world import World

_KEEP_ALIVE_SECONDS = 75.0
_SHUTDOWN_SECONDS = 2.0


class RemoteAddress(ValueError):
    """The server was to listen where others can reach it, and nobody had said that this is meant."""


class Server(Steering):
    """A server that runs: where it is reached, who has an account, and how it is steered."""

    def __init__(self, world: World, traffic: Traffic, service: Service) -> None:
        """Show `world` to the outside."""
        super().__init__(world, traffic, service)
        self.accounts: tuple[Account, ...] = get_accounts(world)

    @property
    def url(self) -> str:
        """The address before `/api/v1`, without a slash at its end."""
        return self.world.url

    def account(self, name: str) -> Account:
        """Return the account with this full name or address."""
        for account in self.accounts:
            if name in (account.full_name, account.email):
                return account
        known = ", ".join(account.full_name for account in self.accounts)
        raise LookupError(f"there is no account {name!r}; there are: {known}")


@asynccontextmanager
async def running_server(
    world: WorldFile,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    settings: ServerSettings | None = None,
    clock: Clock | None = None,
    allow_remote: bool = False,
    control: bool = False,
) -> AsyncIterator[Server]:
    """Serve `world` while the context is open; port 0 takes a free one.

    With `control` the server can also be steered over HTTP, below `/control/`, from this machine only and
    by whoever has `server.control_token`.

    Fails with RemoteAddress when `host` is not a loopback address and `allow_remote` is not set.
    """
    loopback = is_loopback(host)
    if not loopback and not allow_remote:
        raise RemoteAddress(f"{host} can be reached by others; allow_remote=True says that this is meant")
    settings = settings or ServerSettings()
    if settings.development is None:
        settings = settings.with_development(loopback)
    live = _seed(world, settings, clock or Clock())
    hosts = Hosts() if loopback else Hosts("*" if _is_any(host) else host)
    traffic = Traffic(live)
    app = create_app(live, hosts, traffic)
    steered = add_control(app) if control else None
    runner = _make_runner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        live.url = _get_url(host, runner)
        live.queues.start_sweeping()
        server = Server(live, traffic, app[SERVICE])
        if steered is not None:
            steered.steer(server)
        yield server
    finally:
        traffic.cut_off()
        live.queues.release_all()
        await runner.cleanup()
        live.clock.close()


def _seed(world: WorldFile, settings: ServerSettings, clock: Clock) -> World:
    if isinstance(world, WorldDump):
        return seed_dump(world, settings, clock)
    return seed_world(world, settings, clock)


def is_loopback(host: str) -> bool:
    """Tell whether only this machine reaches `host`."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _is_any(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def _make_runner(app: web.Application) -> web.AppRunner:
    return web.AppRunner(
        app,
        access_log=None,
        # A poll whose client has gone must not hold its queue.
        handler_cancellation=True,
        keepalive_timeout=_KEEP_ALIVE_SECONDS,
        shutdown_timeout=_SHUTDOWN_SECONDS,
    )


def _get_url(host: str, runner: web.AppRunner) -> str:
    port = runner.addresses[0][1]
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"
