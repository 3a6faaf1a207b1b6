"""Where a slip can be made in the server: endpoints, their parameters, answers, events and refusals."""

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec import structs

from contract.lines import all_operations
from contract.mutation.sites import Function, Slip, Source, functions_of, retyped

ROOMS = ("views", "payloads", "snapshot", "actions")
"""Where requests are read, and answers and events are made."""


def slips(framework: Path, known: frozenset[str]) -> Iterator[Slip]:
    """Give every slip that can be made in the server."""
    server = framework / "dragoman_server"
    for room in ROOMS:
        for path in sorted((server / room).rglob("*.py")):
            source = Source(path)
            yield from _of_endpoints(source, known)
            yield from _of_keys(source, known)
            yield from _of_events(source, known)
    yield from _of_failures(Source(server / "failures.py"), known)


def _of_endpoints(source: Source, known: frozenset[str]) -> Iterator[Slip]:
    judged = {operation.key for operation in all_operations()}
    for node in functions_of(source.tree):
        for call in node.decorator_list:
            if _is_endpoint(call) and isinstance(call, ast.Call):
                key = " ".join(ast.literal_eval(one) for one in call.args[:2])
                if key in judged:
                    for slip in _of_endpoint(source, node, call, known):
                        yield structs.replace(slip, near=frozenset({key}))


def _of_endpoint(source: Source, view: Function, call: ast.Call, known: frozenset[str]) -> Iterator[Slip]:
    yield source.slip(call.args[0], "method", '"PUT"')
    yield source.slip(call.args[1], "path", repr(f"{ast.literal_eval(call.args[1])}x"))
    yield from _of_parameters(source, view, known)


def _is_endpoint(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "endpoint"


def _of_parameters(source: Source, view: Function, known: frozenset[str]) -> Iterator[Slip]:
    for argument, default in zip(view.args.kwonlyargs, view.args.kw_defaults, strict=True):
        if argument.arg not in known:
            continue
        yield _renamed(source, view, argument)
        if argument.annotation is not None:
            yield from retyped(source, argument.annotation)
        if isinstance(default, ast.Constant) and isinstance(default.value, bool):
            yield source.slip(default, "default", repr(not default.value))


def _renamed(source: Source, view: Function, argument: ast.arg) -> Slip:
    new, start = f"{argument.arg}_x", source.span(argument)[0]
    uses = tuple(
        (*source.span(node), new)
        for node in ast.walk(view)
        if isinstance(node, ast.Name) and node.id == argument.arg
    )
    return source.put(
        argument.lineno, (start, start + len(argument.arg)), "rename a parameter", new, also=uses
    )


def _of_keys(source: Source, known: frozenset[str]) -> Iterator[Slip]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Dict):
            for key in node.keys:
                if isinstance(key, ast.Constant) and key.value in known:
                    yield source.slip(key, "rename a key", repr(f"{key.value}_x"))


def _of_events(source: Source, known: frozenset[str]) -> Iterator[Slip]:
    for node in ast.walk(source.tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Event"):
            continue
        for argument in node.args[:1]:
            slip = source.misspell(argument, "event type")
            if slip is not None and ast.literal_eval(argument) in known:
                yield slip
        for keyword in node.keywords:
            if keyword.arg == "op":
                slip = source.misspell(keyword.value, "event op")
                if slip is not None and ast.literal_eval(keyword.value) in known:
                    yield slip
            elif keyword.arg in known:
                start = source.place(keyword.lineno, keyword.col_offset)
                end = start + len(keyword.arg or "")
                yield source.put(keyword.lineno, (start, end), "event key", f"{keyword.arg}_x")


def _of_failures(source: Source, known: frozenset[str]) -> Iterator[Slip]:
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Constant) or isinstance(node.value, bool):
            continue
        if isinstance(node.value, str) and node.value in known and node.value.isupper():
            yield source.slip(node, "code", repr(f"{node.value}X"))
        elif node.value in (401, 403, 404, 429):
            yield source.slip(node, "status", "418")
