"""Every call as a Markdown table: ``python -m dragoman.operations.table framework/README.md``."""

import inspect
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from dragoman.operations.guide import guide_operations
from dragoman.operations.operation import operations
from dragoman.operations.request import Request

BEGIN, END = "<!-- operations -->", "<!-- /operations -->"
"""The lines of a README between which the table stands."""
LIBRARY = "dragoman."


def table() -> str:
    """Return every call of both services, a section for each kind of thing."""
    ours = [kind for kind in (*operations(), *guide_operations()) if kind.__module__.startswith(LIBRARY)]
    by_module = sorted(ours, key=lambda kind: kind.__module__)
    sections = [_section(module, list(kinds)) for module, kinds in groupby(by_module, _module_of)]
    return f"{len(ours)} calls.\n\n" + "\n\n".join(sections)


def with_table(text: str) -> str:
    """Return a text whose table is as it should be; fails with ``ValueError`` if it has no place for it."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"there is no {BEGIN} followed by {END}")
    return f"{head}{BEGIN}\n\n{table()}\n\n{END}{tail}"


def main(arguments: Sequence[str]) -> int:
    """Print the table, or bring it up to date in the files that are named."""
    for name in arguments:
        path = Path(name)
        path.write_text(with_table(path.read_text("utf-8")), "utf-8")
    if not arguments:
        sys.stdout.write(table() + "\n")
    return 0


def _module_of(kind: type[Request[Any]]) -> str:
    return kind.__module__


def _section(module: str, kinds: list[type[Request[Any]]]) -> str:
    caption = (sys.modules[module].__doc__ or "").partition("\n")[0]
    return "\n".join((f"**{caption}**", "", *_lines(kinds)))


def _lines(kinds: list[type[Request[Any]]]) -> Iterator[str]:
    yield "| record | call | answer | since | |"
    yield "|---|---|---|---|---|"
    for kind in kinds:
        what = inspect.cleandoc(kind.__doc__ or "").partition("\n")[0].replace("|", "\\|")
        answer, since = kind.answer_type().__name__, kind.since or ""
        yield f"| `{kind.__name__}` | `{kind.method} {kind.path}` | `{answer}` | {since} | {what} |"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
