"""Runs the judge over a tower again and again, in children that have all but the tower imported already."""

import gc
import importlib.util
import multiprocessing
import os
import pkgutil
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType
from typing import TypeVar

import pytest
from msgspec import Struct

from contract.mutation.nearest import Calls, FirstComplaint, NearestFirst, Touched
from contract.mutation.sites import Slip

PATIENCE = 120.0
"""Seconds without a check that ends, after which a slip counts as seen: something waits for ever."""
PACKAGES = {"client": "dragoman", "server": "dragoman_server"}
WHOLE = {
    "client": ("contract.client.records", "contract.client.exchange"),
    "server": ("contract.server.endpoints",),
}
"""What imports all of a tower."""
CANNOT_BE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    TypeError,
    ValueError,
)
"""What a module raises that says something impossible."""
ALIKE = (
    "aiohttp",
    "aioresponses",
    "jsonschema",
    "markdown_it",
    "msgspec",
    "nh3",
    "pygments",
    "pytest_asyncio",
)
OPTIONS = ("-x", "--assert=plain", "--tb=no", "-p", "no:cacheprovider")
"""Without rewritten asserts: only whether a check fails is told, and libraries are imported already."""
_FORK = multiprocessing.get_context("fork")


T = TypeVar("T")


class Lost(Exception):
    """A child did not come back with what it was to do."""


class Verdict(Struct, frozen=True, kw_only=True):
    """What the judge says of a slip."""

    said: str
    """The first complaint; empty when it sees nothing."""
    is_stillborn: bool = False
    """Whether the tower cannot even be imported with it, so that there is nothing to judge."""

    @property
    def word(self) -> str:
        """Whether it was seen, in a word."""
        if self.is_stillborn:
            return "stillborn"
        return "seen" if self.said else "MISSED"


class Text(SourceFileLoader):
    """Loads a module from a text instead of from its file; what is kept of the file stays as it is."""

    def __init__(self, module: str, path: Path, text: str) -> None:
        super().__init__(module, str(path))
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        """Compile the text."""
        return compile(self._text, self.path, "exec", dont_inherit=True)


class Spoiled(MetaPathFinder):
    """Finds one module in a text, before its file is found."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """Take over this one module."""
        if fullname != self._text.name:
            return None
        inside = _inside(Path(self._text.path))
        return importlib.util.spec_from_file_location(
            fullname, self._text.path, loader=self._text, submodule_search_locations=inside
        )


def _inside(path: Path) -> list[str] | None:
    return [str(path.parent)] if path.name == "__init__.py" else None


class Judging:
    """The judge of one tower, warm: its tables, the other tower and all libraries are imported once."""

    def __init__(self, tower: str, project: Path, kept: Path) -> None:
        """Import all that slips cannot change; what pytest compiles is kept in a folder."""
        self._package, self._whole = PACKAGES[tower], WHOLE[tower]
        self._framework = project / "framework"
        tests = project / "tests" / "contract"
        self._checks = [str(tests / "test_not_yet.py"), str(tests / tower)]
        self._root = project
        self._touched: Touched = {}
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(kept)
        (other,) = {*WHOLE} - {tower}
        for name in (*ALIKE, *WHOLE[other]):
            importlib.import_module(name)
        for package in ("messaging", "messaging.operations", "observed"):
            for module in pkgutil.iter_modules([str(tests / package.replace(".", "/"))]):
                importlib.import_module(f"contract.{package}.{module.name}")
        assert self._package not in sys.modules

    def learn(self) -> str:
        """Run everything without any slip; return a complaint, or note which check calls what.

        What the client says of itself is in the classes of its records, so that nothing is to be heard there.
        """
        if self._package == PACKAGES["client"]:
            return in_child(lambda tell: self._run(tell))
        complaint, self._touched = in_child(self._run_and_listen)
        return complaint

    def judge(self, slip: Slip) -> Verdict:
        """Make a slip in a child and return what the judge says of it."""
        try:
            verdict: Verdict = in_child(partial(self._run_with, slip), PATIENCE)
        except Lost as lost:
            return Verdict(said=str(lost))
        return verdict

    def _run_with(self, slip: Slip, tell: Callable[[Verdict | None], None]) -> Verdict:
        module = ".".join(slip.path.relative_to(self._framework).with_suffix("").parts)
        module = module.removesuffix(".__init__")
        text = slip.apply(slip.path.read_text())
        sys.meta_path.insert(0, Spoiled(Text(module, slip.path, text)))
        try:
            for name in self._whole:
                importlib.import_module(name)
        except CANNOT_BE as error:
            return Verdict(said=f"{type(error).__name__}: {error}", is_stillborn=True)
        nearest = NearestFirst(slip, self._touched)
        return Verdict(said=self._run(lambda said: tell(Verdict(said=said) if said else None), nearest))

    def _run_and_listen(self, tell: Callable[[None], None]) -> tuple[str, Touched]:
        calls = Calls(self._framework / self._package)
        return self._run(lambda _: tell(None), calls), calls.touched

    def _run(self, tell: Callable[[str | None], None], *plugins: object) -> str:
        told = FirstComplaint(tell)
        options = [*OPTIONS, "--rootdir", str(self._root)]
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            ended = pytest.main([*self._checks, *options], plugins=[told, *plugins])
        return told.said or ("" if ended == 0 else "it cannot be run")


def in_child(work: Callable[[Callable[[T | None], None]], T], patience: float | None = None) -> T:
    """Return what a piece of work returns, or tells before, in a child of its own; raises `Lost`.

    To tell ``None`` is to say that the work goes on.
    """
    ours, theirs = _FORK.Pipe(duplex=False)
    gc.freeze()
    child = _FORK.Process(target=_send, args=(work, theirs))
    child.start()
    theirs.close()
    try:
        while ours.poll(patience):
            done: T | None = ours.recv()
            if done is not None:
                return done
        raise Lost("it waits for ever")
    except EOFError:
        raise Lost("it dies") from None
    finally:
        child.kill()
        child.join()


def _send(work: Callable[[Callable[[T | None], None]], T], to: Connection) -> None:
    to.send(work(to.send))
