"""Runs a server inside the current event loop, on loopback unless it is told twice."""

import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from aiohttp import web

from dragoman_server.accounts import Account, get_accounts
from dragoman_server.actions.timers import arm_timers
from dragoman_server.app import SERVICE, create_app
from dragoman_server.clock import Clock
from dragoman_server.control import Control
from dragoman_server.doorkeeper import Doorkeeper
from dragoman_server.hosts import Hosts
from dragoman_server.service import Service
from dragoman_server.settings import ServerSettings
from dragoman_server.steering import Steering
from dragoman_server.store import Keeper, Seed, open_keeper, park_queues, resume_queues
from dragoman_server.traffic import Traffic
from dragoman_server.webhooks import Webhooks
from dragoman_server.world.dump.document import WorldDump
from dragoman_server.world.dump.seeding import seed_dump
from dragoman_server.world.file import WorldFile
from dragoman_server.world.seed import seed_world
from dragoman_server.world.world import World

_SHUTDOWN_SECONDS = 2.0


class RemoteAddress(ValueError):
    """The server was to listen where others can reach it, and nobody had said that this is meant."""


class Server(Steering):
    """A server that runs: where it is reached, who has an account, and how it is steered."""

    def __init__(
        self, world: World, traffic: Traffic, service: Service, keeper: Keeper | None = None
    ) -> None:
        """Show `world` to the outside."""
        super().__init__(world, traffic, service)
        self.keeper = keeper
        """Who keeps the organisation in a file; `None` where it is in memory only."""

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
    data: Path | None = None,
) -> AsyncIterator[Server]:
    """Serve `world` while the context is open; port 0 takes a free one.

    With `data` the organisation is kept in that file, and whatever was answered outlives the process; `world`
    is then only what a new file begins with. Without it everything is in memory.
    With `control` the server can also be steered over HTTP, below `/control/`, from this machine only and
    by whoever has `server.control_token`.

    Fails with RemoteAddress when `host` is not a loopback address and `allow_remote` is not set, and with
    StoreRefused when `data` is not a file to keep an organisation in.
    """
    loopback = is_loopback(host)
    if not loopback and not allow_remote:
        raise RemoteAddress(f"{host} can be reached by others; allow_remote=True says that this is meant")
    settings = settings or ServerSettings()
    if settings.development is None:
        settings = settings.with_development(loopback)
    hosts = Hosts() if loopback else Hosts("*" if _is_any(host) else host)
    async with _kept(data, partial(_seed, world), settings, clock or Clock()) as (live, keeper):
        traffic = Traffic(live, keeper)
        steered = Control() if control else None
        app = create_app(live, hosts, traffic, steered)
        runner = _make_runner(app, settings)
        webhooks = Webhooks(live, traffic)
        await runner.setup()
        assert runner.server is not None
        doorkeeper = Doorkeeper(runner.server, settings.connections_per_address)
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
            live.url = _get_url(host, runner)
            live.queues.start_sweeping()
            doorkeeper.start()
            live.summon = webhooks.summon
            if keeper is not None and keeper.was_there:
                arm_timers(live)
            server = Server(live, traffic, app[SERVICE], keeper)
            if steered is not None:
                steered.steer(server)
            yield server
        finally:
            doorkeeper.stop()
            await webhooks.close()
            traffic.cut_off()
            live.queues.release_all()
            await runner.cleanup()


@asynccontextmanager
async def _kept(
    data: Path | None, seed: Seed, settings: ServerSettings, clock: Clock
) -> AsyncIterator[tuple[World, Keeper | None]]:
    """Have the organisation in memory, and in the file `data` too if there is one."""
    try:
        if data is None:
            yield seed(settings, clock), None
            return
        live, keeper = await open_keeper(data, seed, settings, clock)
        resume_queues(keeper, live)
        try:
            yield live, keeper
        finally:
            park_queues(keeper, live)
            await keeper.close()
    finally:
        clock.close()


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


def _make_runner(app: web.Application, settings: ServerSettings) -> web.AppRunner:
    return web.AppRunner(
        app,
        access_log=None,
        # A poll whose client has gone must not hold its queue.
        handler_cancellation=True,
        # It counts from the beginning of a connection, too: a head that never ends is not waited for.
        keepalive_timeout=settings.keep_alive_seconds,
        shutdown_timeout=_SHUTDOWN_SECONDS,
    )


def _get_url(host: str, runner: web.AppRunner) -> str:
    port = runner.addresses[0][1]
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"
