"""Rules: which requests a fault befalls."""

import random
from fnmatch import fnmatchcase
from typing import Annotated

import msgspec

from dragoman_server.faults.act import Act

BASE = "/api/v1"


class Match(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A description of requests; what is left out fits all."""

    method: str | None = None
    path: str | None = None
    """With or without `/api/v1`; `*` stands for anything: `/messages/*`."""

    account: str | int | None = None
    """User ID, address or full name."""

    nth: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Only so-manieth of the requests that fit otherwise, from 1."""

    times: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Only the first so many that it would befall."""

    probability: Annotated[float, msgspec.Meta(ge=0, le=1)] = 1.0
    seed: int = 0
    """From which it is drawn whom the probability hits: the same seed, the same requests."""

    def fits(self, method: str, path: str, names: frozenset[str]) -> bool:
        """Tell whether a request by the account of these names is one of those described."""
        return (
            (self.method is None or self.method.upper() == method)
            and (self.path is None or _path_fits(self.path, path))
            and (self.account is None or str(self.account).casefold() in names)
        )


def _path_fits(pattern: str, path: str) -> bool:
    return fnmatchcase(path, pattern) or fnmatchcase(path.removeprefix(BASE), pattern)


class Rule:
    """A fault and its requests, and how many of them there have been."""

    def __init__(self, rule_id: int, match: Match, act: Act) -> None:
        """Start with none."""
        self.id = rule_id
        self.match = match
        self.act = act
        self.fitted = 0
        self.befell = 0
        self._random = random.Random(match.seed)  # noqa: S311 - repeats itself on purpose
        self._times = match.times if act.rate_limit is None else (match.times or act.rate_limit)

    def befalls(self, method: str, path: str, names: frozenset[str]) -> bool:
        """Count a request, and tell whether the fault befalls it."""
        if not self.match.fits(method, path, names):
            return False
        self.fitted += 1
        if self.match.nth is not None and self.fitted != self.match.nth:
            return False
        if self.match.probability < 1 and self._random.random() >= self.match.probability:
            return False
        if self._times is not None and self.befell >= self._times:
            return False
        self.befell += 1
        return True
