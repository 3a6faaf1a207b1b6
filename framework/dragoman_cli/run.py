"""``dragoman run``: the long-lived process, with one bot or many."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click
import structlog

from dragoman.errors import DragomanError
from dragoman.ops import LogLevel, configure_logging
from dragoman.runtime import BotSettings, Heartbeat
from dragoman_cli.exits import ExitCode, explained
from dragoman_cli.life import Life
from dragoman_cli.reading import read_settings
from dragoman_cli.signals import reloading, stopping

log = structlog.get_logger(__name__)


@click.command()
@click.argument("bots", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--log-level",
    type=click.Choice(get_args(LogLevel)),
    help="The least that is logged, to standard error. Left out: what the first bot.yaml says.",
)
@click.option(
    "--recover",
    is_flag=True,
    help="The state is damaged or old: let the chat's history say what has been answered.",
)
@click.option("--retire", is_flag=True, help="Delete the event queues at the end, for nobody will come back.")
def run(bots: tuple[Path, ...], log_level: LogLevel | None, recover: bool, retire: bool) -> None:
    """Run the bot in each DIR until SIGTERM or SIGINT, then let them finish what they are doing.

    SIGHUP lets each bot read its bot.yaml again; one with a mistake changes nothing, and the log says why.
    What a bot has to do survives its process, in DIR/.dragoman/NAME.db. A key that is changed while a bot
    runs is picked up from its file. Exits 0 when drained, 75 when another process runs one of the bots, 77
    when the service refuses the credentials from the start, 78 when a file is wrong, 70 for a bug.
    """
    with explained():
        lives = [Life(read_settings(bot), recover=recover, retire=retire) for bot in bots]

        def configure(settings: BotSettings) -> None:
            configure_logging(log_level or settings.log.level)

        configure(lives[0].settings)
        lives[0].changed = configure
        asyncio.run(_run(lives))


async def _run(lives: Sequence[Life]) -> None:
    """Run all bots; one that cannot go on leaves the others going, and its reason is raised at the end."""

    def stop() -> None:
        for life in lives:
            life.stop()

    def reload() -> None:
        for life in lives:
            life.reload()

    heartbeat = Heartbeat(log)
    heartbeat.start()
    try:
        with stopping(stop), reloading(reload):
            endings = await asyncio.gather(*(life.run(heartbeat) for life in lives), return_exceptions=True)
    finally:
        heartbeat.close()
    for ending in endings:
        if isinstance(ending, BaseException) and not isinstance(ending, DragomanError):
            log.critical("a bot ended by a mistake of the program's", exc_info=ending)
            raise click.exceptions.Exit(ExitCode.BUG) from ending
    for ending in endings:
        if ending is not None:
            raise ending
