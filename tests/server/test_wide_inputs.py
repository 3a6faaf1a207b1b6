"""Whatever is sent or written, the answer is a value or a refusal, never an accident."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman_server import WorldError
from dragoman_server.conversion import convert_json, decode_json
from dragoman_server.errors import Refusal
from dragoman_server.narrow import read_narrow
from dragoman_server.views.subscription_properties import Change
from dragoman_server.wanted_channels import Wanted
from dragoman_server.world.file import parse_world

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)
TYPES = st.sampled_from(
    [
        *(int, bool, str, list[int], list[str], list[int | str], dict[str, Any], list[Wanted], list[Change]),
        *(list[tuple[str, str]], Literal[1, 2, 3, 4], int | str),
    ]
)
ANY_WORLD = (
    st.text()
    | st.text().map("people:\n  - name: {}".format)
    | JSON.map(lambda value: msgspec.json.encode(value).decode())
)


def refusal_of(call: Callable[[], object], *kinds: type[Exception]) -> Exception | None:
    """Return the refusal that the call ends with, or `None`; every other exception is an accident."""
    try:
        call()
    except kinds as error:
        return error
    return None


@given(JSON, TYPES)
def test_any_json_is_a_value_of_the_wanted_type_or_refused_in_words(value: Any, wanted: Any) -> None:
    text = msgspec.json.encode(value).decode()
    refusal = refusal_of(lambda: convert_json("x", decode_json("x", text), wanted), Refusal)
    assert refusal is None or "x" in str(refusal)


@given(st.text())
def test_any_text_is_json_or_refused(text: str) -> None:
    refusal = refusal_of(lambda: decode_json("x", text), Refusal)
    assert refusal is None or str(refusal) == 'Argument "x" is not valid JSON.'


BEYOND = ["[" * 21 + "]" * 21, '{"a":' * 30 + "1" + "}" * 30, "[" * 100_000, "1" * 5000]


@pytest.mark.parametrize("text", BEYOND, ids=len)
def test_json_beyond_bounds_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        convert_json("x", decode_json("x", text), list[int])


@given(st.text() | JSON.map(lambda value: msgspec.json.encode(value).decode()))
def test_any_narrow_is_terms_or_refused(text: str) -> None:
    refusal_of(lambda: read_narrow(text), Refusal, ValueError)


@settings(max_examples=60)
@given(ANY_WORLD)
def test_any_text_is_a_world_or_a_list_of_its_problems(text: str) -> None:
    refusal = refusal_of(lambda: parse_world(text, Path("w.yaml")), WorldError)
    problems = refusal.problems if isinstance(refusal, WorldError) else ()
    assert all(problem.mend and problem.line >= 1 for problem in problems)
