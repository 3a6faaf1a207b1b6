"""Channels are made: by whom, with which permissions, and what everybody hears of it."""

import json
from typing import Any

import pytest

from server.household import (
    ADA,
    BEN,
    BENCH,
    CLEO,
    DAN,
    GENERAL,
    GUS,
    NEWS,
    QUIET,
    SECRET,
    Actor,
    House,
    refused,
)

DONE = {"result": "success", "msg": ""}
EVENTS = {"event_types": '["stream", "default_streams", "subscription"]'}
SUBSCRIBE = ("POST", "/users/me/subscriptions")
CREATE = ("POST", "/channels/create")
NO = (400, refused("Insufficient permission"))
MODERATORS, INTERNET = 4, 8


def decide(house: House, **settings: Any) -> None:
    """Give the organisation other settings."""
    house.world.change_organization(settings={**house.world.organization.settings, **settings})


def asking(operation: tuple[str, str], **params: str) -> tuple[str, str, dict[str, str]]:
    """Ask for a new channel in either way."""
    if operation == SUBSCRIBE:
        return (*operation, {"subscriptions": '[{"name": "new"}]', **params})
    return (*operation, {"name": "new", "subscribers": f"[{CLEO}]", **params})


async def test_a_channel_is_made_for_others(ben: Actor, cleo: Actor, dan: Actor) -> None:
    own, others = await cleo.queue(**EVENTS), await dan.queue(**EVENTS)
    params = {"name": " new ", "subscribers": f"[{CLEO}, {GUS}, {CLEO}]", "description": "a\nb"}
    params |= {"is_default_stream": "true", "can_administer_channel_group": '{"direct_members": [13]}'}
    channel_id = (await ben.post("/channels/create", **params))["id"]
    created, default, added = await own.events()
    channel = created["streams"][0]
    assert (channel["name"], channel["description"], channel["creator_id"]) == ("new", "a b", BEN)
    assert channel["can_administer_channel_group"] == {"direct_members": [CLEO], "direct_subgroups": []}
    assert default["default_streams"] == [GENERAL, channel_id]
    assert [one["subscribers"] for one in added["subscriptions"]] == [[CLEO, GUS]]
    assert await others.events() == [
        created,
        default,
        {"type": "subscription", "op": "peer_add", "stream_ids": [channel_id], "user_ids": [CLEO, GUS]},
    ]
    params = {"subscriptions": '[{"name": "more"}]', "is_default_stream": "true"}
    await ben.post("/users/me/subscriptions", **params)
    assert [event["type"] for event in await others.events()] == ["stream", "default_streams", "subscription"]
    taken = refused("Channel 'new' already exists", "CHANNEL_ALREADY_EXISTS", channel_name="new")
    assert await ben.call(*CREATE, {"name": "NEW", "subscribers": "[]"}) == (409, taken)


@pytest.mark.parametrize("operation", [SUBSCRIBE, CREATE])
@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"is_default_stream": "true"}, "Insufficient permission"),
        ({"is_web_public": "true"}, "Insufficient permission"),
        ({"is_web_public": "true", "invite_only": "true"}, "Invalid parameters"),
        ({"folder_id": "9"}, "Invalid channel folder ID"),
        ({"can_send_message_group": "999"}, "Invalid user group"),
        ({"can_send_message_group": '{"direct_members": [999]}'}, "No such user"),
        (
            {"can_resolve_topics_group": str(INTERNET)},
            "'can_resolve_topics_group' setting cannot be set to 'role:internet' group.",
        ),
    ],
)
async def test_a_channel_that_cannot_be_is_not_made(
    cleo: Actor, operation: tuple[str, str], params: dict[str, str], msg: str
) -> None:
    assert await cleo.call(*asking(operation, **params)) == (400, refused(msg))


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(SUBSCRIBE, CREATE, ("POST", "/user_groups/create")),
        *(("PATCH", f"/streams/{QUIET}"), ("PATCH", "/user_groups/{}")),
    ],
)
async def test_a_permission_names_no_group_out_of_use_and_not_all_may_go_to_guests(
    house: House, ben: Actor, method: str, path: str
) -> None:
    gone = (await ben.post("/user_groups/create", name="gone", description="", members="[]"))["group_id"]
    await ben.post(f"/user_groups/{gone}/deactivate")
    kept = (await ben.post("/user_groups/create", name="kept", description="", members="[]"))["group_id"]
    name = "can_join_group" if "group" in path else "can_administer_channel_group"
    asked = {"name": "x", "description": "", "members": "[]", "subscribers": "[]"} if method == "POST" else {}
    asked |= {"subscriptions": '[{"name": "x"}]'} if method == "POST" else {}
    everyone = house.world.groups.system("role:everyone")
    no_guests = f"'{name}' setting cannot be set to 'role:everyone' group."
    for group_id, msg in ((gone, "User group is deactivated."), (everyone, no_guests)):
        choice = json.dumps({"new": group_id}) if method == "PATCH" else str(group_id)
        answer = await ben.call(method, path.format(kept), {**asked, name: choice})
        assert answer == (400, refused(msg))


@pytest.mark.parametrize(("method", "path"), [SUBSCRIBE, ("PATCH", f"/streams/{QUIET}")])
async def test_an_old_server_lets_only_groups_of_the_system_remove_subscribers(
    old_house: House, method: str, path: str
) -> None:
    ben, name = old_house.actor("Ben"), "can_remove_subscribers_group"
    nobody = old_house.world.groups.system("role:nobody")
    for group_id, msg in (
        (BENCH, f"'{name}' must be a system user group."),
        (nobody, f"'{name}' setting cannot be set to 'role:nobody' group."),
    ):
        params = {"subscriptions": '[{"name": "x"}]'} if method == "POST" else {}
        assert await ben.call(method, path, {**params, name: str(group_id)}) == (400, refused(msg))


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"name": " "}, "Channel name can't be empty."),
        ({"name": "n" * 61}, "Channel name too long (limit: 60 characters)."),
        ({"name": "\u0007"}, "Invalid character in channel name, at position 1."),
        ({"description": "d" * 1025}, "description is too long (limit: 1024 characters)"),
        ({"subscribers": "[999]"}, "No such user"),
        ({"subscribers": "[17]"}, "User is deactivated"),
    ],
)
async def test_a_name_or_a_person_that_cannot_be_makes_no_channel(
    cleo: Actor, params: dict[str, str], msg: str
) -> None:
    method, path, asked = asking(CREATE)
    assert await cleo.call(method, path, {**asked, **params}) == (400, refused(msg))


@pytest.mark.parametrize("operation", [SUBSCRIBE, CREATE])
async def test_administrators_and_owners_decide_more(
    house: House, operation: tuple[str, str], ada: Actor, ben: Actor
) -> None:
    both = {"is_default_stream": "true", "invite_only": "true"}
    private = (400, refused("A default channel cannot be private."))
    assert await ben.call(*asking(operation, **both)) == private
    owner = (400, refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"))
    assert await ben.call(*asking(operation, message_retention_days="9")) == owner
    decide(house, enable_spectator_access=False)
    closed = (400, refused("Web-public channels are not enabled."))
    assert await ada.call(*asking(operation, is_web_public="true")) == closed
    if operation == CREATE:
        assert await ada.call("PATCH", f"/streams/{QUIET}", {"is_web_public": "true"}) == closed
    decide(house, enable_spectator_access=True)
    assert (await ada.call(*asking(operation, is_web_public="true")))[0] == 200


@pytest.mark.parametrize("invite_only", ["true", "false"])
async def test_the_organisation_says_who_makes_channels(old_house: House, invite_only: str) -> None:
    cleo = old_house.actor("Cleo")
    policy = "create_private_stream_policy" if invite_only == "true" else "create_public_stream_policy"
    decide(old_house, **{policy: 2})
    assert await cleo.call(*asking(SUBSCRIBE, invite_only=invite_only)) == NO
    change = {"add": '[{"name": "new"}]'}
    # A channel of the other kind is made.
    expected = 200 if invite_only == "true" else 400
    assert (await cleo.call("PATCH", "/users/me/subscriptions", change))[0] == expected
    found = await cleo.post("/register", fetch_event_types='["realm_user"]', event_types="[]")
    assert found["can_create_private_streams"] is (invite_only == "false")
    assert found["can_create_public_streams"] is (invite_only == "true")
    assert found["can_create_streams"] is True


async def test_the_organisation_says_who_adds_others(old_house: House, house: House) -> None:
    decide(old_house, invite_to_stream_policy=MODERATORS)
    house.world.change_organization(permissions={"can_add_subscribers_group": MODERATORS})
    for one in (old_house, house):
        cleo, eve = one.actor("Cleo"), one.actor("Eve")
        params = {"subscriptions": '[{"name": "news"}]', "principals": f"[{DAN}]"}
        assert await cleo.call(*SUBSCRIBE, params) == NO
        assert (await eve.call(*SUBSCRIBE, {**params, "subscriptions": '[{"name": "quiet"}]'}))[0] == 200
    partly = {**params, "authorization_errors_fatal": "false"}
    assert (await house.actor("Cleo").post(SUBSCRIBE[1], **partly))["unauthorized"] == ["news"]
    named = json.dumps({"new": {"direct_members": [CLEO]}})
    await house.actor("Ben").patch(f"/streams/{NEWS}", can_add_subscribers_group=named)
    assert (await house.actor("Cleo").call(*SUBSCRIBE, params))[0] == 200


async def test_whoever_may_add_people_to_a_private_channel_reads_it(
    ada: Actor, dan: Actor, gus: Actor
) -> None:
    everybody = json.dumps({"new": {"direct_members": [DAN, GUS]}})
    own, other = await dan.queue(**EVENTS), await gus.queue(**EVENTS)
    await ada.patch(f"/streams/{SECRET}", can_add_subscribers_group=everybody)
    assert (await dan.get("/get_stream_id", stream="secret"))["stream_id"] == SECRET
    unknown = (400, refused("Invalid channel name 'secret'"))
    assert await gus.call("GET", "/get_stream_id", {"stream": "secret"}) == unknown
    assert [event["op"] for event in await own.events()] == ["create", "peer_add", "update"]
    assert await other.events() == []


async def test_channels_joined_by_several_are_told_one_by_one(ben: Actor, dan: Actor, gus: Actor) -> None:
    own, guest = await dan.queue(**EVENTS), await gus.queue(**EVENTS)
    two = '[{"name": "quiet"}, {"name": "tidy"}]'
    await ben.post("/users/me/subscriptions", subscriptions=two, principals=f"[{ADA}, {BEN}]")
    quiet, tidy = await own.events()
    assert (quiet["stream_ids"], quiet["user_ids"]) == ([QUIET], [ADA, BEN])
    assert (tidy["op"], tidy["user_ids"]) == ("peer_add", [ADA, BEN])
    assert await guest.events() == []


async def test_a_private_channel_begins_without_a_past(cleo: Actor) -> None:
    names = ["closed", "shared", "open"]
    told = [
        {"invite_only": "true"},
        {"invite_only": "true", "history_public_to_subscribers": "true"},
        {"history_public_to_subscribers": "false"},
    ]
    for name, params in zip(names, told, strict=True):
        await cleo.post("/users/me/subscriptions", subscriptions=json.dumps([{"name": name}]), **params)
    found = {one["name"]: one for one in (await cleo.get("/streams"))["streams"]}
    assert [found[name]["history_public_to_subscribers"] for name in names] == [False, True, True]


async def test_somebody_joins_and_leaves_at_once(ada: Actor, cleo: Actor) -> None:
    path = "/users/me/subscriptions"
    queue = await cleo.queue(**EVENTS)
    await ada.say("secret", "s", "psst")
    answer = await cleo.patch(path, add='[{"name": "made"}]', delete='["secret", "quiet"]')
    assert answer == {
        **DONE,
        "subscribed": {str(CLEO): ["made"]},
        "already_subscribed": {},
        "new_subscription_messages_sent": True,
        "removed": ["secret"],
        "not_removed": ["quiet"],
    }
    assert [(event["type"], event["op"]) for event in await queue.events()] == [
        ("stream", "create"),
        ("subscription", "add"),
        ("subscription", "remove"),
        ("stream", "delete"),
    ]


@pytest.mark.parametrize(
    ("params", "refusal"),
    [
        ({}, refused('Nothing to do. Specify at least one of "add" or "delete".')),
        ({"add": '[{"name": ""}]'}, refused("Channel name can't be empty.")),
        (
            {"add": json.dumps([{"name": "n" * 61}])},
            refused("Channel name too long (limit: 60 characters)."),
        ),
        ({"add": '[{"name": "\\u0007"}]'}, refused("Invalid character in channel name, at position 1.")),
        (
            {"add": json.dumps([{"name": "n", "description": "d" * 1025}])},
            refused('subscriptions[0]["description"] is too long (limit: 1024 characters)'),
        ),
        (
            {"add": '[{"name": "n", "color": "red"}]'},
            refused("color is not a valid hex color code"),
        ),
        ({"add": '[{"name": "vault"}]'}, refused("Unable to access channel (vault).")),
        (
            {"add": '[{"name": "made"}]', "delete": '["none"]'},
            refused("Channel 'none' does not exist", "STREAM_DOES_NOT_EXIST", stream="none"),
        ),
    ],
)
async def test_of_a_change_of_subscriptions_nothing_is_done_where_a_part_is_refused(
    cleo: Actor, params: dict[str, str], refusal: dict[str, Any]
) -> None:
    queue = await cleo.queue()
    assert await cleo.call("PATCH", "/users/me/subscriptions", params) == (400, refusal)
    assert await queue.events() == []


async def test_the_organisation_says_who_decides_about_topics_and_deletion(house: House, ben: Actor) -> None:
    owners = house.world.groups.system("role:owners")
    names = ("can_set_topics_policy_group", "can_set_delete_message_policy_group")
    house.world.change_organization(permissions=dict.fromkeys(names, owners))
    for params in ({"topics_policy": "allow_empty_topic"}, {"can_delete_own_message_group": '{"new": 3}'}):
        assert await ben.call(*asking(CREATE, **params)) == NO
        assert await ben.call("PATCH", f"/streams/{QUIET}", params) == NO
        assert (await house.actor("Ada").call("PATCH", f"/streams/{QUIET}", params))[0] == 200


async def test_colors_are_given_out_in_turn_and_kept(cleo: Actor) -> None:
    queue = await cleo.queue(**EVENTS)
    wanted = json.dumps([{"name": "b"}, {"name": "a", "color": "#c6a8ad"}, {"name": "quiet"}])
    await cleo.post("/users/me/subscriptions", subscriptions=wanted)
    await cleo.delete("/users/me/subscriptions", subscriptions='["b"]')
    await cleo.post("/users/me/subscriptions", subscriptions='[{"name": "b", "color": "#000000"}]')
    added = [
        {one["name"]: one["color"] for one in event["subscriptions"]}
        for event in await queue.events()
        if event["op"] == "add"
    ]
    used = sorted(one["color"] for one in (await cleo.get("/users/me/subscriptions"))["subscriptions"])
    assert added[0]["a"] == "#c6a8ad"
    assert added[1] == {"b": added[0]["b"]}
    assert len(set(used)) == len(used)


async def test_a_private_channel_that_everybody_has_left_is_archived_on_old_servers(old_house: House) -> None:
    ada, ben, cleo = (old_house.actor(name) for name in ("Ada", "Ben", "Cleo"))
    queue, own = await ben.queue(**EVENTS), await cleo.queue(**EVENTS)
    params = {"subscriptions": '["secret"]', "principals": f"[{ADA}, {CLEO}]"}
    answer = await ada.delete("/users/me/subscriptions", **params)
    assert [name[7:] for name in answer["removed"]] == ["!DEACTIVATED:secret"] * 2
    peers, deleted = await queue.events()
    assert peers == {
        "type": "subscription",
        "op": "peer_remove",
        "stream_ids": [SECRET],
        "user_ids": [ADA, CLEO],
    }
    assert [one["name"] for one in deleted["streams"]] == ["secret"]
    assert [event["op"] for event in await own.events()] == ["remove", "delete"]
    assert (await ada.post(SUBSCRIBE[1], subscriptions='[{"name": "secret"}]'))["subscribed"] != {}
