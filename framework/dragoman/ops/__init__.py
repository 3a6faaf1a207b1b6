"""What an operator sees of a running bot: its log."""

from dragoman.ops.logs import LogLevel, configure_logging, hide

__all__ = ["LogLevel", "configure_logging", "hide"]
