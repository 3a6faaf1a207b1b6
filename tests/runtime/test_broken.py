"""Broken bots, each with all that ``check`` says about it, in ``expected.txt`` beside it.

Their Python files are kept as ``*.py.txt``, for no tool to trip over them.
"""

import shutil
from pathlib import Path

import pytest

from dragoman.runtime import check

BROKEN = Path(__file__).parent / "broken"
ENVIRONMENT = {"DESK_KEY": "a-key-that-nobody-may-see"}


@pytest.mark.parametrize("name", sorted(folder.name for folder in BROKEN.iterdir() if folder.is_dir()))
def test_check_names_place_fault_and_mend(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(BROKEN / name, tmp_path / name)
    for file in (tmp_path / name).glob("*.py.txt"):
        file.rename(file.with_suffix(""))
    monkeypatch.chdir(tmp_path)
    found = "\n".join(str(problem) for problem in check(Path(name), ENVIRONMENT))
    assert found == (BROKEN / name / "expected.txt").read_text().strip()
    assert found, "a broken file has problems"
    assert ENVIRONMENT["DESK_KEY"] not in found


def test_there_are_at_least_twenty_of_them() -> None:
    assert len(list(BROKEN.glob("*/expected.txt"))) >= 20
