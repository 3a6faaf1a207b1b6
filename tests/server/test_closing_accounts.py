"""Accounts are made, changed, closed and opened again."""

import json

import pytest

from dragoman_server.world.email_domains import EmailDomain
from server.household import (
    ADA,
    BENCH,
    CLEO,
    DAN,
    GENERAL,
    HOOK,
    NEWS,
    OLD,
    PLAIN,
    QUIET,
    ROBO,
    SECRET,
    TIDY,
    VAULT,
    Actor,
    House,
    refused,
)

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
        ({"email": "nonsense"}, "Bad name or username"),
        ({"email": "x@mailinator.com"}, "Disposable email addresses are not allowed in this organization"),
        ({"email": "Dan-Member@house.test"}, "Email 'Dan-Member@house.test' already in use"),
    ],
)
async def test_an_account_needs_a_name_and_an_address(
    house: House, ada: Actor, ben: Actor, params: dict[str, str], msg: str
) -> None:
    assert await ben.call("POST", "/users", NEW) == (400, refused("User not authorized to create users"))
    assert await ada.call("POST", "/users", {**NEW, **params}) == (400, refused(msg))
    allow_new_addresses(house)
    changes = {"new_email" if name == "email" else name: value for name, value in params.items()}
    assert await ada.call("PATCH", f"/users/{CLEO}", changes) == (400, refused(msg))


def allow_new_addresses(house: House) -> None:
    house.world.change_user(house.world.users[ADA], can_change_user_emails=True)


@pytest.mark.parametrize(
    ("email", "msg"),
    [
        ("zoe+x@house.test", "Email addresses containing + are not allowed."),
        ("zoe@else.where", "Email 'zoe@else.where' not allowed in this organization"),
        ("zoe@sub.house.test", "Email 'zoe@sub.house.test' not allowed in this organization"),
        ("zoe@deep.sub.wide.test", ""),
        ("zoe@HOUSE.test", ""),
    ],
)
async def test_addresses_may_be_restricted_to_domains(house: House, ada: Actor, email: str, msg: str) -> None:
    house.world.change_organization(settings={"emails_restricted_to_domains": True})
    house.world.domains.put(EmailDomain(domain="house.test"))
    house.world.domains.put(EmailDomain(domain="wide.test", allow_subdomains=True))
    status, body = await ada.call("POST", "/users", {**NEW, "email": email})
    assert (status, body["msg"]) == ((400, msg) if msg else (200, ""))
    allow_new_addresses(house)
    if msg:
        assert await ada.call("PATCH", f"/users/{CLEO}", {"new_email": email}) == (400, refused(msg))


async def test_names_may_have_to_be_unique(house: House, ada: Actor) -> None:
    house.world.change_organization(settings={"require_unique_names": True})
    msg = "Unique names required in this organization."
    taken = {"full_name": "dan MEMBER"}
    assert await ada.call("POST", "/users", {**NEW, **taken}) == (400, refused(msg))
    assert await ada.call("PATCH", f"/users/{CLEO}", taken) == (400, refused(msg))
    assert await ada.patch(f"/users/{DAN}", full_name="Dan MEMBER") == DONE


async def test_a_newcomer_is_announced(house: House, ada: Actor, cleo: Actor) -> None:
    house.world.change_organization(settings={"signup_announcements_stream_id": GENERAL})
    queue = await cleo.queue(event_types='["message"]')
    user_id = (await ada.post("/users", **NEW))["user_id"]
    (event,) = await queue.events()
    said = event["message"]
    assert (said["display_recipient"], said["subject"]) == ("general", "signups")
    assert said["content"] == f"@_**Zoe New|{user_id}** joined this organization."


async def test_an_operator_lets_somebody_change_addresses(house: House, ada: Actor, dan: Actor) -> None:
    params = {"new_email": "cleo@new.test"}
    msg = "User not authorized to change user emails"
    assert await ada.call("PATCH", f"/users/{CLEO}", params) == (400, refused(msg))
    allow_new_addresses(house)
    queue = await dan.queue(event_types='["realm_user"]')
    assert await ada.patch(f"/users/{CLEO}", **params) == DONE
    shown, picture, address = [event["person"] for event in await queue.events()]
    assert shown == {"user_id": CLEO, "delivery_email": "cleo@new.test"}
    assert (picture["user_id"], picture["avatar_version"]) == (CLEO, 2)
    assert address == {"user_id": CLEO, "new_email": "cleo@new.test"}
    assert house.world.users.by_login("cleo@new.test") == house.world.users[CLEO]
    assert house.world.users.by_login("cleo-member@house.test") is None


async def test_what_somebody_says_of_themselves_is_said_for_them(ada: Actor, cleo: Actor) -> None:
    field = (await ada.post("/realm/profile_fields", name="Motto", field_type="1"))["id"]
    queue = await cleo.queue(event_types='["realm_user"]')
    for value in ("onward", ""):
        data = json.dumps([{"id": field, "value": value}])
        assert await ada.patch(f"/users/{CLEO}", profile_data=data) == DONE
    said, gone = [event["person"]["custom_profile_field"] for event in await queue.events()]
    assert said == {"id": field, "value": "onward", "rendered_value": "<p>onward</p>"}
    assert gone == {"id": field, "value": None}
    unknown = json.dumps([{"id": 999, "value": "x"}])
    answer = await ada.call("PATCH", f"/users/{CLEO}", {"profile_data": unknown})
    assert answer == (400, refused("Field id 999 not found."))


async def test_one_closes_ones_own_account(house: House, cleo: Actor, ada: Actor, dan: Actor) -> None:
    await cleo.post("/invites", invitee_emails="zoe@house.test", stream_ids="[]")
    queue = await ada.queue(event_types='["realm_user", "invites_changed"]')
    assert await cleo.delete("/users/me") == DONE
    bots = [event.get("person") for event in await queue.events()]
    # Whoever goes takes their bots and their invitations along.
    assert bots == [
        {"user_id": ROBO, "is_active": False},
        {"user_id": HOOK, "is_active": False},
        None,
        {"user_id": CLEO, "is_active": False},
    ]
    assert list(house.world.invitations) == []
    only = refused(
        "Cannot deactivate the only organization owner.",
        "CANNOT_DEACTIVATE_LAST_USER",
        is_last_owner=True,
        entity="organization owner",
    )
    assert await ada.call("DELETE", "/users/me") == (400, only)
    assert await ada.call("DELETE", f"/users/{ADA}") == (400, only)
    for user in list(house.world.users):
        if not user.is_bot and user.user_id != DAN:
            house.world.change_user(user, is_active=False)
    only = refused(
        "Cannot deactivate the only user.",
        "CANNOT_DEACTIVATE_LAST_USER",
        is_last_owner=False,
        entity="user",
    )
    assert await dan.call("DELETE", "/users/me") == (400, only)


async def test_a_comment_on_a_closed_account_has_its_limit(ben: Actor) -> None:
    params = {"deactivation_notification_comment": "x" * 2001}
    msg = "deactivation_notification_comment is too long (limit: 2000 characters)"
    assert await ben.call("DELETE", f"/users/{CLEO}", params) == (400, refused(msg))
    assert await ben.call("DELETE", f"/users/{ROBO}") == (400, refused("No such user"))


async def test_a_rank_and_a_name_change(ada: Actor, ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue()
    assert await ben.patch(f"/users/{CLEO}", role="600", full_name="Cleo Guest") == DONE
    role, *groups, name = await queue.events()
    assert role == {"type": "realm_user", "op": "update", "person": {"user_id": CLEO, "role": 600}}
    *groups, hidden = groups
    assert {one["op"] for one in groups} == {"add_members", "remove_members"}
    assert (hidden["op"], hidden["stream_ids"]) == ("delete", [QUIET])
    assert name["person"] == {"user_id": CLEO, "full_name": "Cleo Guest"}
    owner = refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")
    assert await ben.call("PATCH", f"/users/{CLEO}", {"role": "100"}) == (400, owner)
    assert await ben.call("PATCH", f"/users/{CLEO}", {"role": "5"}) == (400, refused("Invalid role"))
    last = "The owner permission cannot be removed from the only organization owner."
    assert await ada.call("PATCH", f"/users/{ADA}", {"role": "400"}) == (400, refused(last))


async def test_whoever_rises_sees_more_channels(ada: Actor, dan: Actor) -> None:
    queue = await dan.queue(event_types='["stream", "subscription"]')
    await ada.patch(f"/users/{DAN}", role="200")
    created, *peers = await queue.events()
    assert [one["name"] for one in created["streams"]] == ["secret", "vault"]
    assert [(one["stream_ids"], one["user_ids"]) for one in peers] == [
        ([SECRET], [ADA, CLEO]),
        ([VAULT], [ADA]),
    ]
    await ada.patch(f"/users/{DAN}", role="400")
    (gone,) = await queue.events()
    assert gone["stream_ids"] == [SECRET, VAULT]


async def test_an_old_server_told_less_of_closed_accounts(old_house: House) -> None:
    ben, queue = old_house.actor("Ben"), await old_house.actor("Dan").queue()
    await ben.delete(f"/users/{CLEO}")
    assert {one["type"] for one in await queue.events()} == {"realm_user"}
    members = await ben.get(f"/user_groups/{BENCH}/members")
    assert members["members"] == [CLEO, ROBO]
    await ben.post(f"/users/{CLEO}/reactivate")
    assert [(one["type"], one.get("op")) for one in await queue.events()] == [
        ("realm_user", "update"),
        ("subscription", "peer_add"),
    ]


async def test_an_account_is_closed_and_opened(house: House, ben: Actor, cleo: Actor, dan: Actor) -> None:
    queue = await dan.queue()
    path = f"/users/{CLEO}"
    assert await ben.delete(path) == DONE
    assert await ben.call("DELETE", path) == (400, refused("User is deactivated"))
    assert (await cleo.call("GET", "/users/me"))[0] == 401
    assert await ben.post(f"{path}/reactivate") == DONE
    closed = [ROBO, HOOK, CLEO]
    told = await queue.events()
    assert [one["person"] for one in told if one["type"] == "realm_user"] == [
        *({"user_id": user_id, "is_active": False} for user_id in closed),
        {"user_id": CLEO, "is_active": True},
    ]
    full_members, members = (house.world.groups.system(f"role:{one}") for one in ("fullmembers", "members"))
    memberships = [one for one in told if one["type"] == "user_group" and one["user_ids"] == [CLEO]]
    assert [(one["op"], one["group_id"]) for one in memberships] == [
        *(("remove_members", group_id) for group_id in (full_members, members, BENCH)),
        *(("add_members", group_id) for group_id in (full_members, members, BENCH)),
    ]
    peers = [one for one in told if one["type"] == "subscription" and one["user_ids"] == [CLEO]]
    assert [(one["op"], one["stream_ids"]) for one in peers] == [
        ("peer_remove", [GENERAL, NEWS, TIDY, PLAIN]),
        ("peer_add", [GENERAL, NEWS, TIDY, PLAIN]),
    ]
    owner = refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")
    assert await ben.call("DELETE", f"/users/{ADA}") == (400, owner)


@pytest.mark.parametrize(("method", "rest"), [("PATCH", ""), ("DELETE", ""), ("POST", "/reactivate")])
async def test_accounts_are_kept_by_administrators(ben: Actor, dan: Actor, method: str, rest: str) -> None:
    assert await ben.call(method, f"/users/999{rest}") == (400, refused("No such user"))
    assert await dan.call(method, f"/users/{CLEO}{rest}") == (400, refused("Insufficient permission"))


async def test_invitations_go_with_whoever_made_them(ben: Actor, cleo: Actor) -> None:
    await cleo.post("/invites", invitee_emails="zoe@house.test", stream_ids="[]")
    queue = await ben.queue(event_types='["invites_changed"]')
    await ben.delete(f"/users/{CLEO}")
    assert await queue.events() == [{"type": "invites_changed"}]


async def test_nothing_is_told_of_the_groups_of_a_closed_account(ada: Actor) -> None:
    queue = await ada.queue(event_types='["user_group"]')
    await ada.patch(f"/users/{OLD}", role="600")
    assert await queue.events() == []
