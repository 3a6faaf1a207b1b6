"""Who may call the server: Basic authentication, anonymous calls, roles and development keys."""

from base64 import b64encode

import pytest

from contract.covering import covers
from contract.messaging import errors, rules
from contract.messaging.operations.queues import DEV_FETCH_API_KEY, REGISTER
from contract.server.asking import prepare
from contract.server.endpoints import OFFERED
from contract.server.stage import GONE, HERALD, MEL, MORA, NAMES, OPHELIA, USHER, Stage, basic, key_of
from contract.terms import Operation

UNAUTHORIZED = {"code": "UNAUTHORIZED"}
NEED_LOGIN = [one for one in OFFERED if one.login and one is not REGISTER]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(one, id=one.key, marks=covers(rules.NOT_LOGGED_IN, errors.CODES[3].line, rules.FAILURE))
        for one in NEED_LOGIN
    ],
)
async def test_without_login_an_operation_is_refused(stage: Stage, operation: Operation) -> None:
    asker = await prepare(stage, operation)
    reply = await stage.ask(None, operation.method, asker.path, asker.fields)
    assert (reply.status, reply.refusal) == (401, UNAUTHORIZED)


@pytest.mark.parametrize(
    "operation",
    [pytest.param(one, id=one.key, marks=covers(rules.BASIC)) for one in NEED_LOGIN],
)
async def test_with_another_key_an_operation_is_refused(stage: Stage, operation: Operation) -> None:
    asker = await prepare(stage, operation)
    wrong = b64encode(f"{NAMES[MEL][1]}:{key_of(OPHELIA)}".encode()).decode()
    headers = {"Authorization": f"Basic {wrong}"}
    reply = await stage.ask(None, operation.method, asker.path, asker.fields, headers=headers)
    assert (reply.status, reply.refusal) == (401, UNAUTHORIZED)


@pytest.mark.parametrize("operation", [one for one in OFFERED if not one.login], ids=lambda one: one.key)
async def test_some_operations_need_no_login(stage: Stage, operation: Operation) -> None:
    asker = await prepare(stage, operation)
    reply = await stage.ask(None, operation.method, asker.path, asker.fields)
    assert reply.status == 200


@pytest.mark.parametrize("by", [MORA, MEL])
@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(one, id=one.key, marks=covers(rules.ADMINISTRATORS_ONLY))
        for one in OFFERED
        if one.administrators
    ],
)
async def test_an_operation_of_administrators_is_refused_to_others(
    stage: Stage, operation: Operation, by: int
) -> None:
    asker = await prepare(stage, operation)
    reply = await asker.ask(stage, by=by)
    assert (reply.status, reply.refusal) == (400, {"code": "UNAUTHORIZED_PRINCIPAL"})


@pytest.mark.parametrize("user_id", [one for one in NAMES if one not in (GONE, HERALD)])
@covers(rules.BASIC)
async def test_people_and_bots_log_in_with_address_and_key(stage: Stage, user_id: int) -> None:
    own = await stage.do(user_id, "GET", "/users/me")
    assert (own["user_id"], own["full_name"], own["delivery_email"]) == (user_id, *NAMES[user_id][:2])


@covers(rules.BASIC)
async def test_an_account_that_is_gone_and_a_bot_that_only_speaks_are_refused(stage: Stage) -> None:
    for user_id in (GONE, HERALD):
        reply = await stage.ask(user_id, "GET", "/users/me")
        assert (reply.status, reply.refusal) == (401, UNAUTHORIZED)


@covers(rules.BASIC)
async def test_a_401_asks_for_basic_authentication(stage: Stage) -> None:
    reply = await stage.ask(None, "GET", "/users/me")
    assert reply.headers["WWW-Authenticate"].startswith("Basic ")


@pytest.mark.parametrize(
    "header",
    [
        "Basic !!!",
        "Basic bm9jb2xvbg==",
        "Basic " + b64encode(b"mel@court.test:short").decode(),
        "Basic " + b64encode(b"nobody@court.test:" + b"d" * 32).decode(),
    ],
)
@covers(rules.BASIC)
async def test_a_header_that_cannot_be_read_is_refused(stage: Stage, header: str) -> None:
    reply = await stage.ask(None, "GET", "/users/me", headers={"Authorization": header})
    assert (reply.status, reply.refusal) == (401, UNAUTHORIZED)


@covers(rules.BASIC)
async def test_another_scheme_is_a_bad_request(stage: Stage) -> None:
    reply = await stage.ask(None, "GET", "/users/me", headers={"Authorization": f"Bearer {key_of(MEL)}"})
    assert (reply.status, reply.refusal) == (400, {"code": "BAD_REQUEST"})


@covers(rules.ROLES)
async def test_the_roles_have_their_numbers(stage: Stage) -> None:
    members = (await stage.do(MEL, "GET", "/users"))["members"]
    roles = {user["user_id"]: user["role"] for user in members}
    assert {name: roles[number] for number, (name, *_) in NAMES.items()} == {
        "Ophelia": 100,
        "Adam": 200,
        "Mora": 300,
        "Mel": 400,
        "Nat": 400,
        "Gus": 600,
        "Gone": 400,
        "Usher": 400,
        "Herald": 400,
    }
    assert [user["user_id"] for user in members if user["is_owner"]] == [11]
    assert [user["user_id"] for user in members if user["is_admin"]] == [11, 12]
    assert [user["user_id"] for user in members if user["is_guest"]] == [16]


@covers(rules.DEVELOPMENT_KEY, *(DEV_FETCH_API_KEY.line_of(field) for field in DEV_FETCH_API_KEY.answer))
async def test_a_development_server_gives_every_key_away(stage: Stage) -> None:
    for user_id in (OPHELIA, MEL, USHER):
        answer = await stage.do(None, "POST", "/dev_fetch_api_key", username=NAMES[user_id][1])
        assert answer == {"api_key": key_of(user_id), "email": NAMES[user_id][1], "user_id": user_id}
    assert basic(MEL).startswith("Basic ")


@covers(rules.ANONYMOUS_REGISTER)
async def test_register_needs_no_login(stage: Stage) -> None:
    assert (await stage.ask(None, "POST", "/register", {"fetch_event_types": "[]"})).status == 200


@pytest.mark.parametrize("name", ["client_gravatar", "include_subscribers"])
@covers(rules.ANONYMOUS_REGISTER, *(REGISTER.line_of(one) for one in REGISTER.refusals))
async def test_register_without_login_has_its_restrictions(stage: Stage, name: str) -> None:
    reply = await stage.ask(None, "POST", "/register", {name: "true"})
    assert (reply.status, reply.refusal) == (400, {"code": "BAD_REQUEST"})
