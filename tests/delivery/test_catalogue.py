"""Each kind of failure has tests that there are, and what is not shown is said."""

import ast
from pathlib import Path

import pytest

from delivery.catalogue import CATALOGUE

TESTS = Path(__file__).resolve().parents[1]


def _tests_of(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("number", CATALOGUE)
def test_a_row_names_tests_that_there_are_or_what_is_left(number: int) -> None:
    row = CATALOGUE[number]
    assert bool(row.tests) != bool(row.left)
    named = [test.split("::") for test in row.tests]
    assert [name for file, name in named if name not in _tests_of(file)] == []


def test_the_catalogue_has_28_rows_and_40_tests() -> None:
    assert list(CATALOGUE) == list(range(1, 29))
    assert len({test for row in CATALOGUE.values() for test in row.tests}) >= 40
