"""The control API: who may steer, what each operation does, and what it says of mistakes."""

import asyncio
from typing import Any

import aiohttp
import pytest

from dragoman_server import running_server
from dragoman_server.control.operations import OPERATIONS
from dragoman_server.world.file import parse_world
from server.household import NOW, WORLD, Actor, House
from server_control.conftest import Operator


@pytest.mark.parametrize(
    ("headers", "status", "msg"),
    [
        ({}, 401, "send the control token: 'Authorization: Bearer TOKEN'"),
        ({"Authorization": "Bearer wrong"}, 401, "send the control token: 'Authorization: Bearer TOKEN'"),
        ({"Host": "evil.test"}, 403, "the control API is called by a loopback name, such as 127.0.0.1"),
        ({"Origin": "https://evil.test"}, 403, "pages of 'https://evil.test' may not steer this server"),
    ],
)
async def test_strangers_do_not_steer(
    house: House, operator: Operator, headers: dict[str, str], status: int, msg: str
) -> None:
    sent = headers if status == 401 else {**operator.headers, **headers}
    for path in ("/clock", "/nowhere"):
        assert await operator.call("GET", path, headers=sent) == (status, {"result": "error", "msg": msg})


async def test_an_account_does_not_steer_by_its_key(operator: Operator, cleo: Actor) -> None:
    status, _ = await operator.call("GET", "/clock", headers=cleo.headers)
    assert status == 401


async def test_without_control_there_is_nothing_to_steer() -> None:
    async with (
        running_server(parse_world(WORLD)) as server,
        aiohttp.ClientSession() as session,
        session.get(
            f"{server.url}/control/clock", headers={"Authorization": f"Bearer {server.control_token}"}
        ) as response,
    ):
        assert response.status == 404


async def test_the_token_is_new_each_time() -> None:
    async with running_server(parse_world(WORLD)) as one, running_server(parse_world(WORLD)) as other:
        assert one.control_token != other.control_token
        assert len(one.control_token) == 64


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "msg"),
    [
        ("GET", "/nowhere", "", 404, "there is no GET /control/nowhere; GET /control/ lists what there is"),
        ("PUT", "/clock", "", 404, "there is no PUT /control/clock; GET /control/ lists what there is"),
        ("POST", "/clock/advance", "{", 400, "the body is not JSON: Input data was truncated"),
        (
            "POST",
            "/clock/advance",
            "{}",
            400,
            "the body does not fit: Object missing required field `seconds`",
        ),
        (
            "POST",
            "/clock/advance",
            '{"seconds": -1}',
            400,
            "the body does not fit: Expected `float` >= 0.0 - at `$.seconds`",
        ),
        (
            "POST",
            "/faults",
            '{"act": {"drop": "sometime"}}',
            400,
            "the body does not fit: Invalid enum value 'sometime' - at `$.act.drop`",
        ),
        (
            "POST",
            "/faults",
            '{"match": {"user": 1}, "act": {}}',
            400,
            "the body does not fit: Object contains unknown field `user` - at `$.match`",
        ),
        ("DELETE", "/faults/7", "", 404, "there is no fault 7"),
        ("DELETE", "/faults/x", "", 404, "a number belongs where 'x' stands"),
        ("POST", "/snapshots/7/restore", "", 404, "there is no snapshot 7"),
        ("DELETE", "/snapshots/7", "", 404, "there is no snapshot 7"),
        ("POST", "/queues/expire", '{"queue_id": "q"}', 404, "there is no event queue 'q'"),
        (
            "POST",
            "/as",
            '{"account": 11, "method": "GET", "path": "users"}',
            400,
            "a path begins with a slash, below /api/v1; this one does not: 'users'",
        ),
        (
            "POST",
            "/grant",
            '{"account": 11, "right": "can_fly"}',
            400,
            "there is no right 'can_fly'; there are: can_change_user_emails, can_create_users",
        ),
    ],
)
async def test_a_mistake_is_named(
    operator: Operator, method: str, path: str, body: str, status: int, msg: str
) -> None:
    assert await operator.call(method, path, data=body) == (status, {"result": "error", "msg": msg})


async def test_the_clock_is_stopped_moved_set_and_let_go(operator: Operator) -> None:
    assert await operator.do("GET", "/clock") == {"now": NOW, "frozen": True}
    assert await operator.do("POST", "/clock/advance", seconds=5) == {"now": NOW + 5, "frozen": True}
    jumped = await operator.do("POST", "/clock/jump", to=1000)
    assert jumped == {"now": pytest.approx(1000), "frozen": True}
    assert (await operator.do("POST", "/clock/thaw"))["frozen"] is False
    frozen = await operator.do("POST", "/clock/freeze", at=2000)
    assert frozen == {"now": pytest.approx(2000), "frozen": True}


async def test_faults_are_set_listed_and_taken_back(operator: Operator, cleo: Actor) -> None:
    rule = {"match": {"method": "GET", "path": "/users/me"}, "act": {"status": 503, "body": "{}"}}
    assert await operator.do("POST", "/faults", **rule) == {"id": 1, **rule, "fitted": 0, "befell": 0}
    assert await cleo.call("GET", "/users/me") == (503, {})
    assert await operator.do("GET", "/faults") == {"faults": [{"id": 1, **rule, "fitted": 1, "befell": 1}]}
    await operator.do("DELETE", "/faults/1")
    await cleo.get("/users/me")
    await operator.do("POST", "/faults", act={"blackhole": True})
    await operator.do("DELETE", "/faults")
    assert await operator.do("GET", "/faults") == {"faults": []}


async def test_faults_do_not_befall_the_control_api(operator: Operator) -> None:
    await operator.do("POST", "/faults", act={"drop": "before_commit"})
    assert len((await operator.do("GET", "/faults"))["faults"]) == 1


async def test_the_state_is_remembered_restored_forgotten_and_reset(
    operator: Operator, cleo: Actor, house: House
) -> None:
    assert await operator.do("POST", "/snapshots") == {"id": 1}
    assert await cleo.say("general", "plans", "one") == 106
    assert await operator.do("POST", "/snapshots/1/restore") == {"now": NOW, "frozen": True}
    assert await cleo.say("general", "plans", "one") == 106
    assert await operator.do("GET", "/snapshots") == {"snapshots": [1]}
    assert await operator.do("DELETE", "/snapshots/1") == {}
    assert await operator.do("GET", "/snapshots") == {"snapshots": []}
    assert await operator.do("POST", "/reset") == {"now": NOW, "frozen": True}
    assert house.world.messages.get(106) is None


async def test_anybody_is_acted_as(operator: Operator) -> None:
    answer = await operator.do("POST", "/as", account="Cleo Member", method="GET", path="/users/me")
    assert (answer["status"], answer["body"]["full_name"]) == (200, "Cleo Member")
    params = {"emoji_name": "nonsense"}
    answer = await operator.do(
        "POST", "/as", account=13, method="POST", path="/messages/101/reactions", params=params
    )
    assert (answer["status"], answer["body"]["msg"]) == (400, "Emoji 'nonsense' does not exist")
    status, body = await operator.call(
        "POST", "/as", json={"account": "Nobody", "method": "GET", "path": "/users/me"}
    )
    assert (status, body["msg"][:29]) == (404, "there is no account 'Nobody';")


async def test_queues_are_listed_and_expire(operator: Operator, cleo: Actor) -> None:
    queue = await cleo.queue()
    assert await operator.do("GET", "/queues") == {
        "queues": [
            {
                "queue_id": queue.id,
                "user_id": 13,
                "client": "Tester",
                "last_event_id": -1,
                "waiting_events": 0,
                "is_waited_on": False,
            }
        ]
    }
    assert await operator.do("POST", "/queues/expire", account="Cleo Member") == {"expired": 1}
    assert await operator.do("GET", "/queues") == {"queues": []}


async def test_quiet_is_waited_for_and_given_up(operator: Operator, cleo: Actor, house: House) -> None:
    assert await operator.do("POST", "/quiet", seconds=0.01) == {}
    await operator.do("POST", "/faults", act={"blackhole": True})
    lost = asyncio.ensure_future(cleo.get("/users/me"))
    async with asyncio.timeout(10):
        while not house.server.faults.rules[0].befell:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert await operator.call("POST", "/quiet", json={"seconds": 0.01, "timeout": 0.05}) == (
        504,
        {"result": "error", "msg": "it did not come to rest within 0.05 seconds"},
    )
    lost.cancel()


async def test_the_journal_is_read_and_cleared(operator: Operator, cleo: Actor, house: House) -> None:
    await cleo.get("/users/me")
    assert await operator.do("GET", "/journal") == {
        "requests": [
            {
                "at": NOW,
                "method": "GET",
                "path": "/api/v1/users/me",
                "account": cleo.account.email,
                "params": {},
                "status": 200,
                "seconds": 0.0,
                "curl": f"curl -sS -X GET -u '{cleo.account.email}:***' {house.url}/api/v1/users/me",
            }
        ]
    }
    assert await operator.do("DELETE", "/journal") == {}
    assert await operator.do("GET", "/journal") == {"requests": []}


async def test_a_right_is_granted(operator: Operator, house: House) -> None:
    assert await operator.do("POST", "/grant", account="cleo member", right="can_create_users") == {}
    assert house.world.users[13].can_create_users


async def test_letters_are_read(operator: Operator, house: House, cleo: Actor) -> None:
    assert await operator.do("GET", "/letters") == {"letters": []}
    await cleo.patch("/settings", email="cleo@new.test")
    (letter,) = (await operator.do("GET", "/letters"))["letters"]
    assert letter.pop("url").startswith(f"{house.url}/accounts/confirm_new_email/")
    assert letter == {"to": "cleo@new.test", "about": "email change", "sent": NOW}


async def test_the_list_of_operations_is_whole(operator: Operator) -> None:
    listed: list[dict[str, Any]] = (await operator.do("GET", "/"))["operations"]
    assert [(one["method"], one["path"]) for one in listed] == [(one.method, one.path) for one in OPERATIONS]
    assert all(one["summary"].endswith(".") for one in listed)
