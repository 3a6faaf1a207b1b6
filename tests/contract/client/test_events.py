"""The client's reading of events: every kind has a record, and no field of it gets lost."""

from typing import Any

import msgspec
import pytest

from contract.client.test_answers import lost, written
from contract.covering import covers
from contract.events import LITERALS, event
from contract.messaging import rules
from contract.not_yet import NOT_YET_EVENTS
from dragoman.events import Event as ClientEvent
from dragoman.events import UnknownEvent, read, read_list


def kind_of(literal: dict[str, Any]) -> str:
    """Return the type of a written-out event, with its op behind a slash."""
    return f"{literal['type']}/{literal['op']}" if "op" in literal else str(literal["type"])


def kind_of_record(read_event: ClientEvent) -> str:
    """Return the type and op that the client's record stands for."""
    op = getattr(read_event, "op", "") or read_event.wire_op
    return f"{read_event.wire_type}/{op}" if op else read_event.wire_type


def known(literals: tuple[dict[str, Any], ...] = LITERALS) -> list[Any]:
    """Return the written-out events that the client should know, as parameters."""
    return [
        pytest.param(
            literal,
            id=f"{kind_of(literal)} {literal['id']}",
            marks=covers(event(kind_of(literal)).line, rules.EVENT_TYPES),
        )
        for literal in literals
        if kind_of(literal) not in NOT_YET_EVENTS
    ]


LEGACY = {"operation"}
"""Fields that repeat another one for the sake of old clients."""


@pytest.mark.parametrize("literal", known())
def test_an_event_is_read_into_its_record(literal: dict[str, Any]) -> None:
    made = read(literal)
    assert not isinstance(made, UnknownEvent)
    assert kind_of_record(made) == kind_of(literal)
    wanted = {key: value for key, value in literal.items() if key not in LEGACY | {"op"}}
    assert lost(wanted, written(made)) == []


@pytest.mark.parametrize("literal", known())
def test_an_event_is_read_from_json_as_from_a_mapping(literal: dict[str, Any]) -> None:
    assert read_list(msgspec.json.encode([literal])) == [read(literal)]


def _droppable() -> list[Any]:
    return [
        pytest.param(literal, field, id=f"{kind_of(literal)} {literal['id']} without {field}")
        for literal in LITERALS
        if kind_of(literal) not in NOT_YET_EVENTS
        for field in sorted(set(literal) & set(event(kind_of(literal)).optional))
    ]


@pytest.mark.parametrize(("literal", "field"), _droppable())
def test_a_field_that_is_not_always_there_may_be_missing(literal: dict[str, Any], field: str) -> None:
    made = read({key: value for key, value in literal.items() if key != field})
    assert not isinstance(made, UnknownEvent)
    assert field not in written(made)


def test_kinds_that_are_not_known_yet_survive_whole() -> None:
    for literal in LITERALS:
        if kind_of(literal) in NOT_YET_EVENTS:
            made = read(literal)
            assert isinstance(made, UnknownEvent), f"take {kind_of(literal)} out of NOT_YET_EVENTS"
            assert (made.id, made.type, made.data) == (literal["id"], literal["type"], literal)


def test_an_unknown_type_op_and_field_do_no_harm() -> None:
    strange = {"id": 5, "type": "weather", "op": "rain", "litres": 3}
    assert read(strange) == UnknownEvent(id=5, type="weather", op="rain", data=strange)
    beat = {"id": 6, "type": "heartbeat", "pulse": 70}
    assert written(read(beat)) == {"type": "heartbeat", "id": 6}
