"""``dragoman inbox``: what a bot could not do, to be tried again or dropped."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dragoman.delivery import InboxRow
from dragoman.delivery import inbox as transactions
from dragoman.runtime import load_settings
from dragoman_cli.beside import state_of
from dragoman_cli.exits import ExitCode, explained

Change = Callable[..., bool]


class Letter(msgspec.Struct, frozen=True):
    """A message that could not be dealt with."""

    message_id: int
    conversation: str
    attempts: int
    error: str | None


@click.group()
def inbox() -> None:
    """Look at the messages that a bot could not deal with; try them again, or drop them."""


@inbox.command("list")
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--state", type=click.Choice(["PENDING", "RUNNING", "DONE", "SKIPPED", "DEAD"]), default="DEAD")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_(bot: Path, state: str, as_json: bool) -> None:
    """List the dead letters of the bot in DIR, or the messages in another state."""
    with explained(), state_of(load_settings(bot)) as (database, name):
        (rows,) = database.together([partial(transactions.in_state, bot_id=name, state=state)])
    letters = [_letter(row) for row in rows]
    if as_json:
        click.echo(msgspec.json.encode(letters))
    elif letters:
        _print(letters)
    else:
        click.echo("nothing")


@inbox.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("messages", metavar="MESSAGE...", nargs=-1, required=True, type=int)
def retry(bot: Path, messages: tuple[int, ...]) -> None:
    """Let dead letters be dealt with again: within half a minute, or when the bot starts."""
    _change(bot, messages, transactions.retry, "will be tried again")


@inbox.command()
@click.argument("bot", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("messages", metavar="MESSAGE...", nargs=-1, required=True, type=int)
def drop(bot: Path, messages: tuple[int, ...]) -> None:
    """Let dead letters be."""
    _change(bot, messages, transactions.drop, "dropped")


def _change(bot: Path, messages: tuple[int, ...], change: Change, word: str) -> None:
    with explained(), state_of(load_settings(bot)) as (database, name):
        works = [partial(change, bot_id=name, message_id=number) for number in messages]
        done = database.together(works)
    for number, changed in zip(messages, done, strict=True):
        click.echo(f"{number}: {word if changed else 'is no dead letter'}")
    raise click.exceptions.Exit(ExitCode.GOOD if all(done) else ExitCode.FAILED)


def _letter(row: InboxRow) -> Letter:
    return Letter(row.message_id, row.conv_key, row.attempts, row.error)


def _print(letters: list[Letter]) -> None:
    table = Table("message", "conversation", "attempts", "what happened", box=None)
    for letter in letters:
        table.add_row(
            str(letter.message_id), letter.conversation, str(letter.attempts), escape(letter.error or "")
        )
    Console().print(table)
