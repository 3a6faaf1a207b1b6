"""Both calls of the guide, made against the bundled server."""

from collections.abc import AsyncIterator

import pytest

from dragoman.client import Guide, Retries
from dragoman.clock import ManualClock
from dragoman.errors import GuideProblem, GuideRateLimited
from dragoman.model import DEVICE_TYPES, ReadLimit, ServiceLink
from dragoman.operations import GetApiIndex, GetServiceGuide
from dragoman_server import Clock, Server, ServerSettings, running_server
from dragoman_server.guide import GuideSettings
from dragoman_server.world.file import parse_world
from together.harbour import NOW, WORLD


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    settings = ServerSettings(strict=True, guide=GuideSettings(limit=2, window=30))
    async with running_server(parse_world(WORLD), clock=Clock(NOW), settings=settings) as running:
        yield running


@pytest.fixture
async def guide(server: Server) -> AsyncIterator[Guide]:
    async with Guide(server.url, clock=ManualClock(NOW), retries=Retries(attempts=1), strict=True) as guide:
        yield guide


async def test_one_category_has_one_page_and_the_limit_stands_beside_it(guide: Guide) -> None:
    answer = await guide(GetServiceGuide(device_type="nas"))
    page = ServiceLink(device_type="nas", url="https://recovery.example.org/services/nas")
    assert (answer.guide.services, answer.guide.lab.physical_locations) == ((page,), 1)
    assert answer.limit == ReadLimit(limit=2, remaining=1, reset=30)
    assert (answer.deprecation, answer.sunset, answer.age, answer.stale) == (None, None, 0.0, False)


async def test_all_categories_are_told_in_their_order(guide: Guide) -> None:
    answer = await guide(GetServiceGuide())
    assert tuple(link.device_type for link in answer.guide.services) == DEVICE_TYPES


async def test_the_service_tells_of_itself(guide: Guide) -> None:
    index = (await guide(GetApiIndex())).index
    assert (index.authentication, index.access) == ("none", "public-read-only")
    assert index.endpoints.service_guide.endswith("/api/v1/service-guide")


async def test_a_category_that_is_none_is_a_problem(guide: Guide) -> None:
    with pytest.raises(GuideProblem) as caught:
        await guide(GetServiceGuide(device_type="floppy"))
    assert (caught.value.status, caught.value.code) == (400, "unsupported_device_type")
    assert not isinstance(caught.value, GuideRateLimited)
    assert caught.value.resolution


async def test_a_spent_limit_is_told_with_its_wait_and_then_not_even_asked(
    server: Server, guide: Guide
) -> None:
    for device_type in ("nas", "raid"):
        await guide(GetServiceGuide(device_type=device_type))
    asked = len(server.journal)
    with pytest.raises(GuideRateLimited) as caught:
        await guide(GetServiceGuide(device_type="ssd"))
    assert (caught.value.retry_after, len(server.journal) - asked) == (30.0, 0)


async def test_whoever_asks_all_the_same_is_refused_by_the_service(server: Server, guide: Guide) -> None:
    async with Guide(server.url, clock=ManualClock(NOW)) as another:
        for device_type in ("nas", "raid"):
            await another(GetServiceGuide(device_type=device_type))
    with pytest.raises(GuideRateLimited) as caught:
        await guide(GetServiceGuide(device_type="ssd"))
    assert (caught.value.status, caught.value.code, caught.value.retry_after) == (
        429,
        "rate_limit_exceeded",
        30.0,
    )
