"""Where a slip can be made in the client: records of calls, answers and events, and the table of codes."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import structs

from contract.client.records import RECORDS
from contract.lines import all_operations
from contract.mutation.sites import Slip, Source, retyped
from dragoman.events.event import KNOWN

NOT_RECORDS = {"record.py", "secret.py", "request.py", "operation.py", "repair.py", "reading.py", "event.py"}
"""Machinery beside the records."""


def judged() -> dict[str, frozenset[str]]:
    """Return by name the classes that the judge looks at, and the operations and events that they are of."""
    keys = {operation.key for operation in all_operations()}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for key, record in RECORDS.items():
        if key in keys:
            _note(key, (record, record.answer_type()), found)
    for (kind, op), event in KNOWN.items():
        _note(f"{kind}/{op}" if op else kind, (event,), found)
    return {name: frozenset(of) for name, of in found.items()}


def _note(of: str, records: Iterable[Any], found: defaultdict[str, set[str]]) -> None:
    parts: set[type[msgspec.Struct]] = set()
    for record in records:
        _walk(record, parts)
    for base in {base for one in parts for base in one.__mro__ if base is not msgspec.Struct}:
        found[base.__name__].add(of)


def _walk(hint: Any, found: set[type[msgspec.Struct]]) -> None:
    for inner in get_args(hint):
        _walk(inner, found)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in found:
        found.add(hint)
        for one in get_type_hints(hint).values():
            _walk(one, found)


def slips(framework: Path, known: frozenset[str]) -> Iterator[Slip]:
    """Give every slip that can be made in the client."""
    names = judged()
    for folder in ("operations", "model", "events"):
        for path in sorted((framework / "dragoman" / folder).glob("*.py")):
            if path.name not in NOT_RECORDS:
                source = Source(path)
                for node in source.tree.body:
                    if isinstance(node, ast.ClassDef) and node.name in names:
                        for slip in _of_class(source, node, known):
                            yield structs.replace(slip, near=names[node.name])
    yield from _of_codes(Source(framework / "dragoman" / "client" / "answers.py"), known)


def _of_class(source: Source, record: ast.ClassDef, known: frozenset[str]) -> Iterator[Slip]:
    for keyword in record.keywords:
        if keyword.arg in ("path", "type", "op"):
            slip = source.misspell(keyword.value, keyword.arg)
            if slip is not None:
                yield slip
        elif keyword.arg == "method":
            yield source.slip(keyword.value, "method", '"PUT"')
    for field in record.body:
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and field.target.id in known
        ):
            yield source.slip(field.target, "rename a field", f"{field.target.id}_x")
            if field.value is not None:
                yield source.slip(field, "drop a field", "pass")
            yield from retyped(source, field.annotation)


def _of_codes(source: Source, known: frozenset[str]) -> Iterator[Slip]:
    for node in ast.walk(source.tree):
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        if node.value in known and node.value.isupper():
            slip = source.slip(node, "code", repr(f"{node.value}X"))
            yield structs.replace(slip, near=frozenset({node.value}))
