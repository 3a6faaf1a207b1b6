"""The plugins of a bot as its settings name them, and how messages find their way to them."""

from collections.abc import Sequence
from typing import Any

from structlog.typing import FilteringBoundLogger

from dragoman.plugin import Plugin, Surroundings
from dragoman.runtime.access import Access
from dragoman.runtime.answering import Answering
from dragoman.runtime.directory import KnownDirectory
from dragoman.runtime.dispatch import Dispatch
from dragoman.runtime.handling import Handling
from dragoman.runtime.help import Help
from dragoman.runtime.host import Host
from dragoman.runtime.isolation import isolated
from dragoman.runtime.settings import BotSettings


def make_plugins(settings: BotSettings, log: FilteringBoundLogger) -> list[Plugin[Any]]:
    """Return the plugins with their options; one that cannot be made is logged and missing."""
    plugins: list[Plugin[Any]] = []
    for each in settings.plugins:
        with isolated() as outcome:
            plugins.append(each.kind(each.options, name=each.name))
        if outcome.error is not None:
            log.error("plugin cannot be made", plugin=each.name, exc_info=outcome.error)
    return plugins


class Cast:
    """What one reading of the settings makes of the plugins."""

    def __init__(
        self,
        settings: BotSettings,
        plugins: Sequence[Plugin[Any]],
        surroundings: Surroundings,
        handling: Handling,
        directory: KnownDirectory,
    ) -> None:
        """Give each plugin its surroundings; none is started yet."""
        helper = Help(
            lambda: self._dispatch.commands, lambda command, context: self.answering.may(command, context)
        )
        self.hosts = tuple(_host(plugin, settings, surroundings) for plugin in (helper, *plugins))
        """The built-in help first."""
        self._dispatch = Dispatch(command for host in self.hosts for command in host.commands)
        self.answering = Answering(
            self.hosts,
            self._dispatch,
            Access(settings.access, self._dispatch.commands, directory),
            handling,
            settings.commands,
            directory,
            log_content=settings.log.content,
        )


def _host(plugin: Plugin[Any], settings: BotSettings, surroundings: Surroundings) -> Host:
    own = next((each for each in settings.plugins if each.name == plugin.name), None)
    timeout = (own.timeout if own is not None else None) or settings.limits.timeout
    mode = (own.delivery if own is not None else None) or settings.delivery.mode
    return Host(plugin, surroundings, timeout.total_seconds(), mode)
