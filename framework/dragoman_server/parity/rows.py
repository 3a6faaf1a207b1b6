"""The comparison: what the service has beside what the endpoints declare, a row each."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from dragoman_server.actions.reminders import REMINDING
from dragoman_server.actions.scheduled import DELIVERY
from dragoman_server.actions.uploads import CLEARING
from dragoman_server.endpoint import Endpoint
from dragoman_server.levels import NEWEST, OLDEST
from dragoman_server.parameters import Parameter
from dragoman_server.parity.known import Known, KnownOperation, KnownService

LEVELS = (OLDEST, NEWEST)
"""The feature levels that are told about."""

TIMERS = (DELIVERY, CLEARING, REMINDING)
"""Who sends events without being called."""

_OF_QUEUES = frozenset({"heartbeat"})
"""Events that queues make for themselves."""


class Modelled(StrEnum):
    """How much of something is modelled."""

    YES = "modelled"
    PARTLY = "partly"
    NO = "not modelled"
    ABSENT = "not there"
    """The service does not have it at that level."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the service has."""

    chapter: str
    name: str
    modelled: tuple[Modelled, ...]
    """At each of `LEVELS`."""

    since: int = 0
    until: int | None = None
    summary: str = ""
    parameters: tuple[str, ...] = ()
    """Those that are modelled."""

    missing: tuple[str, ...] = ()
    """Those that are not."""

    lacks: str | None = None
    """What else is missing, in words."""


class Parity(msgspec.Struct, frozen=True, kw_only=True):
    """The whole comparison."""

    operations: tuple[Row, ...]
    events: tuple[Row, ...]
    unknown: tuple[str, ...]
    """What is declared although the service is not known to have it."""


def compare(service: KnownService, endpoints: Iterable[Endpoint]) -> Parity:
    """Hold the declarations against what is known of the service."""
    declared = {endpoint.name: endpoint for endpoint in endpoints}
    kinds = _kinds(declared.values())
    return Parity(
        operations=tuple(_operation(known, declared.get(known.known.name)) for known in service.operations),
        events=tuple(_event(one.chapter, one.known, kinds) for one in service.events),
        unknown=tuple(_unknown(service, declared, kinds)),
    )


def _kinds(endpoints: Iterable[Endpoint]) -> frozenset[str]:
    """Return the kinds of events that are sent."""
    called = frozenset(kind for endpoint in endpoints for kind in endpoint.emits)
    return called.union(_OF_QUEUES, *(deed.emits for deed in TIMERS))


def _operation(known: KnownOperation, endpoint: Endpoint | None) -> Row:
    name = known.known
    if endpoint is None:
        missing = tuple(one.name for one in known.parameters)
        modelled = tuple(Modelled.NO if name.is_there_at(level) else Modelled.ABSENT for level in LEVELS)
        return Row(
            chapter=known.chapter,
            name=name.name,
            modelled=modelled,
            since=name.since,
            until=name.until,
            missing=missing,
        )
    declared = {one.name for one in endpoint.parameters}
    return Row(
        chapter=known.chapter,
        name=name.name,
        modelled=tuple(_modelled(known, endpoint, declared, level) for level in LEVELS),
        since=endpoint.since,
        until=endpoint.until,
        summary=endpoint.summary,
        parameters=tuple(
            _with_levels(one) for one in endpoint.parameters if not one.in_path and one.documented
        ),
        missing=tuple(one.name for one in known.parameters if one.name not in declared),
        lacks=endpoint.lacks,
    )


def _modelled(known: KnownOperation, endpoint: Endpoint, declared: set[str], level: int) -> Modelled:
    if endpoint.offered_at(level) is None:
        return Modelled.ABSENT
    missing = [one for one in known.parameters if one.name not in declared and one.is_there_at(level)]
    return Modelled.PARTLY if missing or endpoint.lacks else Modelled.YES


def _with_levels(parameter: Parameter) -> str:
    return parameter.name + in_words(parameter.offered.since, parameter.offered.until)


def in_words(since: int, until: int | None) -> str:
    """Return when something came and went, for a bracket behind its name; empty where it was always there."""
    told = [f"since {since}"] * (since > OLDEST) + [f"until {until}"] * (until is not None)
    return f" ({', '.join(told)})" if told else ""


def _event(chapter: str, known: Known, kinds: frozenset[str]) -> Row:
    there = Modelled.YES if known.name in kinds else Modelled.NO
    modelled = tuple(there if known.is_there_at(level) else Modelled.ABSENT for level in LEVELS)
    return Row(chapter=chapter, name=known.name, modelled=modelled, since=known.since, until=known.until)


def _unknown(service: KnownService, declared: dict[str, Endpoint], kinds: frozenset[str]) -> Iterator[str]:
    known = {one.known.name: {each.name for each in one.parameters} for one in service.operations}
    for name, endpoint in declared.items():
        if name not in known:
            yield name
            continue
        shown = (one.name for one in endpoint.parameters if one.documented and not one.in_path)
        yield from (f"{name}: {parameter}" for parameter in shown if parameter not in known[name])
    yield from sorted(kinds - {one.known.name for one in service.events})
