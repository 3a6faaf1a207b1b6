"""Refusals: the sentence for people, the code for programs, and the fields that the code brings along."""

from functools import lru_cache
from typing import Any, Literal

import msgspec

from dragoman_server.errors import Failure


def refusal_shape(failure: Failure) -> type[msgspec.Struct]:
    """Return the shape of the body; refusals of one code with the same fields share it."""
    return _shape(failure.code, tuple(failure.fields.items()))


@lru_cache(maxsize=256)
def _shape(code: str | None, fields: tuple[tuple[str, Any], ...]) -> type[msgspec.Struct]:
    told: list[tuple[Any, ...]] = [("result", Literal["error"]), ("msg", str)]
    if code is not None:
        told.append(("code", Literal[code]))
    own = [(name.replace("-", "_"), kind, msgspec.field(name=name)) for name, kind in fields]
    name = "_".join((code or "WITHOUT_CODE", *(name for name, _, _ in own)))
    return msgspec.defstruct(name, [*told, *own], kw_only=True, forbid_unknown_fields=True)
