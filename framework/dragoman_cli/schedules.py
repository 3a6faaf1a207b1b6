"""``dragoman schedules``: what a bot does by the clock, what became of it, and holding it back."""

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dragoman.clock import SystemClock
from dragoman.delivery import Transaction, occurrences
from dragoman.delivery import schedules as transactions
from dragoman.errors import UserError
from dragoman.planner import in_words
from dragoman.plugin import Past, Standing
from dragoman.plugin.schedules import ScheduleChange, Verb
from dragoman.runtime import BotSettings, load_settings
from dragoman_cli.beside import state_of
from dragoman_cli.exits import explained
from dragoman_cli.moments import iso

MOST = 50
"""Occurrences that a history shows."""


class Line(msgspec.Struct, frozen=True):
    """A schedule."""

    schedule: str
    """``plugin.name``."""
    when: str
    next: str | None
    """ISO 8601, UTC; None while it is paused, and when nothing comes any more."""
    paused: bool
    last: str | None
    """What became of it the last time."""


class Time(msgspec.Struct, frozen=True):
    """A time that a schedule came."""

    due: str
    """ISO 8601, UTC."""
    state: str
    attempts: int
    times: int
    """How many it stands for."""
    error: str | None


@click.group()
def schedules() -> None:
    """Look at what a bot does by the clock; pause a schedule, let it go on, or leave its next time out."""


@schedules.command("list")
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_(bot: Path, as_json: bool) -> None:
    """List the schedules of the bot in DIR with the next time of each."""
    with explained():
        lines = [
            line for plugin, standing in _standing(load_settings(bot)) for line in _lines(plugin, standing)
        ]
    if as_json:
        click.echo(msgspec.json.encode(lines))
        return
    if not lines:
        click.echo("nothing")
        return
    table = Table("schedule", "when", "next (UTC)", "last time", box=None)
    for line in lines:
        upcoming = "paused" if line.paused else line.next or "never again"
        table.add_row(*map(escape, (line.schedule, line.when, upcoming, line.last or "")))
    Console().print(table)


@schedules.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("schedule", metavar="PLUGIN.NAME")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def history(bot: Path, schedule: str, as_json: bool) -> None:
    """Tell what became of a schedule's last times, the missed ones too."""
    with explained(), state_of(load_settings(bot)) as (database, name):
        plugin, called = _place(schedule)
        (past,) = database.together([lambda tx: occurrences.history(tx, name, plugin, called, MOST)])
        if not past:
            _check_known(load_settings(bot), plugin, called)
    times = [_time(one) for one in past]
    if as_json:
        click.echo(msgspec.json.encode(times))
        return
    if not times:
        click.echo("nothing")
        return
    table = Table("due (UTC)", "state", "attempts", "times", "what happened", box=None)
    for one in times:
        table.add_row(one.due, one.state, str(one.attempts), str(one.times), escape(one.error or ""))
    Console().print(table)


@schedules.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("schedule", metavar="PLUGIN.NAME")
def pause(bot: Path, schedule: str) -> None:
    """Let a schedule not come for now; a running bot knows within half a minute."""
    _change(bot, schedule, "pause")


@schedules.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("schedule", metavar="PLUGIN.NAME")
def resume(bot: Path, schedule: str) -> None:
    """Let a paused schedule come again from now on."""
    _change(bot, schedule, "resume")


@schedules.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("schedule", metavar="PLUGIN.NAME")
def skip(bot: Path, schedule: str) -> None:
    """Leave out the next time of a schedule."""
    _change(bot, schedule, "skip")


def _change(bot: Path, schedule: str, verb: Verb) -> None:
    with explained():
        standing = _changed(load_settings(bot), *_place(schedule), verb)
    (line,) = _lines(schedule.partition(".")[0], [standing])
    upcoming = f"next at {line.next}" if line.next is not None else "never again"
    click.echo(f"{line.schedule}: {'paused' if line.paused else upcoming}")


def _changed(settings: BotSettings, plugin: str, called: str, verb: Verb) -> Standing:
    change, now = ScheduleChange(verb=verb, name=called), SystemClock().now()

    def work(tx: Transaction) -> Standing | None:
        if transactions.find(tx, name, plugin, called) is not None:
            # The epoch of nobody: it is not the bot that does it.
            occurrences.change(tx, name, plugin, [change], now=now, epoch=0)
        return transactions.find(tx, name, plugin, called)

    _check_known(settings, plugin, called)
    with state_of(settings) as (database, name):
        (standing,) = database.together([work])
    assert isinstance(standing, Standing), "it is known"
    if verb == "skip" and standing.schedule.paused:
        raise UserError(f"{plugin}.{called} is paused, and has no next time that could be left out")
    return standing


def _check_known(settings: BotSettings, plugin: str, called: str) -> None:
    """Fail with UserError when a bot has no schedule of that name."""
    known = [line.schedule for each in _standing(settings) for line in _lines(*each)]
    if f"{plugin}.{called}" not in known:
        raise UserError(
            f"there is no schedule {f'{plugin}.{called}'!r}; there are: {', '.join(known) or 'none'}"
        )


def _standing(settings: BotSettings) -> list[tuple[str, list[Standing]]]:
    def work(tx: Transaction) -> list[tuple[str, list[Standing]]]:
        return [
            (plugin, [_with_last(tx, plugin, one) for one in transactions.standing(tx, name, plugin)])
            for plugin in transactions.plugins(tx, name)
        ]

    def _with_last(tx: Transaction, plugin: str, one: Standing) -> Standing:
        past = occurrences.history(tx, name, plugin, one.schedule.name, 1)
        return msgspec.structs.replace(one, last=tuple(past))

    with state_of(settings) as (database, name):
        (found,) = database.together([work])
    standing: list[tuple[str, list[Standing]]] = found
    return standing


def _lines(plugin: str, standing: Sequence[Standing]) -> list[Line]:
    return [
        Line(
            schedule=f"{plugin}.{one.schedule.name}",
            when=in_words(one.schedule.plan),
            next=iso(one.next.at) if one.next is not None else None,
            paused=one.schedule.paused,
            last=one.last[0].state if one.last else None,
        )
        for one in standing
    ]


def _time(past: Past) -> Time:
    return Time(
        due=iso(past.at), state=past.state, attempts=past.attempts, times=past.times, error=past.error
    )


def _place(schedule: str) -> tuple[str, str]:
    plugin, _, name = schedule.partition(".")
    if not name:
        raise UserError(f"{schedule!r} names no schedule: write PLUGIN.NAME, as the list does")
    return plugin, name
