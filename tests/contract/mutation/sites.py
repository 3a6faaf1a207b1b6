"""Finds in a source file the places where one small slip can be made, and makes it.

A slip is what a tired person does: a name misspelt, a parameter dropped, a type, a code or a word changed.
Only names that the judge's own tables know are touched: of others it says nothing.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

Function = ast.FunctionDef | ast.AsyncFunctionDef
Replacement = tuple[int, int, str]
"""Begin and end of a text, and what comes in its place."""


class Slip(Struct, frozen=True, kw_only=True):
    """One small change of one file."""

    path: Path
    line: int
    kind: str
    start: int
    """Where the text that is replaced begins, in code points of the file."""
    end: int
    new: str
    also: tuple[Replacement, ...] = ()
    """Further replacements that belong to it, as a name that is used again."""
    near: frozenset[str] = frozenset()
    """Words of which one stands in the names of the checks that should see it; they are run first."""
    functions: tuple[int, ...] = ()
    """At which lines the functions around it begin, decorators included; the innermost first."""

    @property
    def inside(self) -> tuple[tuple[str, int], ...]:
        """The functions around it, each by its file and its first line."""
        return tuple((str(self.path), line) for line in self.functions)

    def apply(self, text: str) -> str:
        """Return the file with the slip in it."""
        for start, end, new in sorted(((self.start, self.end, self.new), *self.also), reverse=True):
            text = text[:start] + new + text[end:]
        return text


class Source:
    """One parsed file, with a way from its nodes to places in its text."""

    def __init__(self, path: Path) -> None:
        """Read and parse the file."""
        self.path = path
        self.text = path.read_text()
        self.tree = ast.parse(self.text)
        self._functions = sorted(map(_lines, functions_of(self.tree)), reverse=True)
        """First and last line of each function: whichever begins later is further inside."""
        self._lines = [0]
        for line in self.text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def place(self, line: int, column: int) -> int:
        """Return where in the text a line's column (in bytes) stands."""
        start = self._lines[line - 1]
        told = self.text[start : self._lines[line]].encode()[:column].decode()
        return start + len(told)

    def span(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> tuple[int, int]:
        """Return where a node begins and ends."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.place(node.lineno, node.col_offset),
            self.place(node.end_lineno, node.end_col_offset),
        )

    def slip(self, node: ast.expr | ast.stmt | ast.arg, kind: str, new: str) -> Slip:
        """Return the slip that puts a text in a node's place."""
        return self.put(node.lineno, self.span(node), kind, new)

    def put(
        self,
        line: int,
        span: tuple[int, int],
        kind: str,
        new: str,
        also: tuple[Replacement, ...] = (),
    ) -> Slip:
        """Return the slip that puts a text in the place of another."""
        return Slip(
            path=self.path,
            line=line,
            kind=kind,
            start=span[0],
            end=span[1],
            new=new,
            also=also,
            functions=self._around(line),
        )

    def _around(self, line: int) -> tuple[int, ...]:
        return tuple(start for start, end in self._functions if start <= line <= end)

    def misspell(self, node: ast.expr, kind: str) -> Slip | None:
        """Return the slip that misspells a text that is written out, or ``None`` for anything else."""
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            return None
        return self.slip(node, kind, repr(f"{node.value}x"))


def functions_of(tree: ast.AST) -> Iterator[Function]:
    """Give every function that is defined in a tree, the inner ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _lines(node: Function) -> tuple[int, int]:
    first = min((one.lineno for one in node.decorator_list), default=node.lineno)
    return first, node.end_lineno or first


def retyped(source: Source, annotation: ast.expr) -> Iterator[Slip]:
    """Give the slips that take one plain type for another, or misspell the first of a list of words."""
    other = {"int": "str", "str": "int", "bool": "str", "float": "str"}
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name) and node.id in other:
            yield source.slip(node, "type", other[node.id])
            return
    for node in ast.walk(annotation):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id == "Literal"
        ):
            words = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            slip = source.misspell(words[0], "word")
            if slip is not None:
                yield slip
            return
