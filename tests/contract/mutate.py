"""Makes small slips in one tower, one at a time, and counts how many of them the judge sees.

    python tests/contract/mutate.py --tower server --mutants 200 --seed 1 --json

Each slip is made in a copy of the project; the last line is the count.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(PROJECT / "tests")]

from contract.events import EVENTS  # noqa: E402
from contract.lines import all_operations  # noqa: E402
from contract.messaging.errors import CODES  # noqa: E402
from contract.messaging.records import RECORDS  # noqa: E402
from contract.mutation.client_sites import client_slips  # noqa: E402
from contract.mutation.server_sites import server_slips  # noqa: E402
from contract.mutation.sites import Slip  # noqa: E402

TOWERS = {"client": client_slips, "server": server_slips}
COPIED = ("pyproject.toml", "framework", "plugins", "tests", "config")
PATIENCE = 600
"""Seconds after which a slip counts as seen: something waits for ever."""


def known() -> frozenset[str]:
    """Return every name that stands in the judge's tables."""
    return frozenset(_known())


def _known() -> Iterator[str]:
    for operation in all_operations():
        yield from (one.name for one in operation.parameters)
        yield from (one.name for one in operation.answer)
        yield from (refusal.code for refusal in operation.refusals)
        yield from (extra.name for refusal in operation.refusals for extra in refusal.extra)
    for record in RECORDS:
        yield from (one.name for one in (*record.fields, *record.observed))
    for event in EVENTS:
        yield from (event.type, event.op or event.type, *event.required, *event.optional)
    yield from (code.code for code in CODES)


class Workshop:
    """A copy of the project in which slips are made."""

    def __init__(self, tower: str, folder: Path) -> None:
        """Copy the project."""
        self.folder = folder
        self._tower = tower
        for name in COPIED:
            source = PROJECT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / name)

    def judge(self) -> str:
        """Run the judge over the tower and return its first complaint, or nothing."""
        roots = [str(self.folder / name) for name in ("framework", "plugins", "tests")]
        checks = f"tests/contract/{self._tower}"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(roots), "PYTHONDONTWRITEBYTECODE": "1"}
        options = [
            "-x",
            "-q",
            "--no-header",
            "--tb=no",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            str(self.folder),
        ]
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "tests/contract/test_not_yet.py", checks, *options],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "it waits for ever"
        if done.returncode == 0:
            return ""
        complaints = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return (complaints or done.stderr.splitlines() or ["it cannot be run"])[0]

    def try_out(self, slip: Slip) -> str:
        """Make a slip, run the judge, and take the slip back; return what the judge said."""
        path = self.folder / slip.path.relative_to(PROJECT)
        text = path.read_text()
        path.write_text(slip.apply(text))
        try:
            return self.judge()
        finally:
            path.write_text(text)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tower", choices=sorted(TOWERS), required=True)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the count as JSON")
    asked = parser.parse_args()
    slips = list(TOWERS[asked.tower](PROJECT / "framework", known()))
    random.Random(asked.seed).shuffle(slips)
    chosen = slips[: asked.mutants]
    seen = 0
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(asked.tower, Path(folder))
        complaint = workshop.judge()
        if complaint:
            sys.exit(f"the judge complains without any slip: {complaint}")
        for slip in chosen:
            said = workshop.try_out(slip)
            seen += bool(said)
            place = f"{slip.path.relative_to(PROJECT)}:{slip.line}"
            print(f"{'seen' if said else 'MISSED'}  {slip.kind}  {place}  {said}", flush=True)
    count = {
        "tower": asked.tower,
        "possible": len(slips),
        "mutants": len(chosen),
        "seen": seen,
        "seed": asked.seed,
    }
    print(
        json.dumps(count) if asked.json else f"{seen} of {len(chosen)} slips in the {asked.tower} were seen"
    )


if __name__ == "__main__":
    main()
