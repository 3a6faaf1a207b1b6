"""The OpenAPI 3.1 document of the messaging API, made from the endpoints' own declarations."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from dragoman_server.endpoint import Endpoint
from dragoman_server.errors import Failure
from dragoman_server.parameters import Parameter

JsonObject = dict[str, Any]

_HOLE = re.compile(r"\{\w+\}")
_FORM = "application/x-www-form-urlencoded"
_SUCCESS = {
    "description": "Done. What else it holds depends on the operation.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}}},
}
_SCHEMAS: JsonObject = {
    "Success": {
        "type": "object",
        "required": ["result", "msg"],
        "properties": {
            "result": {"const": "success"},
            "msg": {"const": ""},
            "ignored_parameters_unsupported": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Parameters that were sent and mean nothing here; absent when there are none.",
            },
        },
    },
    "Error": {
        "type": "object",
        "required": ["result", "msg"],
        "properties": {
            "result": {"const": "error"},
            "msg": {"type": "string", "description": "A sentence for people."},
            "code": {"type": "string", "description": "A word for programs."},
        },
    },
}


def openapi_document(endpoints: Iterable[Endpoint], level: int, origin: str) -> JsonObject:
    """Return the document of what is offered at a feature level, as it is served at `origin`."""
    offered = [one for one in (each.offered_at(level) for each in endpoints) if one is not None]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Team Messaging Service API",
            "version": f"feature level {level}",
            "description": "Made from the declarations by which this server routes, reads and refuses.",
        },
        "servers": [{"url": f"{origin}/api/v1"}],
        "security": [{"basic": []}],
        "paths": _paths(offered),
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {
                "basic": {
                    "type": "http",
                    "scheme": "basic",
                    "description": "E-mail address and API key of an account.",
                }
            },
        },
    }


def _paths(endpoints: list[Endpoint]) -> JsonObject:
    """Return the operations by path; two that differ only in what stands in a hole become one."""
    templates: dict[str, str] = {}
    paths: dict[str, JsonObject] = {}
    for endpoint in endpoints:
        template = templates.setdefault(_HOLE.sub("{}", endpoint.path), endpoint.path)
        operations = paths.setdefault(template, {})
        method = endpoint.method.lower()
        if method in operations:
            _widen(operations[method], endpoint)
        else:
            operations[method] = _operation(endpoint, template)
    return paths


def _widen(operation: JsonObject, other: Endpoint) -> None:
    """Let the holes of an operation also take what those of another at the same place take."""
    holes = [one for one in operation["parameters"] if one["in"] == "path"]
    others = [one for one in other.parameters if one.in_path]
    for hole, also in zip(holes, others, strict=True):
        hole["schema"] = {"anyOf": [hole["schema"], _schema(also)]}


def _operation(endpoint: Endpoint, template: str) -> JsonObject:
    in_form = endpoint.method != "GET"
    visible = [one for one in endpoint.parameters if one.documented and not one.in_path]
    names = [name.strip("{}") for name in _HOLE.findall(template)]
    holes = [one for one in endpoint.parameters if one.in_path]
    operation: JsonObject = {
        "operationId": _operation_id(endpoint),
        "summary": endpoint.summary,
        "tags": [endpoint.path.split("/")[1]],
        "parameters": [_in_path(hole, name) for hole, name in zip(holes, names, strict=True)],
        "responses": {"200": _SUCCESS, **_refusals(endpoint)},
        "x-permission": endpoint.permission.name,
        "x-events": list(endpoint.emits),
    }
    if in_form and visible:
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
    if parameter.json:
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
    as_json = {one.name: {"contentType": "application/json"} for one in parameters if one.json}
    return {"required": bool(required), "content": {_FORM: {"schema": schema, "encoding": as_json}}}


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


def _refusals(endpoint: Endpoint) -> JsonObject:
    """Return the refusals of its own and of its permission, by status."""
    by_status: dict[int, list[Failure]] = {}
    for failure in (*endpoint.fails, *(failure for failure, _ in endpoint.permission.refusals)):
        by_status.setdefault(failure.status, []).append(failure)
    if endpoint.permission.authenticated:
        by_status.setdefault(401, [])
    return {str(status): _refusal(failures) for status, failures in sorted(by_status.items())}


def _refusal(failures: list[Failure]) -> JsonObject:
    lines = sorted({f"{failure.code or 'no code'}: {failure.text}" for failure in failures})
    return {
        "description": "\n".join(f"- {line}" for line in lines)
        or "The credentials are missing or not accepted.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
