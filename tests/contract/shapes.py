"""The kinds of JSON value that the specifications speak of: what is of a kind, and which texts are not."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

Json = Any
"""A decoded JSON value."""


class Shape(Struct, frozen=True):
    """A kind of JSON value."""

    name: str
    problems: Callable[[Json, str], Iterator[str]]
    """Says what is wrong with a value that stands at a place; nothing when it holds."""
    wrong: tuple[str, ...] = ()
    """Texts of a form or query field that a server must refuse where this kind is asked for."""
    words: tuple[str | int, ...] = ()
    """The words or numbers that are listed for this kind, if it is one of a list."""

    def holds(self, value: Json) -> bool:
        """Tell whether the value is of this kind."""
        return not list(self.problems(value, "$"))

    def __or__(self, other: "Shape") -> "Shape":
        """Return the kind that either of the two satisfies."""
        return _either(self, other)


def _scalar(name: str, test: Callable[[Json], bool], *wrong: str) -> Shape:
    def problems(value: Json, place: str) -> Iterator[str]:
        if not test(value):
            yield f"{place}: {value!r} is no {name}"

    return Shape(name, problems, wrong)


def _is_integer(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Json) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value))


def _is_uri(value: Json) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s]+", value) is not None


integer = _scalar("integer", _is_integer, "some", "1.5", "[1]", '"1"', "true", "null")
number = _scalar("number", _is_number, "some", "[1]", "true", "null")
boolean = _scalar("boolean", lambda value: isinstance(value, bool), "some", "1", '"true"', "True", "null")
string = _scalar("string", lambda value: isinstance(value, str))
null = _scalar("null", lambda value: value is None)
uri = _scalar("URI string", _is_uri)
anything = _scalar("value of a shape that is not shown", lambda value: True)
hex_colour = _scalar("hex colour", lambda value: re.fullmatch(r"#[0-9a-fA-F]{6}", value or "") is not None)


def one_of(*words: str | int) -> Shape:
    """Return the kind that consists of these words or numbers."""

    def problems(value: Json, place: str) -> Iterator[str]:
        if isinstance(value, bool) or value not in words:
            yield f"{place}: {value!r} is none of {words}"

    return Shape(f"one of {words}", problems, ("some-other", "99", "START"), words)


def constant(word: str | int) -> Shape:
    """Return the kind of one value only."""
    return one_of(word)


def array(of: Shape) -> Shape:
    """Return the kind of lists whose items are all of a kind."""

    def problems(value: Json, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{place}: {value!r} is no array"
            return
        for index, item in enumerate(value):
            yield from of.problems(item, f"{place}[{index}]")

    wrong_items = tuple(f"[{text}]" for text in of.wrong if text not in ("some", "1.5", "True"))
    strings = ("[1]", "[null]") if of is string else ()
    return Shape(f"array of {of.name}", problems, ("some", "{}", "true", *strings, *wrong_items))


def mapping(of: Shape) -> Shape:
    """Return the kind of objects with any keys whose values are all of a kind."""

    def problems(value: Json, place: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{place}: {value!r} is no object"
            return
        for key, item in value.items():
            yield from of.problems(item, f"{place}.{key}")

    return Shape(f"object of {of.name}", problems, ("some", "[]", "5", "true"))


def nullable(shape: Shape) -> Shape:
    """Return the kind that is also satisfied by null."""
    return _either(shape, null, wrong=tuple(text for text in shape.wrong if text != "null"))


def any_of(*shapes: Shape, wrong: tuple[str, ...] = ()) -> Shape:
    """Return the kind that any of these satisfies."""
    return _either(*shapes, wrong=wrong)


def _either(*shapes: Shape, wrong: tuple[str, ...] = ()) -> Shape:
    name = " or ".join(shape.name for shape in shapes)

    def problems(value: Json, place: str) -> Iterator[str]:
        if not any(shape.holds(value) for shape in shapes):
            yield f"{place}: {value!r} is no {name}"

    return Shape(name, problems, wrong, tuple(word for shape in shapes for word in shape.words))


def fields(
    required: Mapping[str, Shape],
    optional: Mapping[str, Shape] | None = None,
    *,
    name: str = "object",
    closed: bool = True,
) -> Shape:
    """Return the kind of objects with named fields; a closed one has no others."""
    optional = optional or {}

    def problems(value: Json, place: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{place}: {value!r} is no {name}"
            return
        for key, shape in required.items():
            if key in value:
                yield from shape.problems(value[key], f"{place}.{key}")
            else:
                yield f"{place}: {name} without {key}"
        for key, item in value.items():
            if key in optional:
                yield from optional[key].problems(item, f"{place}.{key}")
            elif closed and key not in required:
                yield f"{place}: {name} has {key}, which nobody documents"

    return Shape(name, problems, ("some", "[]", "5", "true"))
