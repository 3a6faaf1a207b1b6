"""Makes of an operation the good request, and variations of it."""

from collections.abc import Mapping

from contract.server.requests import REQUESTS, Request
from contract.server.stage import Reply, Stage
from contract.terms import Operation, Parameter


class Asker:
    """One operation, ready to be asked for in one organisation."""

    def __init__(self, operation: Operation, request: Request, prepared: Mapping[str, str]) -> None:
        self.operation = operation
        self.by = request.by
        self.files: Mapping[str, bytes] = request.files
        self._request = request
        self._prepared = prepared
        holes = {
            hole.name: prepared.get(hole.name, request.holes.get(hole.name, "")) for hole in operation.holes
        }
        self.path = operation.path.format(**holes)
        sent = {parameter.name for parameter in operation.sent}
        self.fields = {**request.fields, **{name: text for name, text in prepared.items() if name in sent}}

    async def ask(
        self, stage: Stage, change: Mapping[str, str | None] | None = None, *, by: int | None = None
    ) -> Reply:
        """Send the good request with changes: a text in place of a field, ``None`` to leave it out."""
        fields = {**self.fields, **(change or {})}
        texts = {name: text for name, text in fields.items() if text is not None}
        return await stage.ask(by or self.by, self.operation.method, self.path, texts, files=self.files)

    def with_parameter(self, parameter: Parameter, text: str | None = None) -> dict[str, str | None]:
        """Return the change that sends a parameter too, with whatever has to go with it."""
        left_out: dict[str, str | None] = dict.fromkeys(self._request.alone.get(parameter.name, ()), None)
        value = text if text is not None else self.value(parameter)
        return {**left_out, **self._request.together.get(parameter.name, {}), parameter.name: value}

    def with_word(self, parameter: Parameter, word: str) -> dict[str, str | None]:
        """Return the change that sends one of a parameter's words, with whatever has to go with it."""
        return {
            **self.with_parameter(parameter, word),
            **self._request.words.get((parameter.name, word), {}),
        }

    def value(self, parameter: Parameter) -> str:
        """Return a good text for a parameter."""
        known = {**self._request.instead, **self.fields}
        return known.get(parameter.name, parameter.wire)


async def prepare(stage: Stage, operation: Operation) -> Asker:
    """Do what must have happened before, and return the request."""
    request = REQUESTS[operation.key]
    return Asker(operation, request, await request.prepare(stage))
