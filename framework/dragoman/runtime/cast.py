"""The plugins of a bot as its settings name them, and how messages find their way to them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from dragoman.errors import ConfigurationError, Problem
from dragoman.plugin import Plugin, Surroundings
from dragoman.runtime.access import Access
from dragoman.runtime.answering import Answering
from dragoman.runtime.directory import KnownDirectory
from dragoman.runtime.dispatch import Dispatch
from dragoman.runtime.handling import Handling
from dragoman.runtime.help import Help
from dragoman.runtime.host import Host
from dragoman.runtime.in_use import InUse
from dragoman.runtime.isolation import isolated
from dragoman.runtime.settings import BotSettings, PluginSettings


class NotMade(Struct, frozen=True):
    """A plugin that could not be made."""

    plugin: PluginSettings
    error: Exception


def make_plugins(settings: BotSettings) -> tuple[list[Plugin[Any]], list[NotMade]]:
    """Return the plugins with their options, and those that cannot be made."""
    plugins: list[Plugin[Any]] = []
    failed: list[NotMade] = []
    for each in settings.plugins:
        with isolated() as outcome:
            plugins.append(each.kind(each.options, name=each.name))
        if outcome.error is not None:
            failed.append(NotMade(each, outcome.error))
    return plugins, failed


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
        self.settings = settings
        self.in_use = InUse()
        """Whether any of the plugins is called, or about to be."""
        self.hosts = tuple(
            self._host(plugin, among(plugin, plugins, surroundings)) for plugin in (helper, *plugins)
        )
        """The built-in help first."""
        self._dispatch = Dispatch(command for host in self.hosts for command in host.commands)
        self.answering = Answering(
            self.hosts,
            self._dispatch,
            Access(settings.access, self._dispatch.commands, directory),
            handling,
            settings.commands,
            directory,
            self.in_use,
            log_content=settings.log.content,
        )

    def _host(self, plugin: Plugin[Any], surroundings: Surroundings) -> Host:
        settings = self.settings
        own = next((each for each in settings.plugins if each.name == plugin.name), None)
        timeout = (own.timeout if own is not None else None) or settings.limits.timeout
        mode = (own.delivery if own is not None else None) or settings.delivery.mode
        return Host(plugin, surroundings, timeout.total_seconds(), mode, self.in_use)


def among(plugin: Plugin[Any], plugins: Sequence[Plugin[Any]], surroundings: Surroundings) -> Surroundings:
    """Return the surroundings with the names of those of its own class."""
    siblings = tuple(each.name for each in plugins if type(each) is type(plugin))
    return replace(surroundings, siblings=siblings)


def refusal(settings: BotSettings, failures: Iterable[tuple[str, Exception]]) -> ConfigurationError:
    """Return the error that says which plugins, by their names, fail with these settings and how."""
    return ConfigurationError(
        tuple(
            Problem(
                file=str(settings.file),
                line=next((each.line for each in settings.plugins if each.name == name), None),
                place=name,
                what=f"the plugin does not start: {type(error).__name__}: {error}",
            )
            for name, error in failures
        )
    )
