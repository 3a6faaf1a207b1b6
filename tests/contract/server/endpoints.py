"""The server's own list of what it offers, by method and path."""

from contract import guide
from contract.lines import all_operations
from contract.messaging.versions import NEWEST
from contract.terms import GUIDE, Operation
from dragoman_server.views import ENDPOINTS as DECLARED

BY_NAME = {
    f"{endpoint.method} {endpoint.path}": endpoint
    for one in DECLARED
    if (endpoint := one.offered_at(NEWEST)) is not None
}
"""The endpoints as they are at the newest level that the specification names."""

ENDPOINTS: frozenset[str] = frozenset({*BY_NAME, guide.GET_SERVICE_GUIDE.key})
"""Every messaging operation that is declared; the guide is one route, checked by itself."""

OFFERED: tuple[Operation, ...] = tuple(
    operation for operation in all_operations() if operation.key in BY_NAME and operation.spec != GUIDE
)
"""The messaging operations that both the judge and the server know."""

WRITTEN_OUT: tuple[Operation, ...] = tuple(operation for operation in OFFERED if not operation.alias_of)
"""Those whose parameters are said at their own heading."""


def declared(operation: Operation, *, documented: bool) -> set[str]:
    """Return the parameters that the endpoint declares, or only those that it tells everybody of."""
    parameters = BY_NAME[operation.key].parameters
    return {one.name for one in parameters if not one.in_path and (one.documented or not documented)}


def declared_default(operation: Operation, name: str) -> object:
    """Return what the endpoint takes for a parameter that is left out; ``None`` if it finds out later."""
    return next(one.default for one in BY_NAME[operation.key].parameters if one.name == name)
