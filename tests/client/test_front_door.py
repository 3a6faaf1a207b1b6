"""What ``import dragoman`` gives, and what it costs."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import dragoman

STUB = Path(dragoman.__file__).with_suffix(".pyi")


def said_in_the_stub() -> set[str]:
    tree = ast.parse(STUB.read_text())
    imported = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    return imported | {"__version__"}


def test_the_names_are_those_that_type_checkers_see() -> None:
    assert set(dragoman.__all__) == said_in_the_stub()
    listed = next(
        ast.literal_eval(node.value)
        for node in ast.parse(STUB.read_text()).body
        if isinstance(node, ast.Assign)
    )
    assert set(listed) == set(dragoman.__all__)


def test_every_name_can_be_had() -> None:
    assert set(dragoman.__all__) <= set(dir(dragoman))
    for name in dragoman.__all__:
        assert getattr(dragoman, name) is getattr(dragoman, name)
    assert dragoman.Zulip.__module__ == "dragoman.client.zulip"
    assert dragoman.__version__.count(".") == 2


def test_any_other_name_is_told_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'dragoman' has no attribute 'Zullip'"):
        getattr(dragoman, "Zullip")  # noqa: B009


@pytest.mark.parametrize(
    ("statement", "spared"),
    [
        ("import dragoman", {"aiohttp", "asyncio", "msgspec", "structlog"}),
        ("from dragoman import ApiError", {"aiohttp", "asyncio", "structlog"}),
        ("import dragoman.operations, dragoman.events", {"aiohttp", "asyncio", "structlog"}),
        ("from dragoman import Zulip", {"emoji", "markdown_it", "rich", "sqlalchemy", "structlog"}),
        ("import dragoman.plugin", {"aiohttp.web", "dragoman.runtime", "yaml"}),
    ],
)
def test_an_import_costs_only_what_it_needs(statement: str, spared: set[str]) -> None:
    program = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert spared & set(done.stdout.split()) == set()
