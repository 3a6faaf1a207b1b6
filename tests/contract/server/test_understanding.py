"""The server understands every documented parameter with each of its words, and reports all others."""

from typing import Any

import pytest

from contract.covering import covers
from contract.messaging import rules
from contract.server.asking import prepare
from contract.server.endpoints import OFFERED, WRITTEN_OUT, declared, declared_default
from contract.server.stage import Stage
from contract.server.test_parameters import askable, parameters
from contract.terms import Missing, Operation, Parameter


def _cases() -> list[Any]:
    return [
        pytest.param(
            operation,
            parameter,
            id=f"{operation.key} {parameter.name}",
            marks=covers(operation.line_of(parameter)),
        )
        for operation in WRITTEN_OUT
        for parameter in askable(operation)
    ]


def _words() -> list[Any]:
    return [
        pytest.param(
            operation,
            parameter,
            str(word),
            id=f"{operation.key} {parameter.name}={word}",
            marks=covers(operation.line_of(parameter)),
        )
        for operation in WRITTEN_OUT
        for parameter in askable(operation)
        for word in parameter.shape.words
    ]


@pytest.mark.parametrize(("operation", "parameter"), _cases())
async def test_a_documented_parameter_is_understood(
    stage: Stage, operation: Operation, parameter: Parameter
) -> None:
    asker = await prepare(stage, operation)
    fields = (await asker.ask(stage, asker.with_parameter(parameter))).fields
    assert "ignored_parameters_unsupported" not in fields
    assert list(operation.answer_shape.problems(fields, operation.key)) == []


@pytest.mark.parametrize(("operation", "parameter", "word"), _words())
async def test_every_word_of_a_list_is_understood(
    stage: Stage, operation: Operation, parameter: Parameter, word: str
) -> None:
    asker = await prepare(stage, operation)
    change = asker.with_word(parameter, word)
    if parameter.name == "op" and word == "remove":
        await asker.ask(stage)
    if operation.path.endswith("/reactions") and word in ("realm_emoji", "server_extra_emoji"):
        change |= {"emoji_name": "zulip", "emoji_code": "zulip"}
        word_is_for_others = operation.method == "DELETE" or word == "realm_emoji"
        assert (await asker.ask(stage, change)).status == (400 if word_is_for_others else 200)
        return
    assert "ignored_parameters_unsupported" not in (await asker.ask(stage, change)).fields


@pytest.mark.parametrize(
    "operation",
    [pytest.param(one, id=one.key, marks=covers(rules.IGNORED, rules.SUCCESS)) for one in OFFERED],
)
async def test_parameters_that_nobody_documents_are_reported_sorted(
    stage: Stage, operation: Operation
) -> None:
    asker = await prepare(stage, operation)
    fields = (await asker.ask(stage, {"zebra": "1", "apple": "2"})).fields
    assert fields.pop("ignored_parameters_unsupported") == ["apple", "zebra"]
    assert list(operation.answer_shape.problems(fields, operation.key)) == []


@pytest.mark.parametrize("operation", OFFERED, ids=lambda operation: operation.key)
def test_an_endpoint_declares_the_parameters_that_the_judge_knows_and_no_others(operation: Operation) -> None:
    known = {one.name for one in parameters(operation)}
    assert known - declared(operation, documented=False) == set()
    assert declared(operation, documented=True) - known == set()


def _stated_defaults() -> list[Any]:
    return [
        pytest.param(
            operation,
            parameter,
            id=f"{operation.key} {parameter.name}",
            marks=covers(operation.line_of(parameter)),
        )
        for operation in WRITTEN_OUT
        for parameter in parameters(operation)
        if isinstance(parameter.default, bool)
    ]


@pytest.mark.parametrize(("operation", "parameter"), _stated_defaults())
def test_an_endpoint_declares_the_documented_default(operation: Operation, parameter: Parameter) -> None:
    assert declared_default(operation, parameter.name) in (parameter.default, None)


def _defaults() -> list[Any]:
    return [
        pytest.param(
            operation,
            parameter,
            id=f"{operation.key} {parameter.name}",
            marks=covers(operation.line_of(parameter)),
        )
        for operation in WRITTEN_OUT
        if operation.method == "GET" and operation.key != "GET /events"
        for parameter in askable(operation)
        if not isinstance(parameter.default, Missing)
    ]


@pytest.mark.parametrize(("operation", "parameter"), _defaults())
async def test_a_default_means_the_same_as_leaving_the_parameter_out(
    stage: Stage, operation: Operation, parameter: Parameter
) -> None:
    asker = await prepare(stage, operation)
    default = str(parameter.default).lower()
    assert (await asker.ask(stage, {parameter.name: default})).fields == (await asker.ask(stage)).fields
