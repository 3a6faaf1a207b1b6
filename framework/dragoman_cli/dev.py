"""``dragoman dev``: the bundled server and a bot in one process, to talk to with any client."""

import asyncio
from pathlib import Path
from typing import get_args

import click

from dragoman.ops import LogLevel, configure_logging
from dragoman.runtime import BotSettings, load_settings
from dragoman_cli.accounts import DEFAULT_FOLDER, keys_in, print_accounts, tokens_in, write_zuliprcs
from dragoman_cli.control import write_controls
from dragoman_cli.exits import explained
from dragoman_cli.moments import moment, standing_clock, told
from dragoman_cli.serve import DEFAULT_PORT, listening
from dragoman_cli.signals import stopping
from dragoman_cli.stage import stage, world_for
from dragoman_server import Clock, WorldFile


@click.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--port", default=DEFAULT_PORT, show_default=True, help="Port to listen on; 0 takes a free one."
)
@click.option(
    "--world",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The organisation, a YAML file. Left out: DIR/world.yaml if it is there, or the bundled one.",
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
    "--log-level",
    type=click.Choice(get_args(LogLevel)),
    default="info",
    show_default=True,
    help="The least that is logged, to standard error.",
)
@click.option(
    "--at",
    metavar="TIME",
    help="When it begins, such as 2027-01-15T08:00+00:00 or 'monday 8:55'. Left out: now.",
)
@click.option(
    "--frozen", is_flag=True, help="Let the time stand still until it is moved by dragoman control."
)
def dev(
    bot: Path,
    port: int,
    world: Path | None,
    folder: Path,
    log_level: LogLevel,
    at: str | None,
    *,
    frozen: bool,
) -> None:
    """Run the bundled server and the bot in DIR together until Ctrl-C.

    The bot signs in to this server, whatever its bot.yaml says, so nothing real is touched. Both go by one
    clock: `dragoman control advance 2h` lets time pass for both, and what falls due then happens. With
    --frozen it passes only so.
    """
    configure_logging(log_level)
    with explained(), listening("127.0.0.1", port):
        organisation = world_for(bot, world).with_keys(keys_in(folder), tokens_in(folder))
        asyncio.run(_dev(load_settings(bot), organisation, port, folder, at, frozen=frozen))


async def _dev(
    settings: BotSettings, world: WorldFile, port: int, folder: Path, at: str | None, *, frozen: bool
) -> None:
    ended = asyncio.Event()
    clock = standing_clock(at) if frozen else Clock()
    if at is not None and not frozen:
        await clock.jump(moment(at, clock.now()))
    async with stage(settings, world, port=port, clock=clock, control=True) as played:
        with stopping(ended.set):
            write_zuliprcs(folder, played.server.accounts)
            click.echo(f"{played.account.full_name} is at {played.server.url}\n")
            file = write_controls(folder, played.server.url, played.server.control_token)
            click.echo(f"control     {played.server.url}/control/   (token: {file})\n")
            if frozen:
                click.echo(f"it is {told(clock.now())}, until dragoman control advance SPAN, or to TIME\n")
            print_accounts(played.server.accounts, folder)
            click.echo("\nin memory: all is forgotten when it stops. Stop with Ctrl-C.")
            await ended.wait()
