"""The guide's answers, its problems, and what it says in headers."""

from datetime import UTC, datetime
from email.utils import formatdate
from typing import assert_type

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from client.conftest import Http
from client.pausing import noting
from dragoman.client import Guide
from dragoman.client.notices import deprecation_of, notices_of, read_limit
from dragoman.client.waiting import http_date, seconds_until
from dragoman.clock import ManualClock
from dragoman.errors import (
    GuideProblem,
    GuideRateLimited,
    MalformedAnswer,
    RateLimited,
    ServerFailure,
    ServiceError,
)
from dragoman.model import ApiIndex, ApiIndexEndpoints, Lab, ReadLimit, ServiceGuide, ServiceLink
from dragoman.operations import ApiIndexAnswer, GetApiIndex, GetServiceGuide, GuideAnswer, Notices

NAS = "https://guide.example.com/api/v1/service-guide?device_type=nas"
ASK = GetServiceGuide(device_type="nas")
BODY = """{"services": [{"deviceType": "nas", "url": "https://lab.example/nas"}], "mailInUrl":
 "https://lab.example/mail-in", "contactUrl": "https://lab.example/contact",
 "lab": {"address": "1 Lab Street", "physicalLocations": 1}, "guardrails": ["Guidance only."],
 "tomorrow": {}}"""
GUIDE = ServiceGuide(
    services=(ServiceLink(device_type="nas", url="https://lab.example/nas"),),
    mail_in_url="https://lab.example/mail-in",
    contact_url="https://lab.example/contact",
    lab=Lab(address="1 Lab Street", physical_locations=1),
    guardrails=("Guidance only.",),
)
PROBLEM = """{"type": "https://lab.example/problems/unsupported-device-type",
 "title": "Unsupported device type", "status": 400, "detail": "toaster is not a device type.",
 "instance": "/api/v1/service-guide",
 "code": "unsupported_device_type", "resolution": "Use one of the listed types.", "extra": 1}"""
LIMITS = {"RateLimit-Limit": "60", "RateLimit-Remaining": "59", "RateLimit-Reset": "42"}
SUNDAY = "Sun, 11 Nov 2018 23:59:59 GMT"


async def test_a_guide_is_read_with_its_limit(http: Http, guide: Guide) -> None:
    http.answers("GET", NAS, BODY, 200, **LIMITS)
    answer = await guide(ASK)
    assert_type(answer, GuideAnswer)
    assert answer == GuideAnswer(guide=GUIDE, limit=ReadLimit(limit=60, remaining=59, reset=42))
    assert answer.guide.link_for("nas") == ServiceLink(device_type="nas", url="https://lab.example/nas")
    assert answer.guide.link_for("phone") is None


async def test_the_guide_is_asked_without_credentials(http: Http, guide: Guide) -> None:
    http.answers("GET", NAS, BODY)
    await guide(ASK)
    (options,) = http.options
    assert set(options["headers"]) == {"User-Agent"}


async def test_all_categories_are_asked_for_without_a_parameter(http: Http, guide: Guide) -> None:
    http.answers("GET", "https://guide.example.com/api/v1/service-guide", BODY)
    assert (await guide(GetServiceGuide())).guide == GUIDE


async def test_the_index_is_read(http: Http, guide: Guide) -> None:
    body = """{"name": "Data Recovery Service Guide API", "version": "1.0.0", "authentication": "none",
     "access": "public-read-only", "endpoints": {"serviceGuide": "https://g.example/api/v1/service-guide",
     "openapi": "https://g.example/openapi.json", "documentation": "https://g.example/docs"}}"""
    http.answers("GET", "https://guide.example.com/api/v1", body)
    assert await guide(GetApiIndex()) == ApiIndexAnswer(
        index=ApiIndex(
            name="Data Recovery Service Guide API",
            version="1.0.0",
            authentication="none",
            access="public-read-only",
            endpoints=ApiIndexEndpoints(
                service_guide="https://g.example/api/v1/service-guide",
                openapi="https://g.example/openapi.json",
                documentation="https://g.example/docs",
            ),
        )
    )


@pytest.mark.parametrize(
    "media", ["application/problem+json", "application/problem+json; charset=utf-8", "text/plain"]
)
async def test_a_problem_body_becomes_an_error_with_its_members(http: Http, guide: Guide, media: str) -> None:
    http.answers("GET", NAS, PROBLEM, 400, Content_Type=media)
    with pytest.raises(GuideProblem) as caught:
        await guide(ASK)
    error = caught.value
    assert (error.status, error.code, error.title) == (
        400,
        "unsupported_device_type",
        "Unsupported device type",
    )
    assert error.type == "https://lab.example/problems/unsupported-device-type"
    assert error.detail == "toaster is not a device type."
    assert error.instance == "/api/v1/service-guide"
    assert error.resolution == "Use one of the listed types."
    assert error.details["extra"] == 1
    expected = "GetServiceGuide: 400 unsupported_device_type: toaster is not a device type."
    assert str(error) == expected


async def test_a_problem_with_strange_members_is_still_a_problem(http: Http, guide: Guide) -> None:
    http.answers("GET", NAS, '{"status":418,"title":["x"],"detail":null,"type":7}', 404)
    with pytest.raises(GuideProblem) as caught:
        await guide(ASK)
    error = caught.value
    assert (error.status, error.title, error.detail, error.type, error.code) == (404, "", "", "", "")


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"Retry-After": "17", "RateLimit-Reset": "40"}, 17.0),
        ({"Retry-After": formatdate(1_800_000_030, usegmt=True), "RateLimit-Reset": "40"}, 30.0),
        ({"RateLimit-Reset": "40"}, 40.0),
        ({"Retry-After": "never", "RateLimit": '"default";r=0;t=12'}, 12.0),
        ({}, 1.0),
    ],
)
async def test_a_spent_read_limit_says_how_long_to_wait(
    http: Http, guide: Guide, headers: dict[str, str], wait: float
) -> None:
    http.answers("GET", NAS, PROBLEM.replace("400", "429"), 429, **headers)
    with pytest.raises(RateLimited) as caught:
        await guide(ASK)
    assert isinstance(caught.value, GuideRateLimited)
    assert (caught.value.retry_after, caught.value.resolution) == (wait, "Use one of the listed types.")


async def test_a_failing_guide_is_asked_again_a_few_times(
    http: Http, guide: Guide, clock: ManualClock
) -> None:
    for status in (502, 503, 200):
        http.answers("GET", NAS, BODY, status)
    pauses: list[float] = []
    assert (await noting(clock, guide(ASK), pauses)).guide == GUIDE
    assert pauses == [0.25, 0.5]


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (500, PROBLEM, ServerFailure),
        (200, "<html>", MalformedAnswer),
        (200, "{}", MalformedAnswer),
        (200, BODY.replace('"https://lab.example/mail-in"', "3"), MalformedAnswer),
        (404, "<html>", MalformedAnswer),
        (302, "", MalformedAnswer),
    ],
)
async def test_what_is_no_guide_is_an_error(
    http: Http, guide: Guide, status: int, body: str, kind: type[ServiceError]
) -> None:
    http.answers("GET", NAS, body, status)
    with pytest.raises(ServiceError) as caught:
        await guide.once(ASK)
    assert type(caught.value) is kind


async def test_a_deprecation_is_surfaced_and_warned_of_once_for_each_path_and_date(
    http: Http, guide: Guide
) -> None:
    http.answers("GET", NAS, BODY, Deprecation=SUNDAY)
    http.answers("GET", NAS, BODY, Deprecation=SUNDAY)
    http.answers("GET", NAS, BODY, Deprecation="@1688169600", Sunset="Sun, 30 Jun 2024 23:59:59 GMT")
    with capture_logs() as logs:
        answers = [await guide.once(ASK) for _ in range(3)]
    assert [(answer.deprecation, answer.sunset) for answer in answers] == [
        (datetime(2018, 11, 11, 23, 59, 59, tzinfo=UTC), None),
        (datetime(2018, 11, 11, 23, 59, 59, tzinfo=UTC), None),
        (datetime(2023, 7, 1, tzinfo=UTC), datetime(2024, 6, 30, 23, 59, 59, tzinfo=UTC)),
    ]
    assert [(log["event"], log["since"], log["until"]) for log in logs] == [
        ("guide version deprecated", "2018-11-11 23:59:59+00:00", None),
        ("guide version deprecated", "2023-07-01 00:00:00+00:00", "2024-06-30 23:59:59+00:00"),
    ]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        (SUNDAY, datetime(2018, 11, 11, 23, 59, 59, tzinfo=UTC)),
        ("Sunday, 11-Nov-18 23:59:59 GMT", datetime(2018, 11, 11, 23, 59, 59, tzinfo=UTC)),
        ("Sun Nov 11 23:59:59 2018", datetime(2018, 11, 11, 23, 59, 59, tzinfo=UTC)),
        ("@1688169600", datetime(2023, 7, 1, tzinfo=UTC)),
        ("@99999999999999", True),
        ("true", True),
        ("?1", True),
        ("yes indeed", True),
        ("?0", None),
        ("false", None),
        ("", None),
        (None, None),
    ],
)
def test_a_deprecation_has_three_spellings(text: str | None, moment: datetime | bool | None) -> None:
    assert deprecation_of(text) == moment


@pytest.mark.parametrize(
    ("headers", "limit"),
    [
        (LIMITS, ReadLimit(limit=60, remaining=59, reset=42)),
        ({**LIMITS, "RateLimit-Limit": "100, 100;w=60"}, ReadLimit(limit=100, remaining=59, reset=42)),
        ({"RateLimit-Remaining": "3"}, ReadLimit(remaining=3)),
        ({"RateLimit": '"default";r=50;t=30'}, ReadLimit(remaining=50, reset=30)),
        (
            {"RateLimit": '"default";r=50;t=30', "RateLimit-Policy": '"default";q=100;w=60'},
            ReadLimit(limit=100, remaining=50, reset=30),
        ),
        ({"RateLimit": "limit=100, remaining=50, reset=30"}, ReadLimit(limit=100, remaining=50, reset=30)),
        ({"RateLimit-Limit": "many", "RateLimit-Remaining": "-1", "RateLimit-Reset": "1.5"}, None),
        ({}, None),
    ],
)
def test_a_read_limit_has_three_spellings(headers: dict[str, str], limit: ReadLimit | None) -> None:
    assert read_limit(headers) == limit


@given(st.dictionaries(st.sampled_from([*LIMITS, "RateLimit", "Deprecation", "Sunset"]), st.text()))
def test_no_header_makes_reading_fail(headers: dict[str, str]) -> None:
    assert isinstance(notices_of(headers), Notices)


@given(st.text())
def test_no_text_makes_reading_a_wait_fail(text: str) -> None:
    wait = seconds_until(text, 0.0)
    assert wait is None or wait >= 0.0
    moment = http_date(text)
    assert moment is None or moment.tzinfo is UTC
