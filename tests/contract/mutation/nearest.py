"""Plugins of pytest for a run of the judge: what it says first, which check calls what, the nearest first."""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Generator
from pathlib import Path
from types import CodeType, FrameType

import pytest

from contract.mutation.sites import Slip

Place = tuple[str, int]
"""A file and the line at which a function begins."""
Touched = dict[Place, frozenset[str]]
"""By function: the checks that call it."""


class FirstComplaint:
    """Keeps what the judge says first."""

    def __init__(self, tell: Callable[[str | None], None]) -> None:
        """Nothing has been said; what is will be told at once, and ``None`` for each check that has ended."""
        self.said = ""
        self._tell = tell

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note what cannot even be collected."""
        if report.failed:
            self._say(f"ERROR {report.nodeid}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a check that fails."""
        if report.failed:
            self._say(f"FAILED {report.nodeid}")

    def pytest_runtest_logfinish(self) -> None:
        """Tell that a check has ended."""
        self._tell(None)

    def _say(self, what: str) -> None:
        if not self.said:
            self.said = what
            self._tell(what)


class Calls:
    """Listens which functions of a folder each check calls."""

    def __init__(self, folder: Path) -> None:
        """Listen to the functions of the files in the folder."""
        self._folder = f"{folder}/"
        self._by_check: dict[str, set[CodeType]] = {}

    @property
    def touched(self) -> Touched:
        """By function: the checks that call it."""
        found: defaultdict[Place, set[str]] = defaultdict(set)
        for check, called in self._by_check.items():
            for code in called:
                if code.co_filename.startswith(self._folder):
                    found[code.co_filename, code.co_firstlineno].add(check)
        return {place: frozenset(checks) for place, checks in found.items()}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Listen while a check is set up and run."""
        called: set[CodeType] = set()
        note = called.add

        def listen(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                note(frame.f_code)

        self._by_check[item.nodeid] = called
        sys.setprofile(listen)
        try:
            return (yield)
        finally:
            sys.setprofile(None)


class NearestFirst:
    """Runs first the checks that have most to do with a slip."""

    def __init__(self, slip: Slip, touched: Touched) -> None:
        """Find the innermost function around the slip that any check calls."""
        self._near = slip.near
        inside = [place for place in slip.inside if place in touched]
        self._callers = touched[inside[0]] if inside else frozenset()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the nearest first, and of those one case of each check before the second of any."""
        turns: Counter[tuple[object, ...]] = Counter()
        places = {item: (self._distance(item), self._turn(item, turns)) for item in items}
        items.sort(key=places.__getitem__)

    def _turn(self, item: pytest.Item, turns: Counter[tuple[object, ...]]) -> int:
        key = (self._distance(item), item.path, item.nodeid.partition("[")[0])
        turns[key] += 1
        return turns[key]

    def _distance(self, item: pytest.Item) -> tuple[bool, bool]:
        is_named = any(word in item.nodeid for word in self._near)
        return not is_named, item.nodeid not in self._callers
