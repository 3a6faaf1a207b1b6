"""The README's table of calls is the one that the records make."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.operations import guide_operations, operations
from dragoman.operations.table import BEGIN, END, main, table, with_table

ANSWER_TYPES = Path(__file__).parent / "answer_types.py"
README = Path(__file__).parents[2] / "framework" / "README.md"


def test_the_table_in_the_readme_is_fresh() -> None:
    text = README.read_text("utf-8")
    assert text == with_table(text), "run python -m dragoman.operations.table framework/README.md"


def test_every_call_has_its_row() -> None:
    rows = [line for line in table().splitlines() if line.startswith("| `")]
    kinds = [kind for kind in (*operations(), *guide_operations()) if kind.__module__.startswith("dragoman.")]
    assert len(rows) == len(kinds)
    assert "| `CreateReminder` | `POST /reminders` | `ReminderCreated` | 381 |" in table()
    assert table().startswith(f"{len(kinds)} calls.\n")


def test_a_stale_table_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    assert main([str(file)]) == 0
    assert file.read_text() == f"before\n{BEGIN}\n\n{table()}\n\n{END}\nafter\n"
    assert with_table(file.read_text()) == file.read_text()


@pytest.mark.parametrize("text", ["", BEGIN, f"{END} {BEGIN}"])
def test_a_text_without_a_place_for_it_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="there is no"):
        with_table(text)


def test_the_module_prints_the_table() -> None:
    command = [sys.executable, "-W", "error", "-m", "dragoman.operations.table"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (table() + "\n", "")


def test_the_type_checkers_are_asked_for_the_answer_to_every_call() -> None:
    asked = re.findall(r"assert_type\(await \w+\(a\((\w+)\)\), (\w+)\)", ANSWER_TYPES.read_text("utf-8"))
    kinds = [kind for kind in (*operations(), *guide_operations()) if kind.__module__.startswith("dragoman.")]
    assert sorted(asked) == sorted((kind.__name__, kind.answer_type().__name__) for kind in kinds)
