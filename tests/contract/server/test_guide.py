"""The server's guide: bodies, headers, statuses, limits, the life of a version, asked over real sockets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestServer
from msgspec import Struct
from multidict import CIMultiDictProxy

from contract import guide
from contract.covering import covers
from contract.guide import DEVICE_TYPES, LIMIT_HEADERS, Response
from contract.server.stage import Stage
from contract.terms import Record
from dragoman_server.guide import GuideSettings, guide_routes

PATH = "/api/v1/service-guide"
OPERATION = guide.GET_SERVICE_GUIDE
NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


class Answer(Struct, frozen=True, kw_only=True):
    """What came back."""

    status: int
    headers: CIMultiDictProxy[str]
    body: Any

    def matches(self, response: Response) -> list[str]:
        """Say in what the answer differs from what is documented."""
        found = list(response.body.problems(self.body, "$"))
        if self.status != response.status:
            found.append(f"status {self.status} in place of {response.status}")
        if self.headers["Content-Type"].partition(";")[0] != response.content_type:
            found.append(f"content type {self.headers['Content-Type']}")
        found += [f"no {name}" for name in response.headers if name not in self.headers]
        documented = {
            "RateLimit-Limit",
            "RateLimit-Remaining",
            "RateLimit-Reset",
            "Retry-After",
            "Deprecation",
            "Sunset",
        }
        allowed = {*response.headers, *response.conditional}
        found += [f"{name}, which nobody documents" for name in documented - allowed if name in self.headers]
        return found


class Hands:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = NOW.timestamp()

    def now(self) -> float:
        """Return UNIX seconds."""
        return self.time


class Reader:
    """A caller of the guide."""

    def __init__(self, session: aiohttp.ClientSession, clock: Hands) -> None:
        self._session = session
        self.clock = clock

    async def get(self, path: str = PATH, *, method: str = "GET", **query: str) -> Answer:
        """Ask and return what comes back."""
        async with self._session.request(method, path, params=query) as response:
            body = await response.json(content_type=None) if method == "GET" else await response.read()
            return Answer(status=response.status, headers=response.headers, body=body)


@asynccontextmanager
async def reading(settings: GuideSettings | None = None) -> AsyncIterator[Reader]:
    """Run a guide and give a caller of it."""
    clock = Hands()
    app = aiohttp.web.Application()
    app.add_routes(guide_routes(settings or GuideSettings(), clock))
    async with TestServer(app) as server, aiohttp.ClientSession(server.make_url("")) as session:
        yield Reader(session, clock)


def _problems(record: Record, body: Any) -> list[str]:
    return list(record.shape.problems(body, record.name))


@covers(
    OPERATION.line("method and path"),
    *(OPERATION.line_of(field) for field in OPERATION.answer),
    *guide.SERVICE_GUIDE.lines,
    *guide.SERVICE_LINK.lines,
    *guide.LAB.lines,
    guide.ALL_CATEGORIES,
    guide.NO_LOGIN,
    guide.OK.line,
    guide.CLOSED_OBJECTS,
    guide.CURRENT,
)
async def test_without_a_device_type_every_category_is_listed_once() -> None:
    async with reading() as reader:
        answer = await reader.get()
    assert answer.matches(guide.OK) == []
    assert [link["deviceType"] for link in answer.body["services"]] == list(DEVICE_TYPES)
    assert len(answer.body["guardrails"]) >= guide.LEAST_GUARDRAILS
    assert {"Deprecation", "Sunset"} & set(answer.headers) == set()


@pytest.mark.parametrize(
    "device_type",
    [
        pytest.param(name, marks=covers(OPERATION.line("parameter device_type"), guide.ONE_CATEGORY))
        for name in DEVICE_TYPES
    ],
)
async def test_with_a_device_type_its_page_is_given(device_type: str) -> None:
    async with reading() as reader:
        answer = await reader.get(device_type=device_type)
        every = await reader.get()
    assert answer.matches(guide.OK) == []
    wanted = [link for link in every.body["services"] if link["deviceType"] == device_type]
    assert answer.body == {**every.body, "services": wanted}


@pytest.mark.parametrize(
    "word",
    [
        pytest.param(
            word,
            marks=covers(
                OPERATION.line("parameter device_type"),
                guide.REFUSED_CATEGORY,
                guide.ERROR_DEVICE,
                guide.BAD_DEVICE_TYPE.line,
                *guide.PROBLEM.lines,
            ),
        )
        for word in ("toaster", "", "NAS", "hard drive", "null")
    ],
)
async def test_another_word_is_refused_with_a_problem(word: str) -> None:
    async with reading() as reader:
        answer = await reader.get(device_type=word)
    assert answer.matches(guide.BAD_DEVICE_TYPE) == []
    assert answer.body["status"] == 400
    assert guide.STATUS_RANGE[0] <= answer.body["status"] <= guide.STATUS_RANGE[1]


@covers(guide.LIMIT_WINDOW, guide.LIMIT_HEADER_MEANING)
async def test_the_limit_headers_count_down_and_start_anew() -> None:
    async with reading(GuideSettings(limit=3, window=30)) as reader:
        seen = [_limits(await reader.get()) for _ in range(2)]
        reader.clock.time += 10
        seen.append(_limits(await reader.get(device_type="toaster")))
        reader.clock.time += 20
        seen.append(_limits(await reader.get()))
    assert seen == [(3, 2, 30), (3, 1, 30), (3, 0, 20), (3, 2, 30)]


def _limits(answer: Answer) -> tuple[int, ...]:
    return tuple(int(answer.headers[name]) for name in LIMIT_HEADERS)


@covers(guide.READ_LIMIT, guide.ERROR_LIMIT, guide.TOO_MANY.line, guide.RETRY_AFTER, *guide.PROBLEM.lines)
async def test_beyond_the_limit_is_a_problem_that_says_when_to_come_back() -> None:
    settings = GuideSettings(limit=1, window=30, deprecation=NOW, sunset=NOW)
    async with reading(settings) as reader:
        await reader.get()
        reader.clock.time += 29.5
        answer = await reader.get()
        retry_after = int(answer.headers["Retry-After"])
        reader.clock.time += retry_after
        after = await reader.get()
    assert answer.matches(guide.TOO_MANY) == []
    assert (answer.body["status"], _limits(answer)[:2]) == (429, (1, 0))
    assert retry_after >= guide.LEAST_RETRY_AFTER
    assert after.status == 200


@pytest.mark.parametrize("word", ["nas", "toaster"])
@pytest.mark.parametrize(
    ("settings", "deprecation", "sunset"),
    [
        pytest.param(GuideSettings(), None, None, marks=covers(guide.CURRENT), id="current"),
        pytest.param(
            GuideSettings(deprecation=datetime(2026, 2, 1, tzinfo=UTC)),
            datetime(2026, 2, 1, tzinfo=UTC),
            None,
            marks=covers(guide.DEPRECATED),
            id="deprecated",
        ),
        pytest.param(
            GuideSettings(
                deprecation=datetime(2026, 2, 1, tzinfo=UTC), sunset=datetime(2027, 2, 1, tzinfo=UTC)
            ),
            datetime(2026, 2, 1, tzinfo=UTC),
            datetime(2027, 2, 1, tzinfo=UTC),
            marks=covers(guide.SCHEDULED_REMOVAL),
            id="to be removed",
        ),
    ],
)
async def test_the_life_of_a_version_is_told_in_http_dates(
    settings: GuideSettings, deprecation: datetime | None, sunset: datetime | None, word: str
) -> None:
    async with reading(settings) as reader:
        answer = await reader.get(device_type=word)
    told = [answer.headers.get(name) for name in ("Deprecation", "Sunset")]
    assert [text if text is None else parsedate_to_datetime(text) for text in told] == [deprecation, sunset]
    assert all(text is None or text.endswith(" GMT") for text in told)


@covers(guide.INDEX, guide.PATH_VERSION, guide.NO_LOGIN, *guide.API_INDEX.lines)
async def test_the_index_names_what_there_is() -> None:
    async with reading() as reader:
        answer = await reader.get("/api/v1")
        assert _problems(guide.API_INDEX, answer.body) == []
        endpoints = answer.body["endpoints"]
        assert endpoints["serviceGuide"].endswith(PATH)
        assert answer.body["version"] == guide.VERSION
        assert (await reader.get(endpoints["serviceGuide"])).matches(guide.OK) == []
        document = (await reader.get(endpoints["openapi"])).body
        page = await reader.get(endpoints["documentation"], method="HEAD")
    described = document["paths"][PATH]["get"]
    assert (described["operationId"], document["info"]["version"]) == (guide.OPERATION_NAME, guide.VERSION)
    assert sorted(described["responses"]) == ["200", "400", "429"]
    assert page.status == 200


async def test_the_guide_stands_beside_the_messaging_api(stage: Stage) -> None:
    answer = await stage.ask(None, "GET", "/service-guide", {"device_type": "ssd"})
    assert [link["deviceType"] for link in answer.body["services"]] == ["ssd"]
    index = await stage.ask(None, "GET", "")
    assert _problems(guide.API_INDEX, index.body) == []
    assert index.body["endpoints"]["serviceGuide"] == f"{stage.url}{PATH}"


@covers(guide.READ_ONLY)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_nothing_can_be_changed(method: str) -> None:
    async with reading() as reader:
        answer = await reader.get(method=method)
    assert (answer.status, answer.headers["Content-Type"].partition(";")[0]) == (
        405,
        "application/problem+json",
    )
