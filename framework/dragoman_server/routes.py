"""Finds the endpoint for a path: one look-up for a fixed path, a short walk for one with parameters."""

from collections.abc import Iterable, Mapping

from dragoman_server.endpoint import Endpoint

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")


def _is_head(method: str, by_method: Mapping[str, Endpoint]) -> bool:
    return method == "HEAD" and "GET" in by_method


class Route:
    """One path and the endpoints at it, by method."""

    __slots__ = ("by_method", "template")

    def __init__(self, template: str) -> None:
        """Start without any method."""
        self.template = template
        self.by_method: dict[str, Endpoint] = {}

    @property
    def methods(self) -> list[str]:
        """The methods that are answered here, HEAD last."""
        return [method for method in _METHODS if method in self.by_method or _is_head(method, self.by_method)]


class _Step:
    """One segment of the paths with parameters."""

    __slots__ = ("fixed", "number", "rest", "route", "text")

    def __init__(self) -> None:
        self.fixed: dict[str, _Step] = {}
        self.number: tuple[str, _Step] | None = None
        self.text: tuple[str, _Step] | None = None
        self.rest: tuple[str, Route] | None = None
        self.route: Route | None = None


_NO_ARGUMENTS: dict[str, str] = {}


class Routes:
    """All routes at one feature level."""

    def __init__(self, endpoints: Iterable[Endpoint], level: int) -> None:
        """Lay out the endpoints that are offered at `level`."""
        self._fixed: dict[str, Route] = {}
        self._root = _Step()
        for declared in endpoints:
            endpoint = declared.offered_at(level)
            if endpoint is not None:
                self._add(endpoint)

    def find(self, path: str) -> tuple[Route, dict[str, str]] | None:
        """Return the route at `path` and the texts of its parameters, or `None`."""
        route = self._fixed.get(path)
        if route is not None:
            return route, _NO_ARGUMENTS
        arguments: dict[str, str] = {}
        found = _walk(self._root, path.split("/")[1:], arguments)
        return None if found is None else (found, arguments)

    def _add(self, endpoint: Endpoint) -> None:
        if "{" not in endpoint.path:
            self._fixed.setdefault(endpoint.path, Route(endpoint.path)).by_method[endpoint.method] = endpoint
            return
        rest = next((one.name for one in endpoint.parameters if one.rest), None)
        numbers = {one.name for one in endpoint.parameters if one.in_path and one.type is int}
        step = self._root
        for segment in endpoint.path.split("/")[1:]:
            if segment == f"{{{rest}}}":
                step.rest = step.rest or (segment[1:-1], Route(endpoint.path))
                step.rest[1].by_method[endpoint.method] = endpoint
                return
            step = _next_step(step, segment, numbers)
        step.route = step.route or Route(endpoint.path)
        step.route.by_method[endpoint.method] = endpoint


def _next_step(step: _Step, segment: str, numbers: set[str]) -> _Step:
    if not segment.startswith("{"):
        return step.fixed.setdefault(segment, _Step())
    name = segment[1:-1]
    if name in numbers:
        step.number = step.number or (name, _Step())
        return step.number[1]
    step.text = step.text or (name, _Step())
    return step.text[1]


def _walk(step: _Step, segments: list[str], arguments: dict[str, str]) -> Route | None:
    if not segments:
        return step.route
    segment, rest = segments[0], segments[1:]
    if (fixed := step.fixed.get(segment)) and (found := _walk(fixed, rest, arguments)):
        return found
    for choice, fits in ((step.number, segment.isascii() and segment.isdigit()), (step.text, bool(segment))):
        if choice is not None and fits and (found := _walk(choice[1], rest, arguments)):
            arguments[choice[0]] = segment
            return found
    if step.rest is None:
        return None
    arguments[step.rest[0]] = "/".join(segments)
    return step.rest[1]
