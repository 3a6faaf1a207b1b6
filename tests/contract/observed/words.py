"""Short ways to write operations and parameters down."""

import json
from typing import Any

from contract.shapes import Shape, array, boolean, integer, string
from contract.terms import NO_DEFAULT, OBSERVED, Field, Operation, Parameter, Refusal, has


def text(name: str, example: str, shape: Shape = string, **more: Any) -> Parameter:
    """Return a parameter that travels bare."""
    return Parameter(name=name, shape=shape, example=example, wire=example, **more)


def value(name: str, shape: Shape, example: Any, **more: Any) -> Parameter:
    """Return a parameter that travels as JSON."""
    return Parameter(name=name, shape=shape, example=example, wire=json.dumps(example), **more)


def whole(name: str, example: int, **more: Any) -> Parameter:
    """Return an integer."""
    return value(name, integer, example, **more)


def switch(name: str, default: Any = NO_DEFAULT, **more: Any) -> Parameter:
    """Return a boolean; its example is what it is not by default."""
    return value(name, boolean, default is not True, default=default, **more)


def path_text(name: str, example: str) -> Parameter:
    """Return a text that stands in the path."""
    return text(name, example, required=True, in_path=True)


def operation(
    method: str,
    path: str,
    *parameters: Parameter,
    answer: tuple[Field, ...] = (),
    refusals: tuple[Refusal, ...] = (),
    emits: tuple[str, ...] = (),
    **more: Any,
) -> Operation:
    """Return an operation that servers were seen to offer."""
    return Operation(
        spec=OBSERVED,
        heading=f"{method} {path}",
        method=method,
        path=path,
        parameters=parameters,
        answer=answer,
        refusals=refusals,
        emits=emits,
        **more,
    )


def listed(name: str, of: Shape) -> tuple[Field, ...]:
    """Return an answer that is one list."""
    return (has(name, array(of)),)
