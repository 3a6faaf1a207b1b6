"""``dragoman check``: all that can be known of a bot's files without a network."""

from pathlib import Path

import click
import msgspec

from dragoman.runtime import check as problems_of
from dragoman_cli.exits import ExitCode


@click.command()
@click.argument("bots", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the problems as a JSON list.")
def check(bots: tuple[Path, ...], as_json: bool) -> None:
    """Say all that is wrong with the files of each bot, with file, line, column and the mend.

    A bot is a folder with a bot.yaml, or the YAML file itself. Exits 1 when anything is wrong.
    """
    found = [problem for bot in bots for problem in problems_of(bot)]
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        for problem in found:
            click.echo(str(problem))
        if not found:
            click.echo("good: nothing is wrong with " + ", ".join(str(bot) for bot in bots))
    raise click.exceptions.Exit(ExitCode.FAILED if found else ExitCode.GOOD)
