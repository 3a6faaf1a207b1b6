"""Gathers which check covers which line of the specifications."""

import pytest

from contract.covering import MARK

CHECKS = pytest.StashKey[dict[str, tuple[str, ...]]]()
"""The lines that each collected check covers, before any is deselected."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}(*lines): the lines of the specifications that a check covers")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[CHECKS] = {
        item.nodeid: tuple(line for mark in item.iter_markers(MARK) for line in mark.args)
        for item in items
        if "contract" in item.path.parts
    }
