"""Each way of going wrong, on real sockets: what the client sees, and whether the thing was done."""

import asyncio
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import pytest

from dragoman_server.clock import settle
from dragoman_server.faults import Act
from server.household import GENERAL, HELLO, NOW, Actor, House
from server_faults.raw import connected, exchange

TEXT = {"type": "channel", "to": str(GENERAL), "topic": "plans", "content": "said"}


DATE = "Wed, 21 Oct 2026 07:28:00 GMT"


def said(house: House) -> int:
    return sum(message.content == "said" for message in house.world.messages)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - the condition is the other side's
            await asyncio.sleep(0.001)


@pytest.mark.parametrize(
    ("act", "done"),
    [
        (Act(drop="before_commit"), 0),
        (Act(drop="after_commit"), 1),
    ],
)
async def test_a_dropped_connection_ends_without_a_byte(
    house: House, cleo: Actor, act: Act, done: int
) -> None:
    house.server.faults.add(act, method="POST", path="/messages")
    assert await exchange(cleo, "POST", "/messages", **TEXT) == b""
    assert said(house) == done


async def test_a_connection_dropped_amid_the_body_promised_more(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(drop="mid_body"), method="POST", path="/messages")
    head, _, body = (await exchange(cleo, "POST", "/messages", **TEXT)).partition(b"\r\n\r\n")
    whole = b'{"result":"success","msg":"","id":106,"automatic_new_visibility_policy":null}\n'
    assert head.startswith(b"HTTP/1.1 200 OK")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    assert len(body) == length // 2
    assert whole.startswith(body[:40])
    assert said(house) == 1


@pytest.mark.parametrize(
    ("act", "done"),
    [(Act(rst="before_commit"), 0), (Act(rst="after_commit"), 1), (Act(rst="mid_body"), 1)],
)
async def test_a_reset_connection_is_a_reset_to_its_client(
    house: House, cleo: Actor, act: Act, done: int
) -> None:
    house.server.faults.add(act, method="POST", path="/messages")
    with pytest.raises(ConnectionResetError):
        await exchange(cleo, "POST", "/messages", **TEXT)
    assert said(house) == done


@pytest.mark.parametrize(
    ("act", "done"),
    [
        (Act(status=502, body="<html>bad gateway</html>", content_type="text/html"), 0),
        (
            Act(
                status=502,
                at="after_commit",
                body="<html>bad gateway</html>",
                content_type="text/html",
            ),
            1,
        ),
    ],
)
async def test_a_status_is_answered_before_or_after_the_thing_is_done(
    house: House, cleo: Actor, act: Act, done: int
) -> None:
    house.server.faults.add(act, method="POST")
    async with house.session.post(
        f"{house.url}/api/v1/messages", data=TEXT, headers=cleo.headers
    ) as response:
        assert (response.status, response.content_type) == (502, "text/html")
        assert await response.text() == "<html>bad gateway</html>"
    assert said(house) == done


async def test_headers_are_set_and_taken_away(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(headers={"X-Odd": "yes", "Cache-Control": None}))
    async with house.session.get(f"{house.url}/api/v1/users/me", headers=cleo.headers) as response:
        assert response.headers["X-Odd"] == "yes"
        assert "Cache-Control" not in response.headers


async def test_a_delay_before_holds_back_the_deed_and_one_after_only_the_answer(
    house: House, cleo: Actor
) -> None:
    house.server.faults.add(Act(delay_before=30, delay_after_commit=30), method="POST")
    sending = asyncio.ensure_future(cleo.say("general", "plans", "said"))
    await until(lambda: len(house.server.faults.rules) and next(iter(house.server.faults)).befell)
    await house.clock.advance(29)
    assert said(house) == 0
    await house.clock.advance(1)
    await until(lambda: said(house) == 1)
    assert not sending.done()
    await settle()
    await house.clock.advance(30)
    assert await sending == 106


async def test_a_black_hole_keeps_the_connection_and_says_nothing(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(blackhole=True), path="/users/me")
    async with connected(cleo, "GET", "/users/me") as reader:
        await until(lambda: next(iter(house.server.faults)).befell)
        await house.clock.advance(86400)
        assert not reader.at_eof()
    assert house.server.faults.rules[0].befell == 1


async def test_a_truncated_answer_is_well_formed_http(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(truncate=9))
    async with house.session.get(f"{house.url}/api/v1/users/me", headers=cleo.headers) as response:
        assert (response.status, await response.read()) == (200, b'{"result"')


async def test_a_trickling_answer_takes_its_time(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(trickle=10), method="POST")
    reading = asyncio.ensure_future(exchange(cleo, "POST", "/messages", **TEXT))
    await until(lambda: said(house) == 1)
    for _ in range(20):
        await settle()
        await house.clock.advance(1)
    _, _, body = (await reading).partition(b"\r\n\r\n")
    assert body.startswith(b'{"result":"success"')
    assert body.endswith(b"}\n")
    assert house.clock.now() == NOW + 20


@pytest.mark.parametrize(
    ("act", "header", "told"),
    [
        (Act(rate_limit=2), "1.0", {"retry-after": 1.0}),
        (Act(rate_limit=2, retry_after=DATE), DATE, {"retry-after": DATE}),
        (Act(rate_limit=2, retry_after=None), None, {}),
        (Act(rate_limit=2, retry_after=1e9), "1000000000.0", {"retry-after": 1e9}),
    ],
)
async def test_so_many_requests_are_refused_and_the_next_is_not(
    house: House, cleo: Actor, act: Act, header: str | None, told: dict[str, Any]
) -> None:
    house.server.faults.add(act, method="POST", path="/messages")
    for _ in range(2):
        async with house.session.post(
            f"{house.url}/api/v1/messages", data=TEXT, headers=cleo.headers
        ) as response:
            assert response.status == 429
            assert response.headers.get("Retry-After") == header
            assert await response.json() == {
                "result": "error",
                "msg": "API usage exceeded rate limit",
                "code": "RATE_LIMIT_HIT",
                **told,
            }
    assert said(house) == 0
    assert await cleo.say("general", "plans", "said") == 106


async def test_a_killed_queue_is_unknown_from_then_on(house: House, cleo: Actor) -> None:
    queue, other = await cleo.queue(), await cleo.queue()
    house.server.faults.add(Act(kill_queue=True), path="/events", nth=1)
    status, body = await cleo.call("GET", "/events", {"queue_id": queue.id, "last_event_id": "-1"})
    assert (status, body["code"]) == (400, "BAD_EVENT_QUEUE_ID")
    assert await other.events() == []


async def test_a_request_that_names_no_queue_kills_all_of_its_caller(house: House, cleo: Actor) -> None:
    await cleo.queue()
    await cleo.queue()
    house.server.faults.add(Act(kill_queue=True), method="POST")
    await cleo.say("general", "plans", "said")
    assert list(house.world.queues) == []


async def test_a_restart_cuts_the_polls_off_and_is_told_to_kept_queues(
    house: House, ada: Actor, cleo: Actor
) -> None:
    queue = await cleo.queue(event_types='["restart"]')
    polling = asyncio.ensure_future(exchange(cleo, "GET", "/events", queue_id=queue.id, last_event_id="-1"))
    await until(lambda: any(one.is_waited_on for one in house.world.queues))
    house.server.faults.add(Act(queue_restart="keep"), path="/users/me", nth=1)
    await ada.get("/users/me")
    assert await polling == b""
    assert await queue.events() == [
        {
            "type": "restart",
            "zulip_version": "12.0-dragoman",
            "zulip_merge_base": "12.0-dragoman",
            "zulip_feature_level": 496,
            "server_feature_level": 496,
            "server_generation": NOW,
            "immediate": True,
        }
    ]


async def test_a_restart_may_lose_all_queues(house: House, cleo: Actor) -> None:
    queue = await cleo.queue()
    house.server.faults.add(Act(queue_restart="lose"), path="/users/me", nth=1)
    await cleo.get("/users/me")
    status, body = await cleo.call("GET", "/events", {"queue_id": queue.id, "last_event_id": "-1"})
    assert (status, body["code"]) == (400, "BAD_EVENT_QUEUE_ID")


async def test_a_restart_from_an_old_dump_does_not_know_the_newest_events(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["message"]')
    house.server.faults.add(Act(queue_restart="stale"), path="/users/me", nth=1)
    await cleo.say("general", "plans", "one")
    await cleo.say("general", "plans", "two")
    assert len(await queue.events()) == 2
    assert await queue.events() == []
    await cleo.get("/users/me")
    status, body = await cleo.call(
        "GET", "/events", {"queue_id": queue.id, "last_event_id": "1", "dont_block": "true"}
    )
    assert (status, body["msg"]) == (400, "Event 1 was not in this queue")


async def test_events_are_told_twice_and_newest_first(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["message"]')
    await cleo.say("general", "plans", "one")
    await cleo.say("general", "plans", "two")
    house.server.faults.add(Act(dup_events=True, reorder_events=True), path="/events")
    events = await queue.events()
    assert [event["message"]["content"] for event in events] == ["two", "two", "one", "one"]


async def test_a_poll_without_heartbeats_waits_on(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["message"]')
    house.server.faults.add(Act(suppress_heartbeat=True), path="/events", nth=1)
    polling = asyncio.ensure_future(queue.poll())
    await until(lambda: any(one.is_waited_on for one in house.world.queues))
    await house.clock.advance(3600)
    assert not polling.done()
    await cleo.say("general", "plans", "said")
    assert [event["type"] for event in (await polling)["events"]] == ["message"]


async def test_the_date_is_wrong_by_so_many_seconds(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(skew_date_header=-90))
    async with house.session.get(f"{house.url}/api/v1/users/me", headers=cleo.headers) as response:
        assert parsedate_to_datetime(response.headers["Date"]).timestamp() == NOW - 90


async def test_what_lags_is_done_after_its_client_was_dropped(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(commit_lag=20), method="POST", path="/messages")
    assert await exchange(cleo, "POST", "/messages", **TEXT) == b""
    await house.clock.advance(19)
    assert said(house) == 0
    await house.clock.advance(1)
    await until(lambda: said(house) == 1)


async def test_rules_choose_by_account_path_turn_and_number_of_times(
    house: House, ada: Actor, cleo: Actor
) -> None:
    async def statuses(who: Actor, count: int, path: str = "/users/me") -> list[int]:
        return [(await who.call("GET", path))[0] for _ in range(count)]

    faults = house.server.faults
    faults.add(Act(status=503, body="{}"), account="cleo member", nth=2)
    assert await statuses(ada, 3) == [200, 200, 200]
    assert await statuses(cleo, 3) == [200, 503, 200]
    faults.clear()
    faults.add(Act(status=503, body="{}"), account=cleo.account.user_id, times=2)
    assert await statuses(cleo, 3) == [503, 503, 200]
    faults.clear()
    rule = faults.add(Act(status=503, body="{}"), path="/api/v1/messages/*", method="get")
    assert await statuses(cleo, 1, f"/messages/{HELLO}") == [503]
    assert await statuses(cleo, 1) == [200]
    faults.remove(rule.id)
    assert (len(faults), rule.fitted, rule.befell) == (0, 1, 1)
    with pytest.raises(LookupError, match="there is no fault"):
        faults.remove(rule.id)


async def test_the_same_seed_hits_the_same_requests(house: House, cleo: Actor) -> None:
    async def pattern(seed: int) -> list[int]:
        house.server.faults.clear()
        house.server.faults.add(Act(status=500, body="{}"), probability=0.5, seed=seed)
        return [(await cleo.call("GET", "/users/me"))[0] for _ in range(20)]

    first = await pattern(1)
    assert set(first) == {200, 500}
    assert await pattern(1) == first
    assert await pattern(2) != first


async def test_several_faults_befall_one_request(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(headers={"X-Odd": "yes"}))
    house.server.faults.add(Act(truncate=2))
    async with house.session.get(f"{house.url}/api/v1/users/me", headers=cleo.headers) as response:
        assert (response.headers["X-Odd"], await response.read()) == ("yes", b'{"')


async def test_the_guide_fails_too(house: House) -> None:
    house.server.faults.add(Act(status=503), path="/service-guide")
    async with house.session.get(f"{house.url}/api/v1/service-guide") as response:
        assert response.status == 503


async def test_a_multipart_form_that_lags_is_read_before_its_client_goes(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(commit_lag=5), method="POST")
    form = aiohttp.MultipartWriter("form-data")
    for name, text in TEXT.items():
        part = form.append(text)
        part.set_content_disposition("form-data", name=name)
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await house.session.post(f"{house.url}/api/v1/messages", data=form, headers=cleo.headers)
    await house.clock.advance(5)
    await until(lambda: said(house) == 1)
