"""``dragoman exec``: one message in, the replies out, on a throw-away server."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from dragoman.ops import configure_logging
from dragoman.runtime import BotSettings, load_settings
from dragoman_cli.exits import ExitCode, explained
from dragoman_cli.rehearsal import Exchange, rehearsal
from dragoman_cli.stage import stage, world_for


@click.command("exec")
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("text")
@click.option(
    "--as", "person", metavar="PERSON", help="Who says it: a full name or e-mail address of the world."
)
@click.option("--channel", metavar="NAME", help="Where it is said. Left out: the person's first channel.")
@click.option(
    "--world",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The organisation, a YAML file. Left out: DIR/world.yaml if it is there, or the bundled one.",
)
@click.option("--timeout", default=60.0, show_default=True, help="Seconds to wait for the bot, each message.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a message.")
@click.option("-v", "--verbose", is_flag=True, help="Show the bot's log.")
def exec_(
    bot: Path,
    text: str,
    person: str | None,
    channel: str | None,
    world: Path | None,
    timeout: float,
    as_json: bool,
    verbose: bool,
) -> None:
    """Say TEXT to the bot in DIR as a person would, and print its replies.

    A server of its own is started for it and thrown away afterwards. TEXT "-" reads one message a
    line from standard input; each is said in a fresh topic. Exits 1 when the bot did not reply.
    """
    configure_logging("info" if verbose else "error")
    lines = _lines() if text == "-" else [text]
    with explained():
        answered = asyncio.run(_exec(bot, lines, person, channel, world, timeout, as_json))
    raise click.exceptions.Exit(ExitCode.GOOD if answered else ExitCode.FAILED)


def _lines() -> Iterable[str]:
    with click.open_file("-", encoding="utf-8") as source:
        yield from (line.rstrip("\n") for line in source if line.strip())


async def _exec(
    bot: Path,
    lines: Iterable[str],
    person: str | None,
    channel: str | None,
    world: Path | None,
    timeout: float,  # noqa: ASYNC109  (of each message, not of this call)
    as_json: bool,
) -> bool:
    answered = True
    async with (
        stage(_unhurried(load_settings(bot)), world_for(bot, world)) as played,
        rehearsal(played, person=person, channel=channel) as speaker,
    ):
        for line in lines:
            async with asyncio.timeout(timeout):
                exchange = await speaker.say(line)
            _print(exchange, as_json)
            answered = answered and bool(exchange.replies)
    return answered


def _unhurried(settings: BotSettings) -> BotSettings:
    """Return the settings without a limit on the answers of a minute: nobody else is there to be spared."""
    limits = msgspec.structs.replace(settings.limits, replies_per_minute_in_all=10_000_000)
    return msgspec.structs.replace(settings, limits=limits)


def _print(exchange: Exchange, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(exchange))
    elif exchange.replies:
        click.echo("\n\n".join(reply.content for reply in exchange.replies))
    else:
        click.echo("(no reply)", err=True)
