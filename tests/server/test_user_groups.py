"""User groups: made, changed, filled and put out of use, by those who may."""

import json

import pytest

from server.household import ADA, BEN, BENCH, CLEO, DAN, EVE, NOW, OLD, ROBO, Actor, House, refused

DONE = {"result": "success", "msg": ""}
NEW = BENCH + 1
NOBODY, OWNERS, ADMINISTRATORS, MODERATORS, FULL_MEMBERS, MEMBERS, EVERYONE, INTERNET = range(1, 9)
TYPES = {"event_types": '["user_group"]'}
CREATE = ("POST", "/user_groups/create")


def crew(**fields: object) -> dict[str, object]:
    """The group that Cleo makes, as everybody is told of it."""
    holder = {"direct_members": [CLEO], "direct_subgroups": []}
    return {
        "id": NEW,
        "name": "crew",
        "description": "On board",
        "members": [CLEO, DAN],
        "direct_subgroup_ids": [],
        "is_system_group": False,
        "creator_id": CLEO,
        "date_created": NOW,
        "deactivated": False,
        "can_mention_group": EVERYONE,
        "can_manage_group": holder,
        "can_join_group": NOBODY,
        "can_add_members_group": holder,
        "can_leave_group": EVERYONE,
        "can_remove_members_group": NOBODY,
        **fields,
    }


async def make(actor: Actor, **params: str) -> int:
    fields = {"name": "crew", "description": "On board", "members": f"[{DAN}, {CLEO}]", **params}
    answer = await actor.post("/user_groups/create", **fields)
    group_id: int = answer["group_id"]
    return group_id


async def test_whoever_makes_a_group_manages_it_and_everybody_hears_of_it(cleo: Actor, dan: Actor) -> None:
    queue = await dan.queue(**TYPES)
    assert await make(cleo) == NEW
    assert await queue.events() == [{"type": "user_group", "op": "add", "group": crew()}]
    listed = await dan.get("/user_groups")
    assert listed["user_groups"][-1] == crew()
    snapshot = await dan.post("/register", event_types='["realm_user_groups"]')
    assert snapshot["realm_user_groups"] == listed["user_groups"]


async def test_an_old_server_tells_less_of_a_group(old_house: House) -> None:
    cleo = old_house.actor("Cleo")
    queue = await cleo.queue(**TYPES)
    fields = {"name": "crew", "description": "On board", "members": f"[{DAN}]"}
    assert await cleo.post("/user_groups/create", **fields, can_mention_group=str(MEMBERS)) == DONE
    told = {
        "id": NEW,
        "name": "crew",
        "description": "On board",
        "members": [DAN],
        "direct_subgroup_ids": [],
        "is_system_group": False,
        "can_mention_group": MEMBERS,
    }
    assert await queue.events() == [{"type": "user_group", "op": "add", "group": told}]


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"name": " "}, "User group name can't be empty!"),
        ({"name": "g" * 101}, "User group name cannot exceed 100 characters."),
        ({"name": "role:x"}, "User group name cannot start with 'role:'."),
        ({"name": "BENCH"}, "User group 'BENCH' already exists."),
        ({"members": "[99999]"}, "Invalid user ID: 99999"),
        ({"members": f"[{OLD}]"}, f"Invalid user ID: {OLD}"),
        ({"subgroups": "[99999]"}, "Invalid user group ID: 99999"),
        ({"can_mention_group": "99999"}, "Invalid user group"),
        ({"can_mention_group": '{"direct_members": [99999]}'}, "No such user"),
        (
            {"can_mention_group": str(INTERNET)},
            "'can_mention_group' setting cannot be set to 'role:internet' group.",
        ),
    ],
)
async def test_a_group_that_cannot_be_is_not_made(cleo: Actor, params: dict[str, str], msg: str) -> None:
    given = {"name": "crew", "description": "x", "members": "[]", **params}
    assert await cleo.call(*CREATE, given) == (400, refused(msg))


async def test_guests_have_nothing_to_do_with_groups(gus: Actor) -> None:
    assert await gus.call("GET", "/user_groups") == (400, refused("Not allowed for guest users"))


async def test_bots_came_to_groups_late(robo: Actor, old_house: House) -> None:
    assert (await robo.get("/user_groups"))["user_groups"][-1]["id"] == BENCH
    old = old_house.actor("Robo")
    assert await old.call("GET", "/user_groups") == (
        400,
        refused("This endpoint does not accept bot requests."),
    )


async def test_the_organisation_may_reserve_making_groups(old_house: House) -> None:
    world, cleo = old_house.world, old_house.actor("Cleo")
    world.organization.settings["user_group_edit_policy"] = 2
    try:
        answer = await cleo.call(*CREATE, {"name": "crew", "description": "x", "members": "[]"})
    finally:
        del world.organization.settings["user_group_edit_policy"]
    assert answer == (400, refused("Insufficient permission"))


async def test_a_manager_changes_name_and_description(cleo: Actor) -> None:
    await make(cleo)
    queue = await cleo.queue(**TYPES)
    path = f"/user_groups/{NEW}"
    assert await cleo.patch(path, name="Crew", description="On board") == DONE
    assert await cleo.patch(path, can_join_group=json.dumps({"new": MEMBERS, "old": NOBODY})) == DONE
    update = {"type": "user_group", "op": "update", "group_id": NEW}
    assert await queue.events() == [
        {**update, "data": {"name": "Crew"}},
        {**update, "data": {"can_join_group": MEMBERS}},
    ]


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({}, "No new data supplied"),
        ({"name": " "}, "User group name can't be empty!"),
        ({"name": "g" * 101}, "User group name cannot exceed 100 characters."),
        ({"name": "@x"}, "User group name cannot start with '@'."),
        ({"name": "bench"}, "User group 'bench' already exists."),
        ({"can_join_group": '{"new": 99999}'}, "Invalid user group"),
        ({"can_join_group": '{"new": {"direct_members": [99999]}}'}, "No such user"),
        (
            {"can_join_group": f'{{"new": {INTERNET}}}'},
            "'can_join_group' setting cannot be set to 'role:internet' group.",
        ),
    ],
)
async def test_a_change_that_cannot_be_is_not_made(cleo: Actor, params: dict[str, str], msg: str) -> None:
    await make(cleo)
    assert await cleo.call("PATCH", f"/user_groups/{NEW}", params) == (400, refused(msg))


async def test_a_permission_that_is_not_as_was_thought_stays(cleo: Actor) -> None:
    await make(cleo)
    answer = await cleo.call("PATCH", f"/user_groups/{NEW}", {"can_join_group": '{"new": 2, "old": 3}'})
    assert answer == (
        400,
        refused("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"),
    )


@pytest.mark.parametrize(
    ("method", "path", "params"),
    [
        ("PATCH", "", {"name": "ours"}),
        ("POST", "/deactivate", {}),
        ("POST", "/members", {"add": f"[{BEN}]"}),
        ("POST", "/members", {"delete": f"[{CLEO}]"}),
        ("POST", "/members", {"add_subgroups": f"[{MEMBERS}]"}),
        ("POST", "/subgroups", {"add": f"[{MEMBERS}]"}),
    ],
)
async def test_others_may_not_change_a_group_and_an_unknown_one_is_refused(
    cleo: Actor, dan: Actor, ada: Actor, method: str, path: str, params: dict[str, str]
) -> None:
    await make(cleo)
    insufficient = (400, refused("Insufficient permission"))
    assert await dan.call(method, f"/user_groups/{NEW}{path}", params) == insufficient
    assert await ada.call(method, f"/user_groups/{MEMBERS}{path}", params) == insufficient
    unknown = (400, refused("Invalid user group"))
    assert await ada.call(method, f"/user_groups/99999{path}", params) == unknown


async def test_people_are_put_in_and_taken_out_and_told_so(cleo: Actor, dan: Actor) -> None:
    await make(cleo, members="[]")
    queue, own = await cleo.queue(**TYPES), await dan.queue(event_types='["message"]')
    assert await cleo.post(f"/user_groups/{NEW}/members", add=f"[{DAN}, {CLEO}, {ROBO}]") == DONE
    assert await cleo.post(f"/user_groups/{NEW}/members", delete=f"[{DAN}]") == DONE
    assert await queue.events() == [
        {"type": "user_group", "op": "add_members", "group_id": NEW, "user_ids": [CLEO, DAN, ROBO]},
        {"type": "user_group", "op": "remove_members", "group_id": NEW, "user_ids": [DAN]},
    ]
    assert [event["message"]["content"] for event in await own.events()] == [
        f"@_**Cleo Member|{CLEO}** added you to the group @_*crew*.",
        f"@_**Cleo Member|{CLEO}** removed you from the group @_*crew*.",
    ]
    assert await dan.get(f"/user_groups/{NEW}/members") == {**DONE, "members": [CLEO, ROBO]}


async def test_people_join_and_leave_where_they_may(cleo: Actor, dan: Actor) -> None:
    await make(cleo, members=f"[{CLEO}]", can_join_group=str(MEMBERS))
    path = f"/user_groups/{NEW}/members"
    assert await dan.post(path, add=f"[{DAN}]") == DONE
    assert await dan.call("POST", path, {"add": f"[{EVE}]"}) == (400, refused("Insufficient permission"))
    assert await dan.post(path, delete=f"[{DAN}]") == DONE


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({}, 'Nothing to do. Specify at least one of "add" or "delete".'),
        ({"add": "[99999]"}, "Invalid user ID: 99999"),
        ({"add": f"[{OLD}]"}, f"Invalid user ID: {OLD}"),
        ({"add": f"[{DAN}]"}, f"User {DAN} is already a member of this group"),
        ({"delete": f"[{ADA}]"}, f"There is no member '{ADA}' in this user group"),
        ({"add_subgroups": "[99999]"}, "Invalid user group ID: 99999"),
        ({"add_subgroups": f"[{BENCH}]"}, f"User group {BENCH} is already a subgroup of this group."),
        ({"delete_subgroups": f"[{MEMBERS}]"}, f"User group {MEMBERS} is not a subgroup of this group."),
        (
            {"add_subgroups": f"[{NEW}]"},
            f"User group {NEW} is already a subgroup of one of the passed subgroups.",
        ),
    ],
)
async def test_a_change_of_members_is_made_whole_or_not_at_all(
    cleo: Actor, params: dict[str, str], msg: str
) -> None:
    await make(cleo, subgroups=f"[{BENCH}]")
    path = f"/user_groups/{NEW}/members"
    before = await cleo.get(path)
    more = {"add": f"[{ADA}]", **params} if "subgroups" in str(params) else params
    assert await cleo.call("POST", path, more) == (400, refused(msg))
    assert await cleo.get(path) == before


async def test_groups_are_in_groups(cleo: Actor) -> None:
    await make(cleo, members=f"[{DAN}]")
    path = f"/user_groups/{NEW}"
    queue = await cleo.queue(**TYPES)
    assert await cleo.post(f"{path}/members", add_subgroups=f"[{BENCH}]") == DONE
    assert await cleo.get(f"{path}/members") == {**DONE, "members": [CLEO, DAN, ROBO]}
    assert await cleo.get(f"{path}/members", direct_member_only="true") == {**DONE, "members": [DAN]}
    assert await cleo.post(f"{path}/members", delete_subgroups=f"[{BENCH}]") == DONE
    assert await cleo.post(f"{path}/subgroups", add=f"[{MODERATORS}]") == DONE
    within = {**DONE, "subgroups": [OWNERS, ADMINISTRATORS, MODERATORS]}
    assert await cleo.get(f"{path}/subgroups") == within
    direct = await cleo.get(f"{path}/subgroups", direct_subgroup_only="true")
    assert direct == {**DONE, "subgroups": [MODERATORS]}
    assert await cleo.post(f"{path}/subgroups", delete=f"[{MODERATORS}]") == DONE
    assert [(event["op"], event["direct_subgroup_ids"]) for event in await queue.events()] == [
        ("add_subgroups", [BENCH]),
        ("remove_subgroups", [BENCH]),
        ("add_subgroups", [MODERATORS]),
        ("remove_subgroups", [MODERATORS]),
    ]


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({}, 'Nothing to do. Specify at least one of "add" or "delete".'),
        ({"add": "[99999]"}, "Invalid user group ID: 99999"),
        ({"add": f"[{BENCH}]"}, f"User group {BENCH} is already a subgroup of this group."),
        ({"delete": f"[{MEMBERS}]"}, f"User group {MEMBERS} is not a subgroup of this group."),
        ({"add": f"[{NEW}]"}, f"User group {NEW} is already a subgroup of one of the passed subgroups."),
    ],
)
async def test_a_group_does_not_hold_itself(cleo: Actor, params: dict[str, str], msg: str) -> None:
    await make(cleo, subgroups=f"[{BENCH}]")
    assert await cleo.call("POST", f"/user_groups/{NEW}/subgroups", params) == (400, refused(msg))


async def test_membership_is_asked_for(cleo: Actor, old_house: House) -> None:
    path = f"/user_groups/{MEMBERS}/members"
    assert await cleo.get(f"{path}/{ADA}") == {**DONE, "is_user_group_member": True}
    assert await cleo.get(f"{path}/{ADA}", direct_member_only="true") == {
        **DONE,
        "is_user_group_member": False,
    }
    assert await cleo.get(f"/user_groups/{BENCH}/members/{ROBO}") == {**DONE, "is_user_group_member": True}
    assert await cleo.call("GET", f"{path}/99999") == (400, refused("No such user"))
    unknown = (400, refused("Invalid user group"))
    assert await cleo.call("GET", f"/user_groups/99999/members/{ADA}") == unknown
    assert await cleo.call("GET", "/user_groups/99999/members") == unknown
    assert await cleo.call("GET", "/user_groups/99999/subgroups") == unknown
    old = old_house.actor("Cleo")
    assert await old.call("GET", f"/user_groups/{BENCH}/members/{ROBO}") == (400, refused("No such user"))


async def test_a_deactivated_group_is_gone_for_clients_that_do_not_know_such(cleo: Actor) -> None:
    await make(cleo)
    path = f"/user_groups/{NEW}"
    plain = await cleo.queue(**TYPES)
    knowing = await cleo.queue(client_capabilities=json.dumps(CAPABILITIES), **TYPES)
    assert await cleo.post(f"{path}/deactivate") == DONE
    deactivated = (400, refused("User group is deactivated."))
    assert await cleo.call("POST", f"{path}/deactivate") == deactivated
    assert await cleo.call("POST", f"{path}/members", {"add": f"[{ADA}]"}) == deactivated
    assert await cleo.call("POST", f"{path}/subgroups", {"add": f"[{BENCH}]"}) == deactivated
    assert NEW not in [one["id"] for one in (await cleo.get("/user_groups"))["user_groups"]]
    listed = await cleo.get("/user_groups", include_deactivated_groups="true")
    assert listed["user_groups"][-1] == crew(deactivated=True)
    assert await cleo.patch(path, deactivated="false") == DONE
    update = {"type": "user_group", "op": "update", "group_id": NEW}
    assert await knowing.events() == [
        {**update, "data": {"deactivated": True}},
        {**update, "data": {"deactivated": False}},
    ]
    assert await plain.events() == [
        {"type": "user_group", "op": "remove", "group_id": NEW},
        {"type": "user_group", "op": "add", "group": crew()},
    ]


CAPABILITIES = {"notification_settings_null": False, "include_deactivated_groups": True}


async def test_a_group_that_is_named_somewhere_stays_in_use(house: House, cleo: Actor) -> None:
    await make(cleo)
    other = await make(cleo, name="outer", subgroups=f"[{NEW}]", can_join_group=str(NEW))
    await cleo.post(
        "/users/me/subscriptions",
        subscriptions='[{"name": "deck"}]',
        can_send_message_group=f'{{"direct_subgroups": [{NEW}]}}',
    )
    deck = (await cleo.get("/get_stream_id", stream="deck"))["stream_id"]
    objections = [
        {"type": "subgroup", "supergroup_ids": [other]},
        {"type": "channel", "channel_id": deck, "settings": ["can_send_message_group"]},
        {"type": "user_group", "group_id": other, "settings": ["can_join_group"]},
        {"type": "realm", "settings": ["can_create_groups"]},
    ]
    house.world.change_organization(permissions={"can_create_groups": NEW})
    assert await cleo.call("POST", f"/user_groups/{NEW}/deactivate") == (
        400,
        refused(
            "Cannot deactivate user group in use.", "CANNOT_DEACTIVATE_GROUP_IN_USE", objections=objections
        ),
    )


async def test_an_old_server_deletes_groups(old_house: House) -> None:
    cleo, dan = old_house.actor("Cleo"), old_house.actor("Dan")
    queue = await cleo.queue(**TYPES)
    path = f"/user_groups/{BENCH}"
    assert await dan.call("DELETE", path) == (400, refused("Insufficient permission"))
    assert await cleo.delete(path) == DONE
    assert await queue.events() == [{"type": "user_group", "op": "remove", "group_id": BENCH}]
    assert await cleo.call("DELETE", path) == (400, refused("Invalid user group"))
