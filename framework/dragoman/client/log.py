"""The client's log, which fetches structlog when there is something to say.

structlog brings rich along wherever that is installed: together they take half as long as aiohttp to import,
which nobody pays whose calls go well.
"""

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


class Log:
    """The log of one module."""

    def __init__(self, name: str) -> None:
        """Log under the module's name."""
        self._name = name

    def debug(self, event: str, **told: object) -> None:
        """Say something that helps to find faults."""
        self._log.debug(event, **told)

    def info(self, event: str, **told: object) -> None:
        """Say something that is as it should be."""
        self._log.info(event, **told)

    def warning(self, event: str, **told: object) -> None:
        """Say something that somebody may want to mend."""
        self._log.warning(event, **told)

    @cached_property
    def _log(self) -> "FilteringBoundLogger":
        return cast("FilteringBoundLogger", import_module("structlog").get_logger(self._name))
