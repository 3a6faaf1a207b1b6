"""How long something lasts, as people write it: see `dragoman.planner.durations`."""

from dragoman.planner.durations import Duration, format_duration, parse_duration

__all__ = ["Duration", "format_duration", "parse_duration"]
