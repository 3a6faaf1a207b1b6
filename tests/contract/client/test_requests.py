"""The client's requests: method, path, holes, and every parameter's text on the wire."""

import base64
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import pytest

from contract.client.exchange import EMAIL, KEY, Wire, ask, success
from contract.client.records import OFFERED, RECORDS, declared, fits, known_parameters, make
from contract.covering import covers
from contract.literals import ANSWERS
from contract.messaging import rules
from contract.terms import Operation, Parameter, Sample

WRITTEN_OUT = [operation for operation in OFFERED if not operation.alias_of]


def _required(operation: Operation) -> dict[str, Any]:
    return {one.name: one.example for one in operation.parameters if one.required}


def _texts(operation: Operation) -> dict[str, str]:
    return {one.name: one.wire for one in operation.sent if one.required}


def _answering(operation: Operation) -> Wire:
    return Wire(success(ANSWERS[operation.key][0]))


def _same(text: str, wanted: str) -> bool:
    """Compare lists and objects as JSON, for their blanks are free, and all else letter by letter."""
    if wanted[:1] in "[{":
        return bool(json.loads(text) == json.loads(wanted))
    return text == wanted


def _parameters(*, required: bool | None = None, in_path: bool = False) -> list[Any]:
    return list(_each_parameter(required=required, in_path=in_path))


def _each_parameter(*, required: bool | None, in_path: bool) -> Iterator[Any]:
    for operation in WRITTEN_OUT:
        for parameter in known_parameters(operation):
            if required in (None, parameter.required) and parameter.in_path is in_path:
                line = operation.line_of(parameter)
                name = f"{operation.key} {parameter.name}"
                yield pytest.param(operation, parameter, id=name, marks=covers(line))


def _samples() -> list[Any]:
    return list(_each_sample())


def _each_sample() -> Iterator[Any]:
    for operation in WRITTEN_OUT:
        for parameter in known_parameters(operation):
            for number, sample in enumerate(() if parameter.in_path else parameter.samples):
                name = f"{operation.key} {parameter.name} {number}"
                line = operation.line_of(parameter)
                yield pytest.param(operation, parameter, sample, id=name, marks=covers(line))


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(operation, id=operation.key, marks=covers(operation.line("method and path")))
        for operation in OFFERED
    ],
)
async def test_an_operation_goes_to_its_path_with_what_is_required_and_no_more(operation: Operation) -> None:
    wire = _answering(operation)
    await ask(wire, make(operation, _required(operation)))
    holes = {hole.name: hole.wire for hole in operation.holes}
    path = "/api/v1" + operation.path.format(**holes)
    assert (wire.sent.method, unquote(wire.sent.path), wire.sent.misplaced) == (operation.method, path, {})
    assert wire.sent.parameters.keys() == _texts(operation).keys()
    assert wire.sent.files == ({operation.file: "hello"} if operation.needs_file else {})


@pytest.mark.parametrize(("operation", "parameter", "sample"), _samples())
async def test_a_parameter_travels_under_its_name_in_its_encoding(
    operation: Operation, parameter: Parameter, sample: Sample
) -> None:
    wire = _answering(operation)
    await ask(wire, make(operation, {**_required(operation), parameter.name: sample.value}))
    sent = wire.sent.parameters
    assert sent.keys() == {*_texts(operation), parameter.name}
    assert any(_same(sent[parameter.name], text) for text in sample.texts), sent[parameter.name]
    others = {name: text for name, text in _texts(operation).items() if name != parameter.name}
    assert all(_same(sent[name], text) for name, text in others.items())


@pytest.mark.parametrize(
    ("operation", "parameter"), [*_parameters(required=True), *_parameters(required=True, in_path=True)]
)
def test_a_required_parameter_cannot_be_left_out(operation: Operation, parameter: Parameter) -> None:
    values = {name: value for name, value in _required(operation).items() if name != parameter.name}
    with pytest.raises(TypeError):
        make(operation, values)


@pytest.mark.parametrize(("operation", "parameter"), _parameters(in_path=True))
async def test_a_hole_of_the_path_is_filled_and_not_sent_again(
    operation: Operation, parameter: Parameter
) -> None:
    wire = _answering(operation)
    await ask(wire, make(operation, _required(operation)))
    steps = unquote(wire.sent.path) + "/"
    assert f"/{parameter.wire}/" in steps
    assert parameter.name not in wire.sent.parameters
    assert fits(parameter.example, declared(operation, parameter.name))


@pytest.mark.parametrize(("operation", "parameter", "sample"), _samples())
def test_the_declared_type_allows_the_values_of_the_specification(
    operation: Operation, parameter: Parameter, sample: Sample
) -> None:
    hint = declared(operation, parameter.name)
    assert fits(sample.value, hint)
    for word in parameter.shape.words:
        assert fits(word, hint), word


@pytest.mark.parametrize("operation", OFFERED, ids=lambda operation: operation.key)
def test_a_record_has_the_parameters_that_are_documented_and_no_others(operation: Operation) -> None:
    documented = {one.name for one in known_parameters(operation)}
    files = {operation.file} if operation.file else set()
    assert set(RECORDS[operation.key].__struct_encode_fields__) == documented | files


@pytest.mark.parametrize("operation", OFFERED, ids=lambda operation: operation.key)
def test_a_record_tells_the_level_that_brought_its_operation(operation: Operation) -> None:
    assert operation.since in (None, RECORDS[operation.key].since)


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(
            operation,
            id=operation.key,
            marks=covers(rules.BASIC, *([] if operation.login else [rules.DEVELOPMENT_KEY])),
        )
        for operation in OFFERED
    ],
)
async def test_credentials_go_with_every_operation_that_needs_them(operation: Operation) -> None:
    wire = _answering(operation)
    await ask(wire, make(operation, _required(operation)))
    basic = "Basic " + base64.b64encode(f"{EMAIL}:{KEY}".encode()).decode()
    assert wire.sent.headers.get("Authorization") == (basic if operation.login else None)


@pytest.mark.parametrize(
    "operation",
    [pytest.param(operation, id=operation.key, marks=covers(rules.ENCODING)) for operation in OFFERED],
)
async def test_forms_say_that_they_are_forms_and_queries_have_no_body(operation: Operation) -> None:
    wire = _answering(operation)
    await ask(wire, make(operation, _required(operation)))
    content_type = wire.sent.headers.get("Content-Type")
    if operation.method == "GET" or operation.needs_file:
        # What carries a file names its kind, with the boundary of its parts, when it is written.
        assert content_type is None
    else:
        assert content_type == "application/x-www-form-urlencoded"
