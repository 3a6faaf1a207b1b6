"""From bytes, or from a mapping, to event records; nothing that a server sends as an event makes it fail."""

import re
from collections.abc import Callable, Mapping
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec
from msgspec import Raw, Struct

from dragoman.events.event import KNOWN, Event, UnknownEvent
from dragoman.model.repair import repair

MOST_NULLS = 16
"""Fields of an event that may be null and should not."""
_NULL = re.compile(r"got `null` - at `[^`]*\.(?P<field>\w+)`")
NO_ID = -1
"""The number of an event that came without one."""


class _Head(Struct, gc=False):
    """As much as is needed to choose the record."""

    type: str
    op: str = ""


_head = msgspec.json.Decoder(_Head)


@cache
def _decoder(record: type[Event]) -> Callable[[bytes | Raw], Event]:
    return msgspec.json.Decoder(record).decode


@cache
def _straight() -> Callable[[bytes | Raw], list[Event]]:
    """Return what reads a list in one go, if its events need no look at their ``op``: nearly always."""
    records = [record for (_, op), record in KNOWN.items() if not op]
    return msgspec.json.Decoder(list[reduce(or_, records)]).decode  # type: ignore[misc]


def record_for(type: str, op: str) -> type[Event] | None:  # noqa: A002 - the wire's own word
    """Return the record of a type and op; ``None`` for one that is not known."""
    return KNOWN.get((type, op)) or KNOWN.get((type, ""))


def read_list(raw: bytes | Raw) -> list[Event]:
    """Make events of a JSON list; fails with ``msgspec.DecodeError`` only if it is no list of anything."""
    try:
        return _straight()(raw)
    except msgspec.DecodeError:
        return [read_json(part) for part in _split(bytes(raw))]


def read_json(raw: bytes | Raw) -> Event:
    """Make an event of its JSON; what is unknown or of another shape becomes ``UnknownEvent``."""
    try:
        head = _head.decode(raw)
        record = record_for(head.type, head.op)
        if record is not None:
            return _decoder(record)(raw)
    except msgspec.DecodeError:
        pass
    return read(_anything(bytes(raw)))


def read(mapping: Mapping[str, Any]) -> Event:
    """Make an event of a mapping; what is unknown or of another shape becomes ``UnknownEvent``."""
    record = record_for(_text(mapping, "type"), _text(mapping, "op"))
    if record is None:
        return _unknown(mapping)
    value: Any = mapping
    for _ in range(MOST_NULLS):
        try:
            return msgspec.convert(value, record)
        except msgspec.ValidationError as error:
            found = _NULL.search(str(error))
            if found is None:
                break
            # Some servers send null where the API leaves a field out.
            value = _without_null(value, found["field"])
    return _unknown(mapping)


def _without_null(value: Any, field: str) -> Any:
    """Return JSON whose objects do not have this field where it is null."""
    if isinstance(value, Mapping):
        return {
            key: _without_null(each, field) for key, each in value.items() if key != field or each is not None
        }
    return [_without_null(each, field) for each in value] if isinstance(value, list) else value


def _unknown(mapping: Mapping[str, Any]) -> UnknownEvent:
    number = mapping.get("id")
    known = number if isinstance(number, int) and not isinstance(number, bool) else NO_ID
    return UnknownEvent(id=known, type=_text(mapping, "type"), op=_text(mapping, "op"), data=dict(mapping))


_parts = msgspec.json.Decoder(list[Raw]).decode


def _split(raw: bytes) -> list[Raw]:
    try:
        return _parts(raw)
    except msgspec.DecodeError:
        return _parts(repair(raw))


def _anything(raw: bytes) -> dict[str, Any]:
    """Read what a record cannot hold; an empty mapping for what is no object."""
    try:
        value = msgspec.json.decode(repair(raw))
    except msgspec.DecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def _text(mapping: Mapping[str, Any], key: str) -> str:
    value = mapping.get(key)
    return value if isinstance(value, str) else ""
