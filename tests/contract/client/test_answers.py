"""The client's reading of answers: nothing that a specification documents gets lost or changed on the way."""

from typing import Any

import msgspec
import pytest

from contract.client.exchange import Wire, ask, success
from contract.client.records import OFFERED, make
from contract.covering import covers
from contract.literals import ANSWERS, REACTIONS
from contract.messaging import rules
from contract.messaging.flags import REACTION_TYPES, ReactionType
from contract.messaging.versions import LEVELS
from contract.not_yet import NOT_YET_FIELDS
from contract.readings import ABSENT, READINGS, Path, at, literal
from contract.shapes import Json
from contract.snapshot_literal import SNAPSHOT
from contract.terms import Field, Line, Operation, Record
from dragoman.model import Secret


def written(answer: object) -> Json:
    """Return the client's record as JSON, under the wire's names."""

    def reveal(value: object) -> object:
        if isinstance(value, Secret):
            return value.reveal()
        raise NotImplementedError(type(value))

    return msgspec.json.decode(msgspec.json.encode(answer, enc_hook=reveal))


def lost(wanted: Json, got: Json, place: str = "$") -> list[str]:
    """Say which parts of a value another one does not have, or has otherwise."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        found = [lost(part, got.get(key, ABSENT), f"{place}.{key}") for key, part in wanted.items()]
        return [problem for problems in found for problem in problems]
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        pairs = enumerate(zip(wanted, got, strict=True))
        return [problem for index, (one, two) in pairs for problem in lost(one, two, f"{place}[{index}]")]
    return [] if wanted == got and type(wanted) is type(got) else [f"{place}: {got!r} in place of {wanted!r}"]


async def read(operation: Operation, fields: dict[str, Any]) -> Any:
    """Return the client's reading of a success with these fields."""
    values = {one.name: one.example for one in operation.parameters if one.required}
    return await ask(Wire(success(fields)), make(operation, values))


def _fields() -> list[Any]:
    return [
        pytest.param(
            operation, field, id=f"{operation.key} {field.name}", marks=covers(operation.line_of(field))
        )
        for operation in OFFERED
        for field in (*operation.answer, *operation.answer_observed)
        if (operation.key, field.name) not in NOT_YET_FIELDS["client"]
    ]


def _record_fields() -> list[Any]:
    offered = {operation.key: operation for operation in OFFERED}
    return [
        pytest.param(
            offered[key],
            (number, (*path, field.name)),
            id=f"{record.name} {field.name} in {key} {number}",
            marks=covers(*_line(record, field)),
        )
        for record, key, number, path in READINGS
        if key in offered and (key, *path[:1]) not in NOT_YET_FIELDS["client"]
        for field in (*record.fields, *record.observed)
        if literal(key, number, (*path, field.name)) is not ABSENT
    ]


def _line(record: Record, field: Field) -> tuple[Line, ...]:
    return tuple(line for line in record.lines if line.key == field.name)


@pytest.mark.parametrize("operation", OFFERED, ids=lambda operation: operation.key)
async def test_a_whole_answer_is_read(operation: Operation) -> None:
    for fields in ANSWERS[operation.key]:
        wanted = {
            name: value
            for name, value in fields.items()
            if (operation.key, name) not in NOT_YET_FIELDS["client"]
        }
        assert lost(wanted, written(await read(operation, fields))) == []


async def test_fields_that_are_not_read_yet_are_still_missing() -> None:
    for operation in OFFERED:
        for fields in ANSWERS[operation.key]:
            missing = {name for name in fields if (operation.key, name) in NOT_YET_FIELDS["client"]}
            found = missing & set(written(await read(operation, fields)))
            assert not found, "take them out of NOT_YET_FIELDS"


@pytest.mark.parametrize(("operation", "field"), _fields())
async def test_a_field_of_an_answer_is_read(operation: Operation, field: Field) -> None:
    told = [fields for fields in ANSWERS[operation.key] if field.name in fields]
    assert told, "write out an answer that has it"
    for fields in told:
        assert lost(fields[field.name], written(await read(operation, fields)).get(field.name, ABSENT)) == []


@pytest.mark.parametrize(("operation", "place"), _record_fields())
async def test_a_field_of_a_record_is_read(operation: Operation, place: tuple[int, Path]) -> None:
    number, path = place
    fields = ANSWERS[operation.key][number]
    assert lost(at(fields, path), at(written(await read(operation, fields)), path)) == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, id=f"POST /register {name}") for name, part in SNAPSHOT.items() if part]
)
async def test_a_section_of_the_state_is_read(name: str) -> None:
    (operation,) = (one for one in OFFERED if one.key == "POST /register")
    answer = await read(operation, {**ANSWERS[operation.key][0], name: SNAPSHOT[name]})
    assert lost(SNAPSHOT[name], written(answer).get(name, ABSENT)) == []


@covers(*(one.line for one in LEVELS if 485 in one.levels))
async def test_the_options_of_integrations_are_read() -> None:
    key = "POST /register"
    (operation,) = (one for one in OFFERED if one.key == key)
    fields = ANSWERS[key][0]
    read_options = written(await read(operation, fields))["realm_incoming_webhook_bots"]
    assert lost(fields["realm_incoming_webhook_bots"], read_options) == []


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, id=kind.name, marks=covers(kind.line)) for kind in REACTION_TYPES]
)
async def test_a_reaction_of_every_type_is_read(kind: ReactionType) -> None:
    (operation,) = (one for one in OFFERED if one.key == "GET /messages/{message_id}")
    message = written(await read(operation, ANSWERS[operation.key][0]))["message"]
    assert [one for one in REACTIONS if one["reaction_type"] == kind.name] == [
        one for one in message["reactions"] if one["reaction_type"] == kind.name
    ]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(operation, id=operation.key, marks=covers(rules.IGNORED, rules.SUCCESS))
        for operation in OFFERED
    ],
)
async def test_parameters_that_the_server_ignored_are_told(operation: Operation) -> None:
    fields = {**ANSWERS[operation.key][0], "ignored_parameters_unsupported": ["colour", "size"]}
    answer = await read(operation, fields)
    assert answer.ignored_parameters_unsupported == ("colour", "size")


@pytest.mark.parametrize(
    "operation", [one for one in OFFERED if not one.answer_open], ids=lambda operation: operation.key
)
async def test_fields_that_nobody_documents_do_no_harm(operation: Operation) -> None:
    fields = ANSWERS[operation.key][0]
    strange = {**fields, "zz_new_field": {"deep": [1, None]}}
    assert written(await read(operation, strange)) == written(await read(operation, fields))


async def test_what_was_changed_of_an_organisation_is_told() -> None:
    (operation,) = (one for one in OFFERED if one.key == "PATCH /realm")
    changed = {"name": "updated", "allow_message_editing": False, "waiting_period_threshold": 3}
    answer = await read(operation, changed)
    assert (answer.changed, answer.ignored_parameters_unsupported) == (changed, ())


async def test_what_a_command_says_is_read() -> None:
    (operation,) = (one for one in OFFERED if one.key == "POST /zcommand")
    assert (await read(operation, {"msg": "Changed to dark theme!"})).msg == "Changed to dark theme!"
