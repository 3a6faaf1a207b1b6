"""Routing, authentication, bodies and limits: what is the same for all operations."""

import asyncio
import base64

import aiohttp
import pytest
from yarl import URL

from dragoman_server import RateLimit
from server.household import CLEO, Actor, House, OpenHouse, refused

NEVER = "max-age=0, no-cache, no-store, must-revalidate, private"


async def ask(house: House, header: str | None, **headers: str) -> tuple[int, object, str | None]:
    if header is not None:
        headers["Authorization"] = header
    async with house.session.get(f"{house.url}/api/v1/users/me", headers=headers) as response:
        body = await response.json(content_type=None) if response.content_length else None
        return response.status, body, response.headers.get("WWW-Authenticate")


def basic(text: str) -> str:
    return "Basic " + base64.b64encode(text.encode()).decode()


WRONG = "x" * 32
CHALLENGE = 'Basic realm="zulip"'


@pytest.mark.parametrize(
    ("header", "msg"),
    [
        (None, "Not logged in: API authentication or user session required"),
        ("Basic", "Invalid authorization header for basic auth"),
        ("Basic %%%", "Invalid authorization header for basic auth"),
        ("", "Invalid authorization header for basic auth"),
        (basic("nocolon"), "Invalid authorization header for basic auth"),
        (basic("a@b:c:d"), "Invalid authorization header for basic auth"),
        (basic("cleo-member@house.test:short"), "Malformed API key"),
        (basic("cleo-member@house.test:"), "Malformed API key"),
        (basic("cleo-member@house.test:" + WRONG), "Invalid API key"),
        (basic("nobody@house.test:" + WRONG), "Invalid API key"),
    ],
)
async def test_whoever_does_not_prove_who_they_are_is_told_why(
    house: House, header: str | None, msg: str
) -> None:
    assert await ask(house, header) == (401, refused(msg, "UNAUTHORIZED"), CHALLENGE)


async def test_another_scheme_than_basic_is_no_401(house: House) -> None:
    answer = await ask(house, "Bearer " + WRONG)
    assert answer == (400, refused("This endpoint requires HTTP basic authentication."), None)


async def test_scheme_and_address_are_taken_in_any_case(house: House) -> None:
    account = house.actor("Cleo").account
    status, body, _ = await ask(
        house, basic(f"CLEO-Member@House.test:{account.api_key}").replace("Basic", "bASIC")
    )
    assert status == 200
    assert isinstance(body, dict)
    assert body["user_id"] == CLEO


async def test_a_hidden_address_logs_in_and_its_stand_in_does_not(house: House) -> None:
    account = house.actor("Hal").account
    assert account.email == "hal-hidden@house.test"
    assert (await ask(house, basic(f"{account.email}:{account.api_key}")))[0] == 200
    assert (await ask(house, basic(f"user18@house.test:{account.api_key}")))[0] == 401


async def test_a_former_account_does_not_log_in(house: House) -> None:
    key = house.world.keys.key(17)
    answer = await ask(house, basic(f"old-hand@house.test:{key}"))
    assert answer == (401, refused("Account is deactivated", "UNAUTHORIZED"), CHALLENGE)


async def test_an_incoming_web_hook_bot_may_only_send(house: House) -> None:
    hook = house.actor("Hook")
    msg = "This API is not available to incoming webhook bots."
    assert await hook.call("GET", "/users/me") == (401, refused(msg, "UNAUTHORIZED"))
    assert await hook.say("general", "hooks", "ding") == 106


async def test_a_browser_without_login_is_sent_to_the_login_page(house: House) -> None:
    url = f"{house.url}/api/v1/users/me"
    async with house.session.get(url, headers={"Accept": "text/html"}, allow_redirects=False) as response:
        assert response.status == 302
        assert response.headers["Location"] == "/login/?next=%2Fapi%2Fv1%2Fusers%2Fme"


async def test_a_foreign_host_name_reaches_no_account_and_no_key(house: House, cleo: Actor) -> None:
    elsewhere = {"Host": "evil.example"}
    assert await cleo.call("GET", "/users/me", headers=elsewhere) == (
        401,
        refused("Account is not associated with this subdomain", "UNAUTHORIZED"),
    )
    params = {"username": "cleo-member@house.test"}
    assert await cleo.call("POST", "/dev_fetch_api_key", params, headers=elsewhere) == (
        404,
        refused("Invalid subdomain", "NONEXISTENT_SUBDOMAIN"),
    )


async def test_who_names_no_host_is_answered(house: House, cleo: Actor) -> None:
    for path, who in (("/server_settings", ""), ("/users/me", cleo.headers["Authorization"])):
        reader, writer = await asyncio.open_connection("127.0.0.1", URL(house.url).port)
        writer.write(f"GET /api/v1{path} HTTP/1.0\r\nAuthorization: {who}\r\n\r\n".encode())
        assert b" 200 " in await reader.readline()
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize(
    "path", ["/nope", "/users/me/", "/messages/abc", "/messages/-1", "/users/me/x/topics"]
)
async def test_a_path_that_leads_nowhere_is_a_page_that_names_it(house: House, path: str) -> None:
    async with house.session.get(f"{house.url}/api/v1{path}") as response:
        assert response.status == 404
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
        assert f"<code>GET /api/v1{path}</code>" in await response.text()


async def test_a_path_with_a_line_break_is_like_any_other(house: House, cleo: Actor) -> None:
    url = URL(f"{house.url}/api/v1/users/two%0Alines", encoded=True)
    async with house.session.get(url, headers=cleo.headers) as response:
        assert (response.status, await response.json()) == (400, refused("No such user"))


async def test_a_wrong_method_is_told_the_right_ones_before_authentication(house: House) -> None:
    async with house.session.put(f"{house.url}/api/v1/messages") as response:
        assert response.status == 405
        assert response.headers["Allow"] == "GET, POST, HEAD"
        assert response.headers["Content-Type"] == "text/html; charset=utf-8"
        assert await response.json(content_type=None) == {
            "result": "error",
            "msg": "Method Not Allowed",
            "allowed_methods": ["GET", "POST", "HEAD"],
        }


async def test_options_are_answered_without_authentication_and_without_a_body(house: House) -> None:
    async with house.session.options(f"{house.url}/api/v1/messages") as response:
        assert (response.status, response.headers["Allow"]) == (204, "GET, HEAD, POST")
        assert await response.read() == b""


async def test_head_is_get_without_a_body(house: House, cleo: Actor) -> None:
    async with house.session.head(f"{house.url}/api/v1/users/me", headers=cleo.headers) as response:
        assert response.status == 200
        assert await response.read() == b""


async def test_a_field_called_method_overrides_that_of_a_post(cleo: Actor) -> None:
    status, body = await cleo.call("POST", "/users/me", {"method": "GET", "x": "1"})
    assert (status, body["user_id"], body["ignored_parameters_unsupported"]) == (200, CLEO, ["x"])
    assert (await cleo.call("POST", "/users/me", {"method": "PATCH"}))[0] == 405


async def test_a_double_slash_is_one(cleo: Actor) -> None:
    assert (await cleo.get("//users/me"))["user_id"] == CLEO


async def test_an_answer_is_one_line_of_json_that_nobody_keeps(house: House, cleo: Actor) -> None:
    async with house.session.get(f"{house.url}/api/v1/users/me", headers=cleo.headers) as response:
        text = await response.text()
        assert text.endswith("}\n")
        assert text.count("\n") == 1
        assert response.headers["Content-Type"] == "application/json"
        assert response.headers["Cache-Control"] == NEVER


TYPING = {"type": "direct", "op": "start", "to": "[14]"}
MISSING_OP = refused("Missing 'op' argument", "REQUEST_VARIABLE_MISSING", var_name="op")


async def test_parameters_come_from_form_parts_and_query_alike(cleo: Actor) -> None:
    done = (200, {"result": "success", "msg": ""})
    parts = aiohttp.FormData(default_to_multipart=True)
    for name, value in TYPING.items():
        parts.add_field(name, value)
    assert await cleo.call("POST", "/typing", data=parts) == done
    assert await cleo.call("POST", "/typing?type=direct&op=start&to=[14]") == done
    assert await cleo.call("POST", "/typing?op=nonsense", TYPING) == done


@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
async def test_a_body_that_is_no_form_is_not_read(cleo: Actor, kind: str) -> None:
    body = b'{"type": "direct", "op": "start", "to": [14]}'
    assert await cleo.call("POST", "/typing", data=body, headers={"Content-Type": kind}) == (400, MISSING_OP)


async def test_parameters_that_mean_nothing_are_listed_only_when_the_call_succeeds(cleo: Actor) -> None:
    status, body = await cleo.call("POST", "/typing?qqq=1", {**TYPING, "zzz": "1", "client": "me"})
    assert (status, body) == (
        200,
        {"result": "success", "msg": "", "ignored_parameters_unsupported": ["qqq", "zzz"]},
    )
    status, body = await cleo.call("GET", "/messages/999", {"foo": "1"})
    assert (status, body) == (400, refused("Invalid message(s)"))


async def test_bytes_that_are_no_utf8_are_replaced(cleo: Actor) -> None:
    body = b"type=channel&to=31&topic=t&content=a%ffb"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    status, sent = await cleo.call("POST", "/messages", data=body, headers=kind)
    assert status == 200
    assert (await cleo.get(f"/messages/{sent['id']}", apply_markdown="false"))["message"]["content"] == "a�b"


async def test_a_form_may_be_sent_without_escaping_what_is_no_ascii(cleo: Actor) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    for form in ("Grüße an 漢字 ☃".encode(), b"Gr%C3%BC%C3%9Fe an \xe6\xbc\xa2\xe5\xad\x97 \xe2\x98\x83"):
        body = b"type=channel&to=31&topic=\xc3\x9f&content=" + form
        status, sent = await cleo.call("POST", "/messages", data=body, headers=kind)
        assert status == 200, sent
        message = (await cleo.get(f"/messages/{sent['id']}", apply_markdown="false"))["message"]
        assert (message["subject"], message["content"]) == ("ß", "Grüße an 漢字 ☃")


@pytest.mark.parametrize("kind", ["urlencoded", "multipart"])
async def test_a_get_takes_no_parameters_from_a_body(kind: str, cleo: Actor) -> None:
    form = aiohttp.FormData({"stream": "hall"}, default_to_multipart=kind == "multipart")
    status, body = await cleo.call("GET", "/get_stream_id", data=form)
    assert (status, body) == (
        400,
        {**refused("Missing 'stream' argument", "REQUEST_VARIABLE_MISSING"), "var_name": "stream"},
    )


async def test_a_form_that_is_no_utf8_is_taken_for_latin_1(cleo: Actor) -> None:
    body = b"type=channel&to=31&topic=t&content=Gr\xfc\xdfe"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    status, sent = await cleo.call("POST", "/messages", data=body, headers=kind)
    assert status == 200
    message = (await cleo.get(f"/messages/{sent['id']}", apply_markdown="false"))["message"]
    assert message["content"] == "Grüße"


async def test_names_of_parts_that_are_no_utf8_are_replaced(cleo: Actor) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="gr\xfc"\r\n\r\n1\r\n--x--\r\n'
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    query = "/typing?type=direct&op=start&to=[14]"
    assert await cleo.call("POST", query, data=part, headers=kind) == (
        200,
        {"result": "success", "msg": "", "ignored_parameters_unsupported": ["gr�"]},
    )


async def test_the_name_of_a_program_that_is_no_utf8_is_replaced(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["message"]')
    form = b"type=channel&to=31&topic=t&content=hello"
    reader, writer = await asyncio.open_connection("127.0.0.1", URL(house.url).port)
    head = (
        "POST /api/v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        f"Authorization: {cleo.headers['Authorization']}\r\nUser-Agent: Gr\udcfcn Bot/1.0\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n\r\n"
    )
    writer.write(head.encode("utf-8", "surrogateescape") + form)
    assert b" 200 " in await reader.readline()
    writer.close()
    await writer.wait_closed()
    (event,) = await queue.events()
    assert event["message"]["client"] == "Gr�n Bot"


async def test_large_and_compressed_bodies_are_refused(open_house: OpenHouse) -> None:
    house = await open_house(form_bytes=2000)
    cleo = house.actor("Cleo")
    status, body = await cleo.call("POST", "/typing", {"op": "x" * 3000})
    assert (status, body) == (413, refused("Request body is larger than the allowed limit of 2000 bytes"))
    status, body = await cleo.call("POST", "/typing", {"op": "start"}, compress="gzip")
    assert (status, body) == (415, refused("Request bodies must not be compressed"))


async def test_too_many_fields_are_refused(cleo: Actor) -> None:
    fields = {f"f{number}": "" for number in range(1001)}
    assert await cleo.call("POST", "/typing", fields) == (400, refused("Malformed request body"))


async def test_the_limit_counts_each_account_and_says_what_is_left(open_house: OpenHouse) -> None:
    house = await open_house(rate_limit=RateLimit(requests=2, seconds=60))
    cleo, dan = house.actor("Cleo"), house.actor("Dan")
    url = f"{house.url}/api/v1/users/me"
    left = []
    for _ in range(2):
        async with house.session.get(url, headers=cleo.headers) as response:
            left.append(response.headers["X-RateLimit-Remaining"])
    assert left == ["1", "0"]
    await house.clock.advance(20)
    async with house.session.get(url, headers=cleo.headers) as response:
        assert response.status == 429
        assert response.headers["X-RateLimit-Limit"] == "2"
        assert response.headers["X-RateLimit-Remaining"] == "0"
        assert response.headers["X-RateLimit-Reset"] == str(1_800_000_060)
        assert float(response.headers["Retry-After"]) == pytest.approx(40)
        body = await response.json()
        assert body.pop("retry-after") == pytest.approx(40)
        assert body == refused("API usage exceeded rate limit", "RATE_LIMIT_HIT")
    assert (await dan.call("GET", "/users/me"))[0] == 200
    await house.clock.advance(41)
    assert (await cleo.call("GET", "/users/me"))[0] == 200


async def test_a_slow_body_is_not_waited_for(open_house: OpenHouse) -> None:
    house = await open_house(form_seconds=0.05)
    cleo = house.actor("Cleo")
    host, port = house.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = (
        f"POST /api/v1/typing HTTP/1.1\r\nHost: {host}\r\nAuthorization: {cleo.headers['Authorization']}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nop=st"
    )
    writer.write(head.encode())
    assert b" 408 " in await asyncio.wait_for(reader.readline(), 5)
    writer.close()
    await writer.wait_closed()
