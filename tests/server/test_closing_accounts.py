"""Accounts are made, changed, closed and opened again."""

import pytest

from server.household import ADA, CLEO, GENERAL, Actor, refused

DONE = {"result": "success", "msg": ""}
NEW = {"email": "zoe@house.test", "password": "close barley", "full_name": "Zoe New"}


async def test_an_account_is_made_and_told_of(ada: Actor, cleo: Actor) -> None:
    queue = await cleo.queue()
    user_id = (await ada.post("/users", **NEW))["user_id"]
    added, *groups, peer = await queue.events()
    assert (added["type"], added["op"], added["person"]["full_name"]) == ("realm_user", "add", "Zoe New")
    assert {one["op"] for one in groups} == {"add_members"}
    wanted = {"type": "subscription", "op": "peer_add", "stream_ids": [GENERAL], "user_ids": [user_id]}
    assert peer == wanted
    assert (await cleo.get(f"/users/{user_id}"))["user"]["email"] == NEW["email"]
    answer = await ada.call("POST", "/users", {**NEW, "email": "ZOE@house.test"})
    assert answer == (400, refused("Email 'ZOE@house.test' already in use"))


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"full_name": "x"}, "Name too short!"),
        ({"full_name": "x" * 101}, "Name too long!"),
        ({"full_name": "a*b"}, "Invalid characters in name!"),
        ({"full_name": "ab|15"}, "Invalid format!"),
        ({"email": "nonsense"}, "Enter a valid email address."),
    ],
)
async def test_an_account_needs_a_name_and_an_address(
    ada: Actor, ben: Actor, params: dict[str, str], msg: str
) -> None:
    assert await ben.call("POST", "/users", NEW) == (400, refused("User not authorized to create users"))
    assert await ada.call("POST", "/users", {**NEW, **params}) == (400, refused(msg))
    if "full_name" in params:
        assert await ada.call("PATCH", f"/users/{CLEO}", params) == (400, refused(msg))


async def test_a_rank_and_a_name_change(ada: Actor, ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue()
    assert await ben.patch(f"/users/{CLEO}", role="600", full_name="Cleo Guest") == DONE
    role, *groups, name = await queue.events()
    assert role == {"type": "realm_user", "op": "update", "person": {"user_id": CLEO, "role": 600}}
    assert {one["op"] for one in groups} == {"add_members", "remove_members"}
    assert name["person"] == {"user_id": CLEO, "full_name": "Cleo Guest"}
    owner = refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")
    assert await ben.call("PATCH", f"/users/{CLEO}", {"role": "100"}) == (400, owner)
    assert await ben.call("PATCH", f"/users/{CLEO}", {"role": "5"}) == (400, refused("Invalid role"))
    last = "The owner permission cannot be removed from the only organization owner."
    assert await ada.call("PATCH", f"/users/{ADA}", {"role": "400"}) == (400, refused(last))


async def test_an_account_is_closed_and_opened(ben: Actor, cleo: Actor, dan: Actor) -> None:
    queue = await dan.queue()
    path = f"/users/{CLEO}"
    assert await ben.delete(path) == DONE
    assert await ben.call("DELETE", path) == (400, refused("User is deactivated"))
    assert (await cleo.call("GET", "/users/me"))[0] == 401
    assert await ben.post(f"{path}/reactivate") == DONE
    assert [one["person"] for one in await queue.events()] == [
        {"user_id": CLEO, "is_active": False},
        {"user_id": CLEO, "is_active": True},
    ]
    owner = refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")
    assert await ben.call("DELETE", f"/users/{ADA}") == (400, owner)


@pytest.mark.parametrize(("method", "rest"), [("PATCH", ""), ("DELETE", ""), ("POST", "/reactivate")])
async def test_accounts_are_kept_by_administrators(ben: Actor, dan: Actor, method: str, rest: str) -> None:
    assert await ben.call(method, f"/users/999{rest}") == (400, refused("No such user"))
    assert await dan.call(method, f"/users/{CLEO}{rest}") == (400, refused("Insufficient permission"))
