"""The server's parameters: what cannot be left out, and which values are refused."""

from typing import Any

import pytest

from contract.covering import covers
from contract.messaging import rules
from contract.not_yet import NOT_YET_PARAMETERS
from contract.server.asking import prepare
from contract.server.endpoints import WRITTEN_OUT
from contract.server.requests import REQUESTS
from contract.server.stage import Stage
from contract.terms import Operation, Parameter

WORDED_OTHERWISE = {("GET /events", "queue_id"), ("GET /events", "last_event_id"), ("POST /messages", "to")}
"""Required parameters whose absence is told as a plain bad request."""

OTHERWISE_WRONG = {
    (key, name)
    for key in ("GET /messages", "POST /messages/flags/narrow", "GET /messages/matches_narrow")
    for name in ("num_before", "num_after", "narrow")
} | {("PATCH /realm", "waiting_period_threshold")}
"""Parameters whose wrong values are told with the name and the value."""


def parameters(operation: Operation) -> list[Parameter]:
    """Return the parameters that the server should have at the newest level."""
    missing = NOT_YET_PARAMETERS["server"]
    there = (one for one in operation.sent if one.until is None)
    return [one for one in there if (operation.key, one.name) not in missing]


def askable(operation: Operation) -> list[Parameter]:
    """Return those of them for which the judge's organisation has a good value."""
    return [one for one in parameters(operation) if one.name not in REQUESTS[operation.key].elsewhere]


def _cases(*, required: bool = False, refusing: bool = False) -> list[Any]:
    return [
        pytest.param(
            operation,
            parameter,
            id=f"{operation.key} {parameter.name}",
            marks=covers(operation.line_of(parameter), *([rules.FAILURE] if refusing else [])),
        )
        for operation in WRITTEN_OUT
        for parameter in parameters(operation)
        if (parameter.required or not required) and (parameter.refused or not refusing)
    ]


@pytest.mark.parametrize(("operation", "parameter"), _cases(required=True))
async def test_without_a_required_parameter_the_request_is_refused(
    shared: Stage, operation: Operation, parameter: Parameter
) -> None:
    asker = await prepare(shared, operation)
    reply = await asker.ask(shared, {parameter.name: None})
    assert reply.status == 400
    if (operation.key, parameter.name) in WORDED_OTHERWISE:
        assert reply.refusal == {"code": "BAD_REQUEST"}
    else:
        assert reply.refusal == {"code": "REQUEST_VARIABLE_MISSING", "var_name": parameter.name}


@pytest.mark.parametrize(("operation", "parameter"), _cases(refusing=True))
async def test_values_of_the_wrong_kind_are_refused(
    shared: Stage, operation: Operation, parameter: Parameter
) -> None:
    asker = await prepare(shared, operation)
    told_more = (operation.key, parameter.name) in OTHERWISE_WRONG
    for text in parameter.refused:
        reply = await asker.ask(shared, asker.with_parameter(parameter, text))
        more = {"var_name": parameter.name, "bad_value": text} if told_more else {}
        code = "REQUEST_VARIABLE_INVALID" if told_more else "BAD_REQUEST"
        assert (text, reply.status, reply.refusal) == (text, 400, {"code": code, **more})
