"""The one place where whatever a plugin's code raises is caught."""

from collections.abc import Iterator
from contextlib import contextmanager


class AskedToExit(Exception):
    """A plugin called ``sys.exit``."""

    def __init__(self, error: SystemExit) -> None:
        """Say so."""
        super().__init__(f"it asked the whole process to end, with the code {error.code}")


class Outcome:
    """How a piece of a plugin's code ended."""

    error: Exception | None = None
    """What it raised."""


@contextmanager
def isolated() -> Iterator[Outcome]:
    """Run a piece of a plugin's code and keep what it raises; being cancelled is let through."""
    outcome = Outcome()
    try:
        yield outcome
    except Exception as error:  # noqa: BLE001 - a plugin may raise anything, and nothing else may die of it
        outcome.error = error
    except SystemExit as error:
        # A plugin does not decide over the other bots of the process, nor a file that is being imported.
        outcome.error = AskedToExit(error).with_traceback(error.__traceback__)
