"""The OpenAPI 3.1 document of the messaging API, made from the endpoints' own declarations."""

import re
from collections.abc import Iterable
from typing import Any, Literal, get_origin

import msgspec

from dragoman_server.endpoint import ALWAYS, Endpoint
from dragoman_server.errors import Failure
from dragoman_server.event import is_told
from dragoman_server.failures import METHOD_NOT_ALLOWED
from dragoman_server.parameters import Parameter, is_offered
from dragoman_server.shapes.refusals import refusal_shape
from dragoman_server.shapes.shape import Done, answer_at

JsonObject = dict[str, Any]

_HOLE = re.compile(r"\{\w+\}")
_FORM = "application/x-www-form-urlencoded"
_REFERENCE = "#/components/schemas/{name}"


def openapi_document(endpoints: Iterable[Endpoint], level: int, origin: str) -> JsonObject:
    """Return the document of what is offered at a feature level, as it is served at `origin`."""
    offered = [one for one in (each.offered_at(level) for each in endpoints) if one is not None]
    bodies = _Bodies(offered, level)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Team Messaging Service API",
            "version": f"feature level {level}",
            "description": "Made from the declarations by which this server routes, reads and refuses.",
        },
        "servers": [{"url": f"{origin}/api/v1"}],
        "security": [{"basic": []}],
        "paths": _paths(offered, bodies),
        "components": {
            "schemas": bodies.schemas,
            "responses": bodies.responses,
            "securitySchemes": {
                "basic": {
                    "type": "http",
                    "scheme": "basic",
                    "description": "E-mail address and API key of an account.",
                }
            },
        },
    }


class _Bodies:
    """What stands in answers: a schema each, under a name by which responses refer to it."""

    def __init__(self, endpoints: list[Endpoint], level: int) -> None:
        self.level = level
        answers = [answer_at(one.answers or Done, level) for one in endpoints]
        own = [failure for one in endpoints for failure in _own_failures(one, level)]
        refusals = [refusal_shape(failure) for failure in (*own, *ALWAYS) if not failure.page]
        types = list(dict.fromkeys([*answers, *refusals]))
        references, self.schemas = msgspec.json.schema_components(types, ref_template=_REFERENCE)
        self._references = dict(zip(types, references, strict=True))

    def success(self, endpoint: Endpoint) -> JsonObject:
        """Return the answer of an operation that was done."""
        shape = endpoint.answers or Done
        reference = self._references[answer_at(shape, self.level)]
        return {"description": shape.__doc__, "content": {"application/json": {"schema": reference}}}

    def refusal(self, failures: list[Failure]) -> JsonObject:
        """Return the answer of an operation that was refused in one of several ways."""
        lines = sorted({f"- {failure.code or 'no code'}: {failure.text}" for failure in failures})
        told = [self._references[refusal_shape(one)] for one in failures if not one.page]
        content: JsonObject = {"application/json": {"schema": _any_of(told)}} if told else {}
        if any(one.page for one in failures):
            content["text/html"] = {"schema": {"type": "string"}}
        return {"description": "\n".join(lines), "content": content}

    def refusals(self, endpoint: Endpoint) -> JsonObject:
        """Return the refusals of an operation by status; those that it shares with all others stand apart."""
        own, shared = _by_status(_own_failures(endpoint, self.level)), _by_status(_shared_failures(endpoint))
        told: JsonObject = {str(status): {"$ref": f"#/components/responses/{status}"} for status in shared}
        for status, failures in own.items():
            told[str(status)] = self.refusal([*failures, *shared.get(status, ())])
        if any(one.in_path for one in endpoint.parameters):
            told |= self._astray([*own.get(404, ()), *shared[404]])
        return dict(sorted(told.items()))

    def _astray(self, failures: list[Failure]) -> JsonObject:
        """Return what comes of a path that leads nowhere, or elsewhere, because of what was put into it."""
        page = {"text/html": {"schema": {"type": "string"}}}
        missing = self.refusal(failures)
        wrong = {"description": METHOD_NOT_ALLOWED.text, "content": page}
        return {"404": missing | {"content": missing["content"] | page}, "405": wrong}

    @property
    def responses(self) -> JsonObject:
        """The refusals that operations share, by status."""
        return {str(status): self.refusal(failures) for status, failures in _by_status(ALWAYS).items()}


def _any_of(references: list[JsonObject]) -> JsonObject:
    different = [one for place, one in enumerate(references) if one not in references[:place]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def _paths(endpoints: list[Endpoint], bodies: _Bodies) -> JsonObject:
    """Return the operations by path; two that differ only in what stands in a hole become one."""
    templates: dict[str, str] = {}
    paths: dict[str, JsonObject] = {}
    for endpoint in endpoints:
        template = templates.setdefault(_HOLE.sub("{}", endpoint.path), endpoint.path)
        operations = paths.setdefault(template, {})
        method = endpoint.method.lower()
        if method in operations:
            _widen(operations[method], endpoint, bodies)
        else:
            operations[method] = _operation(endpoint, template, bodies)
    return paths


def _widen(operation: JsonObject, other: Endpoint, bodies: _Bodies) -> None:
    """Let an operation also take what another at the same place takes, and refuse as that does."""
    holes = [one for one in operation["parameters"] if one["in"] == "path"]
    others = [one for one in other.parameters if one.in_path]
    for hole, also in zip(holes, others, strict=True):
        hole["schema"] = {"anyOf": [hole["schema"], _schema(also)]}
    operation["responses"] = bodies.refusals(other) | operation["responses"]


def _operation(endpoint: Endpoint, template: str, bodies: _Bodies) -> JsonObject:
    in_form = endpoint.method != "GET"
    visible = [one for one in endpoint.parameters if one.documented and not one.in_path]
    names = [name.strip("{}") for name in _HOLE.findall(template)]
    holes = [one for one in endpoint.parameters if one.in_path]
    operation: JsonObject = {
        "operationId": _operation_id(endpoint),
        "summary": endpoint.summary,
        "tags": [endpoint.path.split("/")[1]],
        "parameters": [_in_path(hole, name) for hole, name in zip(holes, names, strict=True)],
        "responses": {"200": bodies.success(endpoint), **bodies.refusals(endpoint)},
        "x-permission": endpoint.permission.name,
        "x-events": [kind for kind in endpoint.emits if is_told(kind, bodies.level)],
    }
    if endpoint.takes_file:
        operation["requestBody"] = _form_with_file(visible)
    elif in_form and visible:
        operation["requestBody"] = _form(visible)
    elif visible:
        operation["parameters"] += [_in_query(one) for one in visible]
    if not endpoint.permission.authenticated:
        operation["security"] = []
    elif endpoint.permission.optional:
        operation["security"] = [{"basic": []}, {}]
    return operation


def _operation_id(endpoint: Endpoint) -> str:
    words = re.findall(r"\w+", endpoint.path)
    return "_".join((endpoint.method.lower(), *words))


def _in_path(parameter: Parameter, name: str) -> JsonObject:
    return {"name": name, "in": "path", "required": True, "schema": _schema(parameter)}


def _in_query(parameter: Parameter) -> JsonObject:
    described: JsonObject = {"name": parameter.name, "in": "query", "required": parameter.required}
    schema = _with_default(parameter)
    if _travels_as_json(parameter):
        return described | {"content": {"application/json": {"schema": schema}}}
    return described | {"schema": schema}


def _form(parameters: list[Parameter]) -> JsonObject:
    required = [one.name for one in parameters if one.required]
    schema: JsonObject = {
        "type": "object",
        "properties": {one.name: _with_default(one) for one in parameters},
    }
    if required:
        schema["required"] = required
    as_json = {one.name: {"contentType": "application/json"} for one in parameters if _travels_as_json(one)}
    return {"required": bool(required), "content": {_FORM: {"schema": schema, "encoding": as_json}}}


def _form_with_file(parameters: list[Parameter]) -> JsonObject:
    """Return a form in parts, one of which is a file under any name."""
    form: JsonObject = _form(parameters)["content"][_FORM]
    form["schema"]["properties"]["file"] = {"type": "string", "contentMediaType": "application/octet-stream"}
    form["schema"]["required"] = [*form["schema"].get("required", ()), "file"]
    return {"required": True, "content": {"multipart/form-data": form}}


def _travels_as_json(parameter: Parameter) -> bool:
    """Tell whether the value is written as JSON; what a function reads is, unless it is text itself."""
    return parameter.json or not (parameter.type is str or get_origin(parameter.type) is Literal)


def _with_default(parameter: Parameter) -> JsonObject:
    schema = _schema(parameter)
    if parameter.aliases:
        schema["description"] = f"Also understood as {', '.join(parameter.aliases)}."
    if parameter.required or parameter.default is None or not _is_plain(parameter.default):
        return schema
    return schema | {"default": parameter.default}


def _schema(parameter: Parameter) -> JsonObject:
    """Return the schema of the value; shapes are written out where they are used."""
    (schema,), components = msgspec.json.schema_components([parameter.type])
    written: JsonObject = _inlined(schema, components)
    return written


def _inlined(schema: Any, components: JsonObject) -> Any:
    if isinstance(schema, list):
        return [_inlined(item, components) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(components[schema["$ref"].rpartition("/")[2]], components)
    return {key: _inlined(value, components) for key, value in schema.items()}


def _is_plain(value: Any) -> bool:
    return isinstance(value, bool | int | str | list | tuple)


def _own_failures(endpoint: Endpoint, level: int) -> list[Failure]:
    """Return the refusals of the operation and of its permission at a feature level."""
    fails = [one for one in endpoint.fails if is_offered(one.since, one.until, level)]
    refused = [failure for failure, _ in endpoint.permission.refusals]
    former = [failure for until, failure, _ in endpoint.permission.former if level < until]
    return [*fails, *refused, *former]


def _shared_failures(endpoint: Endpoint) -> list[Failure]:
    """Return the refusals of every call, and those of credentials where they are looked at."""
    return [one for one in ALWAYS if endpoint.permission.authenticated or one.status != 401]


def _by_status(failures: Iterable[Failure]) -> dict[int, list[Failure]]:
    found: dict[int, list[Failure]] = {}
    for failure in dict.fromkeys(failures):
        found.setdefault(failure.status, []).append(failure)
    return found
