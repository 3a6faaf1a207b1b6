"""The server's routes: each documented operation is there, and nothing answers to other methods."""

from collections.abc import Mapping

import pytest

from contract.covering import covers
from contract.messaging import rules
from contract.not_yet import FURTHER
from contract.server.asking import prepare
from contract.server.endpoints import BY_NAME, OFFERED
from contract.server.stage import MEL, Stage
from contract.terms import Operation

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def methods_at(path: str) -> set[str]:
    """Return the methods that a path should take."""
    listed = {operation.key for operation in OFFERED} | FURTHER["server"]
    return {key.partition(" ")[0] for key in listed if key.partition(" ")[2] == path}


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(
            one,
            id=one.key,
            marks=covers(
                one.line("method and path"), rules.PATH_VERSION, *(one.line_of(hole) for hole in one.holes)
            ),
        )
        for one in OFFERED
    ],
)
async def test_an_operation_is_at_its_method_and_path(stage: Stage, operation: Operation) -> None:
    asker = await prepare(stage, operation)
    assert (await asker.ask(stage)).status == 200


TOLD_AS_A_PAGE = frozenset({"/events", "/server_settings"})
"""Paths where another part of a server answers, which tells wrong methods in a page for people."""


@pytest.mark.parametrize("path", sorted(TOLD_AS_A_PAGE))
async def test_a_wrong_method_may_be_told_as_a_page(stage: Stage, path: str) -> None:
    reply = await stage.ask(MEL, "PUT", path)
    assert (reply.status, isinstance(reply.body, str)) == (405, True)
    assert {*reply.headers["Allow"].split(", ")} >= methods_at(path)


@pytest.mark.parametrize(
    "path",
    sorted({one.path for one in OFFERED if "{email}" not in one.path} - TOLD_AS_A_PAGE),
)
async def test_a_path_says_which_methods_it_takes(stage: Stage, path: str) -> None:
    documented = methods_at(path)
    filled = path.format(**dict.fromkeys(_holes(path), "31"))
    allowed = documented | ({"HEAD"} if "GET" in documented else set())
    options = await stage.ask(None, "OPTIONS", filled)
    assert (options.status, options.headers["Allow"]) == (204, ", ".join(sorted(allowed)))
    for method in set(METHODS) - documented:
        reply = await stage.ask(MEL, method, filled)
        assert (reply.status, set(reply.refusal["allowed_methods"])) == (405, allowed)


def _holes(path: str) -> Mapping[str, None]:
    return dict.fromkeys(part[1:-1] for part in path.split("/") if part.startswith("{"))


@pytest.mark.parametrize("path", ["/message", "/messages/31/flags", "/users/me/31", "/zebra"])
async def test_elsewhere_is_nothing(stage: Stage, path: str) -> None:
    assert (await stage.ask(MEL, "GET", path)).status == 404


@covers(rules.PATH_VERSION)
async def test_another_version_is_nothing(stage: Stage) -> None:
    assert (await stage.ask(MEL, "GET", "/../v2/users/me")).status == 404


@pytest.mark.parametrize("operation", OFFERED, ids=lambda operation: operation.key)
def test_an_endpoint_declares_the_events_that_are_documented(operation: Operation) -> None:
    assert set(operation.emits) - set(BY_NAME[operation.key].emits) == set()
