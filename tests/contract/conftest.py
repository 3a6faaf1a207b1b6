"""Gathers which check covers which line of the specifications."""

import pytest

from contract.covering import CHECKS, MARK
from contract.slips import SLIPS


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}(*lines): the lines of the specifications that a check covers")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        reason = SLIPS.get(item.name) or SLIPS.get(item.name.partition("[")[0])
        if reason is not None and "contract" in item.path.parts:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
    config.stash[CHECKS] = {
        item.nodeid: tuple(line for mark in item.iter_markers(MARK) for line in mark.args if _counts(item))
        for item in items
        if "contract" in item.path.parts
    }


def _counts(item: pytest.Item) -> bool:
    """Tell whether a check says anything: not while it waits, nor while it is known to fail."""
    waits = any(mark.args[0] for mark in item.iter_markers("skipif"))
    return not waits and not any(item.iter_markers("xfail"))
