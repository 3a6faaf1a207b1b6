"""What all tests have at hand, and which of them stay together when several processes share the work."""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

pytest_plugins = ("pytester",)
COUNTED = "tests/server/"
"""The folder whose tests stay together: at their end is counted what all of them saw."""


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each process whole files, and the folder that counts as if it were one."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return COUNTED if file.startswith(COUNTED) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """Share the tests out by files."""
    return ByFile(config, log)
