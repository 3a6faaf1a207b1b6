"""``dragoman exec``: words in, the replies out, on a throw-away server whose time can be let pass."""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import click
import msgspec

from dragoman.errors import UserError
from dragoman.ops import configure_logging
from dragoman.runtime import BotSettings, load_settings
from dragoman_cli.exits import ExitCode, explained
from dragoman_cli.moments import standing_clock
from dragoman_cli.rehearsal import Exchange, Passage, Rehearsal, rehearsal
from dragoman_cli.script import Say, Step, Wait, read_script
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
@click.option(
    "--at",
    metavar="TIME",
    help="When it is said, such as 2027-01-15T08:00+00:00 or 'monday 8:55'. Left out: now.",
)
@click.option("--advance", metavar="SPAN", help="Let so much time pass afterwards, such as 2h.")
@click.option("--to", metavar="TIME", help="Let the time pass until then, such as 'tomorrow 9:00' (UTC).")
@click.option("--timeout", default=60.0, show_default=True, help="Seconds to wait for the bot, each message.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a message.")
@click.option("-v", "--verbose", is_flag=True, help="Show the bot's log.")
def exec_(
    bot: Path,
    text: str,
    person: str | None,
    channel: str | None,
    world: Path | None,
    at: str | None,
    advance: str | None,
    to: str | None,
    timeout: float,
    as_json: bool,
    verbose: bool,
) -> None:
    """Say TEXT to the bot in DIR as a person would, and print its replies.

    A server of its own is started for it and thrown away afterwards. TEXT "-" reads one message a
    line from standard input; each is said in a fresh topic. With --advance or --to, and between messages
    with a line "/advance 2h" or "/to monday 9:00", time passes for the bot and its server, and what the bot
    says in it is printed with its time. Exits 1 when the bot did not reply, and when it said nothing in all
    the time that passed.
    """
    configure_logging("info" if verbose else "error")
    steps = read_script(_lines()) if text == "-" else [Say(text)]
    waits = [Wait(advance)] if advance is not None else []
    waits += [Wait(to, is_moment=True)] if to is not None else []
    with explained():
        answered = asyncio.run(_exec(bot, chain(steps, waits), person, channel, world, at, timeout, as_json))
    raise click.exceptions.Exit(ExitCode.GOOD if answered else ExitCode.FAILED)


def _lines() -> Iterator[str]:
    with click.open_file("-", encoding="utf-8") as source:
        yield from (line.rstrip("\n") for line in source)


async def _exec(
    bot: Path,
    steps: Iterable[Step],
    person: str | None,
    channel: str | None,
    world: Path | None,
    at: str | None,
    timeout: float,  # noqa: ASYNC109  (of each message, not of this call)
    as_json: bool,
) -> bool:
    replied: list[bool] = []
    spoke: list[bool] = []
    async with (
        stage(_unhurried(load_settings(bot)), world_for(bot, world), clock=standing_clock(at)) as played,
        rehearsal(played, person=person, channel=channel) as speaker,
    ):
        for step in steps:
            if isinstance(step, Wait):
                passage = await speaker.wait(step)
                _print_passage(passage, as_json)
                spoke.append(bool(passage.said))
            else:
                exchange = await _say(speaker, step.text, timeout)
                _print(exchange, as_json)
                replied.append(bool(exchange.replies))
    return all(replied) and (any(spoke) or not spoke)


async def _say(speaker: Rehearsal, text: str, seconds: float) -> Exchange:
    try:
        async with asyncio.timeout(seconds):
            return await speaker.say(text)
    except TimeoutError:
        raise UserError(f"the bot was not done with “{text}” within {seconds:g} s") from None


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


def _print_passage(passage: Passage, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode(passage))
        return
    for saying in passage.said:
        click.echo(f"\n[{saying.at}] to {saying.to}:\n{saying.content}")
    if not passage.said:
        click.echo(f"(nothing said until {passage.now})", err=True)
