"""The addresses of the API: for programs, for the web's own client, and what limits they tell."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from dragoman_server.settings import RateLimit
from server.household import GENERAL, HELLO, HI, Actor, House, OpenHouse, refused
from server.test_queues import parked

NOT_LOGGED_IN = refused("Not logged in: API authentication or user session required", "UNAUTHORIZED")
TOKEN = "a" * 32
NONE: dict[str, str] = {}


async def ask(
    house: House, method: str, path: str, params: Any = NONE, **headers: Any
) -> tuple[int, Any, dict[str, str]]:
    where: dict[str, Any] = {"params" if method == "GET" else "data": params}
    async with house.session.request(
        method, house.url + path, headers=headers, allow_redirects=False, **where
    ) as answer:
        kind = answer.content_type
        body = await (answer.json() if kind == "application/json" else answer.text())
        return answer.status, body, dict(answer.headers)


def told(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.startswith(("X-RateLimit", "Retry"))}


async def test_without_a_session_the_webs_address_asks_for_one(house: House, cleo: Actor) -> None:
    for headers in ({}, cleo.headers):
        status, body, answered = await ask(house, "GET", "/json/users/me", **headers)
        assert (status, body) == (401, NOT_LOGGED_IN)
        assert answered["WWW-Authenticate"] == 'Session realm="zulip"'


@pytest.mark.parametrize(
    ("cookie", "header", "reason"),
    [
        (None, None, "CSRF cookie not set."),
        ("short", TOKEN, "CSRF cookie has incorrect length."),
        (TOKEN, None, "CSRF token missing."),
        (TOKEN, "b" * 32, "CSRF token from the 'X-Csrftoken' HTTP header incorrect."),
    ],
)
async def test_a_visitors_change_needs_a_token(
    house: House, cookie: str | None, header: str | None, reason: str
) -> None:
    headers = {"Cookie": f"csrftoken={cookie}"} if cookie else {}
    if header:
        headers["X-CSRFToken"] = header
    status, body, _ = await ask(house, "POST", "/json/register", **headers)
    assert (status, body) == (403, refused(f"CSRF error: {reason}", "CSRF_FAILED", reason=reason))


async def test_a_visitor_registers_without_a_queue(house: House) -> None:
    headers = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
    status, body, _ = await ask(house, "POST", "/json/register", **headers)
    assert (status, body["queue_id"]) == (200, None)


async def test_a_visitor_reads_what_is_open_to_the_web_only_where_that_is_allowed(house: House) -> None:
    channel = house.world.channels[GENERAL]
    house.world.channels[GENERAL] = msgspec.structs.replace(channel, is_web_public=True)
    window = {"anchor": "newest", "num_before": "9", "num_after": "0"}
    closed = {**window, "narrow": '[["channels", "public"]]'}
    opened = {**window, "narrow": '[["channels", "web-public"]]'}
    for params in (window, closed, opened):
        assert (await ask(house, "GET", "/json/messages", params))[:2] == (401, NOT_LOGGED_IN)
    organization = house.world.organization
    settings = {**organization.settings, "enable_spectator_access": True}
    house.world.organization = msgspec.structs.replace(organization, settings=settings)
    assert (await ask(house, "GET", "/json/messages", closed))[0] == 401
    status, body, _ = await ask(house, "GET", "/json/messages", opened)
    assert status == 200
    assert [(one["id"], one["flags"]) for one in body["messages"]] == [(HELLO, ["read"]), (HI, ["read"])]
    assert (await ask(house, "GET", "/api/v1/messages", opened))[:2] == (401, NOT_LOGGED_IN)
    _, body, _ = await ask(house, "GET", f"/json/messages/{HI}")
    assert (body["raw_content"], body["message"]["flags"]) == ("Hi", ["read"])
    _, body, _ = await ask(house, "GET", f"/json/users/me/{GENERAL}/topics")
    assert body["topics"] == [{"name": "plans", "max_id": HI}]


async def test_beside_the_api_there_is_nothing(house: House) -> None:
    status, page, headers = await ask(house, "GET", "/api")
    assert (status, headers["Location"]) == (301, f"{house.url}/api/")
    assert "Moved" in page
    for path in ("/api/", "/api/v2/users/me", "/json/nope", "/api/v1/nope"):
        status, page, headers = await ask(house, "GET", path)
        assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert "Page not found" in page


async def test_the_address_of_event_queues_says_its_methods_in_its_own_way(house: House, cleo: Actor) -> None:
    status, page, headers = await ask(house, "POST", "/api/v1/events", {"method": "GET"}, **cleo.headers)
    assert (status, headers["Content-Type"]) == (405, "text/html; charset=utf-8")
    assert (headers["Allow"], "405 Not Allowed" in page) == ("OPTIONS, GET, DELETE", True)
    status, page, headers = await ask(house, "OPTIONS", "/api/v1/events")
    assert (status, page, headers["Allow"]) == (204, "", "OPTIONS, GET, DELETE")


ANY_PAGE = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "Authorization"}
MANY = {**ANY_PAGE, "Access-Control-Allow-Methods": "GET, POST, DELETE, PUT, PATCH, HEAD"}
FEW = {**ANY_PAGE, "Access-Control-Allow-Methods": "OPTIONS, GET, DELETE"}


def opened(headers: Mapping[str, str]) -> dict[str, str]:
    """Return what the headers of an answer tell a browser of other pages."""
    return {name: value for name, value in headers.items() if name.startswith("Access-Control-")}


@pytest.mark.parametrize("origin", ["http://localhost:5173", "http://127.0.0.1", "https://[::1]:8443"])
async def test_a_page_of_this_machine_may_use_the_api(house: House, cleo: Actor, origin: str) -> None:
    wish = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    page = {"Origin": origin}
    status, _, headers = await ask(house, "OPTIONS", "/api/v1/messages", **page, **wish)
    assert (status, opened(headers)) == (204, MANY)
    status, _, headers = await ask(house, "OPTIONS", "/api/v1/events", **page, **wish)
    assert (status, opened(headers)) == (204, FEW)
    for path, sent, expected in (
        ("/users/me", cleo.headers, 200),
        ("/messages/999", cleo.headers, 400),
        ("/users/me", {}, 401),
        ("/nope", {}, 404),
    ):
        status, _, headers = await ask(house, "GET", f"/api/v1{path}", **page, **sent)
        assert (status, opened(headers)) == (expected, MANY)


@pytest.mark.parametrize("origin", ["https://pages.example", "null", "", "http://localhost.pages.example"])
async def test_a_page_from_elsewhere_may_not_read_an_answer(house: House, cleo: Actor, origin: str) -> None:
    for method in ("GET", "OPTIONS"):
        _, _, headers = await ask(house, method, "/api/v1/users/me", Origin=origin, **cleo.headers)
        assert opened(headers) == {}


async def test_nothing_but_the_api_is_open_to_other_pages(house: House, cleo: Actor) -> None:
    _, _, headers = await ask(house, "GET", "/json/server_settings", Origin="http://localhost:5173")
    assert opened(headers) == {}
    _, _, headers = await ask(house, "GET", "/api/v1/users/me", **cleo.headers)
    assert opened(headers) == {}


async def test_server_settings_answer_a_wrong_method_without_a_word(house: House) -> None:
    status, page, headers = await ask(house, "POST", "/api/v1/server_settings")
    assert (status, page, headers["Allow"]) == (405, "", "GET, HEAD")


async def test_without_a_limit_one_is_told_that_nobody_reaches(house: House, cleo: Actor) -> None:
    limits = {"X-RateLimit-Limit": "1000000", "X-RateLimit-Remaining": "1000000"}
    for path, status in (("/users/me", 200), ("/messages/999", 400)):
        answer = await ask(house, "GET", f"/api/v1{path}", **cleo.headers)
        assert answer[0] == status
        assert told(answer[2]) == {**limits, "X-RateLimit-Reset": str(int(house.clock.now()))}
    for path, headers in (("/server_settings", cleo.headers), ("/users/me", {}), ("/nope", cleo.headers)):
        assert told((await ask(house, "GET", f"/api/v1{path}", **headers))[2]) == {}


async def test_a_poll_that_had_to_wait_tells_no_limit(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["message"]')
    params = {"queue_id": queue.id, "last_event_id": "-1"}
    at_once = await ask(house, "GET", "/api/v1/events", {**params, "dont_block": "true"}, **cleo.headers)
    assert told(at_once[2]) != {}
    waiting = asyncio.create_task(ask(house, "GET", "/api/v1/events", params, **cleo.headers))
    await parked(house, queue.id)
    await house.actor("Ada").say("general", "t", "x")
    assert told((await waiting)[2]) == {}


async def test_visitors_are_counted_by_their_address_and_get_half(open_house: OpenHouse) -> None:
    house = await open_house(rate_limit=RateLimit(requests=4, seconds=60))
    left = [told((await ask(house, "POST", "/api/v1/register"))[2]) for _ in range(3)]
    assert [one["X-RateLimit-Remaining"] for one in left] == ["1", "0", "0"]
    assert {one["X-RateLimit-Limit"] for one in left} == {"2"}
    assert "Retry-After" in left[2]


async def test_asking_for_files_without_a_login_is_counted_too(open_house: OpenHouse) -> None:
    house = await open_house(rate_limit=RateLimit(requests=2, seconds=60))
    first = await ask(house, "GET", "/user_uploads/1/ab/c/x.txt")
    second = await ask(house, "GET", "/user_uploads/1/ab/c/x.txt")
    assert (first[0], told(first[2])["X-RateLimit-Remaining"]) == (302, "0")
    assert (second[0], second[1]["code"]) == (429, "RATE_LIMIT_HIT")


async def test_signing_in_tells_of_its_own_limit(house: House) -> None:
    params = {"username": "nobody@house.test", "password": "wrong"}
    answers = [await ask(house, "POST", "/api/v1/fetch_api_key", params) for _ in range(6)]
    assert [one[0] for one in answers] == [401] * 5 + [429]
    assert [told(one[2])["X-RateLimit-Remaining"] for one in answers] == ["4", "3", "2", "1", "0", "0"]
    missing = await ask(house, "POST", "/api/v1/fetch_api_key", {"username": "x"})
    assert told(missing[2]) == {}
    assert isinstance(answers[0][1], dict)
