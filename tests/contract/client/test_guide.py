"""The client of the guide: its request, its reading of answers, headers and problems."""

from datetime import UTC, datetime
from typing import Any

import pytest

from contract import guide
from contract.client.exchange import Wire
from contract.client.test_answers import lost, written
from contract.covering import covers
from contract.literals import API_INDEX, BAD_DEVICE, READ_LIMIT_SPENT, SERVICE_GUIDE
from contract.terms import Field, Record
from dragoman.client import Guide
from dragoman.errors import GuideProblem, GuideRateLimited, ServiceError
from dragoman.operations import GetApiIndex, GetServiceGuide, GuideOperation

BASE = "https://guide.example.com"
LIMITS = {"RateLimit-Limit": "60", "RateLimit-Remaining": "59", "RateLimit-Reset": "42"}
OPERATION = guide.GET_SERVICE_GUIDE


async def ask(wire: Wire, operation: GuideOperation[Any]) -> Any:
    """Make the call with the real client and return its answer."""
    with wire:
        async with Guide(BASE) as client:
            return await client.once(operation)


async def refuse(body: object, status: int, headers: dict[str, str]) -> Any:
    """Return the error that the client makes of an answer."""
    with pytest.raises(ServiceError) as caught:
        await ask(
            Wire(body, status=status, headers=headers, content_type="application/problem+json"),
            GetServiceGuide(device_type="toaster"),
        )
    return caught.value


def _fields(record: Record, literal: Any) -> list[Any]:
    lines = {line.key: line for line in record.lines}
    return [
        pytest.param(field, literal, id=f"{record.name} {field.name}", marks=covers(lines[field.name]))
        for field in record.fields
    ]


@pytest.mark.parametrize(
    "device_type",
    [
        pytest.param(
            None, marks=covers(OPERATION.line("method and path"), guide.ALL_CATEGORIES, guide.NO_LOGIN)
        ),
        *(
            pytest.param(name, marks=covers(OPERATION.line("parameter device_type"), guide.ONE_CATEGORY))
            for name in guide.DEVICE_TYPES
        ),
    ],
)
async def test_the_guide_is_asked_for_as_the_specification_says(device_type: str | None) -> None:
    wire = Wire(SERVICE_GUIDE, headers=LIMITS)
    await ask(wire, GetServiceGuide() if device_type is None else GetServiceGuide(device_type=device_type))
    sent = wire.sent
    query = {} if device_type is None else {"device_type": device_type}
    assert (sent.method, sent.path, sent.query, sent.form) == ("GET", "/api/v1/service-guide", query, {})
    assert "Authorization" not in sent.headers


@pytest.mark.parametrize(
    "field",
    [
        pytest.param(
            field,
            id=field.name,
            marks=covers(
                OPERATION.line_of(field), *(one for one in guide.SERVICE_GUIDE.lines if one.key == field.name)
            ),
        )
        for field in guide.SERVICE_GUIDE.fields
    ],
)
async def test_a_field_of_the_guide_is_read(field: Field) -> None:
    answer = await ask(Wire(SERVICE_GUIDE, headers=LIMITS), GetServiceGuide())
    assert lost(SERVICE_GUIDE[field.name], written(answer.guide).get(field.name, "absent")) == []


@pytest.mark.parametrize(
    "link",
    [
        pytest.param(link, id=link["deviceType"], marks=covers(*guide.SERVICE_LINK.lines))
        for link in SERVICE_GUIDE["services"]
    ],
)
async def test_a_link_of_the_guide_is_read(link: dict[str, str]) -> None:
    answer = await ask(Wire(SERVICE_GUIDE), GetServiceGuide())
    assert written(answer.guide.link_for(link["deviceType"])) == link


@pytest.mark.parametrize(("field", "literal"), _fields(guide.LAB, SERVICE_GUIDE["lab"]))
async def test_a_field_of_the_laboratory_is_read(field: Field, literal: dict[str, Any]) -> None:
    answer = await ask(Wire(SERVICE_GUIDE), GetServiceGuide())
    assert written(answer.guide.lab)[field.name] == literal[field.name]


@pytest.mark.parametrize(("field", "literal"), _fields(guide.API_INDEX, API_INDEX))
async def test_a_field_of_the_index_is_read(field: Field, literal: dict[str, Any]) -> None:
    answer = await ask(Wire(API_INDEX), GetApiIndex())
    assert written(answer.index)[field.name] == literal[field.name]


@pytest.mark.parametrize(("field", "literal"), _fields(guide.PROBLEM, BAD_DEVICE))
async def test_a_member_of_a_problem_is_told(field: Field, literal: dict[str, Any]) -> None:
    error = await refuse(BAD_DEVICE, 400, LIMITS)
    assert type(error) is GuideProblem
    assert (getattr(error, field.name), error.details) == (literal[field.name], BAD_DEVICE)


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        pytest.param(
            BAD_DEVICE,
            400,
            GuideProblem,
            marks=covers(guide.BAD_DEVICE_TYPE.line, guide.ERROR_DEVICE, guide.REFUSED_CATEGORY),
        ),
        pytest.param(
            READ_LIMIT_SPENT,
            429,
            GuideRateLimited,
            marks=covers(guide.TOO_MANY.line, guide.ERROR_LIMIT, guide.READ_LIMIT),
        ),
    ],
)
async def test_a_problem_has_its_class(body: dict[str, Any], status: int, kind: type[GuideProblem]) -> None:
    error = await refuse(body, status, {**LIMITS, "Retry-After": "7"})
    assert (type(error), error.status, error.code) == (kind, status, body["code"])


@covers(guide.RETRY_AFTER)
async def test_a_spent_limit_says_how_long_to_wait() -> None:
    error = await refuse(READ_LIMIT_SPENT, 429, {**LIMITS, "Retry-After": "7"})
    assert error.retry_after == 7


@covers(guide.LIMIT_HEADER_MEANING, guide.OK.line, guide.LIMIT_WINDOW)
async def test_the_read_limit_is_told() -> None:
    answer = await ask(Wire(SERVICE_GUIDE, headers=LIMITS), GetServiceGuide())
    assert (answer.limit.limit, answer.limit.remaining, answer.limit.reset) == (60, 59, 42)


@covers(guide.CURRENT)
async def test_a_current_version_has_no_dates() -> None:
    answer = await ask(Wire(SERVICE_GUIDE, headers=LIMITS), GetServiceGuide())
    assert (answer.deprecation, answer.sunset) == (None, None)


@covers(guide.DEPRECATED)
async def test_a_deprecated_version_says_since_when() -> None:
    headers = {**LIMITS, "Deprecation": "Sun, 11 Nov 2018 23:59:59 GMT"}
    answer = await ask(Wire(SERVICE_GUIDE, headers=headers), GetServiceGuide())
    since = datetime(2018, 11, 11, 23, 59, 59, tzinfo=UTC)
    assert (answer.deprecation, answer.sunset) == (since, None)


@covers(guide.SCHEDULED_REMOVAL)
async def test_a_version_to_be_removed_says_when() -> None:
    headers = {
        "Deprecation": "Sun, 11 Nov 2018 23:59:59 GMT",
        "Sunset": "Wed, 11 Nov 2020 11:11:11 GMT",
    }
    answer = await ask(Wire(SERVICE_GUIDE, headers=headers), GetServiceGuide())
    assert answer.sunset == datetime(2020, 11, 11, 11, 11, 11, tzinfo=UTC)
