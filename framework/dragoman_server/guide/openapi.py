"""The OpenAPI 3.1 document, made from the contract."""

from typing import Any

import msgspec

from dragoman_server.guide.contract import OPERATIONS, Answer, Header, Operation, Parameter
from dragoman_server.guide.settings import GuideSettings

Json = dict[str, Any]

_REF = "#/components/schemas/{name}"


def openapi_document(settings: GuideSettings, origin: str, *, deprecated: bool) -> Json:
    """Return the OpenAPI document of the guide as it is served at ``origin``."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": settings.name,
            "version": settings.version,
            "description": " ".join(settings.guardrails),
        },
        "servers": [{"url": origin}],
        "security": [],
        "paths": {operation.path: {"get": _operation(operation, deprecated)} for operation in OPERATIONS},
        "components": {"schemas": _schemas()},
    }


def _schemas() -> Json:
    bodies = [answer.body for operation in OPERATIONS for answer in operation.answers]
    _, components = msgspec.json.schema_components(dict.fromkeys(bodies), ref_template=_REF)
    return components


def _operation(operation: Operation, deprecated: bool) -> Json:
    described: Json = {
        "operationId": operation.operation_id,
        "summary": operation.summary,
        "description": operation.description,
        "parameters": [_parameter(parameter) for parameter in operation.parameters],
        "responses": {str(answer.status): _answer(answer) for answer in operation.answers},
    }
    if deprecated and operation.has_lifecycle:
        described["deprecated"] = True
    return described


def _parameter(parameter: Parameter) -> Json:
    return {
        "name": parameter.name,
        "in": "query",
        "required": False,
        "description": parameter.description,
        "schema": {"type": "string"} | msgspec.json.schema(parameter.type),
    }


def _answer(answer: Answer) -> Json:
    schema = {"$ref": _REF.format(name=answer.body.__name__)}
    described: Json = {"description": answer.description, "content": {answer.media_type: {"schema": schema}}}
    if answer.headers:
        described["headers"] = {header.name: _header(header) for header in answer.headers}
    return described


def _header(header: Header) -> Json:
    return {"description": header.description, "required": header.required, "schema": header.schema}
