"""Who may change, move and delete messages, and how long, by policy and by permission group."""

from hashlib import sha256
from typing import Any

import aiohttp
import msgspec
import pytest

from server.household import GENERAL, HELLO, HI, NOW, QUIET, Actor, House, OpenHouse, refused

OFF = refused("Your organization has turned off message editing")
NOT_YOURS = refused("You don't have permission to edit this message")
NOT_MOVED = refused("You don't have permission to move this message")
NOT_DELETED = refused("You don't have permission to delete this message")


def choose(house: House, **settings: Any) -> None:
    organization = house.world.organization
    permissions = {name: settings.pop(name) for name in list(settings) if name.endswith("_group")}
    house.world.organization = msgspec.structs.replace(
        organization,
        settings={**organization.settings, **settings},
        permissions={**organization.permissions, **permissions},
    )


async def test_editing_may_be_turned_off_and_moving_goes_on(house: House, cleo: Actor) -> None:
    choose(house, allow_message_editing=False)
    assert await cleo.call("PATCH", f"/messages/{HI}", {"content": "x"}) == (400, OFF)
    await cleo.patch(f"/messages/{HI}", topic="other")


async def test_the_own_topic_is_no_change(cleo: Actor) -> None:
    answer = await cleo.call("PATCH", f"/messages/{HI}", {"topic": " plans "})
    assert answer == (400, refused("Nothing to change"))


async def test_a_widget_stays_as_it_is(cleo: Actor) -> None:
    poll = await cleo.say("general", "poll", "/poll Soup?")
    answer = await cleo.call("PATCH", f"/messages/{poll}", {"content": "x"})
    assert answer == (400, refused("Widgets cannot be edited."))


async def test_an_edit_may_name_the_text_that_it_changes(cleo: Actor) -> None:
    message_id = await cleo.say("general", "t", "as it was")
    digest = sha256(b"as it was").hexdigest()
    await cleo.patch(f"/messages/{message_id}", content="new", prev_content_sha256=digest)
    answer = await cleo.call(
        "PATCH", f"/messages/{message_id}", {"content": "newer", "prev_content_sha256": digest}
    )
    msg = "'prev_content_sha256' value does not match the expected value."
    assert answer == (400, refused(msg, "EXPECTATION_MISMATCH"))


@pytest.mark.parametrize(
    ("policy", "allowed"),
    [(1, "Cleo Eve"), (2, ""), (3, "Cleo Eve"), (4, "Eve"), (5, "Cleo Eve Gus"), (6, "")],
)
async def test_in_older_days_policies_said_who_moves_messages(
    old_house: House, policy: int, allowed: str
) -> None:
    choose(old_house, edit_topic_policy=policy, move_messages_between_streams_policy=policy)
    for name in ("Cleo", "Eve", "Gus"):
        actor, may = old_house.actor(name), name in allowed
        status, body = await actor.call("PATCH", f"/messages/{HI}", {"topic": f"by {name}"})
        assert (status, body) == ((200, {"result": "success", "msg": ""}) if may else (400, NOT_YOURS))
        if name != "Gus":
            status, body = await actor.call("PATCH", f"/messages/{HELLO}", {"stream_id": str(QUIET)})
            assert body["msg"] == ("" if may else NOT_MOVED["msg"])


async def test_permission_groups_say_who_moves_messages(house: House, cleo: Actor, ada: Actor) -> None:
    nobody = house.world.groups.system("role:nobody")
    names = ("topics", "channels")
    choose(house, **{f"can_move_messages_between_{name}_group": nobody for name in names})
    assert await cleo.call("PATCH", f"/messages/{HI}", {"topic": "x"}) == (400, NOT_YOURS)
    assert await cleo.call("PATCH", f"/messages/{HI}", {"stream_id": str(QUIET)}) == (400, NOT_MOVED)
    await cleo.patch(f"/messages/{HI}", topic="✔ plans")
    everyone = str(house.world.groups.system("role:everyone"))
    for name in ("within", "out_of"):
        await ada.patch(
            f"/streams/{GENERAL}", **{f"can_move_messages_{name}_channel_group": f'{{"new": {everyone}}}'}
        )
    await cleo.patch(f"/messages/{HI}", topic="x")
    await cleo.patch(f"/messages/{HI}", stream_id=str(QUIET))


async def test_after_a_week_only_moderators_move_messages(house: House, cleo: Actor, ada: Actor) -> None:
    await house.clock.advance(7 * 86_400 + 20)
    late = "The time limit for editing this message's topic has passed."
    assert await cleo.call("PATCH", f"/messages/{HI}", {"topic": "x"}) == (400, refused(late))
    late = "The time limit for editing this message's channel has passed"
    assert await cleo.call("PATCH", f"/messages/{HI}", {"stream_id": str(QUIET)}) == (400, refused(late))
    newest = await cleo.say("general", "plans", "new")
    whole = {"topic": "x", "propagate_mode": "change_all"}
    assert await cleo.call("PATCH", f"/messages/{newest}", whole) == (
        400,
        refused(
            "You only have permission to move the 1/3 most recent messages in this topic.",
            "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
            first_message_id_allowed_to_move=newest,
            total_messages_in_topic=3,
            total_messages_allowed_to_move=1,
        ),
    )
    await ada.patch(f"/messages/{newest}", **whole)


async def test_who_deletes_what(house: House, cleo: Actor, ada: Actor) -> None:
    eve = house.actor("Eve")
    assert await eve.call("DELETE", f"/messages/{HI}") == (400, NOT_DELETED)
    moderators = house.world.groups.system("role:moderators")
    choose(house, can_delete_any_message_group=moderators, can_delete_own_message_group=moderators)
    own = await cleo.say("general", "t", "oops")
    assert await cleo.call("DELETE", f"/messages/{own}") == (400, NOT_DELETED)
    everyone = house.world.groups.system("role:everyone")
    await ada.patch(f"/streams/{GENERAL}", can_delete_own_message_group=f'{{"new": {everyone}}}')
    await cleo.delete(f"/messages/{own}")
    await eve.delete(f"/messages/{HI}")


async def test_in_older_days_a_policy_said_who_deletes(open_house: OpenHouse) -> None:
    house = await open_house(feature_level=261)
    choose(house, delete_own_message_policy=4)
    cleo, ben = house.actor("Cleo"), house.actor("Ben")
    own = await cleo.say("general", "t", "oops")
    assert await cleo.call("DELETE", f"/messages/{own}") == (400, NOT_DELETED)
    await ben.delete(f"/messages/{own}")


async def test_a_group_says_who_may_mention_it(house: House, cleo: Actor, ada: Actor) -> None:
    members = f"[{house.actor('Ada').account.user_id}]"
    made = await ada.post("/user_groups/create", name="staff", description="", members=members)
    nobody = house.world.groups.system("role:nobody")
    await ada.patch(f"/user_groups/{made['group_id']}", can_mention_group=f'{{"new": {nobody}}}')
    no = (400, refused("You are not allowed to mention user group 'staff'."))
    params = {"type": "channel", "to": "general", "topic": "t", "content": "@*staff*"}
    assert await cleo.call("POST", "/messages", params) == no
    assert await cleo.call("POST", "/messages", {**params, "type": "direct", "to": f"[{CLEO_ID}]"}) == no
    later = {**params, "to": str(GENERAL), "scheduled_delivery_timestamp": str(NOW + 100)}
    assert await cleo.call("POST", "/scheduled_messages", later) == no
    made = await cleo.post("/scheduled_messages", **{**later, "content": "x"})
    path = f"/scheduled_messages/{made['scheduled_message_id']}"
    assert await cleo.call("PATCH", path, {"content": "@*staff*"}) == no
    own = await cleo.say("general", "t", "@_*staff*")
    assert await cleo.call("PATCH", f"/messages/{own}", {"content": "@*staff*"}) == no


CLEO_ID = 13


@pytest.mark.parametrize(
    ("policy", "allowed"),
    [(1, "Gus Cleo Eve Ben"), (2, "Cleo Eve Ben"), (5, "Ben"), (6, ""), (7, "Eve Ben")],
)
async def test_in_older_days_a_policy_said_who_mentions_many(
    old_house: House, policy: int, allowed: str
) -> None:
    choose(old_house, wildcard_mention_policy=policy)
    organization = old_house.world.organization
    old_house.world.organization = msgspec.structs.replace(organization, wildcard_limit=1)
    msg = "You do not have permission to use channel wildcard mentions in this channel."
    no = (400, refused(msg, "STREAM_WILDCARD_MENTION_NOT_ALLOWED"))
    for name in ("Gus", "Cleo", "Eve", "Ben"):
        params = {"type": "channel", "to": "general", "topic": "t", "content": "@**all**"}
        answer = await old_house.actor(name).call("POST", "/messages", params)
        assert (answer == no) is (name not in allowed)


async def test_a_resolved_topic_is_unread_for_those_who_took_part(house: House, cleo: Actor) -> None:
    queues = {
        name: await house.actor(name).queue(event_types='["message"]') for name in ("Ada", "Ben", "Cleo")
    }
    await cleo.patch(f"/messages/{HI}", topic="✔ plans", propagate_mode="change_all")
    flags = {name: [event["flags"] for event in await queue.events()] for name, queue in queues.items()}
    assert flags == {"Ada": [[]], "Ben": [["read"]], "Cleo": [[]]}


async def test_files_that_an_edit_leaves_alone_are_told(house: House, cleo: Actor) -> None:
    form = aiohttp.FormData()
    form.add_field("file", b"text", filename="file.txt")
    where = f"{house.url}/api/v1/user_uploads"
    async with house.session.post(where, data=form, headers=cleo.headers) as response:
        sent = await response.json()
    message_id = await cleo.say("general", "t", f"[file]({sent['uri']})")
    (kept,) = (await cleo.get("/attachments"))["attachments"]
    answer = await cleo.patch(f"/messages/{message_id}", content="gone")
    (left,) = answer["detached_uploads"]
    assert left["id"] == kept["id"]
    assert (await cleo.patch(f"/messages/{message_id}", content="still"))["detached_uploads"] == []
