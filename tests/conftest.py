"""What all tests have at hand, and which of them stay together when several processes share the work."""

import os

import pytest
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

pytest_plugins = ("pytester",)

# What is drawn is the same in every run, so that what was green stays green until something changes. New
# draws are made with --hypothesis-profile=wide, many more of them.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("wide", deadline=None, max_examples=5_000)
settings.load_profile("repeatable")
COUNTED = "tests/server/"
"""The folder whose tests stay together: at their end is counted what all of them saw."""


def pytest_configure(config: pytest.Config) -> None:
    """Let the processes that tests start keep what Python has compiled, apart from the sources.

    Where that is forbidden each of some two hundred processes compiles a thousand modules, a second's work.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(config.rootpath / ".pytest_cache" / "bytecode"))


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each process whole files, and the folder that counts as if it were one."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return COUNTED if file.startswith(COUNTED) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """Share the tests out by files."""
    return ByFile(config, log)
