"""Every line of both specifications, in one list."""

from collections.abc import Iterator

from contract import guide, observed
from contract.events import EVENTS
from contract.messaging import errors, flags, limits, operations, records, rules, states, versions
from contract.terms import Line, Operation


def messaging_lines() -> Iterator[Line]:
    """Give the lines of the messaging specification."""
    yield from rules.RULES
    for record in records.RECORDS:
        yield from record.lines
    yield from (reaction_type.line for reaction_type in flags.REACTION_TYPES)
    yield from (flag.line for flag in flags.FLAGS)
    yield from (transition.line for transition in states.TRANSITIONS)
    for operation in operations.OPERATIONS:
        yield from operation.lines
    yield from (event.line for event in EVENTS)
    yield from (code.line for code in errors.CODES)
    yield from (condition.line for condition in errors.BAD_REQUEST_CONDITIONS)
    yield from (limit.line for limit in limits.LIMITS)
    yield from (level.line for level in versions.LEVELS)


def guide_lines() -> Iterator[Line]:
    """Give the lines of the guide specification."""
    for record in guide.RECORDS:
        yield from record.lines
    yield from guide.GET_SERVICE_GUIDE.lines
    yield from (response.line for response in guide.RESPONSES)
    yield from guide.RULES


def observed_lines() -> Iterator[Line]:
    """Give the lines about operations that no specification describes."""
    for operation in observed.OPERATIONS:
        yield from operation.lines


def all_lines() -> tuple[Line, ...]:
    """Return every line."""
    return (*messaging_lines(), *guide_lines(), *observed_lines())


def all_operations() -> tuple[Operation, ...]:
    """Return every operation that either specification describes or that servers were seen to offer."""
    return (*operations.OPERATIONS, guide.GET_SERVICE_GUIDE, *observed.OPERATIONS)
