"""Reads a bot's folder: bot.yaml, what it names, and the options of its plugins; collects all problems."""

import fnmatch
import stat
from collections.abc import Mapping as MappingType
from pathlib import Path
from typing import Any

import msgspec

from dragoman.client import Credentials
from dragoman.errors import ConfigurationError, Problem
from dragoman.model import Secret
from dragoman.plugin import Duration, Plugin
from dragoman.plugin.commands import commands_of
from dragoman.plugin.matching import did_you_mean
from dragoman.runtime.loader import Loader, NotLoaded, short_name
from dragoman.runtime.nodes import Entry, Mapping, Node, Place, Scalar, Sequence, scalars
from dragoman.runtime.record_reader import RecordReader
from dragoman.runtime.settings import BotFile, BotSettings, PluginSettings, ZulipSettings
from dragoman.runtime.strict_yaml import Document, read_yaml

FILE_NAME = "bot.yaml"
BUILT_IN_NAMES = ("help",)
"""Names of plugins that the runtime brings itself."""
SHORTEST_SECRET = 6
"""Characters; shorter values are not blotted out of logs, where they would blot out much else."""
_RESERVED = ("use", "name", "timeout")


class PluginHead(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of a plugin that are not its options."""

    use: str
    name: str | None = None
    timeout: Duration | None = None


def load_settings(
    path: Path, *, ignoring: tuple[str, ...] = (), environment: MappingType[str, str] | None = None
) -> BotSettings:
    """Read a bot's folder or its bot.yaml; fails with ConfigurationError, which holds all problems.

    Problems in the top-level sections named in ``ignoring`` do not count, for one who starts the bot with
    credentials or a guide of another origin: ``("zulip", "guide")``.
    """
    file = path / FILE_NAME if path.is_dir() else path
    loading = _Loading(file, read_yaml(file, environment), ignoring)
    settings = loading.settings()
    if loading.problems or settings is None:
        raise ConfigurationError(loading.problems)
    return settings


def check(
    path: Path, *, ignoring: tuple[str, ...] = (), environment: MappingType[str, str] | None = None
) -> tuple[Problem, ...]:
    """Return everything that is wrong with a bot's folder, as far as it can be known without a network."""
    try:
        load_settings(path, ignoring=ignoring, environment=environment)
    except ConfigurationError as error:
        return error.problems
    return ()


class _Loading:
    """The reading of one bot.yaml."""

    def __init__(self, file: Path, document: Document, ignoring: tuple[str, ...]) -> None:
        self._file = file
        self._root = document.root
        self._reader = RecordReader(str(file))
        self._reader.problems += document.problems
        self._ignoring = ignoring
        self._loader = Loader(file.parent)
        self._from_files: list[Problem] = []

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems: those of bot.yaml in the order of its lines, then those of other files."""
        counted = [problem for problem in self._reader.problems if not self._is_ignored(problem)]
        ordered = sorted(counted, key=lambda problem: (problem.line or 0, problem.column or 0))
        return tuple(dict.fromkeys([*ordered, *self._from_files]))

    def settings(self) -> BotSettings | None:
        if not isinstance(self._root, Mapping):
            self._refuse_root(self._root)
            return None
        head = self._reader.record(self._head(self._root), BotFile)
        self._check_zulip(self._root, head)
        plugins = self._plugins(self._root)
        if head is None:
            return None
        self._check_access(self._root, head, plugins)
        fields = {name: getattr(head, name) for name in BotFile.__struct_fields__}
        return BotSettings(
            **fields, file=self._file, plugins=tuple(plugins), secrets=self._secrets(self._root, head)
        )

    def _refuse_root(self, root: Node) -> None:
        empty = isinstance(root, Scalar) and root.value is None
        what = "the file is empty" if empty else "a bot.yaml consists of keys with values"
        self._reader.note(root.place, "", what, "Begin with: name: my-bot")

    def _head(self, root: Mapping) -> Mapping:
        """Return the top level without the plugins and without what is ignored and broken."""
        kept = root.without("plugins")
        for section in self._ignoring:
            entry = root.entry(section)
            if entry is not None and self._fails(entry):
                kept = kept.without(section)
        return kept

    def _fails(self, entry: Entry) -> bool:
        attempt = RecordReader(str(self._file))
        kinds = {field.encode_name: field.type for field in msgspec.structs.fields(BotFile)}
        holder = msgspec.defstruct("Holder", [(entry.key, kinds.get(entry.key, Any))], kw_only=True)
        return attempt.record(Mapping(entries=(entry,), place=entry.place), holder) is None

    def _is_ignored(self, problem: Problem) -> bool:
        if not isinstance(self._root, Mapping) or problem.file != str(self._file):
            return False
        section = ""
        for entry in self._root.entries:
            if (entry.place.line, entry.place.column) <= (problem.line or 0, problem.column or 0):
                section = entry.key
        return section in self._ignoring

    # ---- credentials

    def _check_zulip(self, root: Mapping, head: BotFile | None) -> None:
        if "zulip" in self._ignoring:
            return
        entry = root.entry("zulip")
        if entry is None:
            mend = "Add: zulip: {zuliprc: ./zuliprc}"
            self._reader.note(root.place, "zulip", "the key “zulip” is missing", mend)
        elif head is not None:
            self._check_credentials(entry, head.zulip)

    def _check_credentials(self, entry: Entry, zulip: ZulipSettings) -> None:
        direct = {"site": zulip.site, "email": zulip.email, "api_key": zulip.api_key}
        missing = [key for key, value in direct.items() if value is None]
        if zulip.zuliprc is not None:
            if len(missing) < len(direct):
                what = "zuliprc and site, email or api_key are both given"
                self._reader.note(entry.place, "zulip", what, "Keep the one or the others")
            self._check_zuliprc(entry, zulip)
        elif missing:
            what = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            self._reader.note(entry.place, "zulip", what, "Give zuliprc, or all of site, email and api_key")

    def _check_zuliprc(self, entry: Entry, zulip: ZulipSettings) -> None:
        place = _place_below(entry, "zuliprc")
        path = self._file.parent / Path(zulip.zuliprc or "").expanduser()
        if not path.is_file():
            mend = "Download it from the chat's settings, under Your bots, into the bot's folder"
            self._reader.note(place, "zulip.zuliprc", f"there is no file {zulip.zuliprc}", mend)
        elif not zulip.others_may_read and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            what = f"others on this machine can read the key in {zulip.zuliprc}"
            mend = f"Run chmod 600 {path}, or add others_may_read: true"
            self._reader.note(place, "zulip.zuliprc", what, mend)
        else:
            self._read_zuliprc(path)

    def _read_zuliprc(self, path: Path) -> None:
        try:
            Credentials.from_zuliprc(path)
        except ConfigurationError as error:
            self._from_files += error.problems

    # ---- plugins

    def _plugins(self, root: Mapping) -> list[PluginSettings]:
        entry = root.entry("plugins")
        if entry is None:
            self._reader.note(root.place, "plugins", "the key “plugins” is missing", "Add a list of plugins")
            return []
        if not isinstance(entry.value, Sequence) or not entry.value.items:
            mend = "Write each plugin in a line of its own: - use: recovery_guide"
            self._reader.note(entry.value.place, "plugins", "expected a list of plugins", mend)
            return []
        read = [self._plugin(item, f"plugins[{index}]") for index, item in enumerate(entry.value.items)]
        self._check_names(entry.value, read)
        return [plugin for plugin in read if plugin is not None]

    def _plugin(self, node: Node, place: str) -> PluginSettings | None:
        if not isinstance(node, Mapping):
            self._reader.note(node.place, place, "expected a plugin", "Write: - use: recovery_guide")
            return None
        reserved = tuple(entry for entry in node.entries if entry.key in _RESERVED)
        head = self._reader.record(Mapping(entries=reserved, place=node.place), PluginHead, place)
        if head is None:
            return None
        kind = self._load(head.use, node, place)
        if kind is None:
            return None
        options = self._reader.record(node.without(*_RESERVED), kind.options_type, place)
        if options is None:
            return None
        name = head.name or short_name(head.use)
        return PluginSettings(use=head.use, name=name, kind=kind, options=options, timeout=head.timeout)

    def _load(self, use: str, node: Mapping, place: str) -> type[Plugin[Any]] | None:
        try:
            return self._loader.load(use)
        except NotLoaded as error:
            if error.problems:
                self._from_files += map(self._as_given, error.problems)
            else:
                self._reader.note(_value_place(node, "use"), f"{place}.use", error.what, error.mend)
            return None

    def _as_given(self, problem: Problem) -> Problem:
        """Name a file of the bot's folder as the folder was named."""
        path, folder = Path(problem.file), self._file.parent.resolve()
        if not path.is_relative_to(folder):
            return problem
        return msgspec.structs.replace(problem, file=str(self._file.parent / path.relative_to(folder)))

    def _check_names(self, list_: Sequence, plugins: list[PluginSettings | None]) -> None:
        seen: dict[str, int] = {}
        for index, (node, plugin) in enumerate(zip(list_.items, plugins, strict=True)):
            if plugin is None:
                continue
            if plugin.name in seen or plugin.name in BUILT_IN_NAMES:
                taken = f"plugins[{seen[plugin.name]}]" if plugin.name in seen else "the bot itself"
                what = f"the name “{plugin.name}” is taken by {taken}"
                self._reader.note(node.place, f"plugins[{index}]", what, "Give it another: name: ...")
            elif not plugin.name.replace("_", "").replace("-", "").isalnum():
                what = f"the name “{plugin.name}” is not letters, digits, dashes and underscores"
                self._reader.note(node.place, f"plugins[{index}]", what, "Give it another: name: ...")
            seen.setdefault(plugin.name, index)

    # ---- access

    def _check_access(self, root: Mapping, head: BotFile, plugins: list[PluginSettings]) -> None:
        """Complain about a rule that fits no command but nearly does: it would protect nothing."""
        names = tuple(_command_names(plugins))
        entry = root.entry("access")
        if entry is None or not isinstance(entry.value, Sequence):
            return
        for index, (rule, node) in enumerate(zip(head.access, entry.value.items, strict=True)):
            for pattern in rule.patterns:
                if fnmatch.filter(names, pattern):
                    continue
                known = (*names, *(f"{plugin.name}.*" for plugin in plugins))
                if meant := did_you_mean(pattern, known).strip():
                    what = f"no command fits “{pattern}”"
                    self._reader.note(node.place, f"access[{index}]", what, meant)

    def _secrets(self, root: Mapping, head: BotFile) -> tuple[str, ...]:
        plugins = root.entry("plugins")
        found = [scalar for scalar in scalars(plugins.value) if scalar.secret] if plugins else []
        texts = [str(scalar.value) for scalar in found]
        if isinstance(head.zulip.api_key, Secret):
            texts.append(head.zulip.api_key.reveal())
        return tuple(dict.fromkeys(text for text in texts if len(text) >= SHORTEST_SECRET))


def _command_names(plugins: list[PluginSettings]) -> list[str]:
    names = ["help.help"]
    for plugin in plugins:
        sample = object.__new__(plugin.kind)
        sample.name = plugin.name
        names += [command.name for command in commands_of(sample)]
    return names


def _value_place(node: Mapping, key: str) -> Place:
    entry = node.entry(key)
    return entry.value.place if entry is not None else node.place


def _place_below(entry: Entry, key: str) -> Place:
    return _value_place(entry.value, key) if isinstance(entry.value, Mapping) else entry.place
