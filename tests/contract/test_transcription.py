"""The judge's own tables agree with each other: examples, refused texts, written-out answers and events."""

import json
from collections import Counter
from typing import Any

import pytest

from contract import guide
from contract.events import EVENTS, LITERALS
from contract.lines import all_lines, all_operations
from contract.literals import ANSWERS, API_INDEX, BAD_DEVICE, READ_LIMIT_SPENT, SERVICE_GUIDE
from contract.messaging.snapshot import LARGE, SECTIONS, UNREADS
from contract.readings import ABSENT, READINGS, literal
from contract.shapes import Shape, fields, string
from contract.snapshot_literal import SNAPSHOT
from contract.terms import GUIDE, Operation, Record

OPERATIONS = all_operations()


def decoded(text: str) -> Any:
    """Return the JSON value of a text, or the text itself when it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def test_no_line_stands_twice() -> None:
    assert [line for line, count in Counter(map(str, all_lines())).items() if count > 1] == []


def test_no_operation_stands_twice() -> None:
    assert [key for key, count in Counter(one.key for one in OPERATIONS).items() if count > 1] == []


def test_the_messaging_specification_has_27_operations_and_two_aliases_and_the_guide_one() -> None:
    assert Counter(operation.spec for operation in OPERATIONS if operation.spec != "observed") == {
        "messaging": 29,
        "guide": 1,
    }


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.key)
def test_an_example_is_of_its_kind_and_its_text_says_the_same(operation: Operation) -> None:
    for parameter in operation.parameters:
        for sample in parameter.samples:
            assert parameter.shape.holds(sample.value), parameter.name
            assert all(sample.value in (text, decoded(text)) for text in sample.texts), parameter.name


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.key)
def test_a_refused_text_is_not_of_the_kind(operation: Operation) -> None:
    for parameter in operation.parameters:
        texts = parameter.refused if parameter.wrong is None else ()
        assert [text for text in texts if parameter.shape.holds(decoded(text))] == [], parameter.name


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.key)
def test_a_default_is_of_its_kind(operation: Operation) -> None:
    for parameter in operation.parameters:
        if isinstance(parameter.default, bool | int | str):
            assert parameter.shape.holds(parameter.default), parameter.name


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.key)
def test_the_written_out_answers_are_whole(operation: Operation) -> None:
    if operation.spec == GUIDE:
        return
    answers = ANSWERS[operation.key]
    for answer in answers:
        assert list(operation.answer_shape.problems(answer, operation.key)) == []
    told = {name for answer in answers for name in answer}
    assert {field.name for field in operation.answer} - told == set()


@pytest.mark.parametrize(
    "record", {record.name: record for record, *_ in READINGS}.values(), ids=lambda one: one.name
)
def test_every_field_of_a_record_is_written_out_somewhere(record: Record) -> None:
    told = {
        name
        for other, key, number, path in READINGS
        if other is record
        for name in literal(key, number, path)
    }
    assert {field.name for field in record.fields} - told == set()


def test_the_written_out_state_is_whole() -> None:
    sections = {
        name: shape for kind in SECTIONS if kind not in LARGE for name, shape in SECTIONS[kind].items()
    }
    assert {*sections, *UNREADS} - {*SNAPSHOT} == set()
    shape = fields({**sections, **UNREADS}, closed=False)
    assert list(shape.problems(SNAPSHOT, "state")) == []


def _kinds() -> dict[str, list[dict[str, Any]]]:
    kinds: dict[str, list[dict[str, Any]]] = {}
    for one in LITERALS:
        kinds.setdefault("/".join(filter(None, (one["type"], one.get("op")))), []).append(one)
    return kinds


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_field_of_an_event_is_written_out_somewhere(event: Any) -> None:
    written = _kinds()[event.kind]
    for one in written:
        assert list(event.shape.problems(one, event.kind)) == []
    told = {name for one in written for name in one}
    assert ({*event.required, *event.optional} - told) <= _SAID_OF_THE_OTHER_OP.get(event.kind, set())


_SAID_OF_THE_OTHER_OP = {
    "typing/start": {"stream_id", "topic"},
    "typing/stop": {"recipients"},
}


@pytest.mark.parametrize(
    ("shape", "body"),
    [
        (guide.SERVICE_GUIDE.shape, SERVICE_GUIDE),
        (guide.API_INDEX.shape, API_INDEX),
        (guide.PROBLEM.shape, BAD_DEVICE),
        (guide.PROBLEM.shape, READ_LIMIT_SPENT),
    ],
)
def test_the_written_out_answers_of_the_guide_are_whole(shape: Shape, body: Any) -> None:
    assert list(shape.problems(body, "$")) == []
    assert not shape.holds({**body, "more": 1})


def test_a_text_is_never_refused_for_being_one() -> None:
    assert string.wrong == ()
    assert ABSENT == "absent"
