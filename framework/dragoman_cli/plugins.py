"""``dragoman plugins``: which plugins there are, and what one of them offers."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dragoman.errors import ConfigurationError, Problem
from dragoman.runtime import PluginDescription, available_plugins, describe
from dragoman.runtime.loader import Loader, NotLoaded
from dragoman_cli.exits import explained


@click.group()
def plugins() -> None:
    """List the plugins that are there, or show one."""


@plugins.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_(as_json: bool) -> None:
    """List the built-in and installed plugins by the short names that bot.yaml uses."""
    with explained():
        found = {name: _describe(name, Path()) for name in available_plugins()}
    if as_json:
        click.echo(
            msgspec.json.encode([{"name": name, "summary": one.summary} for name, one in found.items()])
        )
        return
    rows = [(name, one.summary) for name, one in found.items()]
    Console().print(_table(("name", "what it does"), rows))


@plugins.command()
@click.argument("use", metavar="PLUGIN")
@click.option(
    "--bot",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=".",
    help="The folder to which ./file.py:Class is relative.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def show(use: str, bot: Path, as_json: bool) -> None:
    """Show the commands and the options of a plugin.

    PLUGIN is written as in bot.yaml: a short name, package.module:Class or ./file.py:Class.
    """
    with explained():
        description = _describe(use, bot)
    if as_json:
        click.echo(msgspec.json.encode(description))
        return
    _print(use, description)


def _describe(use: str, folder: Path) -> PluginDescription:
    try:
        return describe(Loader(folder).load(use))
    except NotLoaded as error:
        problems = error.problems or (Problem(what=error.what, mend=error.mend),)
        raise ConfigurationError(problems) from None


def _print(use: str, plugin: PluginDescription) -> None:
    console = Console(highlight=False)
    console.print(Text(use, style="bold"), Text(plugin.kind, style="dim"))
    console.print(Text(plugin.documentation))
    commands = [(command.usage, command.access, command.help) for command in plugin.commands]
    options = [
        (option.name, option.kind, "must be given" if option.required else option.default, option.help)
        for option in plugin.options
    ]
    _section(console, "Commands", ("command", "for", "what it does"), commands)
    _section(console, "Options, in bot.yaml", ("option", "takes", "default", "what it is"), options)
    _section(console, "Listens to", ("event",), [(event,) for event in plugin.events])
    _section(console, "By the clock", ("timer",), [(timer,) for timer in plugin.timers])


def _section(console: Console, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if rows:
        console.print()
        console.print(Text(title, style="bold"))
        console.print(Padding(_table(headings, rows), (0, 0, 0, 2)))


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table whose cells show their text as it is, square brackets included."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table
