"""Run the model beside the server for longer, or let clients watch longer walks.

`python tests/model/run.py --runs 1000 --seed 1 --json`, `python tests/model/run.py --walks 100`
"""

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from model.machine import check
from model.walk import LEVELS, walk


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=0, help="runs of the model beside the server")
    parser.add_argument("--walks", type=int, default=0, help="walks while clients watch, at each level")
    parser.add_argument("--steps", type=int, default=60, help="steps of a walk, at most of a run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one object")
    return parser.parse_args()


def look_at_walks(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Walk, and return what did not agree."""
    seeds = range(options.seed, options.seed + options.walks)
    walks = [(seed, level) for seed in seeds for level in LEVELS]
    found = [asyncio.run(walk(seed, level, options.steps, every=1)) for seed, level in walks]
    return [one for one in found if one["complaints"]]


def main() -> int:
    """Run what is asked for and tell of it; 1 when something did not agree."""
    options, began = parse(), time.monotonic()
    told: dict[str, Any] = {"seed": options.seed, "runs": options.runs, "walks": options.walks * len(LEVELS)}
    told["disagreement"] = check(options.runs, options.seed, options.steps) if options.runs else None
    told["complaints"] = look_at_walks(options)
    told["seconds"] = round(time.monotonic() - began, 1)
    print(json.dumps(told) if options.json else "\n".join(f"{key}: {value}" for key, value in told.items()))
    return int(bool(told["disagreement"] or told["complaints"]))


if __name__ == "__main__":
    sys.exit(main())
