"""The base of every call of the messaging service, and of what it answers."""

from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct, structs

from dragoman.model import Record
from dragoman.model.repair import repair
from dragoman.model.secret import decode_hook
from dragoman.operations.request import REGISTERED, Request

T = TypeVar("T")


class Answer(Record):
    """What a success carries beyond its being one."""

    ignored_parameters_unsupported: tuple[str, ...] = ()
    """Parameters that the server did not know, so that a misspelt one is not silent. Feature level 167."""


class Done(Answer):
    """A success that says nothing more."""


class Operation(Request[T]):
    """One call of the messaging service; ``T`` is the record that its success is read into.

    ``class SendMessage(Operation[MessageSent], method="POST", path="/messages")``

    Paths are below ``/api/v1``. Any call may fail with ``Unauthorized``, ``RateLimited``, ``NotSent`` or one
    of the ``Ambiguous`` errors; the classes name what else to expect.
    """

    @classmethod
    def read_answer(cls, body: bytes) -> tuple[T, tuple[str, ...]]:
        """Read the JSON of a success, and name the fields that had to be left out because of their shape.

        Fails with ``msgspec.DecodeError`` when what is needed is missing or misshapen.
        """
        kind = cls.answer_type()
        try:
            return _decoder(kind).decode(body), ()
        except msgspec.DecodeError:
            return _leniently(kind, repair(body))


def operations() -> tuple[type[Operation[Any]], ...]:
    """Return every call of the messaging service that this library has a record for."""
    return tuple(kind for kind in REGISTERED if issubclass(kind, Operation))


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, dec_hook=decode_hook)


def _leniently(kind: type[Struct], body: bytes) -> tuple[Any, tuple[str, ...]]:
    """Read field by field; one that may be left out and does not fit is left out."""
    members = msgspec.json.decode(body, type=dict[str, Any])
    fitting, misread = {}, []
    for field in structs.fields(kind):
        if field.encode_name not in members:
            continue
        try:
            value = msgspec.convert(members[field.encode_name], field.type, dec_hook=decode_hook)
        except msgspec.ValidationError:
            if field.default is NODEFAULT and field.default_factory is NODEFAULT:
                raise
            misread.append(field.encode_name)
        else:
            fitting[field.encode_name] = value
    return msgspec.convert(fitting, kind, from_attributes=True, dec_hook=decode_hook), tuple(misread)
