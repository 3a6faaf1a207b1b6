"""What the READMEs of the ready bots tell people to type works."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from plugins.readme import ROOT, examples

BOTS = ("recovery_desk", "ops")
RUN_AT_ONCE = [
    line
    for bot in BOTS
    for block in examples(f"bots/{bot}/README.md", "sh")
    for line in block.splitlines()
    if "dragoman exec" in line
]


@pytest.mark.parametrize("line", RUN_AT_ONCE)
def test_the_example_on_a_throw_away_server_answers(line: str) -> None:
    command = line.replace("dragoman exec", f"{sys.executable} -m dragoman_cli exec")
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_there_are_examples_to_run() -> None:
    assert len(RUN_AT_ONCE) >= 3


@pytest.mark.parametrize("bot", BOTS)
def test_every_key_has_its_comment_above_it(bot: str) -> None:
    lines = (ROOT / "bots" / bot / "bot.yaml").read_text(encoding="utf-8").splitlines()
    explained: set[str] = set()
    bare: list[str] = []
    for above, line in zip(["", *lines], lines, strict=False):
        key = line.strip().removeprefix("- ").partition(":")[0]
        if not line.strip() or line.strip().startswith("#") or ":" not in line:
            continue
        if above.strip().startswith("#"):
            explained.add(key)
        elif key not in explained and not line.startswith("  - use:"):
            bare.append(line)
    assert bare == []


@pytest.mark.parametrize("bot", BOTS)
def test_the_file_is_plain_yaml(bot: str) -> None:
    assert yaml.safe_load(Path(ROOT / "bots" / bot / "bot.yaml").read_text(encoding="utf-8"))["plugins"]
