"""``dragoman backup`` and ``dragoman restore``: copies of a bot's state."""

from pathlib import Path

import click

from dragoman.delivery import copy_state
from dragoman.errors import Problem, StateUnusable
from dragoman.runtime import load_settings
from dragoman_cli.exits import explained
from dragoman_cli.state import restore


@click.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("to", metavar="[FILE]", required=False, type=click.Path(path_type=Path, dir_okay=False))
def backup(bot: Path, to: Path | None) -> None:
    """Copy the state of the bot in DIR, also while it runs, and check the copy.

    Without FILE the copy goes beside the state, into backups/, where the last seven are kept.
    """
    with explained():
        file = load_settings(bot).state_file
        if not file.is_file():
            problem = Problem(file=str(file), place="backup", what="there is no state yet: the bot never ran")
            raise StateUnusable((problem,))
        click.echo(copy_state(file, to))


@click.command("restore")
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("copy", metavar="FILE", type=click.Path(path_type=Path))
def restore_(bot: Path, copy: Path) -> None:
    """Put FILE, a copy of its state, back for the bot in DIR, which must not run.

    When the bot starts next it looks into the chat's history for what it has answered since.
    """
    with explained():
        aside = restore(load_settings(bot), copy)
    click.echo("restored" + (f"; what was there is now {aside}" if aside else ""))
