"""Finds the class behind ``use:``: a built-in, an installed package's, or one from a file of the bot."""

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from importlib.machinery import SourceFileLoader
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from dragoman.errors import ConfigurationError, Problem
from dragoman.plugin import Plugin
from dragoman.plugin.commands import commands_of, handlers_of
from dragoman.plugin.matching import did_you_mean
from dragoman.runtime.isolation import isolated

GROUP = "dragoman.plugins"
"""The group of entry points under which packages announce their plugins."""

AnyPlugin = type[Plugin[Any]]
_SHORT = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*", re.ASCII)
_DOTTED = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<kind>[A-Za-z_]\w*)")
_FILE = re.compile(r"(?P<path>.*\.py)(?::(?P<kind>\w+))?", re.DOTALL)


class NotLoaded(Exception):
    """A plugin could not be had."""

    def __init__(self, what: str, mend: str = "", problems: tuple[Problem, ...] = ()) -> None:
        """Say what is wrong; where the fault is in the plugin's own file, the problems say where."""
        super().__init__(what)
        self.what = what
        self.mend = mend
        self.problems = problems


def available_plugins() -> dict[str, EntryPoint]:
    """Return the plugins that have a short name, without loading any."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def short_name(use: str) -> str:
    """Return what a plugin is called when the YAML gives it no name."""
    last = use.rpartition(":")[2] if ":" in use else use
    stem = last.removesuffix(".py").rpartition("/")[2]
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", stem).casefold()


class Loader:
    """Loads the plugins of one bot; a file is run once, however many of its classes are used."""

    def __init__(self, folder: Path) -> None:
        """Look for files relative to this folder."""
        self._folder = folder
        self._modules: dict[Path, ModuleType] = {}

    def load(self, use: str) -> AnyPlugin:
        """Return the class, its marked methods checked; fails with NotLoaded."""
        kind = self._find(use)
        with isolated() as outcome:
            _check_methods(kind)
        if isinstance(outcome.error, ConfigurationError):
            raise NotLoaded(str(outcome.error), problems=outcome.error.problems)
        if outcome.error is not None:
            raise NotLoaded(f"the plugin “{use}” cannot be made: {_shown(outcome.error)}")
        return kind

    def _find(self, use: str) -> AnyPlugin:
        if found := _FILE.fullmatch(use):
            return self._from_file(found["path"], found["kind"])
        if found := _DOTTED.fullmatch(use):
            return _class_of(self._import(found["module"]), found["kind"], found["module"])
        if _SHORT.fullmatch(use):
            return self._built_in(use)
        raise NotLoaded(
            f"“{use}” does not name a plugin", "Write a short name, package.module:Class or ./file.py:Class"
        )

    def _built_in(self, use: str) -> AnyPlugin:
        available = available_plugins()
        if use in available:
            point = available[use]
            return _class_of(self._import(point.module), point.attr, point.module)
        listed = f"There are: {', '.join(available)}" if available else "None is installed"
        raise NotLoaded(f"there is no plugin “{use}”", did_you_mean(use, tuple(available)).strip() or listed)

    def _import(self, name: str) -> ModuleType:
        with isolated() as outcome:
            return importlib.import_module(name)
        error = outcome.error
        if isinstance(error, ModuleNotFoundError) and error.name and f"{name}.".startswith(f"{error.name}."):
            what = f"there is no module “{name}”"
            raise NotLoaded(what, "Install its package, or correct the name")
        raise _import_failed(name, error)

    def _from_file(self, name: str, kind: str | None) -> AnyPlugin:
        path = (self._folder / name).resolve()
        if not path.is_file():
            beside = tuple(f"./{each.name}" for each in sorted(self._folder.glob("*.py")))
            listed = f"Beside bot.yaml there are: {', '.join(beside)}" if beside else "Check the path"
            raise NotLoaded(f"there is no file {name}", did_you_mean(name, beside).strip() or listed)
        if path not in self._modules:
            self._modules[path] = _run(path, name)
        if kind is None:
            kinds = ", ".join(_plugins_in(self._modules[path])) or "Class"
            raise NotLoaded(f"“{name}” lacks the name of the class", f"Write: {name}:{kinds}")
        return _class_of(self._modules[path], kind, name)


class _AsItIsNow(SourceFileLoader):
    """Reads the source each time: by second and size alone a file that was just changed looks as before."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the compiled file."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _run(path: Path, name: str) -> ModuleType:
    """Run a file as a module of its own, whose name no other file has."""
    module_name = f"dragoman_bot_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    loader = _AsItIsNow(module_name, str(path))
    spec = importlib.util.spec_from_file_location(module_name, path, loader=loader)
    assert spec is not None, "a .py file always has a loader"
    assert spec.loader is not None, "a .py file always has a loader"
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(module_name)
    sys.modules[module_name] = module
    with isolated() as outcome:
        spec.loader.exec_module(module)
        return module
    if before is None:
        del sys.modules[module_name]
    else:
        # The plugins of an earlier reading go on with theirs.
        sys.modules[module_name] = before
    raise _import_failed(name, outcome.error, path)


def _import_failed(name: str, error: Exception | None, path: Path | None = None) -> NotLoaded:
    """Say where in which file an import failed."""
    assert error is not None, "an import that did not return has failed"
    if isinstance(error, ConfigurationError):
        return NotLoaded(str(error), problems=error.problems)
    if isinstance(error, SyntaxError) and error.filename:
        problem = Problem(
            file=error.filename,
            line=error.lineno or 1,
            column=error.offset or 1,
            what=f"this is not Python: {error.msg}",
            mend="Correct the line",
        )
        return NotLoaded(problem.what, problems=(problem,))
    return NotLoaded(f"“{name}” cannot be imported: {_shown(error)}", problems=_where(error, path))


def _where(error: Exception, path: Path | None) -> tuple[Problem, ...]:
    """Return the last line of the plugin's own file that the error came through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    if not frames:
        return ()
    what = f"this line fails when the file is imported: {_shown(error)}"
    return (
        Problem(file=frames[-1].filename, line=frames[-1].lineno, column=1, what=what, mend="Correct it"),
    )


def _shown(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _plugins_in(module: ModuleType) -> tuple[str, ...]:
    return tuple(
        name
        for name, kind in vars(module).items()
        if inspect.isclass(kind) and issubclass(kind, Plugin) and kind.__module__ == module.__name__
    )


def _class_of(module: ModuleType, name: str, shown: str) -> AnyPlugin:
    kind = getattr(module, name, None)
    if kind is None:
        kinds = _plugins_in(module)
        listed = f"It has: {', '.join(kinds)}" if kinds else "It has no plugin at all"
        raise NotLoaded(f"{shown} has no class “{name}”", did_you_mean(name, kinds).strip() or listed)
    if not (inspect.isclass(kind) and issubclass(kind, Plugin)):
        raise NotLoaded(f"“{name}” in {shown} is not a plugin", f"Write: class {name}(Plugin[NoOptions])")
    return kind


def _check_methods(kind: AnyPlugin) -> None:
    """Read the marks as the bot will; a plugin is made only when the bot starts, with its options."""
    sample = object.__new__(kind)
    sample.name = kind.__name__
    commands_of(sample)
    handlers_of(sample)
