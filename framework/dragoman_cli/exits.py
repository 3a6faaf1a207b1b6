"""What the command's exit codes mean, and how known failures become one of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

import click

from dragoman.errors import ConfigurationError, DragomanError, StateInUse, StateOutOfReach, Unauthorized
from dragoman_server import StoreFailed, StoreRefused, WorldError


class ExitCode(IntEnum):
    """The codes a script or a service manager may rely on."""

    GOOD = 0
    """Done; for a bot: drained and stopped as asked."""
    FAILED = 1
    """Something asked for did not happen, or a check found something."""
    USAGE = 2
    """The command line itself was wrong."""
    BUG = 70
    """Something went wrong that has no name: a mistake of ours or of a library's."""
    TEMPORARY = 75
    """Not now: another process runs the bot, or the disk is full. Starting again later may help."""
    UNAUTHORIZED = 77
    """The service does not accept the bot's credentials."""
    CONFIGURATION = 78
    """A file is wrong; starting again will not help."""


@contextmanager
def explained() -> Iterator[None]:
    """Turn a failure that a person can mend into its sentence on standard error and its exit code."""
    try:
        yield
    except (ConfigurationError, WorldError) as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
        raise click.exceptions.Exit(ExitCode.CONFIGURATION) from None
    except StoreRefused as error:
        click.echo(f"dragoman: {error}", err=True)
        raise click.exceptions.Exit(ExitCode.CONFIGURATION) from None
    except StoreFailed as error:
        click.echo(
            f"dragoman: the last changes could not be kept: {error}. Nobody was told of them.", err=True
        )
        raise click.exceptions.Exit(ExitCode.FAILED) from None
    except Unauthorized as error:
        click.echo(f"dragoman: {error}", err=True)
        raise click.exceptions.Exit(ExitCode.UNAUTHORIZED) from None
    except (StateInUse, StateOutOfReach) as error:
        click.echo(f"dragoman: {error}", err=True)
        raise click.exceptions.Exit(ExitCode.TEMPORARY) from None
    except DragomanError as error:
        click.echo(f"dragoman: {error}", err=True)
        raise click.exceptions.Exit(ExitCode.FAILED) from None
