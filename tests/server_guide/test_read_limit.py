"""How often a caller may read, on the wire and in the counter itself."""

import pytest
from aiohttp import ClientSession
from hypothesis import given
from hypothesis import strategies as st

from dragoman_server.guide import GuideSettings
from dragoman_server.guide.callers import Callers
from dragoman_server.guide.limiter import Allowance, ReadLimiter
from server_guide.guide_server import NOON, HandClock, running_guide

PATH = "/api/v1/service-guide"


async def limit_headers(client: ClientSession, query: str = "", **headers: str) -> tuple[int, dict[str, str]]:
    """Read once and return status and the headers about limits."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with client.get(f"{PATH}{query}", headers=named) as response:
        found = {
            name: response.headers[name]
            for name in response.headers
            if "Limit-" in name or name == "Retry-After"
        }
        return response.status, found


async def test_reads_are_counted_down_and_then_refused_until_the_window_ends() -> None:
    clock = HandClock()
    async with running_guide(GuideSettings(limit=2, window=30), clock) as client:
        assert await limit_headers(client) == (
            200,
            {"RateLimit-Limit": "2", "RateLimit-Remaining": "1", "RateLimit-Reset": "30"},
        )
        clock.time += 10.5
        assert await limit_headers(client, "?device_type=floppy") == (
            400,
            {"RateLimit-Limit": "2", "RateLimit-Remaining": "0", "RateLimit-Reset": "20"},
        )
        assert await limit_headers(client) == (
            429,
            {
                "RateLimit-Limit": "2",
                "RateLimit-Remaining": "0",
                "RateLimit-Reset": "20",
                "Retry-After": "20",
            },
        )
        clock.time = NOON + 29.999
        assert await limit_headers(client) == (
            429,
            {"RateLimit-Limit": "2", "RateLimit-Remaining": "0", "RateLimit-Reset": "1", "Retry-After": "1"},
        )
        clock.time = NOON + 30
        assert (await limit_headers(client))[0] == 200


async def test_a_refused_read_says_what_to_do() -> None:
    async with running_guide(GuideSettings(limit=1)) as client:
        await limit_headers(client)
        async with client.get(f"{PATH}?device_type=nas") as response:
            assert response.content_type == "application/problem+json"
            assert await response.json(content_type=None) == {
                "type": "urn:dragoman:guide:problem:rate_limit_exceeded",
                "title": "Too many reads",
                "status": 429,
                "detail": "All 1 reads of this window are used up.",
                "instance": "/api/v1/service-guide",
                "code": "rate_limit_exceeded",
                "resolution": "Wait for the seconds that Retry-After gives, then ask again.",
            }


async def test_only_the_guide_itself_counts() -> None:
    async with running_guide(GuideSettings(limit=1)) as client:
        for path in ("/api/v1", "/openapi.json", "/docs", f"{PATH}/nothing"):
            async with client.get(path) as response:
                assert "RateLimit-Limit" not in response.headers
        async with client.post(PATH) as response:
            assert response.status == 405
        assert (await limit_headers(client))[0] == 200


async def test_what_a_caller_says_about_its_address_counts_only_from_a_trusted_proxy() -> None:
    async with running_guide(GuideSettings(limit=1)) as client:
        assert (await limit_headers(client, X_Forwarded_For="203.0.113.1"))[0] == 200
        assert (await limit_headers(client, X_Forwarded_For="203.0.113.2"))[0] == 429
    async with running_guide(GuideSettings(limit=1, trusted_proxies=("127.0.0.0/8",))) as client:
        assert (await limit_headers(client, X_Forwarded_For="203.0.113.1"))[0] == 200
        assert (await limit_headers(client, X_Forwarded_For="203.0.113.2"))[0] == 200
        assert (await limit_headers(client, X_Forwarded_For="203.0.113.2"))[0] == 429


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "key"),
    [
        ("198.51.100.7", [], "198.51.100.7"),
        ("198.51.100.7", ["203.0.113.1"], "198.51.100.7"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["1.1.1.1, 203.0.113.1, 10.0.0.2"], "203.0.113.1"),
        ("10.0.0.1", ["1.1.1.1", "203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["203.0.113.1:4711"], "203.0.113.1"),
        ("10.0.0.1", ["garbage, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["203.0.113.1, garbage"], "10.0.0.1"),
        ("10.0.0.1", ["," * 5000], "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", [], "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", [], "198.51.100.7"),
        ("fe80::1%eth0", [], "fe80::/64"),
        ("10.0.0.1", ["[2001:db8::1]:443"], "2001:db8::/64"),
        (None, [], "unknown"),
    ],
)
def test_callers_are_told_apart_by_address_and_network(
    peer: str | None, forwarded_for: list[str], key: str
) -> None:
    assert Callers(["10.0.0.0/8"]).key(peer, forwarded_for) == key


@given(st.text(), st.lists(st.text()))
def test_no_header_confuses_the_callers(peer: str, forwarded_for: list[str]) -> None:
    assert Callers(["0.0.0.0/0", "::/0"]).key(peer, forwarded_for)


def test_only_so_many_callers_are_remembered_and_the_idlest_is_forgotten() -> None:
    limiter = ReadLimiter(HandClock(), limit=1, window=60, callers=2)
    assert [limiter.read(caller).allowed for caller in ("a", "b", "a", "c", "b", "c")] == [
        True,
        True,
        False,
        True,
        True,  # b was idle for longest when c came
        False,
    ]
    for number in range(1000):
        limiter.read(str(number))
    assert len(limiter) == 2


def test_a_clock_that_goes_back_neither_locks_out_nor_forgets() -> None:
    clock = HandClock()
    limiter = ReadLimiter(clock, limit=1, window=60, callers=10)
    limiter.read("a")
    clock.time -= 86_400
    assert limiter.read("a") == Allowance(allowed=False, limit=1, remaining=0, reset=60)
    clock.time += 60
    assert limiter.read("a") == Allowance(allowed=True, limit=1, remaining=0, reset=60)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.floats(-1e6, 1e6)), max_size=60))
def test_the_numbers_are_always_in_bounds(steps: list[tuple[str, float]]) -> None:
    clock = HandClock()
    limiter = ReadLimiter(clock, limit=3, window=10, callers=5)
    for caller, seconds in steps:
        clock.time += seconds
        allowance = limiter.read(caller)
        assert 0 <= allowance.remaining < 3
        assert 0 <= allowance.reset <= 10
        assert allowance.retry_after >= 1
