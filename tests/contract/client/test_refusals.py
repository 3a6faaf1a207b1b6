"""The client's errors: each documented code becomes the class that says what to do, with its extra fields."""

import json
from typing import Any

import pytest

from contract.client.exchange import Wire, ask, failure
from contract.client.records import OFFERED, make
from contract.covering import covers
from contract.messaging import errors, rules
from contract.messaging.errors import BAD_REQUEST_CONDITIONS, CODES, Code, Condition
from contract.shapes import Shape
from contract.terms import Operation, Refusal
from dragoman.errors import (
    ApiError,
    ChannelDoesNotExist,
    Forbidden,
    InvitationFailed,
    MalformedAnswer,
    NotFound,
    QueueExpired,
    RateLimited,
    ReactionAlreadyExists,
    ReactionDoesNotExist,
    ServerFailure,
    Unauthorized,
)

BY_CODE = {
    "STREAM_DOES_NOT_EXIST": ChannelDoesNotExist,
    "BAD_EVENT_QUEUE_ID": QueueExpired,
    "INVITATION_FAILED": InvitationFailed,
    "REACTION_ALREADY_EXISTS": ReactionAlreadyExists,
    "REACTION_DOES_NOT_EXIST": ReactionDoesNotExist,
}
BY_STATUS = {401: Unauthorized, 403: Forbidden, 404: NotFound}

EXTRA: dict[str, Any] = {
    "stream_id": 1000000,
    "stream": "nonexistent",
    "queue_id": "fb67bf8a-c031-47cc-84cf-ed80accacda8",
    "daily_limit_reached": False,
    "license_limit_reached": True,
    "sent_invitations": True,
    "errors": [["hamlet@example.com", "Already has an account.", False]],
    "desc": "unknown operator zz",
    "channel_name": "agora",
    "is_last_owner": True,
    "entity": "organization owner",
}
"""A value for each extra field that is documented."""


def expected(code: str, status: int) -> type[ApiError]:
    """Return the class that a caller should get to catch."""
    return BY_CODE.get(code) or BY_STATUS.get(status) or ApiError


def _values(operation: Operation) -> dict[str, Any]:
    return {one.name: one.example for one in operation.parameters if one.required}


async def refuse(operation: Operation, status: int, body: object, **named: Any) -> Any:
    """Return the error that the client makes of an answer."""
    with pytest.raises(Exception) as caught:
        await ask(Wire(body, status=status, **named), make(operation, _values(operation)))
    return caught.value


async def _check(operation: Operation, code: str, status: int, extra: dict[str, Any]) -> None:
    error = await refuse(operation, status, failure(code, **extra))
    assert type(error) is expected(code, status)
    assert isinstance(error, ApiError)
    told = (error.status, error.code, error.msg, {key: error.details[key] for key in extra})
    assert told == (status, code, "No, said the judge", extra)
    assert error.operation == make(operation, _values(operation))


def _refusals() -> list[Any]:
    return [
        pytest.param(
            operation,
            refusal,
            id=f"{operation.key} {refusal.condition}",
            marks=covers(operation.line_of(refusal), rules.FAILURE),
        )
        for operation in OFFERED
        for refusal in operation.refusals
    ]


@pytest.mark.parametrize(("operation", "refusal"), _refusals())
async def test_a_documented_refusal_is_told_with_its_fields(operation: Operation, refusal: Refusal) -> None:
    extra = {field.name: EXTRA[field.name] for field in refusal.extra}
    assert all(_holds(field.shape, extra[field.name]) for field in refusal.extra)
    await _check(operation, refusal.code, refusal.status, extra)


def _holds(shape: Shape, value: Any) -> bool:
    return shape.holds(value)


@pytest.mark.parametrize(
    "code", [pytest.param(code, id=code.code, marks=covers(code.line)) for code in CODES]
)
async def test_every_code_is_told_by_every_operation(code: Code) -> None:
    for operation in OFFERED:
        await _check(operation, code.code, code.status, {name: EXTRA[name] for name in code.extras})


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param(condition, id=condition.what, marks=covers(condition.line))
        for condition in BAD_REQUEST_CONDITIONS
        if set(condition.of) & {operation.key for operation in OFFERED}
    ],
)
async def test_a_bad_request_is_told_as_one(condition: Condition) -> None:
    for operation in OFFERED:
        if operation.key in condition.of:
            await _check(operation, "BAD_REQUEST", 400, {})


@pytest.mark.parametrize("operation", OFFERED, ids=lambda operation: operation.key)
async def test_a_spent_rate_limit_says_how_long_to_wait(operation: Operation) -> None:
    body = {**failure("RATE_LIMIT_HIT"), "retry-after": 28.5}
    by_body = await refuse(operation, 429, body)
    assert (type(by_body), by_body.retry_after, by_body.code) == (RateLimited, 28.5, "RATE_LIMIT_HIT")
    by_header = await refuse(operation, 429, body, headers={"Retry-After": "3.25"})
    assert by_header.retry_after == 3.25


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(operation, id=operation.key, marks=covers(rules.NOT_LOGGED_IN, errors.CODES[3].line))
        for operation in OFFERED
    ],
)
async def test_401_is_unauthorized_whichever_code_came_with_it(operation: Operation) -> None:
    for code in ("UNAUTHORIZED", "INVALID_API_KEY", "USER_DEACTIVATED"):
        error = await refuse(operation, 401, failure(code))
        assert (type(error), error.code) == (Unauthorized, code)


@pytest.mark.parametrize("operation", OFFERED, ids=lambda operation: operation.key)
async def test_an_error_without_a_code_is_still_a_refusal(operation: Operation) -> None:
    body = {**failure(None), "allowed_methods": ["GET"]}
    error = await refuse(operation, 405, body, content_type="text/html; charset=utf-8")
    assert (type(error), error.status, error.code) == (ApiError, 405, "")
    assert error.details["allowed_methods"] == ["GET"]


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_failure_of_the_server_is_ambiguous(status: int) -> None:
    body = b"<html><body>Bad gateway</body></html>"
    for operation in OFFERED:
        error = await refuse(operation, status, body, content_type="text/html")
        assert (type(error), error.status) == (ServerFailure, status)


@pytest.mark.parametrize(
    "body", [b"", b"<html></html>", b"[]", b'{"result": "success", "msg": ', json.dumps({}).encode()]
)
async def test_what_cannot_be_read_is_malformed(body: bytes) -> None:
    for operation in OFFERED:
        error = await refuse(operation, 200, body)
        assert (type(error), error.status) == (MalformedAnswer, 200)


@pytest.mark.parametrize(
    "operation",
    [pytest.param(operation, id=operation.key, marks=covers(rules.FAILURE)) for operation in OFFERED],
)
async def test_result_error_is_a_refusal_whatever_the_status(operation: Operation) -> None:
    error = await refuse(operation, 200, failure("BAD_REQUEST"))
    assert (type(error), error.code) == (ApiError, "BAD_REQUEST")
