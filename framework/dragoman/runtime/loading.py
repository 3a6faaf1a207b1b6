"""Reads a bot's folder: bot.yaml, what it names, and the options of its plugins; collects all problems."""

import fnmatch
from collections.abc import Mapping as MappingType
from pathlib import Path
from typing import Any

from dragoman.errors import ConfigurationError, Problem
from dragoman.plugin.commands import commands_of
from dragoman.plugin.matching import did_you_mean
from dragoman.runtime.nodes import Mapping, Node, Scalar, Sequence, scalars
from dragoman.runtime.plugin_section import PluginSection
from dragoman.runtime.record_reader import RecordReader
from dragoman.runtime.rules import AccessRule
from dragoman.runtime.sections import ZulipSettings
from dragoman.runtime.settings import BotFile, BotSettings, PluginSettings
from dragoman.runtime.strict_yaml import Document, read_yaml
from dragoman.runtime.zulip_section import check_zulip

FILE_NAME = "bot.yaml"
CONNECTIONS = ("zulip", "guide")
"""Sections that whoever starts the bot may replace; what is wrong with them counts only when nobody does."""
SHORTEST_SECRET = 6
"""Characters; shorter values are not blotted out of logs, where they would blot out much else."""


def load_settings(path: Path, environment: MappingType[str, str] | None = None) -> BotSettings:
    """Read a bot's folder or its bot.yaml; fails with ConfigurationError, which holds all problems.

    Problems of the sections ``zulip`` and ``guide`` are kept in ``unmet`` instead: they count when the bot
    starts without being handed other credentials or another guide.
    """
    loading = _loading(path, environment)
    settings = loading.settings
    if loading.problems or settings is None:
        raise ConfigurationError((*loading.problems, *loading.unmet))
    return settings


def check(path: Path, environment: MappingType[str, str] | None = None) -> tuple[Problem, ...]:
    """Return everything that is wrong with a bot's folder, as far as it can be known without a network."""
    try:
        loading = _loading(path, environment)
    except ConfigurationError as error:
        return error.problems
    return _in_order((*loading.problems, *loading.unmet), str(loading.file))


def _loading(path: Path, environment: MappingType[str, str] | None) -> "_Loading":
    file = path / FILE_NAME if path.is_dir() else path
    return _Loading(file, read_yaml(file, environment))


def _in_order(problems: tuple[Problem, ...], file: str) -> tuple[Problem, ...]:
    """Return those of bot.yaml by its lines, then those of other files."""
    own = [problem for problem in problems if problem.file == file]
    others = [problem for problem in problems if problem.file != file]
    own.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    return tuple(dict.fromkeys((*own, *others)))


class _Loading:
    """The reading of one bot.yaml."""

    def __init__(self, file: Path, document: Document) -> None:
        self.file = file
        self._root = document.root
        self._reader = RecordReader(str(file))
        self._reader.problems += document.problems
        self._plugins = PluginSection(file, self._reader)
        self._from_zuliprc: tuple[Problem, ...] = ()
        self.settings: BotSettings | None = None
        if isinstance(self._root, Mapping):
            self.settings = self._read(self._root)
        else:
            self._refuse(self._root)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong apart from the connections."""
        own = tuple(each for each in self._reader.problems if self._section(each) not in CONNECTIONS)
        return _in_order((*own, *self._plugins.from_files), str(self.file))

    @property
    def unmet(self) -> tuple[Problem, ...]:
        """What is wrong with the connections."""
        return tuple(problem for section in CONNECTIONS for problem in self._unmet(section))

    def _unmet(self, section: str) -> tuple[Problem, ...]:
        own = tuple(each for each in self._reader.problems if self._section(each) == section)
        return (*own, *(self._from_zuliprc if section == "zulip" else ()))

    def _section(self, problem: Problem) -> str:
        """Return the top-level key that a problem is about."""
        if problem.place:
            return problem.place.partition(".")[0]
        entries = self._root.entries if isinstance(self._root, Mapping) else ()
        before = [
            entry.key
            for entry in entries
            if (entry.place.line, entry.place.column) <= (problem.line or 0, problem.column or 0)
        ]
        return before[-1] if before else ""

    def _refuse(self, root: Node) -> None:
        empty = isinstance(root, Scalar) and root.value is None
        what = "the file is empty" if empty else "a bot.yaml consists of keys with values"
        self._reader.note(root.place, "", what, "Begin with: name: my-bot")

    def _read(self, root: Mapping) -> BotSettings | None:
        values = self._reader.fields(root, BotFile, also=("plugins",))
        zulip = values.get("zulip")
        self._from_zuliprc = check_zulip(self.file.parent, root, zulip, self._reader)
        plugins = self._plugins.read(root)
        self._check_access(root, values.get("access", ()), plugins)
        if "name" not in values:
            return None
        unmet = {section: found for section in CONNECTIONS if (found := self._unmet(section))}
        secrets = self._secrets(root, zulip)
        return BotSettings(**values, file=self.file, plugins=tuple(plugins), secrets=secrets, unmet=unmet)

    def _check_access(
        self, root: Mapping, rules: tuple[AccessRule, ...], plugins: list[PluginSettings]
    ) -> None:
        """Complain about a rule that fits no command but nearly does: it would protect nothing."""
        names = tuple(_command_names(plugins))
        entry = root.entry("access")
        items = entry.value.items if entry is not None and isinstance(entry.value, Sequence) else ()
        for index, (rule, node) in enumerate(zip(rules, items, strict=False)):
            for pattern in rule.patterns:
                if fnmatch.filter(names, pattern):
                    continue
                known = (*names, *(f"{plugin.name}.*" for plugin in plugins))
                if meant := did_you_mean(pattern, known).strip():
                    what = f"no command fits “{pattern}”"
                    self._reader.note(node.place, f"access[{index}]", what, meant)

    def _secrets(self, root: Mapping, zulip: ZulipSettings | None) -> tuple[str, ...]:
        """Return what came from the environment or files for the plugins, and the bot's key."""
        plugins = root.entry("plugins")
        found = scalars(plugins.value) if plugins is not None else iter(())
        texts = [str(scalar.value) for scalar in found if scalar.secret]
        if zulip is not None and zulip.api_key is not None:
            texts.append(zulip.api_key.reveal())
        return tuple(dict.fromkeys(text for text in texts if len(text) >= SHORTEST_SECRET))


def _command_names(plugins: list[PluginSettings]) -> list[str]:
    names = ["help.help"]
    for plugin in plugins:
        sample: Any = object.__new__(plugin.kind)
        sample.name = plugin.name
        names += [command.name for command in commands_of(sample)]
    return names
