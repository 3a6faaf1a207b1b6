"""``dragoman run``: the long-lived process, with one bot or many."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click
import structlog

from dragoman.errors import DragomanError
from dragoman.ops import LogLevel, configure_logging
from dragoman.runtime import Bot, BotSettings, load_settings
from dragoman_cli.exits import explained
from dragoman_cli.signals import stopping

log = structlog.get_logger()


@click.command()
@click.argument("bots", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--log-level",
    type=click.Choice(get_args(LogLevel)),
    help="The least that is logged, to standard error. Left out: what the first bot.yaml says.",
)
def run(bots: tuple[Path, ...], log_level: LogLevel | None) -> None:
    """Run the bot in each DIR until SIGTERM or SIGINT, then let them finish what they are doing.

    Exits 0 when drained, 77 when the service refuses the credentials, 78 when a file is wrong.
    """
    with explained():
        all_settings = [_load(bot) for bot in bots]
        configure_logging(log_level or all_settings[0].log.level)
        asyncio.run(_run(all_settings))


def _load(bot: Path) -> BotSettings:
    """Return the settings; fails with ConfigurationError before any bot has started."""
    settings = load_settings(bot)
    settings.credentials()
    settings.guide_url()
    return settings


async def _run(all_settings: Sequence[BotSettings]) -> None:
    bots = [Bot(settings) for settings in all_settings]

    def stop() -> None:
        for bot in bots:
            bot.stop()

    with stopping(stop):
        endings = await asyncio.gather(*(_live(bot) for bot in bots), return_exceptions=True)
    for ending in endings:
        if ending is not None:
            raise ending


async def _live(bot: Bot) -> None:
    """Run one bot to its end; one that cannot go on says so at once, while the others go on."""
    try:
        async with bot:
            await bot.run()
    except DragomanError as error:
        log.error("bot stopped", bot=bot.settings.name, reason=str(error))
        raise
