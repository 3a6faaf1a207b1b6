"""Makes small slips in one tower, one at a time, and counts how many of them the judge sees.

    python tests/contract/mutate.py --tower server --mutants 200 --seed 1 --json

No file is changed: a slip is made in a child process while it imports the tower. The last line is the count.
"""

import argparse
import importlib
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

PROJECT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(PROJECT / "tests")]

from contract.events import EVENTS  # noqa: E402
from contract.lines import all_operations  # noqa: E402
from contract.messaging.errors import CODES  # noqa: E402
from contract.messaging.records import RECORDS  # noqa: E402
from contract.mutation.judging import Judging, Verdict, in_child  # noqa: E402
from contract.mutation.sites import Slip  # noqa: E402

TOWERS = ("client", "server")


class Count(Struct, kw_only=True):
    """How many slips there are, were made, and were seen."""

    tower: str
    seed: int
    possible: int
    mutants: int = 0
    """Slips with which the tower could still be imported."""
    seen: int = 0
    stillborn: int = 0
    """Slips that Python or the tower itself refused on import; they are not counted as mutants."""

    def add(self, verdict: Verdict) -> None:
        """Take in what the judge says of one slip."""
        if verdict.is_stillborn:
            self.stillborn += 1
            return
        self.mutants += 1
        self.seen += bool(verdict.said)


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


def possible(tower: str) -> list[Slip]:
    """Return every slip that can be made in a tower; imports it."""
    sites = importlib.import_module(f"contract.mutation.{tower}_sites")
    return list(sites.slips(PROJECT / "framework", known()))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tower", choices=TOWERS, required=True)
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the count as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as kept:
        count = _try_out(Judging(asked.tower, PROJECT, Path(kept)), asked)
    told = f"{count.seen} of {count.mutants} slips in the {count.tower} were seen"
    print(msgspec.json.encode(count).decode() if asked.json else told)


def _try_out(judging: Judging, asked: argparse.Namespace) -> Count:
    """Make slips in an order that the seed gives, until enough of them could be judged."""
    slips: list[Slip] = in_child(lambda _: possible(asked.tower))
    random.Random(asked.seed).shuffle(slips)
    complaint = judging.learn()
    if complaint:
        sys.exit(f"the judge complains without any slip: {complaint}")
    count = Count(tower=asked.tower, seed=asked.seed, possible=len(slips))
    for slip in slips:
        if count.mutants == asked.mutants:
            break
        verdict = judging.judge(slip)
        count.add(verdict)
        print(f"{verdict.word}  {_shown(slip)}  {verdict.said}", flush=True)
    return count


def _shown(slip: Slip) -> str:
    return f"{slip.kind}  {slip.path.relative_to(PROJECT)}:{slip.line}  {slip.new}"


if __name__ == "__main__":
    main()
