"""The command line of a run of faults: so many, from a seed, and the count as its last line."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from msgspec import Struct, structs


class Count(Protocol):
    """What a run has shown; a struct."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""


def run_faults(
    about: str | None, faults: str, default: int, run: Callable[[int, int], Coroutine[Any, Any, Count]]
) -> None:
    """Run as the command line says, print the count, and end the process: with 1 when something went wrong.

    ``about`` is the module's docstring, ``faults`` the name of what is counted, such as ``kills``.
    """
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument(f"--{faults}", dest="faults", type=int, default=default)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the count as JSON")
    asked = parser.parse_args()
    count = asyncio.run(run(asked.faults, asked.seed))
    assert isinstance(count, Struct), "a count is a struct"
    told = structs.asdict(count)
    told = {faults: told.pop(faults), **told}
    print(json.dumps(told) if asked.json else "\n".join(f"{name}: {value}" for name, value in told.items()))
    sys.exit(0 if count.is_clean else 1)
