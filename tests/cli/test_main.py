"""``dragoman`` itself: help, version, unknown words."""

import subprocess
import sys
from importlib.metadata import version

from cli.commands import Ran, invoke
from dragoman_cli.main import SUBCOMMANDS


def test_the_version_is_that_of_the_package() -> None:
    assert invoke("--version") == Ran(0, f"dragoman, version {version('dragoman')}\n", "")


def test_help_lists_every_subcommand_with_a_line() -> None:
    told = invoke("--help").out
    for name, (_, line) in SUBCOMMANDS.items():
        assert f"  {name} " in told
        assert line in told


def test_every_subcommand_is_where_the_table_says_and_has_help_of_its_own() -> None:
    for name in SUBCOMMANDS:
        ran = invoke(name, "--help")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"Usage: dragoman {name} ")


def test_help_loads_nothing_of_the_library_or_the_server() -> None:
    code = "import sys, dragoman_cli.main; print(sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "'dragoman_cli'" in loaded
    for heavy in ("'dragoman'", "'dragoman_server'", "'aiohttp'", "'rich'"):
        assert heavy not in loaded


def test_an_unknown_subcommand_is_a_mistake_in_usage() -> None:
    ran = invoke("sevre")
    assert (ran.code, ran.out) == (2, "")
    assert "No such command 'sevre'" in ran.err
