"""The only place where logging is configured: text on a terminal, one JSON object a line otherwise."""

import logging
import os
import sys
from collections.abc import Iterable
from typing import Any, Literal, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from dragoman.ops.redaction import Redactor

LogLevel = Literal["debug", "info", "warning", "error"]
_FIRST = ("ts", "level", "event", "bot", "plugin", "handler")
"""Keys that begin every JSON line, in this order, where they are present."""
_redactor = Redactor()
"""One for the process: a secret that was learnt later must not be in any bot's lines."""
_encode = msgspec.json.Encoder(enc_hook=repr).encode


def configure_logging(
    level: LogLevel = "info", *, stream: TextIO | None = None, secrets: Iterable[str] = ()
) -> None:
    """Send all logging, that of libraries from warning on included, to a stream; stderr when none is given.

    The secrets, and whatever looks like an Authorization header, appear as stars. Colours only on a terminal,
    and not when ``NO_COLOR`` is set.
    """
    target = stream if stream is not None else sys.stderr
    _redactor.add(secrets)
    structlog.configure(
        processors=_processors(target, _redactor),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(target),
        cache_logger_on_first_use=False,
    )
    _adopt_libraries()


def hide(*secrets: str) -> None:
    """Let these texts appear as stars from now on, in whatever is logged."""
    _redactor.add(secrets)


def _processors(target: TextIO, redactor: Redactor) -> list[Processor]:
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,
    ]
    if target.isatty():
        clock = structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False, key="timestamp")
        console = structlog.dev.ConsoleRenderer(colors=not os.environ.get("NO_COLOR"), sort_keys=False)
        return [*shared, clock, redactor, console]
    return [*shared, structlog.processors.TimeStamper(fmt="iso", utc=True, key="ts"), redactor, _as_json]


def _as_json(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    ordered = {key: event.pop(key) for key in _FIRST if key in event}
    return _encode({**ordered, **event}).decode()


class _Adopter(logging.Handler):
    """Passes the records of the standard library's logging on."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log the record under its own words."""
        log = structlog.get_logger()
        details: dict[str, Any] = {"logger": record.name}
        if record.exc_info:
            details["exc_info"] = record.exc_info
        log.log(record.levelno, record.getMessage(), **details)


def _adopt_libraries() -> None:
    root = logging.getLogger()
    if not any(isinstance(handler, _Adopter) for handler in root.handlers):
        root.addHandler(_Adopter())
    root.setLevel(logging.WARNING)
