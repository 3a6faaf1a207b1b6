"""The server's clock against ours: told when they differ, and not when an answer was merely slow."""

import asyncio
from collections.abc import Iterator
from email.utils import formatdate
from typing import Any

import pytest
from structlog.testing import capture_logs

from client.conftest import KEY
from client.loopback import Loopback, answer, park
from dragoman.client import Credentials, Zulip
from dragoman.client.skew import Skew
from dragoman.clock import ManualClock
from dragoman.model import Secret
from dragoman.operations import GetOwnUser
from dragoman_server import Act, default_world, running_server

DIFFER = "the server's clock and ours differ"
AGREE = "the server's clock and ours agree again"


@pytest.fixture
def logs() -> Iterator[list[Any]]:
    with capture_logs() as lines:
        yield lines


def told(logs: list[Any]) -> list[tuple[str, float]]:
    return [(line["event"], line["ahead"]) for line in logs]


async def answered(skew: Skew, clock: ManualClock, ahead: float, *, after: float = 0.0) -> float:
    """Let an answer come after so long, dated right away by a clock that is ahead; return the difference."""
    begun = skew.begin()
    date = formatdate(clock.now() + ahead, usegmt=True)
    await clock.advance(after)
    skew.note({"Date": date}, begun)
    return skew.seconds


@pytest.mark.parametrize(
    ("ahead", "seconds"),
    [(0, 0), (5, 5), (6, 6), (90, 90), (-1, 0), (-6, -5), (-91, -90), (3600, 3600)],
)
async def test_a_quick_answer_proves_the_difference_to_a_second(
    clock: ManualClock, ahead: float, seconds: float
) -> None:
    assert await answered(Skew(clock), clock, ahead) == seconds


async def test_it_is_told_once_again_when_it_is_worse_and_when_it_is_over(
    clock: ManualClock, logs: list[Any]
) -> None:
    skew = Skew(clock)
    for ahead in (4, 20, 20, 24, 18, 26, 70, 70, 0, 0, 7):
        await answered(skew, clock, ahead)
    expected = [(DIFFER, 20.0), (DIFFER, 26.0), (DIFFER, 70.0), (AGREE, 1.0), (DIFFER, 7.0)]
    assert told(logs) == expected
    await answered(skew, clock, -9)
    assert told(logs)[-1] == (DIFFER, -8.0)
    assert {line["log_level"] for line in logs} == {"warning", "info"}


async def test_a_slow_answer_is_no_difference_and_takes_none_back(
    clock: ManualClock, logs: list[Any]
) -> None:
    skew = Skew(clock)
    assert await answered(skew, clock, 0, after=300) == 0
    assert await answered(skew, clock, -40, after=0) == -39
    # It was on its way for as long as would explain it.
    assert await answered(skew, clock, 0, after=45) == -39
    assert await answered(skew, clock, 0) == 0
    assert told(logs) == [(DIFFER, -39.0), (AGREE, 0.0)]


@pytest.mark.parametrize("seconds", [3600.0, 8 * 3600.0])
async def test_an_answer_that_a_machine_slept_over_proves_nothing(
    clock: ManualClock, logs: list[Any], seconds: float
) -> None:
    skew = Skew(clock)
    begun = skew.begin()
    date = formatdate(clock.now(), usegmt=True)
    clock.jump(seconds)
    skew.note({"Date": date}, begun)
    assert (skew.seconds, logs) == (0.0, [])


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Date": "yesterday"},
        {"Date": "Fri, 99 Jan 2027 08:00:00 GMT"},
        {"Date": "Fri, 15 Jan 2021 08:00:00 GMT", "Age": "9"},
    ],
)
async def test_no_date_and_one_out_of_a_cache_prove_nothing(
    clock: ManualClock, headers: dict[str, str]
) -> None:
    skew = Skew(clock)
    skew.note(headers, skew.begin())
    assert skew.seconds == 0


async def test_the_client_learns_it_from_each_answer(logs: list[Any]) -> None:
    async with running_server(default_world()) as server:
        account = server.account("Paulo Reis")
        credentials = Credentials(site=server.url, email=account.email, api_key=Secret(account.api_key))
        async with Zulip(credentials) as zulip:
            await zulip(GetOwnUser())
            assert (abs(zulip.skew.seconds) < 5, logs) == (True, [])
            fault = server.faults.add(Act(skew_date_header=90))
            await zulip(GetOwnUser())
            assert 85 < zulip.skew.seconds < 91
            server.faults.remove(fault.id)
            await zulip(GetOwnUser())
            assert abs(zulip.skew.seconds) < 5
    assert [line["event"] for line in logs] == [DIFFER, AGREE]


ME = '{"result": "success", "msg": "", "user_id": 1, "email": "d@x.y", "full_name": "D"}'


async def test_new_connections_are_made_and_what_is_under_way_is_finished(clock: ManualClock) -> None:
    held = asyncio.Event()
    async with Loopback([answer(ME), park(held), answer(ME), answer(ME)]) as server:
        credentials = Credentials(site=server.url, email="d@x.y", api_key=Secret(KEY))
        async with Zulip(credentials, clock=clock) as zulip:
            await zulip(GetOwnUser())
            slow = asyncio.ensure_future(zulip.once(GetOwnUser()))
            await server.has_asked(2)
            assert server.connections == 1
            zulip.renew()
            await zulip(GetOwnUser())
            await zulip(GetOwnUser())
            assert server.connections == 2
            assert not slow.done()
            slow.cancel()
            await asyncio.gather(slow, return_exceptions=True)
            held.set()
