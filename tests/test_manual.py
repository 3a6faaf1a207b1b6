"""The manual: what its examples show is what happens, and its links lead somewhere."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.commands import BOTS, ROOT, dragoman

CHAPTERS = [
    "README.md",
    "CHANGELOG.md",
    *(
        str(path.relative_to(ROOT))
        for folder in ("bots", "config", "framework", "plugins", "tests")
        for path in sorted((ROOT / folder).rglob("*.md"))
    ),
]
FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(
    r"^```python\n(?P<program>.*?)^```\n\n```text\n(?P<printed>.*?)^```$", re.MULTILINE | re.DOTALL
)
LIBRARY = "framework/README.md"
LINK = re.compile(r"(?<!!)\[[^\]]+\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<title>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """A command of the manual and what it is said to print."""

    chapter: str
    command: tuple[str, ...]
    printed: str


def blocks(chapter: str, language: str) -> Iterator[str]:
    text = (ROOT / chapter).read_text()
    yield from (match["text"] for match in FENCE.finditer(text) if match["language"] == language)


def examples() -> list[Example]:
    return [example for chapter in CHAPTERS for example in examples_of(chapter)]


def examples_of(chapter: str) -> Iterator[Example]:
    for block in blocks(chapter, "console"):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = piece.partition("\n")
            yield Example(chapter, tuple(shlex.split(command)), printed)


def programs() -> list[Example]:
    """Return the programs of the library's chapter, each followed by what it prints."""
    text = (ROOT / LIBRARY).read_text()
    return [Example(LIBRARY, (match["program"],), match["printed"]) for match in PROGRAM.finditer(text)]


def files(chapter: str) -> Iterator[tuple[str, str]]:
    """Return the files that a chapter shows: YAML blocks whose first line is a comment with a name."""
    for block in blocks(chapter, "yaml"):
        if found := re.match(r"# (\S+\.yaml)\n", block):
            yield found[1], block


@pytest.mark.parametrize("example", examples(), ids=lambda example: " ".join(example.command))
def test_an_example_prints_what_the_manual_says(example: Example, tmp_path: Path) -> None:
    assert example.command[0] == "dragoman"
    (tmp_path / "bots").symlink_to(BOTS)
    for name, text in files(example.chapter):
        (tmp_path / name).write_text(text)
    ran = dragoman(*example.command[1:], cwd=tmp_path)
    assert (ran.out + ran.err).rstrip("\n") == example.printed.rstrip("\n")


@pytest.mark.parametrize("program", programs(), ids=range(len(programs())))
def test_a_program_prints_what_the_manual_says(program: Example, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", *program.command]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (program.printed, "")


def test_every_python_block_of_the_library_s_chapter_is_a_program_that_is_run() -> None:
    assert len(programs()) == len(list(blocks(LIBRARY, "python"))) >= 5


def test_the_test_file_of_the_library_s_chapter_passes(pytester: pytest.Pytester) -> None:
    (file,) = blocks(LIBRARY, "py")
    pytester.makepyfile(file)
    ran = pytester.runpytest_subprocess("-o", "asyncio_mode=auto", "-p", "no:cacheprovider")
    ran.assert_outcomes(passed=1)


def test_there_are_examples() -> None:
    assert len(examples()) >= 2


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_link_leads_somewhere(chapter: str) -> None:
    lost = []
    for match in LINK.finditer(FENCE.sub("", (ROOT / chapter).read_text())):
        target, _, anchor = match["target"].partition("#")
        if re.match(r"\w+:", target):
            continue
        path = (ROOT / chapter).parent / target if target else ROOT / chapter
        if not path.exists() or (anchor and anchor not in anchors(path)):
            lost.append(match["target"])
    assert lost == []


def anchors(path: Path) -> set[str]:
    """Return the anchors that a Markdown viewer makes of a file's headings."""
    titles = (match["title"].strip().lower() for match in HEADING.finditer(path.read_text()))
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


def test_every_folder_has_its_chapter() -> None:
    for folder in ("framework", "plugins", "bots", "bots/recovery_desk", "bots/ops", "config", "tests"):
        assert (ROOT / folder / "README.md").is_file(), folder
