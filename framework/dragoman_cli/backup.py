"""``dragoman backup`` and ``dragoman restore``: copies of a bot's state."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from dragoman.delivery import backups_of, check_beside, copy_state
from dragoman.errors import Problem, StateUnusable, UserError
from dragoman.runtime import BotSettings, load_settings
from dragoman_cli.exits import explained
from dragoman_cli.state import restore


@click.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("to", metavar="[FILE]", required=False, type=click.Path(path_type=Path, dir_okay=False))
def backup(bot: Path, to: Path | None) -> None:
    """Copy the state of the bot in DIR, also while it runs, and check the copy.

    Without FILE the copy goes beside the state, into backups/, where the last seven are kept, or as many as
    bot.yaml says. A bot that runs makes one every night by itself.
    """
    with explained(), _reached():
        settings = load_settings(bot)
        file = settings.state_file
        check_beside(file, str(settings.folder), durable=settings.delivery.sync == "full")
        if to is not None and to.exists():
            raise UserError(f"there is a {to} already, which is left as it is: name another FILE")
        click.echo(copy_state(file, to, keep=settings.keeping.keep))


@click.command("restore")
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("copy", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--list", "listed", is_flag=True, help="Print the copies that there are, the newest last.")
def restore_(bot: Path, copy: Path | None, listed: bool) -> None:
    """Put FILE, a copy of its state, back for the bot in DIR, which must not run.

    Without FILE the newest of its backups is put back. When the bot starts next it looks into the chat's
    history for what it has answered since.
    """
    with explained(), _reached():
        settings = load_settings(bot)
        if listed:
            click.echo("\n".join(map(str, backups_of(settings.state_file))) or "there is none")
            return
        chosen = copy or _newest(settings)
        aside = restore(settings, chosen)
    click.echo(f"restored {chosen}" + (f"; what was there is now {aside}" if aside else ""))


@contextmanager
def _reached() -> Iterator[None]:
    """Say which file or folder cannot be used, and why."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{error.filename} cannot be used: {os.strerror(error.errno or 0)}") from None


def _newest(settings: BotSettings) -> Path:
    """Return the newest backup; fails with StateUnusable."""
    made = backups_of(settings.state_file)
    if not made:
        what, mend = "there is no backup", "Name a FILE, if there is one elsewhere"
        raise StateUnusable((Problem(file=str(settings.state_file), place="restore", what=what, mend=mend),))
    return made[-1]
