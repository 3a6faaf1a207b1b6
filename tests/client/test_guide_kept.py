"""Guide answers are kept, shared, stand in for what cannot be had, and are read to the letter if wanted."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from client.conftest import Http
from client.loopback import Loopback, bytes_of, park
from dragoman.client import Guide
from dragoman.clock import ManualClock
from dragoman.errors import GuideProblem, GuideRateLimited, MalformedAnswer, ServerFailure
from dragoman.operations import GetApiIndex, GetServiceGuide, GuideAnswer

BASE = "https://guide.example.com"
URL = f"{BASE}/api/v1/service-guide"
NAS = GetServiceGuide(device_type="nas")
ALL = GetServiceGuide()


def body(url: str = "https://x.example/nas", more: str = "", kinds: tuple[str, ...] = ("nas",)) -> str:
    links = ",".join(f'{{"deviceType":"{kind}","url":"{url}"}}' for kind in kinds)
    return (
        f'{{"services":[{links}],"mailInUrl":"https://x.example/mail","contactUrl":"https://x.example/c",'
        f'"lab":{{"address":"1 Way","physicalLocations":1}},"guardrails":["No diagnosis."]{more}}}'
    )


PROBLEM = """{"type":"urn:p:x","title":"t","status":%d,"detail":"d","instance":"/","code":"c",
"resolution":"r"}"""


@pytest.fixture
async def strict(clock: ManualClock) -> AsyncIterator[Guide]:
    async with Guide(BASE, clock=clock, strict=True) as client:
        yield client


def url_of(found: GuideAnswer) -> str:
    return found.guide.services[0].url


async def test_an_answer_is_kept_for_each_category_with_its_age(
    http: Http, guide: Guide, clock: ManualClock
) -> None:
    http.answers("GET", f"{URL}?device_type=nas", body("https://x.example/1"))
    http.answers("GET", URL, body("https://x.example/2"))
    assert (await guide(NAS)).age == 0.0
    await clock.advance(59.0)
    kept = await guide(NAS)
    assert (url_of(kept), kept.age, kept.stale) == ("https://x.example/1", 59.0, False)
    assert url_of(await guide(ALL)) == "https://x.example/2"
    assert len(http.asked) == 2


async def test_an_answer_that_is_too_old_is_fetched_anew(
    http: Http, guide: Guide, clock: ManualClock
) -> None:
    http.answers("GET", URL, body("https://x.example/1"))
    http.answers("GET", URL, body("https://x.example/2"))
    await guide(ALL)
    await clock.advance(60.0)
    assert (url_of(await guide(ALL)), len(http.asked)) == ("https://x.example/2", 2)


async def test_nothing_is_kept_when_nothing_shall_be(http: Http, clock: ManualClock) -> None:
    async with Guide(BASE, clock=clock, fresh_for=0.0) as guide:
        http.answers("GET", URL, body("https://x.example/1"))
        http.answers("GET", URL, body("https://x.example/2"))
        await guide(ALL)
        assert url_of(await guide(ALL)) == "https://x.example/2"


async def test_only_so_many_answers_are_kept(http: Http, guide: Guide) -> None:
    for number in range(65):
        http.answers("GET", f"{URL}?device_type=k{number}", body())
        await guide(GetServiceGuide(device_type=f"k{number}"))
    http.answers("GET", f"{URL}?device_type=k0", body("https://x.example/again"))
    assert url_of(await guide(GetServiceGuide(device_type="k0"))) == "https://x.example/again"


async def test_calls_for_the_same_thing_share_one_exchange() -> None:
    go = asyncio.Event()
    async with Loopback([park(go, bytes_of(body()))]) as server, Guide(server.url) as guide:
        calls = [asyncio.ensure_future(guide(NAS)) for _ in range(3)]
        await server.has_asked(1)
        calls[0].cancel()
        go.set()
        assert [url_of(await call) for call in calls[1:]] == ["https://x.example/nas"] * 2
    assert (server.lines, calls[0].cancelled()) == (["GET /api/v1/service-guide"], True)


async def test_trouble_is_shared_too_and_leaves_nothing_behind(http: Http, guide: Guide) -> None:
    http.answers("GET", URL, PROBLEM % 400, 400)
    found = await asyncio.gather(guide(ALL), guide(ALL), return_exceptions=True)
    assert [type(one) for one in found] == [GuideProblem, GuideProblem]
    http.answers("GET", URL, body())
    assert not (await guide(ALL)).stale


async def test_an_exchange_that_nobody_waits_for_ends_with_the_client() -> None:
    async with Loopback([park(asyncio.Event())]) as server:
        async with Guide(server.url) as guide:
            call = asyncio.ensure_future(guide(NAS))
            await server.has_asked(1)
            call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_an_older_answer_stands_in_for_one_that_cannot_be_fetched(
    http: Http, clock: ManualClock, status: int
) -> None:
    async with Guide(BASE, clock=clock, jitter=lambda: 0.0) as guide:
        http.answers("GET", URL, body())
        await guide(ALL)
        await clock.advance(100.0)
        for _ in range(4):
            http.answers("GET", URL, PROBLEM % status, status, Retry_After="7")
        with capture_logs() as logs:
            found = await guide(ALL)
    assert (url_of(found), found.age, found.stale) == ("https://x.example/nas", 100.0, True)
    assert logs[-1]["event"] == "guide answer is stale"


async def test_an_older_answer_does_not_hide_a_definite_no(
    http: Http, guide: Guide, clock: ManualClock
) -> None:
    http.answers("GET", URL, body())
    await guide(ALL)
    await clock.advance(100.0)
    http.answers("GET", URL, PROBLEM % 400, 400)
    with pytest.raises(GuideProblem):
        await guide(ALL)


async def test_an_answer_can_be_too_old_to_stand_in(http: Http, clock: ManualClock) -> None:
    async with Guide(BASE, clock=clock, jitter=lambda: 0.0, stale_for=100.0) as guide:
        http.answers("GET", URL, body())
        await guide(ALL)
        await clock.advance(100.0)
        for _ in range(4):
            http.answers("GET", URL, "", 502)
        with pytest.raises(ServerFailure):
            await guide(ALL)


async def test_a_limit_that_is_spent_is_not_tried_before_its_time(
    http: Http, guide: Guide, clock: ManualClock
) -> None:
    limits: dict[str, Any] = {
        "RateLimit_Limit": "60",
        "RateLimit_Remaining": "0",
        "RateLimit_Reset": "30",
    }
    http.answers("GET", URL, body(), **limits)
    await guide(ALL)
    with pytest.raises(GuideRateLimited) as caught:
        await guide(NAS)
    assert (caught.value.retry_after, len(http.asked)) == (30.0, 1)
    await clock.advance(30.0)
    http.answers("GET", f"{URL}?device_type=nas", body("https://x.example/2"))
    assert url_of(await guide(NAS)) == "https://x.example/2"


async def test_a_429_is_not_tried_again_before_its_time(http: Http, guide: Guide, clock: ManualClock) -> None:
    http.answers("GET", URL, PROBLEM % 429, 429, Retry_After="12")
    for wait in (12.0, 8.0):
        with pytest.raises(GuideRateLimited) as caught:
            await guide(ALL)
        assert caught.value.retry_after == wait
        await clock.advance(4.0)
    assert len(http.asked) == 1


@pytest.mark.parametrize(
    ("answered", "reason"),
    [
        (body(more=',"extra":1'), "unknown field `extra`"),
        (body("not an address"), "matching regex"),
        (body(kinds=("toaster",)), "Invalid enum value 'toaster'"),
        (body(kinds=("nas", "nas")), "listed twice"),
        (body(kinds=("nas", "ssd")), "not asked for"),
        (body().replace('"physicalLocations":1', '"physicalLocations":2'), "Invalid enum value 2"),
        (body().replace('["No diagnosis."]', "[]"), "length >= 1"),
    ],
)
async def test_the_strict_reader_tells_what_is_not_to_the_letter(
    http: Http, strict: Guide, guide: Guide, answered: str, reason: str
) -> None:
    http.answers("GET", f"{URL}?device_type=nas", answered)
    with pytest.raises(MalformedAnswer) as caught:
        await strict.once(NAS)
    assert reason in caught.value.reason
    http.answers("GET", f"{URL}?device_type=nas", answered)
    assert (await guide.once(NAS)).guide.lab.address == "1 Way"


async def test_the_strict_reader_takes_what_is_to_the_letter(http: Http, strict: Guide) -> None:
    http.answers("GET", f"{URL}?device_type=nas", body())
    http.answers("GET", URL, body(kinds=("nas", "ssd")))
    assert (await strict(NAS)).guide.link_for("nas") is not None
    assert len((await strict(ALL)).guide.services) == 2
    index = """{"name":"n","version":"1.0.0","authentication":"none","access":"public-read-only","endpoints":
    {"serviceGuide":"https://x.example/a","openapi":"https://x.example/b","documentation":"https://x.example/c"}}"""
    http.answers("GET", f"{BASE}/api/v1", index)
    assert (await strict(GetApiIndex())).index.name == "n"
    http.answers("GET", f"{BASE}/api/v1", index.replace('"none"', '"basic"'))
    with pytest.raises(MalformedAnswer):
        await strict.once(GetApiIndex())


async def test_a_call_may_say_itself_how_old_its_answer_may_be(
    http: Http, guide: Guide, clock: ManualClock
) -> None:
    http.answers("GET", URL, body("https://x.example/1"))
    await guide(ALL)
    await clock.advance(200.0)
    assert (await guide(ALL, fresh_for=201.0)).age == 200.0
    http.answers("GET", URL, "no", 404)
    with pytest.raises(MalformedAnswer):
        await guide(ALL, stale_for=200.0)
    http.answers("GET", URL, "no", 404)
    stood_in = await guide(ALL, stale_for=201.0)
    assert (stood_in.age, stood_in.stale, len(http.asked)) == (200.0, True, 3)
