"""The guide operation, on the wire."""

import pytest
from aiohttp import ClientSession

from dragoman_server.guide import GuidePages, GuideSettings
from server_guide.guide_server import running_guide

PATH = "/api/v1/service-guide"

SETTINGS = GuideSettings(
    pages=GuidePages(nas="https://lab.example/nas", phone="https://lab.example/phone"),
    mail_in_url="https://lab.example/mail-in",
    contact_url="https://lab.example/contact",
    lab_address="1 Lab Street",
    guardrails=("Guidance only.",),
    problem_base="https://lab.example/problems/",
)


async def read(client: ClientSession, path: str) -> tuple[int, str, object]:
    """Return status, content type and body of a GET."""
    async with client.get(path) as response:
        return response.status, response.headers["Content-Type"], await response.json(content_type=None)


async def test_one_category_is_answered_by_its_page_alone() -> None:
    async with running_guide(SETTINGS) as client:
        assert await read(client, f"{PATH}?device_type=nas") == (
            200,
            "application/json",
            {
                "services": [{"deviceType": "nas", "url": "https://lab.example/nas"}],
                "mailInUrl": "https://lab.example/mail-in",
                "contactUrl": "https://lab.example/contact",
                "lab": {"address": "1 Lab Street", "physicalLocations": 1},
                "guardrails": ["Guidance only."],
            },
        )


async def test_without_a_category_all_are_listed_in_order() -> None:
    async with running_guide(SETTINGS) as client:
        _, _, body = await read(client, PATH)
    assert isinstance(body, dict)
    assert [link["deviceType"] for link in body["services"]] == [
        "hard_drive",
        "phone",
        "laptop",
        "nas",
        "raid",
        "sd_card",
        "ssd",
        "usb_drive",
    ]
    assert body["services"][1] == {"deviceType": "phone", "url": "https://lab.example/phone"}


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("device_type=floppy", "'floppy' is not one of"),
        ("device_type=NAS", "'NAS' is not one of"),
        ("device_type=nas%20", "'nas ' is not one of"),
        ("device_type=", "An empty device_type is not one of"),
        ("device_type", "An empty device_type is not one of"),
        ("device_type=nas&device_type=nas", "device_type was given more than once."),
        ("device_type=" + "x" * 5000, "'" + "x" * 60 + "…' is not one of"),
        ("device_type=%00%FF", "is not one of"),
    ],
)
async def test_any_other_device_type_is_a_problem(query: str, detail: str) -> None:
    async with running_guide(SETTINGS) as client:
        status, content_type, body = await read(client, f"{PATH}?{query}")
    assert (status, content_type) == (400, "application/problem+json")
    assert isinstance(body, dict)
    assert detail in body.pop("detail")
    assert body == {
        "type": "https://lab.example/problems/unsupported_device_type",
        "title": "Device type not supported",
        "status": 400,
        "instance": "/api/v1/service-guide",
        "code": "unsupported_device_type",
        "resolution": (
            "Give device_type once, with one of the supported values, or leave it out to get all of them."
        ),
    }


async def test_unknown_parameters_are_passed_over() -> None:
    async with running_guide(SETTINGS) as client:
        status, _, _ = await read(client, f"{PATH}?device_type=ssd&lang=en")
    assert status == 200


async def test_the_index_names_every_address_absolutely() -> None:
    async with running_guide(GuideSettings(name="The Guide", version="1.2.3")) as client:
        base = str(client._base_url).rstrip("/")
        expected = {
            "name": "The Guide",
            "version": "1.2.3",
            "authentication": "none",
            "access": "public-read-only",
            "endpoints": {
                "serviceGuide": f"{base}/api/v1/service-guide",
                "openapi": f"{base}/openapi.json",
                "documentation": f"{base}/docs",
            },
        }
        assert await read(client, "/api/v1") == (200, "application/json", expected)
        assert await read(client, "/api/v1/") == (200, "application/json", expected)


async def test_the_index_gives_the_configured_address_behind_a_proxy() -> None:
    async with running_guide(GuideSettings(base_url="https://guide.example/")) as client:
        _, _, body = await read(client, "/api/v1")
    assert isinstance(body, dict)
    assert body["endpoints"]["serviceGuide"] == "https://guide.example/api/v1/service-guide"


async def test_a_host_header_that_names_no_host_does_not_reach_the_answer() -> None:
    async with running_guide() as client, client.get("/api/v1", headers={"Host": 'a"b c/<x>'}) as response:
        body = await response.json()
    assert body["endpoints"]["openapi"] == "http://localhost/openapi.json"


@pytest.mark.parametrize("path", ["/api/v1", "/api/v1/", PATH, "/openapi.json", "/docs", "/docs/guide.css"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_writing_is_refused_with_what_is_allowed(path: str, method: str) -> None:
    async with running_guide() as client, client.request(method, path) as response:
        body = await response.json(content_type="application/problem+json")
        assert (response.status, response.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert body == {
        "type": "urn:dragoman:guide:problem:method_not_allowed",
        "title": "Method not allowed",
        "status": 405,
        "detail": f"{method} is not possible here.",
        "instance": path,
        "code": "method_not_allowed",
        "resolution": "Use GET: this service can only be read.",
    }


@pytest.mark.parametrize("path", [f"{PATH}/", f"{PATH}/nas", "/docs/nothing", "/docs/../docs/x"])
async def test_nothing_lies_below_its_paths(path: str) -> None:
    async with running_guide() as client:
        status, content_type, body = await read(client, path)
    assert (status, content_type) == (404, "application/problem+json")
    assert isinstance(body, dict)
    assert (body["code"], body["status"]) == ("not_found", 404)


async def test_head_gives_the_headers_of_get_and_no_body() -> None:
    async with running_guide() as client:
        async with client.head(f"{PATH}?device_type=nas") as response:
            assert await response.read() == b""
            length = response.headers["Content-Length"]
            assert (response.status, response.headers["RateLimit-Remaining"]) == (200, "59")
        async with client.get(f"{PATH}?device_type=nas") as response:
            assert len(await response.read()) == int(length)
            assert response.headers["RateLimit-Remaining"] == "58"


async def test_every_origin_may_read() -> None:
    async with running_guide() as client:
        async with client.get(PATH, headers={"Origin": "https://elsewhere.example"}) as response:
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert response.headers["Access-Control-Expose-Headers"] == (
                "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Deprecation, Sunset, Retry-After"
            )
            assert "Set-Cookie" not in response.headers
        async with client.options(PATH) as response:
            assert response.status == 204
            assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
            assert response.headers["Access-Control-Allow-Origin"] == "*"
            assert response.headers["Access-Control-Allow-Methods"] == "GET"
        async with client.post(PATH) as response:
            assert "Access-Control-Allow-Origin" not in response.headers
