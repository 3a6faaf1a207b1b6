"""The messaging API describes itself, from its own declarations."""

import json
import re

import aiohttp
import pytest
from openapi_spec_validator import validate

from dragoman_server import ServerSettings, default_world, running_server
from dragoman_server.views import ENDPOINTS


async def document(level: int) -> dict[str, object]:
    async with (
        running_server(default_world(), settings=ServerSettings(feature_level=level)) as server,
        aiohttp.ClientSession() as session,
        session.get(f"{server.url}/api/v1/openapi.json") as answer,
    ):
        assert (answer.status, answer.content_type) == (200, "application/json")
        found: dict[str, object] = await answer.json()
        assert found["servers"] == [{"url": f"{server.url}/api/v1"}]
        return found


@pytest.mark.parametrize("level", [261, 496])
async def test_the_document_is_valid_at_the_oldest_and_the_newest_level(level: int) -> None:
    validate(await document(level))


@pytest.mark.parametrize("level", [261, 496])
async def test_every_shape_in_it_belongs_to_some_answer(level: int) -> None:
    described = await document(level)
    components = described["components"]
    assert isinstance(components, dict)
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert set(components["schemas"]) == named


async def test_every_endpoint_that_is_offered_is_in_it() -> None:
    paths = (await document(496))["paths"]
    assert isinstance(paths, dict)
    described = {(method.upper(), shape(path)) for path, found in paths.items() for method in found}
    assert described == {(one.method, shape(one.path)) for one in ENDPOINTS if one.offered_at(496)}


def shape(path: str) -> str:
    """Return a path without its parameters' names: a user may be named by id or by address in one place."""
    return re.sub(r"\{\w+\}", "{}", path)


async def test_an_operation_shows_its_parameters_refusals_events_and_permission() -> None:
    paths = (await document(496))["paths"]
    assert isinstance(paths, dict)
    flags = paths["/messages/flags"]["post"]
    assert flags["requestBody"] == {
        "required": True,
        "content": {
            "application/x-www-form-urlencoded": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "messages": {"type": "array", "items": {"type": "integer"}},
                        "op": {"type": "string"},
                        "flag": {"type": "string"},
                    },
                    "required": ["messages", "op", "flag"],
                },
                "encoding": {"messages": {"contentType": "application/json"}},
            }
        },
    }
    assert flags["x-events"] == ["update_message_flags/add", "update_message_flags/remove"]
    assert flags["x-permission"] == "every account"
    assert "- BAD_REQUEST: Invalid message(s)" in flags["responses"]["400"]["description"]
    assert flags["responses"]["200"]["content"]["application/json"]["schema"] == {
        "$ref": "#/components/schemas/FlagsUpdated"
    }
    assert flags["responses"]["401"] == {"$ref": "#/components/responses/401"}


async def test_what_needs_no_account_says_so() -> None:
    paths = (await document(496))["paths"]
    assert isinstance(paths, dict)
    assert paths["/server_settings"]["get"]["security"] == []
    assert paths["/register"]["post"]["security"] == [{"basic": []}, {}]
    assert "security" not in paths["/messages"]["post"]


async def test_an_answer_shows_its_keys_as_they_are_at_the_level() -> None:
    uploaded = {
        level: (await document(level))["components"]["schemas"]["Uploaded"]  # type: ignore[index]
        for level in (261, 280, 496)
    }
    keys = {level: tuple(schema["properties"]) for level, schema in uploaded.items()}
    envelope = ("result", "msg", "ignored_parameters_unsupported")
    assert keys == {
        261: (*envelope, "uri"),
        280: (*envelope, "uri", "url"),
        496: (*envelope, "uri", "url", "filename"),
    }
    assert uploaded[496] == {
        "title": "Uploaded",
        "description": "Where a new file is.",
        "type": "object",
        "properties": {
            "result": {"enum": ["success"]},
            "msg": {"enum": [""]},
            "ignored_parameters_unsupported": {"type": "array", "items": {"type": "string"}},
            "uri": {"type": "string"},
            "url": {"type": "string"},
            "filename": {"type": "string"},
        },
        "required": ["result", "msg", "uri", "url", "filename"],
        "additionalProperties": False,
    }


async def test_a_refusal_shows_the_fields_of_its_code() -> None:
    found = await document(496)
    queue = found["components"]["schemas"]["BAD_EVENT_QUEUE_ID_queue_id"]  # type: ignore[index]
    assert queue["required"] == ["result", "msg", "code", "queue_id"]
    assert queue["properties"]["code"] == {"enum": ["BAD_EVENT_QUEUE_ID"]}
    refused = found["paths"]["/events"]["delete"]["responses"]["400"]  # type: ignore[index]
    assert refused["content"]["application/json"]["schema"]["anyOf"][0] == {
        "$ref": "#/components/schemas/BAD_EVENT_QUEUE_ID_queue_id"
    }


async def test_a_path_that_may_lead_nowhere_says_so() -> None:
    paths = (await document(496))["paths"]
    assert isinstance(paths, dict)
    answers = paths["/messages/{message_id}"]["get"]["responses"]
    assert list(answers["404"]["content"]) == ["application/json", "text/html"]
    assert answers["405"]["description"] == "Method Not Allowed"
    assert "405" not in paths["/messages"]["get"]["responses"]
