"""What an answer must be: no accident, and of the shape that the document promises for it."""

import json
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from fuzz.composing import Operation, Request
from fuzz.drawing import Schema
from fuzz.wire import Answer

_JSON = ("application/json", "application/problem+json")


class Checking:
    """Holds answers against one document."""

    def __init__(self, document: Schema) -> None:
        self._document = document
        self._validators: dict[tuple[str, int, str], Validator | None] = {}

    def problems(self, request: Request, answer: Answer | None) -> Iterator[str]:
        """Say what is wrong with an answer."""
        if answer is None:
            if request.operation is not None:
                yield "the connection was closed without an answer"
        elif answer.status >= 500 and answer.status != 501:
            yield f"it was answered with {answer.status}"
        elif request.operation is not None and request.method != "HEAD":
            yield from self._against_document(request.operation, answer)

    def _against_document(self, operation: Operation, answer: Answer) -> Iterator[str]:
        kind = answer.headers.get("content-type", "").partition(";")[0]
        key = (operation.name, answer.status, kind)
        if key not in self._validators:
            self._validators[key] = self._validator(operation, answer.status, kind)
        validator = self._validators[key]
        if answer.status == 302:
            # Browsers are sent to a page to log in, whatever they ask for.
            return
        if validator is None:
            yield f"{answer.status} as {kind or 'nothing'} is not in the document"
        elif kind in _JSON:
            yield from (_say(error) for error in validator.iter_errors(json.loads(answer.body)))

    def _validator(self, operation: Operation, status: int, kind: str) -> Validator | None:
        described = operation.described["responses"].get(str(status))
        if described is not None and "$ref" in described:
            described = self._document["components"]["responses"][described["$ref"].rpartition("/")[2]]
        content = {} if described is None else described["content"]
        if kind not in content:
            return None
        return Draft202012Validator({"components": self._document["components"]} | content[kind]["schema"])


def _say(error: Any) -> str:
    return f"{error.message[:300]} at {error.json_path}"
