"""Reads the ``plugins`` of a bot.yaml: finds each class and reads its options."""

from pathlib import Path
from typing import Any

import msgspec

from dragoman.errors import Problem
from dragoman.plugin import Duration, Mode, Plugin
from dragoman.runtime.loader import Loader, NotLoaded, short_name
from dragoman.runtime.nodes import Mapping, Node, Place, Sequence
from dragoman.runtime.record_reader import RecordReader
from dragoman.runtime.settings import PluginSettings

BUILT_IN_NAMES = ("help",)
"""Names of plugins that the runtime brings itself."""
_RESERVED = ("use", "name", "timeout", "delivery")


class PluginHead(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of a plugin that are not its options."""

    use: str
    name: str | None = None
    timeout: Duration | None = None
    delivery: Mode | None = None


class PluginSection:
    """The list of plugins of one bot.yaml."""

    def __init__(self, file: Path, reader: RecordReader) -> None:
        """Note problems of bot.yaml with the reader."""
        self._folder = file.parent
        self._reader = reader
        self._loader = Loader(file.parent)
        self.from_files: list[Problem] = []
        """What is wrong in the files of the plugins themselves."""

    def read(self, root: Mapping) -> list[PluginSettings]:
        """Return the plugins that can be had."""
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
        kind = self._load(head.use, node, place) if head is not None else None
        if head is None or kind is None:
            return None
        options = self._reader.record(node, kind.options_type, place, also=_RESERVED)
        if options is None:
            return None
        name = head.name or short_name(head.use)
        return PluginSettings(
            use=head.use,
            name=name,
            kind=kind,
            options=options,
            timeout=head.timeout,
            delivery=head.delivery,
            line=node.place.line,
        )

    def _load(self, use: str, node: Mapping, place: str) -> type[Plugin[Any]] | None:
        try:
            return self._loader.load(use)
        except NotLoaded as error:
            if error.problems:
                self.from_files += map(self._as_given, error.problems)
            else:
                self._reader.note(_place_of_use(node), f"{place}.use", error.what, error.mend)
            return None

    def _as_given(self, problem: Problem) -> Problem:
        """Name a file of the bot's folder as the folder was named."""
        path, folder = Path(problem.file), self._folder.resolve()
        if not path.is_relative_to(folder):
            return problem
        return msgspec.structs.replace(problem, file=str(self._folder / path.relative_to(folder)))

    def _check_names(self, nodes: Sequence, plugins: list[PluginSettings | None]) -> None:
        seen: dict[str, int] = {}
        for index, (node, plugin) in enumerate(zip(nodes.items, plugins, strict=True)):
            if plugin is None:
                continue
            what = ""
            if plugin.name in seen or plugin.name in BUILT_IN_NAMES:
                taken = f"plugins[{seen[plugin.name]}]" if plugin.name in seen else "the bot itself"
                what = f"the name “{plugin.name}” is taken by {taken}"
            elif not plugin.name.replace("_", "").replace("-", "").isalnum():
                what = f"the name “{plugin.name}” is not letters, digits, dashes and underscores"
            if what:
                self._reader.note(
                    node.place, f"plugins[{index}]", what, "Give it one of its own: name: other"
                )
            seen.setdefault(plugin.name, index)


def _place_of_use(node: Mapping) -> Place:
    entry = node.entry("use")
    return entry.value.place if entry is not None else node.place
