"""Every call of the client, made against the bundled server: what it answers, and how it refuses."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from dragoman.errors import ApiError
from dragoman.operations import Operation, operations
from dragoman_server import Server
from together.calls import administration, channels, keepsakes, messages, organization, people
from together.documented import declared, documented, read
from together.rows import Answered, Earlier, Refused, Row, name_of
from together.stages import Stages, perform

pytestmark = pytest.mark.asyncio(loop_scope="module")

TABLES = (administration, channels, keepsakes, messages, organization, people)
ROWS: tuple[Row, ...] = tuple(row for table in TABLES for row in table.ROWS)
OF_ANY_CALL = {"Unauthorized"}
"""What any call may be refused with, so that no record says it of itself."""
ANSWERED = [row for row in ROWS if isinstance(row, Answered)]
REFUSED = [row for row in ROWS if isinstance(row, Refused)]


def called(row: Row) -> str:
    return row.deed.kind.__name__


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stages() -> AsyncIterator[Stages]:
    async with AsyncExitStack() as stack:
        stages = Stages(stack)
        yield stages
        for server in stages.servers.values():
            assert server.broken == ()


async def prepared(stages: Stages, row: Row) -> tuple[Server, Earlier]:
    server = await stages.at(row.level)
    earlier: Earlier = ()
    for deed in row.first:
        earlier = (*earlier, await perform(server, deed, earlier))
    return server, earlier


@pytest.mark.parametrize("row", ANSWERED, ids=called)
async def test_a_call_succeeds(stages: Stages, row: Answered) -> None:
    server, earlier = await prepared(stages, row)
    assert row.seen(await perform(server, row.deed, earlier)) == row.answer


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{called(row)}-{row.name}")
async def test_a_call_is_refused_as_its_record_says(stages: Stages, row: Refused) -> None:
    server, earlier = await prepared(stages, row)
    with pytest.raises(ApiError) as caught:
        await perform(server, row.deed, earlier)
    assert (name_of(caught.value), caught.value.msg) == (row.name, row.msg)
    assert row.name in documented(row.deed.kind)


ELSEWHERE = {
    # These servers are development ones.
    "GetLogins": {"BAD_REQUEST"},
    # It has no push service of its own that could know a device otherwise.
    "SendTestNotification": {"INVALID_REMOTE_PUSH_DEVICE_TOKEN"},
}
"""Refusals that are documented for other servers, and cannot be had from this one."""

Place = tuple[str, str]
Offered = dict[Place, frozenset[str]]


def place(method: str, path: str) -> Place:
    """Return a call's method and path, whatever its holes are called."""
    return method, re.sub(r"{\w+}", "{}", path)


def offered_kinds(offered: Offered) -> dict[type[Operation[Any]], frozenset[str]]:
    """Return the records of the calls that the server offers, with the refusals that it declares."""
    kinds = [kind for kind in operations() if kind.__module__.startswith("dragoman.")]
    by_place = {kind: place(kind.method, kind.path) for kind in kinds}
    return {kind: offered[at] for kind, at in by_place.items() if at in offered}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def offered(stages: Stages) -> Offered:
    """Return what the server's own document says that it offers, at its newest and at an older level."""
    found: Offered = {}
    for level in (261, None):
        server = await stages.at(level)
        async with ClientSession() as session, session.get(f"{server.url}/api/v1/openapi.json") as response:
            document = read(await response.text())
        for (method, path), names in declared(document).items():
            at = place(method, path)
            found[at] = found.get(at, frozenset()) | names - OF_ANY_CALL
    return found


async def test_the_client_has_a_record_for_every_call_that_the_server_offers(offered: Offered) -> None:
    recorded = {place(kind.method, kind.path) for kind in offered_kinds(offered)}
    assert sorted(set(offered) - recorded) == []


async def test_every_call_that_the_server_offers_succeeds_in_a_row(offered: Offered) -> None:
    tried = {row.deed.kind for row in ANSWERED}
    assert sorted(kind.__name__ for kind in set(offered_kinds(offered)) - tried) == []


async def test_every_refusal_that_the_server_declares_is_documented(offered: Offered) -> None:
    missing = {kind: names - documented(kind) for kind, names in offered_kinds(offered).items()}
    assert {kind.__name__: sorted(names) for kind, names in missing.items() if names} == {}


async def test_every_refusal_that_is_documented_is_had_in_a_row(offered: Offered) -> None:
    had = {(called(row), row.name) for row in REFUSED}
    had |= {(name, refusal) for name, refusals in ELSEWHERE.items() for refusal in refusals}
    wanted = {(kind.__name__, name) for kind in offered_kinds(offered) for name in documented(kind)}
    assert sorted(wanted - had) == []
