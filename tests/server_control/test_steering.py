"""Steering a server from Python: memory, reset, journal, queues, quiet, acting, rights."""

import asyncio

import pytest

from dragoman_server import Clock, RateLimit, ServerSettings, running_server
from dragoman_server.acting import Answer
from dragoman_server.faults import Act
from dragoman_server.world.dump.writing import export_world
from dragoman_server.world.file import parse_world
from server.household import GENERAL, HELLO, NOW, WORLD, Actor, House
from server_faults.raw import exchange


async def test_a_restored_state_is_the_one_that_was_remembered(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["message"]')
    before, snapshot = export_world(house.world), house.server.snapshot()
    await cleo.say("general", "plans", "one")
    await cleo.post(f"/messages/{HELLO}/reactions", emoji_name="tada")
    await cleo.call("DELETE", "/users/me/subscriptions", {"subscriptions": '["general"]'})
    await house.clock.advance(3600)
    assert export_world(house.world) != before
    house.server.restore(snapshot)
    assert export_world(house.world) == before
    assert house.clock.now() == NOW
    assert await queue.events() == []
    assert await cleo.say("general", "plans", "two") == 106
    assert [event["message"]["content"] for event in await queue.events()] == ["two"]


async def test_a_state_can_be_restored_more_than_once(house: House, cleo: Actor) -> None:
    snapshot = house.server.snapshot()
    for _ in range(3):
        assert await cleo.say("general", "plans", "again") == 106
        house.server.restore(snapshot)


async def test_what_was_due_is_due_again_after_a_restore(house: House, cleo: Actor) -> None:
    due = str(NOW + 600)
    await cleo.post(
        "/scheduled_messages",
        type="channel",
        to=str(GENERAL),
        topic="plans",
        content="later",
        scheduled_delivery_timestamp=due,
    )
    snapshot = house.server.snapshot()
    for _ in range(2):
        await house.clock.advance(599)
        assert house.world.messages.get(106) is None
        await house.clock.advance(1)
        assert house.world.messages[106].content == "later"
        house.server.restore(snapshot)


async def test_a_poll_is_cut_off_by_a_restore_and_leaves_no_heartbeat(house: House, cleo: Actor) -> None:
    queue = await cleo.queue()
    polling = asyncio.ensure_future(exchange(cleo, "GET", "/events", queue_id=queue.id, last_event_id="-1"))
    await _parked(house)
    snapshot = house.server.snapshot()
    house.server.restore(snapshot)
    assert await polling == b""
    await house.clock.advance(120)
    assert await queue.events() == []


async def _parked(house: House) -> None:
    async with asyncio.timeout(10):
        while not any(queue.is_waited_on for queue in house.world.queues):  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def test_a_request_that_a_fault_holds_up_is_cut_off_by_a_restore(house: House, cleo: Actor) -> None:
    snapshot = house.server.snapshot()
    rule = house.server.faults.add(Act(delay_before=60))
    asking = asyncio.ensure_future(exchange(cleo, "GET", "/users/me"))
    async with asyncio.timeout(10):
        while not rule.befell:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    house.server.restore(snapshot)
    assert await asking == b""


async def test_a_reset_leads_back_to_the_start_and_keeps_the_keys(house: House, cleo: Actor) -> None:
    start = export_world(house.world)
    queue = await cleo.queue()
    house.server.faults.add(Act(truncate=1), path="/users/me")
    await cleo.say("general", "plans", "one")
    await house.clock.advance(60)
    house.server.reset()
    assert (export_world(house.world), house.clock.now()) == (start, NOW)
    assert (len(house.server.faults), len(house.server.journal), list(house.world.queues)) == (0, 0, [])
    status, body = await cleo.call("GET", "/events", {"queue_id": queue.id, "last_event_id": "-1"})
    assert (status, body["code"]) == (400, "BAD_EVENT_QUEUE_ID")


async def test_requests_are_counted_anew_after_a_reset() -> None:
    settings = ServerSettings(rate_limit=RateLimit(requests=2, seconds=60))
    async with running_server(parse_world(WORLD), settings=settings, clock=Clock(NOW)) as server:
        for _ in range(2):
            await server.clock.advance(600)
            statuses = [
                (await server.person("Cleo Member").calls("GET", "/users/me")).status for _ in range(3)
            ]
            assert statuses == [200, 200, 429]
            server.reset()


async def test_a_real_clock_goes_on_after_a_reset() -> None:
    async with running_server(parse_world(WORLD)) as server:
        server.clock.freeze(5)
        server.reset()
        assert not server.clock.frozen
        assert server.clock.now() > NOW - 10**9


async def test_the_journal_tells_how_to_ask_again_without_telling_keys(house: House, cleo: Actor) -> None:
    await cleo.say("general", "it's on", "said")
    await cleo.call("POST", "/fetch_api_key", {"username": "cleo", "password": "hush"}, headers={})
    await cleo.get("/users/me/subscriptions", include_subscribers="true")
    address = cleo.account.email
    sent, fetched, asked = house.server.journal
    assert str(sent) == f"POST /api/v1/messages by {address}: 200"
    assert sent.at == NOW
    assert sent.curl == (
        f"curl -sS -X POST -u '{address}:***' {house.url}/api/v1/messages --data-urlencode type=channel "
        "--data-urlencode to=general --data-urlencode 'topic=it'\"'\"'s on' --data-urlencode content=said"
    )
    assert fetched.parameters == {"username": "cleo", "password": "***"}
    assert "hush" not in fetched.curl
    assert asked.curl == (
        f"curl -sS -X GET -u '{address}:***' {house.url}/api/v1/users/me/subscriptions "
        "-G --data-urlencode include_subscribers=true"
    )
    assert cleo.account.api_key not in "".join(entry.curl for entry in house.server.journal)


async def test_a_request_without_an_answer_stands_in_the_journal(house: House, cleo: Actor) -> None:
    house.server.faults.add(Act(drop="after_commit"), method="POST")
    with pytest.raises(Exception, match="Server disconnected"):
        await cleo.say("general", "plans", "said")
    assert str(house.server.journal[-1]) == f"POST /api/v1/messages by {cleo.account.email}: no answer"


async def test_a_missing_page_and_a_deed_stand_in_the_journal(house: House) -> None:
    async with house.session.get(f"{house.url}/nowhere") as response:
        assert response.status == 404
    assert (house.server.journal[-1].status, house.server.journal[-1].account) == (404, None)


async def test_queues_expire_one_by_one_by_account_or_all(house: House, ada: Actor, cleo: Actor) -> None:
    first, _, _ = await cleo.queue(), await cleo.queue(), await ada.queue()
    assert house.server.expire_queue(first.id) == 1
    with pytest.raises(LookupError, match="there is no event queue"):
        house.server.expire_queue(first.id)
    assert house.server.expire_queue(account="Cleo Member") == 1
    assert house.server.expire_queue() == 1
    assert house.server.expire_queue() == 0


async def test_it_is_quiet_while_only_polls_are_parked(house: House, cleo: Actor) -> None:
    queue = await cleo.queue()
    polling = asyncio.ensure_future(queue.poll())
    await _parked(house)
    async with asyncio.timeout(10):
        await house.server.quiet(seconds=0.01)
    house.server.faults.add(Act(delay_before=5), path="/users/me")
    slow = asyncio.ensure_future(cleo.get("/users/me"))
    waiting = asyncio.ensure_future(house.server.quiet(seconds=0.01))
    async with asyncio.timeout(10):
        while not house.server.faults.rules[0].befell:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert not waiting.done()
    await house.clock.advance(5)
    await slow
    async with asyncio.timeout(10):
        await waiting
    polling.cancel()


async def test_anybody_can_be_acted_as(house: House) -> None:
    answer = await house.server.act_as(
        "cleo member",
        "post",
        "/messages",
        {"type": "direct", "to": ["ada-owner@house.test"], "content": "hi"},
    )
    assert answer == Answer(200, {"result": "success", "msg": "", "id": 106})
    reader = house.actor("Ada").account.user_id
    told = await house.server.act_as(
        reader, "GET", "/messages", {"anchor": "newest", "num_before": 1, "num_after": 0}
    )
    assert [message["content"] for message in told.body["messages"]] == ["<p>hi</p>"]
    page = await house.server.act_as(reader, "GET", "/nowhere")
    assert (page.status, page.body[:15]) == (404, "<!DOCTYPE html>")
    with pytest.raises(LookupError, match="there is no account 'Nobody'; there are: Ada Owner"):
        await house.server.act_as("Nobody", "GET", "/users/me")


async def test_a_right_is_granted_by_its_name(house: House) -> None:
    house.server.grant("Cleo Member", "can_create_users")
    cleo = house.world.users.by_login(house.actor("Cleo").account.email)
    assert cleo is not None
    assert cleo.can_create_users
    with pytest.raises(
        ValueError, match="there is no right 'can_fly'; there are: can_change_user_emails, can_create_users"
    ):
        house.server.grant("Cleo Member", "can_fly")
