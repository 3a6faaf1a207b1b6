"""What must not change when a bot takes over other settings while it runs."""

from dragoman.errors import ConfigurationError, Problem
from dragoman.runtime.nodes import Mapping
from dragoman.runtime.settings import BotSettings
from dragoman.runtime.strict_yaml import read_yaml


def check_successor(now: BotSettings, then: BotSettings) -> None:
    """Check that settings are for the same bot with the same state; fails with ConfigurationError."""
    changed = [
        place
        for place, differs in (
            ("name", now.name != then.name),
            ("state", now.state_file != then.state_file),
            ("delivery.sync", now.delivery.sync != then.delivery.sync),
        )
        if differs
    ]
    if changed:
        raise ConfigurationError(tuple(_cannot_change(place, then) for place in changed))


def _cannot_change(place: str, settings: BotSettings) -> Problem:
    key = place.partition(".")[0]
    root = read_yaml(settings.file).root
    entry = root.entry(key) if isinstance(root, Mapping) else None
    line = entry.place.line if entry is not None else None
    what = "this cannot change while the bot runs"
    return Problem(
        file=str(settings.file), line=line, place=place, what=what, mend="Restart the bot, or put it back"
    )
