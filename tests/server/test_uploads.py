"""Files: uploaded, listed, claimed by messages, fetched by whoever may, and cleared away."""

import base64
import json
from io import BytesIO
from typing import Any

import pytest
from multidict import CIMultiDictProxy

from server.household import CLEO, GENERAL, NOW, Actor, House, OpenHouse, refused

DONE = {"result": "success", "msg": ""}
WEEK = 7 * 86400


BOUNDARY = "edge"


def form_of(*files: tuple[str, bytes], **fields: str) -> dict[str, Any]:
    """Return body and headers of a form as browsers send it."""
    body = b""
    for name, value in fields.items():
        body += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for number, (name, content) in enumerate(files):
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="f{number}"; filename="{name}"\r\n\r\n'
        body += head.encode("utf-8", "surrogateescape") + content + b"\r\n"
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    return {"data": BytesIO(body + f"--{BOUNDARY}--\r\n".encode()), "headers": headers}


async def upload(actor: Actor, name: str = "notes.txt", content: bytes = b"hello") -> str:
    status, body = await actor.call("POST", "/user_uploads", **form_of((name, content)))
    assert status == 200, body
    url: str = body["url"]
    return url


async def fetch(
    house: House, url: str, actor: Actor | None = None
) -> tuple[int, bytes, CIMultiDictProxy[str]]:
    headers = {} if actor is None else actor.headers
    async with house.session.get(f"{house.url}{url}", headers=headers, allow_redirects=False) as response:
        return response.status, await response.read(), response.headers


def listed(upload_id: int, url: str, name: str, size: int, message_ids: list[int]) -> dict[str, Any]:
    path = url.removeprefix("/user_uploads/")
    return {
        "id": upload_id,
        "name": name,
        "path_id": path,
        "size": size,
        "create_time": NOW,
        "message_ids": message_ids,
    }


async def test_a_file_is_uploaded_listed_and_removed(cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue(event_types='["attachment"]')
    status, body = await cleo.call("POST", "/user_uploads", **form_of(("a b☃.png", b"xyz"), foo="1"))
    url = body["url"]
    assert (status, body) == (
        200,
        {**DONE, "uri": url, "url": url, "filename": "a b☃.png", "ignored_parameters_unsupported": ["foo"]},
    )
    assert url.startswith("/user_uploads/1/")
    assert url.endswith("/a-b.png")
    one = listed(1, url, "a b☃.png", 3, [])
    assert await cleo.get("/attachments") == {**DONE, "attachments": [one], "upload_space_used": 3}
    assert await dan.get("/attachments") == {**DONE, "attachments": [], "upload_space_used": 3}
    assert await dan.call("DELETE", "/attachments/1") == (400, refused("Invalid attachment"))
    assert await cleo.delete("/attachments/1") == DONE
    assert await cleo.call("DELETE", "/attachments/1") == (400, refused("Invalid attachment"))
    assert await queue.events() == [
        {"type": "attachment", "op": "add", "attachment": one, "upload_space_used": 3},
        {"type": "attachment", "op": "remove", "attachment": {"id": 1}, "upload_space_used": 0},
    ]


async def test_exactly_one_file_of_a_moderate_size_is_taken(open_house: OpenHouse) -> None:
    cleo = (await open_house(upload_mib=1)).actor("Cleo")
    assert await cleo.call("POST", "/user_uploads") == (400, refused("You must specify a file to upload"))
    two = form_of(("a.txt", b"a"), ("b.txt", b"b"))
    assert await cleo.call("POST", "/user_uploads", **two) == (
        400,
        refused("You may only upload one file at a time"),
    )
    large = form_of(("a.bin", b"0" * (1024 * 1024 + 1)))
    assert await cleo.call("POST", "/user_uploads", **large) == (
        400,
        refused("Uploaded file is larger than the allowed limit of 1 MiB"),
    )
    enormous = form_of(("a.bin", b"0" * (4 * 1024 * 1024)))
    assert (await cleo.call("POST", "/user_uploads", **enormous))[0] == 413
    assert (await cleo.get("/attachments"))["attachments"] == []
    assert (await cleo.call("POST", "/user_uploads", **form_of(("e.txt", b""))))[0] == 200


async def test_a_field_in_which_no_file_was_chosen_holds_none(cleo: Actor) -> None:
    assert await cleo.call("POST", "/user_uploads", **form_of(("", b""))) == (
        400,
        refused("You must specify a file to upload"),
    )


CHARSET = b'Content-Disposition: form-data; name="_charset_"\r\n\r\n'


async def test_a_form_that_is_no_form_is_refused(cleo: Actor) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    endless = b"--x\r\n" + CHARSET + b"u" * 40 + b"\r\n--x--\r\n"
    for body in (b"rubbish", b"--x\r\n\r\nno name\r\n--x--\r\n", endless):
        assert await cleo.call("POST", "/user_uploads", data=body, headers=headers) == (
            400,
            refused("Malformed request body"),
        )


@pytest.mark.parametrize(
    ("sent", "kept", "named"),
    [
        ("../../etc/passwd", "passwd", "passwd"),
        ("..", "uploaded-file", ".."),
        ("a\\\\b\\\\c.txt", "c.txt", "c.txt"),
        ("grüße.txt", "grüße.txt", "grüße.txt"),
        ("gr\udcfc.txt", "gr.txt", "gr�.txt"),
    ],
)
async def test_a_name_leads_nowhere_but_to_the_file(
    house: House, cleo: Actor, sent: str, kept: str, named: str
) -> None:
    url = await upload(cleo, sent)
    assert url.rpartition("/")[2] == kept
    assert (await cleo.get("/attachments"))["attachments"][0]["name"] == named
    assert (await fetch(house, url, cleo))[:2] == (200, b"hello")


async def test_a_file_belongs_to_the_messages_that_link_to_it(house: House, ada: Actor, cleo: Actor) -> None:
    url = await upload(cleo)
    queue = await cleo.queue(event_types='["attachment"]')
    first = await cleo.say("general", "files", f"[notes]({url})")
    second = await ada.say("general", "files", f"again: [notes]({url})")
    claimed = [listed(1, url, "notes.txt", 5, ids) for ids in ([first], [first, second])]
    update = {"type": "attachment", "op": "update", "upload_space_used": 5}
    assert await queue.events() == [{**update, "attachment": one} for one in claimed]
    await cleo.patch(f"/messages/{first}", content="no more")
    assert await queue.events() == []
    assert (await cleo.get("/attachments"))["attachments"][0]["message_ids"] == [second]
    await cleo.patch(f"/messages/{first}", content=f"[back]({url})")
    assert await queue.events() == [{**update, "attachment": claimed[1]}]
    await cleo.patch(f"/messages/{first}", content="no more")
    await ada.delete(f"/messages/{second}")
    removed = {"type": "attachment", "op": "remove", "attachment": {"id": 1}, "upload_space_used": 0}
    assert await queue.events() == [removed]
    assert (await fetch(house, url, cleo))[0] == 404


async def test_a_scheduled_message_claims_its_files_too(house: House, cleo: Actor) -> None:
    url = await upload(cleo)
    message = {"type": "channel", "to": str(GENERAL), "topic": "t", "content": f"[n]({url})"}
    await cleo.post("/scheduled_messages", **message, scheduled_delivery_timestamp=str(NOW + 60))
    await house.clock.advance(60)
    (one,) = (await cleo.get("/attachments"))["attachments"]
    assert len(one["message_ids"]) == 1


async def test_only_whoever_reads_its_message_may_fetch_a_file(
    house: House, cleo: Actor, dan: Actor, gus: Actor
) -> None:
    url = await upload(cleo)
    status, page, _ = await fetch(house, url, dan)
    assert (status, page) == (403, b"<p>You are not authorized to view this file.</p>\n")
    assert (await dan.say("quiet", "t", f"[mine now]({url})")) > 0
    assert (await fetch(house, url, dan))[0] == 403
    await cleo.say("quiet", "t", f"[notes]({url})")
    assert (await fetch(house, url, dan))[:2] == (200, b"hello")
    assert (await fetch(house, url, gus))[0] == 403


async def test_a_file_is_fetched_by_key_or_for_a_minute_by_anybody(house: House, cleo: Actor) -> None:
    url = await upload(cleo)
    assert (await fetch(house, url, cleo))[:2] == (200, b"hello")
    status, _, headers = await fetch(house, url)
    assert (status, headers["Location"]) == (302, f"/login/?next={url.replace('/', '%2F')}")
    temporary = (await cleo.get(url))["url"]
    assert temporary.startswith("/user_uploads/temporary/")
    assert temporary.endswith("/notes.txt")
    assert (await fetch(house, temporary))[:2] == (200, b"hello")
    assert (await fetch(house, temporary.replace("notes", "other")))[0] == 404
    await house.clock.advance(60)
    gone = (404, b"<p>This file does not exist or has been deleted.</p>\n")
    assert (await fetch(house, temporary))[:2] == gone


async def test_a_key_in_the_address_opens_files_and_pictures(house: House, cleo: Actor, dan: Actor) -> None:
    url = await upload(cleo)
    key, other = cleo.account.api_key, dan.account.api_key
    assert (await fetch(house, f"{url}?api_key={key}"))[:2] == (200, b"hello")
    assert (await fetch(house, f"{url}?api_key={other}"))[0] == 403
    picture = f"/avatar/{CLEO}"
    assert [(await fetch(house, f"{picture}?api_key={one}"))[0] for one in (key, other)] == [302, 302]
    # The header, where there is one, counts alone.
    assert (await fetch(house, f"{url}?api_key={key}", dan))[0] == 403
    for wrong, msg in ((key[:-1], "Malformed API key"), ("x" * 32, "Invalid API key")):
        for path in (url, picture):
            status, body, headers = await fetch(house, f"{path}?api_key={wrong}")
            assert (status, json.loads(body)) == (401, refused(msg, "INVALID_API_KEY"))
            assert "WWW-Authenticate" not in headers


async def test_an_incoming_web_hook_bot_fetches_nothing(house: House, cleo: Actor) -> None:
    hook, msg = house.actor("Hook"), "This API is not available to incoming webhook bots."
    for path in (await upload(cleo), f"/avatar/{CLEO}"):
        status, body, _ = await fetch(house, path, hook)
        assert (status, json.loads(body)) == (401, refused(msg, "UNAUTHORIZED"))
        status, body, _ = await fetch(house, f"{path}?api_key={hook.account.api_key}")
        assert (status, json.loads(body)) == (400, refused(msg))


async def test_a_key_in_the_address_is_of_no_use_to_who_has_no_account_any_more(
    house: House, ada: Actor, cleo: Actor
) -> None:
    url = await upload(cleo)
    await ada.delete(f"/users/{CLEO}")
    status, body, _ = await fetch(house, f"{url}?api_key={cleo.account.api_key}")
    assert (status, json.loads(body)) == (401, refused("Account is deactivated", "USER_DEACTIVATED"))


async def test_what_is_not_there_or_not_ones_own_has_no_address(
    house: House, cleo: Actor, dan: Actor
) -> None:
    url = await upload(cleo)
    for path in ("/user_uploads/1/zz/nope.txt", "/user_uploads/1/..%2f..%2fetc/passwd"):
        status, page, headers = await fetch(house, f"/api/v1{path}", cleo)
        assert (status, headers["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert page == b"<p>This file does not exist or has been deleted.</p>\n"
        assert (await fetch(house, path, cleo))[0] == 404
    assert (await fetch(house, f"/api/v1{url}", dan))[0] == 403
    wrong = {"Authorization": "Basic " + base64.b64encode(b"cleo@house.test:" + b"x" * 32).decode()}
    async with house.session.get(f"{house.url}{url}", headers=wrong) as response:
        assert (response.status, (await response.json())["msg"]) == (401, "Invalid API key")
    async with house.session.get(f"{house.url}{url}", headers={**cleo.headers, "Host": "evil"}) as response:
        assert response.status == 404


@pytest.mark.parametrize(
    ("name", "kind", "disposition"),
    [
        ("a.txt", "text/plain", "inline; filename=\"a.txt\"; filename*=UTF-8''a.txt"),
        ("ü.png", "image/png", "inline; filename=\"u.png\"; filename*=UTF-8''%C3%BC.png"),
        ("x.html", "text/html", "attachment; filename=\"x.html\"; filename*=UTF-8''x.html"),
        ("x.svg", "image/svg+xml", "attachment; filename=\"x.svg\"; filename*=UTF-8''x.svg"),
        ("x", "application/octet-stream", "attachment; filename=\"x\"; filename*=UTF-8''x"),
    ],
)
async def test_no_file_acts_in_a_browser(
    house: House, cleo: Actor, name: str, kind: str, disposition: str
) -> None:
    status, _, headers = await fetch(house, await upload(cleo, name), cleo)
    assert (status, headers["Content-Type"], headers["Content-Disposition"]) == (200, kind, disposition)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


async def test_a_file_that_nobody_used_is_cleared_away_after_weeks(house: House, cleo: Actor) -> None:
    used, _ = await upload(cleo), await upload(cleo)
    await cleo.say("general", "t", f"[x]({used})")
    await house.clock.advance(5 * WEEK - 1)
    queue = await cleo.queue(event_types='["attachment"]')
    assert len((await cleo.get("/attachments"))["attachments"]) == 2
    await house.clock.advance(1)
    removed = {"type": "attachment", "op": "remove", "attachment": {"id": 2}, "upload_space_used": 5}
    assert await queue.events() == [removed]


async def test_an_old_server_speaks_of_files_in_its_own_words(old_house: House) -> None:
    cleo = old_house.actor("Cleo")
    _, body = await cleo.call("POST", "/user_uploads", **form_of(("a.txt", b"a")))
    assert set(body) == {"result", "msg", "uri"}
    sent = await cleo.say("general", "t", f"[x]({body['uri']})")
    (one,) = (await cleo.get("/attachments"))["attachments"]
    assert (one["create_time"], one["messages"]) == (NOW * 1000, [{"id": sent, "date_sent": NOW * 1000}])


async def test_a_picture_is_found_by_user_id(house: House, cleo: Actor) -> None:
    for size, ending in (("", "version=1"), ("/medium", "s=500&version=1")):
        status, _, headers = await fetch(house, f"/avatar/{CLEO}{size}", cleo)
        assert (status, headers["Location"].endswith(ending)) == (302, True)
    status, body, _ = await fetch(house, "/avatar/9999", cleo)
    assert (status, json.loads(body)) == (400, refused("No such user"))
    assert (await fetch(house, f"/avatar/{CLEO}"))[0] == 401


async def test_a_picture_is_found_by_address(house: House, cleo: Actor) -> None:
    seen = (await cleo.get("/users/me"))["email"]
    for address in (seen, seen.upper()):
        for size in ("", "/medium"):
            _, _, expected = await fetch(house, f"/avatar/{CLEO}{size}", cleo)
            status, _, headers = await fetch(house, f"/avatar/{address}{size}", cleo)
            assert (status, headers["Location"]) == (302, expected["Location"])
    digest = "b4a59fa78aecfd31db89d09b71c03954"
    for size, ending in (("", ""), ("/medium", "&s=500")):
        status, _, headers = await fetch(house, f"/avatar/Stranger@far.example{size}", cleo)
        assert status == 302
        assert headers["Location"] == (
            f"https://secure.gravatar.com/avatar/{digest}?d=identicon{ending}&version=1"
        )
    assert (await fetch(house, f"/avatar/{seen}"))[0] == 401


@pytest.mark.parametrize(
    ("asked", "status", "content", "told"),
    [
        ({"Range": "bytes=1-3"}, 206, b"ell", "bytes 1-3/5"),
        ({"Range": "bytes=3-"}, 206, b"lo", "bytes 3-4/5"),
        ({"Range": "bytes=-2"}, 206, b"lo", "bytes 3-4/5"),
        ({"Range": "bytes=0-99"}, 206, b"hello", "bytes 0-4/5"),
        ({"Range": "bytes=5-"}, 416, b"", "bytes */5"),
        ({"Range": "bytes=0-1,3-4"}, 200, b"hello", None),
        ({"Range": "lines=1-2"}, 200, b"hello", None),
        ({"Range": "bytes=3-1"}, 200, b"hello", None),
        ({"Range": "bytes=1-3", "If-Range": '"tag"'}, 200, b"hello", None),
        ({}, 200, b"hello", None),
    ],
)
async def test_a_portion_of_a_file_may_be_fetched(
    house: House, cleo: Actor, asked: dict[str, str], status: int, content: bytes, told: str | None
) -> None:
    url = await upload(cleo)
    async with house.session.get(f"{house.url}{url}", headers={**cleo.headers, **asked}) as response:
        assert (response.status, await response.read()) == (status, content)
        assert response.headers.get("Content-Range") == told
        assert (response.headers["Accept-Ranges"], response.content_type) == ("bytes", "text/plain")


async def test_a_file_may_be_fetched_to_be_saved(house: House, cleo: Actor, dan: Actor) -> None:
    url = await upload(cleo, "a.txt")
    save = url.replace("/user_uploads/", "/user_uploads/download/")
    status, content, headers = await fetch(house, save, cleo)
    assert (status, content) == (200, b"hello")
    assert headers["Content-Disposition"] == "attachment; filename=\"a.txt\"; filename*=UTF-8''a.txt"
    assert ((await fetch(house, save, dan))[0], (await fetch(house, save))[0]) == (403, 302)


@pytest.mark.parametrize(
    "head",
    [
        b'Content-Disposition: form-data; name="a\x7fb"',
        b"Content-Disposition: form-data\x00",
        b"No header at all",
        b"Content-Disposition: form-data; name=" + b"a" * 20_000,
        b"\r\n".join(b"X-Header-%d: x" % number for number in range(300)),
        b"Content-Disposition: form-data; name*=x",
    ],
    ids=["control character", "null byte", "no colon", "long", "many", "bad parameter"],
)
async def test_a_part_with_broken_headers_is_refused(ada: Actor, head: bytes) -> None:
    body = b"--x\r\n" + head + b"\r\n\r\nhello\r\n--x--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = await ada.call("POST", "/user_uploads", data=body, headers=headers)
    assert answer == (400, refused("Malformed request body"))
