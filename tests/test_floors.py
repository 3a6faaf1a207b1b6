"""The rules of the house that only a look at every import can keep."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman_server import Clock, ServerSettings, default_world
from dragoman_server.world.seed import seed_world
from dragoman_server.world.tables import Holder, Table, Tables, holders_in, tables_in

ROOT = Path(__file__).parent.parent
FRAMEWORK = ROOT / "framework"
PLUGINS = ROOT / "plugins"

FLOORS = (
    {"errors", "clock"},
    {"model"},
    {"events"},
    {"operations"},
    {"client"},
    {"text"},
    {"planner"},
    {"plugin"},
    {"delivery"},
    {"schedule"},
    {"ops"},
    {"runtime"},
)
"""The rooms of ``dragoman``, lowest floor first; a room imports from its own floor and from lower ones."""

PACKAGES = ("dragoman", "dragoman_server", "dragoman_pytest", "dragoman_cli", "dragoman_plugins")


def modules() -> Iterator[Path]:
    for root in (FRAMEWORK, PLUGINS):
        yield from sorted(root.rglob("*.py"))


def name_of(path: Path) -> str:
    root = FRAMEWORK if path.is_relative_to(FRAMEWORK) else PLUGINS
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(tree: ast.AST) -> Iterator[tuple[ast.stmt, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import"
            yield node, node.module or ""
            yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


def floor_of(module: str) -> int | None:
    """Return the floor of a module of ``dragoman``; None for the package's own front door."""
    parts = module.split(".")
    if parts[0] != "dragoman" or len(parts) == 1:
        return None
    return next((level for level, rooms in enumerate(FLOORS) if parts[1] in rooms), None)


def imported_names(path: Path) -> set[str]:
    return {name for _, name in imports_of(ast.parse(path.read_text()))}


def offends(found: list[str]) -> None:
    assert not found, "\n".join(found)


def test_imports_inside_dragoman_go_downward() -> None:
    offends(
        [
            f"{name_of(path)} imports {name} from a higher floor"
            for path in modules()
            if (own := floor_of(name_of(path))) is not None
            for name in sorted(imported_names(path))
            if (other := floor_of(name)) is not None and other > own
        ]
    )


def test_every_room_of_dragoman_has_a_floor() -> None:
    offends(
        [
            f"{name} stands on no floor"
            for path in modules()
            if (name := name_of(path)).startswith("dragoman.") and floor_of(name) is None
        ]
    )


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("dragoman", {"dragoman"}),
        ("dragoman_server", {"dragoman_server"}),
        ("dragoman_pytest", {"dragoman_pytest"}),
        ("dragoman_pytest", {"dragoman_server", "dragoman_pytest"}),
        ("dragoman_plugins", {"dragoman", "dragoman_plugins"}),
        ("dragoman_cli", {"dragoman", "dragoman_server", "dragoman_cli"}),
    ],
)
def test_the_towers_know_nothing_of_each_other(package: str, allowed: set[str]) -> None:
    offends(
        [
            f"{name_of(path)} imports {name}"
            for path in modules()
            if name_of(path).split(".")[0] == package
            for name in sorted(imported_names(path))
            if name.split(".")[0] in PACKAGES and name.split(".")[0] not in allowed
        ]
    )


@pytest.mark.parametrize(
    ("library", "tower", "home"),
    [
        ("aiohttp", "dragoman", "dragoman.client.transport"),
        ("apscheduler", "dragoman", "dragoman.schedule"),
        ("yaml", "dragoman", "dragoman.runtime.strict_yaml"),
        ("yaml", "dragoman_server", "dragoman_server.strict_yaml"),
    ],
)
def test_a_library_has_one_importer_in_a_tower(library: str, tower: str, home: str) -> None:
    importers = {
        name_of(path)
        for path in modules()
        if name_of(path).split(".")[0] == tower
        and any(name.split(".")[0] == library for name in imported_names(path))
    }
    offends(sorted(name for name in importers if name != home and not name.startswith(home + ".")))
    assert importers, f"nobody in {tower} imports {library}: has its home moved?"


def test_no_import_hides_in_a_function_or_behind_type_checking() -> None:
    """The command line alone may load a subcommand's module late, so that ``--help`` is quick."""
    found = []
    for path in modules():
        if name_of(path).startswith("dragoman_cli"):
            continue
        tree = ast.parse(path.read_text())
        top = {id(statement) for statement in tree.body}
        found += [
            f"{name_of(path)}:{node.lineno} imports {name} below the top of the file"
            for node, name in imports_of(tree)
            if id(node) not in top and name.split(".")[0] in PACKAGES
        ]
    offends(found)


def test_no_room_is_a_junk_drawer() -> None:
    offends(
        [
            str(path.relative_to(ROOT))
            for path in modules()
            if path.stem in {"utils", "util", "helpers", "common", "manager", "misc"}
        ]
    )


def test_every_module_has_its_nameplate() -> None:
    offends(
        [
            str(path.relative_to(ROOT))
            for path in modules()
            if not (ast.get_docstring(ast.parse(path.read_text())) or "").strip()
        ]
    )


def test_every_package_says_that_it_is_typed() -> None:
    offends(
        [
            package
            for package in PACKAGES
            if not any((root / package / "py.typed").is_file() for root in (FRAMEWORK, PLUGINS))
        ]
    )


def test_the_top_level_is_the_one_that_was_agreed() -> None:
    agreed = {
        "pyproject.toml",
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
        "bots",
        "framework",
        "plugins",
        "config",
        "tests",
    }
    made = {"build", "dist"}
    entries = {entry.name for entry in ROOT.iterdir() if not entry.name.startswith(".")}
    assert entries - made == agreed


def test_whatever_the_server_knows_is_in_tables() -> None:
    """A plain attribute would be lost with the process: see `dragoman_server/world/tables.py`."""
    world = seed_world(default_world(), ServerSettings(), Clock())
    offends(
        [
            f"{type(holder).__module__}: {type(holder).__name__}.{name} is no table and holds "
            "none, and is named neither in FOLLOWS (then index() makes it anew) nor in PASSING"
            for holder in holders_in(world)
            for name, held in vars(holder).items()
            if not isinstance(held, Table | Tables | Holder)
            and name not in type(holder).FOLLOWS | type(holder).PASSING
        ]
    )
    assert len(tables_in(world)) > 20
