"""Tests of tests: each writes a small test file and runs it."""

import importlib.metadata

import pytest


@pytest.fixture
def options() -> tuple[str, ...]:
    """What pytest is told so that it knows the plugin, where the package is not installed anew yet."""
    installed = {point.value for point in importlib.metadata.entry_points(group="pytest11")}
    own = () if "dragoman_pytest" in installed else ("-p", "dragoman_pytest")
    scope = "asyncio_default_fixture_loop_scope=function"
    return (*own, "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "-o", scope, "-W", "error")
