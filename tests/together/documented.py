"""What a record documents of its refusals, and what the double's own document says of them."""

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

from dragoman import errors, operations
from dragoman.client.answers import BY_CODE, BY_STATUS
from dragoman.errors import ApiError
from dragoman.operations import Operation

NAME = re.compile(r"``(\w+)``")
LIKEWISE = re.compile(r"Fails as ``(\w+)`` does")
METHODS = ("get", "post", "put", "patch", "delete")


def documented(kind: type[Operation[Any]]) -> frozenset[str]:
    """Return the classes and codes that stand between "Fails with" and the source."""
    text = inspect.getdoc(kind) or ""
    if likewise := LIKEWISE.search(text):
        return documented(getattr(operations, likewise[1]))
    said = text.partition("Fails with")[2].partition("Source:")[0]
    return frozenset(name for name in NAME.findall(said) if name.isupper() or _is_refusal(name))


def _is_refusal(name: str) -> bool:
    found = getattr(errors, name, None)
    return isinstance(found, type) and issubclass(found, ApiError)


def declared(document: dict[str, Any]) -> dict[tuple[str, str], frozenset[str]]:
    """Return what each call of an OpenAPI document may be refused with, named as the client names it."""
    shared = document["components"].get("responses", {})
    return {
        (method.upper(), path): frozenset(_names(path_item[method]["responses"], shared))
        for path, path_item in document["paths"].items()
        for method in METHODS
        if method in path_item
    }


def _names(responses: dict[str, Any], shared: dict[str, Any]) -> Iterator[str]:
    """Go through the refusals, but for those that every call has in common."""
    for status, response in responses.items():
        common = set(_lines(shared.get(status, {})))
        for line in [line for line in _lines(response) if line not in common]:
            code = line[2:].partition(":")[0]
            by_code = BY_CODE.get(code)
            by_status = BY_STATUS.get(int(status))
            yield by_code.__name__ if by_code else by_status.__name__ if by_status else code


def _lines(response: dict[str, Any]) -> list[str]:
    """Return the lines that name a code and a sentence each; none where a response only refers to another."""
    return [line for line in response.get("description", "").splitlines() if line.startswith("- ")]


def read(text: str) -> dict[str, Any]:
    """Read an OpenAPI document."""
    document: dict[str, Any] = json.loads(text)
    return document
