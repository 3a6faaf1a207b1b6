"""``dragoman serve``: the bundled server alone, for any client."""

import asyncio
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from dragoman_cli.accounts import (
    DEFAULT_FOLDER,
    keys_in,
    print_accounts,
    tokens_in,
    write_privately,
    write_zuliprcs,
)
from dragoman_cli.control import write_controls
from dragoman_cli.exits import ExitCode, explained
from dragoman_cli.signals import stopping
from dragoman_server import (
    RateLimit,
    RemoteAddress,
    Server,
    ServerSettings,
    WorldFile,
    default_world,
    export_world,
    load_world,
    running_server,
)
from dragoman_server.levels import NEWEST, OLDEST

DEFAULT_PORT = 9991
NO_TLS = (
    "--allow-remote-bind alone does not do: this server has no TLS. Put a proxy that has it in front of a "
    "loopback address, or add --no-tls-i-understand."
)
IN_MEMORY = "\nin memory: all is forgotten when it stops; --data FILE keeps it. Stop with Ctrl-C."
KEPT = "\nkept in {path}: nothing that was answered is lost, however the server ends. Stop with Ctrl-C."
KEPT_BEFORE = (
    "\nkept in {path}, and taken up as it was left there; a world file is read only once. Stop with Ctrl-C."
)


@click.command()
@click.option(
    "--world",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The organisation, a YAML or JSON file. Left out: the bundled one.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=DEFAULT_PORT, show_default=True, help="Port to listen on; 0 takes a free one."
)
@click.option(
    "--zuliprc-dir",
    "folder",
    default=DEFAULT_FOLDER,
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Where a zuliprc is written for each account. Keys found there are kept.",
)
@click.option(
    "--feature-level",
    type=click.IntRange(OLDEST, NEWEST),
    default=NEWEST,
    show_default=True,
    help="The API's feature level: what came later is not offered.",
)
@click.option(
    "--rate-limit",
    metavar="N/SECONDS",
    help="Requests an account may make, such as 200/60. Left out: any number.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep the organisation in this file. Made from --world the first time. Left out: in memory.",
)
@click.option(
    "--export",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the organisation to this file, as JSON that --world takes, when the server stops.",
)
@click.option(
    "--control",
    is_flag=True,
    help="Take orders under /control/: clock, faults, reset. The token is written beside the zuliprc files.",
)
@click.option("--allow-remote-bind", is_flag=True, help="Listen on an address that other machines can reach.")
@click.option(
    "--no-tls-i-understand", is_flag=True, help="Let keys and messages go over the network for all to read."
)
def serve(
    world: Path | None,
    host: str,
    port: int,
    folder: Path,
    feature_level: int,
    rate_limit: str | None,
    data: Path | None,
    export: Path | None,
    control: bool,
    allow_remote_bind: bool,
    no_tls_i_understand: bool,
) -> None:
    """Run the bundled server: the messaging service and the guide service.

    Prints where it listens and its accounts, and writes a zuliprc for each, so that any client can
    sign in. Everything said is forgotten when it stops, unless --data names a file for it.
    """
    settings = ServerSettings(rate_limit=_rate_limit(rate_limit), feature_level=feature_level)
    if allow_remote_bind and not no_tls_i_understand:
        raise click.UsageError(NO_TLS)
    with explained(), listening(host, port):
        organisation = default_world() if world is None else load_world(world)
        asyncio.run(
            _serve(organisation, host, port, folder, settings, data, export, control, allow_remote_bind)
        )


@contextmanager
def listening(host: str, port: int) -> Iterator[None]:
    """Explain why an address cannot be listened on."""
    try:
        yield
    except OSError as error:
        what, mend = f"cannot listen on {host}:{port}", ". Try another --port."
        if error.filename is not None:
            what, mend = f"{error.filename} cannot be used", ""
        click.echo(f"dragoman: {what}: {os.strerror(error.errno or 0)}{mend}", err=True)
        raise click.exceptions.Exit(ExitCode.FAILED) from None
    except RemoteAddress:
        click.echo(
            f"dragoman: {host} can be reached by other machines. If that is meant, add --allow-remote-bind "
            "and --no-tls-i-understand.",
            err=True,
        )
        raise click.exceptions.Exit(ExitCode.USAGE) from None


def _rate_limit(text: str | None) -> RateLimit | None:
    if text is None:
        return None
    requests, _, seconds = text.partition("/")
    try:
        return RateLimit(requests=int(requests), seconds=float(seconds))
    except ValueError:
        raise click.BadParameter(
            "write it as N/SECONDS, for example 200/60", param_hint="--rate-limit"
        ) from None


async def _serve(
    world: WorldFile,
    host: str,
    port: int,
    folder: Path,
    settings: ServerSettings,
    data: Path | None,
    export: Path | None,
    control: bool,
    allow_remote: bool,
) -> None:
    ended = asyncio.Event()
    async with running_server(
        world.with_keys(keys_in(folder), tokens_in(folder)),
        host=host,
        port=port,
        settings=settings,
        data=data,
        control=control,
        allow_remote=allow_remote,
    ) as server:
        _set_collector()
        with stopping(ended.set):
            write_zuliprcs(folder, server.accounts)
            click.echo(f"listening on {server.url}")
            click.echo(
                f"guide API   {server.url}/api/v1/service-guide   (documentation: {server.url}/docs)\n"
            )
            if control:
                file = write_controls(folder, server.url, server.control_token)
                click.echo(f"control     {server.url}/control/   (token: {file})\n")
            print_accounts(server.accounts, folder)
            click.echo(_where(server))
            await ended.wait()
        if export is not None:
            write_privately(
                export, msgspec.json.format(msgspec.json.encode(export_world(server.world))).decode()
            )


def _where(server: Server) -> str:
    if server.keeper is None:
        return IN_MEMORY
    return (KEPT_BEFORE if server.keeper.was_there else KEPT).format(path=server.keeper.path)


def _set_collector() -> None:
    """Let the garbage collector pass over what stays for good, and look seldom at what comes and goes.

    With thousands of polls parked it would otherwise go over all of them many times for each event.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
