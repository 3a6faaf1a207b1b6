"""An answer that is not of the shape that its endpoint declared is an error under test."""

from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
import pytest

from dragoman_server import failures
from dragoman_server.ledger import Deed, Ledger, Undeclared
from dragoman_server.parameters import Offered
from dragoman_server.shapes.shape import Shape, answer_at, loose, record_at


class Leaf(TypedDict):
    """A leaf."""

    color: str
    rough: Annotated[bool, Offered(since=300)]
    hairs: Annotated[int, Offered(until=300)]


class Tree(TypedDict):
    """A tree."""

    leaves: list[Leaf]
    nest: NotRequired[Leaf | None]
    owner: NotRequired[Annotated[str, Offered(since=300)]]


@loose
class Forest(TypedDict):
    """A forest, in which more may be found."""

    name: str


GREEN = {"color": "green", "rough": True}
DEED = Deed("GET /trees", (failures.NO_SUCH_CHANNEL, failures.BAD_QUEUE), ())


def complaint(shape: Shape | None, level: int, answer: dict[str, Any]) -> str | None:
    """Return what a strict ledger says of an answer."""
    body = msgspec.json.encode({"result": "success", "msg": "", **answer})
    try:
        Ledger(level, strict=True).answered(DEED, shape, body)
    except Undeclared as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("level", "answer"),
    [
        (496, {"leaves": []}),
        (496, {"leaves": [GREEN], "nest": None, "owner": "Ada"}),
        (496, {"leaves": [GREEN], "nest": GREEN, "ignored_parameters_unsupported": ["x"]}),
        (261, {"leaves": [{"color": "green", "hairs": 3}]}),
    ],
)
def test_an_answer_of_the_declared_shape_is_right(level: int, answer: dict[str, Any]) -> None:
    assert complaint(Tree, level, answer) is None


@pytest.mark.parametrize(
    ("level", "answer", "why"),
    [
        (496, {}, "Object missing required field `leaves`"),
        (496, {"leaves": None}, "Expected `array`, got `null` - at `$.leaves`"),
        (496, {"leaves": [], "roots": 1}, "Object contains unknown field `roots`"),
        (261, {"leaves": [], "owner": "Ada"}, "Object contains unknown field `owner`"),
        (496, {"leaves": [{"color": "red"}]}, "Object missing required field `rough` - at `$.leaves[0]`"),
        (261, {"leaves": [GREEN]}, "Object contains unknown field `rough` - at `$.leaves[0]`"),
        (496, {"leaves": [], "msg": "Done!"}, "Invalid enum value 'Done!' - at `$.msg`"),
    ],
)
def test_an_answer_of_another_shape_is_named(level: int, answer: dict[str, Any], why: str) -> None:
    assert complaint(Tree, level, answer) == f"GET /trees answered otherwise than declared, Tree: {why}"


def test_a_loose_shape_has_room_for_more() -> None:
    assert complaint(Forest, 496, {"name": "Sherwood", "deer": 7}) is None
    assert complaint(Forest, 496, {"deer": 7}) is not None


def test_an_endpoint_without_a_declaration_is_told_what_to_do() -> None:
    assert complaint(None, 496, {}) == "GET /trees does not say what it answers: put `answers=` at its head"


def test_a_refusal_whose_fields_are_of_another_type_is_named() -> None:
    with pytest.raises(Undeclared, match=r"STREAM_DOES_NOT_EXIST_stream: Expected `str`, got `int`"):
        Ledger(strict=True).refused(DEED, failures.NO_SUCH_CHANNEL(stream=7))


@pytest.mark.parametrize("level", [261, 290])
def test_a_refusal_or_an_event_of_another_age_is_named(level: int) -> None:
    deed = Deed("POST /typing", (failures.GROUP_DEACTIVATED,), ("typing_edit_message/start",))
    ledger = Ledger(level)
    ledger.refused(deed, failures.GROUP_DEACTIVATED())
    with ledger.acting(deed):
        ledger.emitted("typing_edit_message/start")
    refused = f"POST /typing refused at level {level}, which knows no 'User group is deactivated.'"
    emitted = f"POST /typing emitted at level {level}, which knows no typing_edit_message/start"
    assert ledger.undeclared == [refused] * (level < 290) + [emitted]


def test_a_lax_server_looks_at_nothing() -> None:
    Ledger().answered(DEED, Tree, b"[]")


def test_a_shape_is_made_a_record_once_for_each_level() -> None:
    assert record_at(Leaf, 496) is record_at(Leaf, 496)
    assert record_at(Leaf, 496) is not answer_at(Leaf, 496)
