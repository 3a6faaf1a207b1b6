"""The examples of a chapter of the manual."""

import re
from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent.parent
BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
SAID = re.compile(r"`!(?P<command>[^`]+)`")


class Example(msgspec.Struct, frozen=True):
    """A code block."""

    language: str
    text: str


def examples(page: str, language: str) -> list[str]:
    """Return the code blocks of a language on a page, which is named from the top of the project."""
    found = BLOCK.finditer((ROOT / page).read_text(encoding="utf-8"))
    return [block["text"] for block in found if block["language"] == language]


def commands_said(page: str) -> list[str]:
    """Return the commands in the tables of a page, without their prefix."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    cells = [line.split("|")[1] for line in lines if line.startswith("| `")]
    return [found["command"] for cell in cells for found in SAID.finditer(cell)]
