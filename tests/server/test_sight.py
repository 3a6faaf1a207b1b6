"""Guests may be kept among those whom they work with; of all others they hear next to nothing."""

import json
from typing import Any

import pytest

from server.household import ADA, CLEO, DAN, GENERAL, GUS, ROBO, Actor, House, refused

UNKNOWN = {
    "email": f"user{DAN}@house.test",
    "user_id": DAN,
    "avatar_version": 1,
    "is_admin": False,
    "is_owner": False,
    "is_guest": False,
    "role": 400,
    "is_bot": False,
    "full_name": "Unknown user",
    "timezone": "",
    "is_active": True,
    "date_joined": "2026-10-17T08:00:00+00:00",
    "delivery_email": None,
    "is_imported_stub": False,
}
INSUFFICIENT = (400, refused("Insufficient permission"))


def without_url(payload: dict[str, Any], house: House) -> dict[str, Any]:
    picture = f"{house.url}/static/images/unknown-user-avatar.png"
    return {name: value for name, value in payload.items() if value != picture}


@pytest.fixture
async def walled(house: House, ada: Actor) -> House:
    """A house in which guests see only whom they meet; Dan is in no channel with Gus."""
    members = house.world.groups.system("role:members")
    await ada.patch("/realm", can_access_all_users_group=f'{{"new": {members}}}')
    return house


async def test_guests_see_whom_they_meet(walled: House, gus: Actor, cleo: Actor) -> None:
    members = {one["user_id"]: one for one in (await gus.get("/users"))["members"]}
    assert without_url(members[DAN], walled) == UNKNOWN
    assert [members[one]["full_name"] for one in (CLEO, GUS, ROBO)] == ["Cleo Member", "Gus Guest", "Robo"]
    assert (await cleo.get(f"/users/{DAN}"))["user"]["full_name"] == "Dan Member"
    state = await gus.post("/register", fetch_event_types='["realm_user"]')
    told = next(one for one in state["realm_users"] if one["user_id"] == DAN)
    wanted = {name: value for name, value in UNKNOWN.items() if name != "is_active"}
    assert without_url(told, walled) == wanted
    knows = json.dumps({"notification_settings_null": True, "user_list_incomplete": True})
    state = await gus.post("/register", fetch_event_types='["realm_user"]', client_capabilities=knows)
    assert DAN not in [one["user_id"] for one in state["realm_users"]]


@pytest.mark.parametrize(
    "path",
    [
        *(f"/users/{DAN}", "/users/dan-member@house.test", f"/users/{DAN}/subscriptions/{GENERAL}"),
        *(f"/users/{DAN}/channels", f"/users/{DAN}/presence", "/users/dan-member@house.test/presence"),
        f"/users/{DAN}/status",
    ],
)
async def test_of_others_guests_are_told_nothing(walled: House, gus: Actor, path: str) -> None:
    assert await gus.call("GET", path) == INSUFFICIENT
    assert walled.world.users[DAN].is_active


async def test_of_others_guests_hear_nothing(walled: House, gus: Actor, dan: Actor, cleo: Actor) -> None:
    types = '["realm_user", "presence", "user_status"]'
    knows = json.dumps({"notification_settings_null": True, "user_list_incomplete": True})
    queues = [await one.queue(event_types=types) for one in (gus, cleo)]
    await dan.patch("/settings", full_name="Dan Renamed", timezone="Europe/Berlin")
    await dan.post("/users/me/status", status_text="away")
    await dan.post("/users/me/presence", status="active")
    assert await queues[0].events() == []
    kinds = [event["type"] for event in await queues[1].events()]
    assert kinds == ["realm_user", "realm_user", "user_status", "presence"]
    assert str(DAN) not in (await gus.post("/register"))["user_status"]
    assert (await gus.post("/users/me/presence", status="idle"))["presences"] == {}
    quiet = await gus.queue(event_types='["realm_user"]', client_capabilities=knows)
    loud = await gus.queue(event_types='["realm_user"]')
    walled.world.change_user(walled.world.users[ADA], can_create_users=True)
    ada = walled.actor("Ada")
    for channel in walled.world.channels.values():
        if channel.is_default:
            await ada.delete("/default_streams", stream_id=str(channel.id))
    new = {"email": "zoe@house.test", "password": "close barley", "full_name": "Zoe New"}
    user_id = (await ada.post("/users", **new))["user_id"]
    (added,) = await loud.events()
    assert (added["person"]["user_id"], added["person"]["full_name"]) == (user_id, "Unknown user")
    assert await quiet.events() == []


async def test_whoever_wrote_a_guest_is_seen(walled: House, gus: Actor, dan: Actor) -> None:
    await dan.post("/messages", type="direct", to=f"[{GUS}]", content="hello")
    assert (await gus.get(f"/users/{DAN}"))["user"]["full_name"] == "Dan Member"
    assert walled.world.users[GUS].is_guest
