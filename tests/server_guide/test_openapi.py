"""The OpenAPI document: valid, strict, and true of what is answered."""

from datetime import UTC, datetime
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from dragoman_server.guide import GuideSettings
from server_guide.guide_server import running_guide


async def document(settings: GuideSettings | None = None) -> dict[str, Any]:
    """Fetch the document."""
    async with running_guide(settings) as client, client.get("/openapi.json") as response:
        assert response.status == 200
        found: dict[str, Any] = await response.json()
        return found


async def test_the_document_is_valid() -> None:
    validate(await document(), cls=OpenAPIV31SpecValidator)


async def test_the_operation_bears_its_name_and_its_parameter() -> None:
    operation = (await document())["paths"]["/api/v1/service-guide"]["get"]
    parameter = operation["parameters"][0]
    assert operation["operationId"] == "getRecoveryServiceGuide"
    assert (parameter["name"], parameter["in"], parameter["required"]) == ("device_type", "query", False)
    assert set(parameter["schema"]["enum"]) == {
        "hard_drive",
        "phone",
        "laptop",
        "nas",
        "raid",
        "sd_card",
        "ssd",
        "usb_drive",
    }


async def test_no_key_is_asked_for() -> None:
    found = await document()
    assert found["security"] == []
    assert "securitySchemes" not in found["components"]


async def test_every_object_is_closed_and_every_field_required() -> None:
    schemas = (await document())["components"]["schemas"]
    assert {
        name: (schema["required"], schema["additionalProperties"]) for name, schema in schemas.items()
    } == {
        "ServiceGuide": (["services", "mailInUrl", "contactUrl", "lab", "guardrails"], False),
        "ServiceLink": (["deviceType", "url"], False),
        "Lab": (["address", "physicalLocations"], False),
        "Problem": (["type", "title", "status", "detail", "instance", "code", "resolution"], False),
        "ApiIndex": (["name", "version", "authentication", "access", "endpoints"], False),
        "Endpoints": (["serviceGuide", "openapi", "documentation"], False),
    }
    assert schemas["Lab"]["properties"]["physicalLocations"]["enum"] == [1]
    assert schemas["ServiceGuide"]["properties"]["guardrails"]["minItems"] == 1
    status = schemas["Problem"]["properties"]["status"]
    assert (status["minimum"], status["maximum"]) == (400, 599)


@pytest.mark.parametrize(
    ("operation", "query", "reads", "status"),
    [
        ("/api/v1/service-guide", "", 1, 200),
        ("/api/v1/service-guide", "?device_type=raid", 1, 200),
        ("/api/v1/service-guide", "?device_type=raids", 1, 400),
        ("/api/v1/service-guide", "?device_type=", 1, 400),
        ("/api/v1/service-guide", "", 4, 429),
        ("/api/v1", "", 1, 200),
    ],
)
async def test_each_answer_is_as_declared(operation: str, query: str, reads: int, status: int) -> None:
    settings = GuideSettings(
        limit=3, deprecation=datetime(2025, 1, 1, tzinfo=UTC), sunset=datetime(2027, 1, 1, tzinfo=UTC)
    )
    async with running_guide(settings) as client:
        for _ in range(reads):
            async with client.get(f"{operation}{query}") as response:
                body = await response.json(content_type=None)
        async with client.get("/openapi.json") as answer:
            declared = await answer.json()
    expected = declared["paths"][operation]["get"]["responses"][str(status)]
    schema = expected["content"][response.headers["Content-Type"]]["schema"]
    Draft202012Validator(
        {"components": declared["components"]} | schema,
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    ).validate(body)
    assert response.status == status
    assert set(expected.get("headers", {})) <= set(response.headers)


async def test_the_document_says_when_the_version_is_deprecated() -> None:
    path = "/api/v1/service-guide"
    assert "deprecated" not in (await document())["paths"][path]["get"]
    settings = GuideSettings(deprecation=datetime(2025, 1, 1, tzinfo=UTC))
    assert (await document(settings))["paths"][path]["get"]["deprecated"] is True
