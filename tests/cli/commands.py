"""Runs the ``dragoman`` command to its end, as a person would."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from dragoman_cli.main import main

ROOT = Path(__file__).parent.parent.parent
BOTS = ROOT / "bots"


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str


def invoke(*arguments: str | Path) -> Ran:
    """Run ``dragoman ARGUMENTS`` inside this process: quicker, for commands that leave logging alone."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="dragoman")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def dragoman(*arguments: str | Path, given: str = "", cwd: Path = ROOT) -> Ran:
    """Run ``dragoman ARGUMENTS`` with something on standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "dragoman_cli", *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100"},
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)
