"""Who may write to whom, what is seen of a message's past and its readers, and how topics are found again."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from server.household import ADA, CLEO, DAN, EVE, GENERAL, GUS, HELLO, HI, NOW, ROBO, Actor, House, refused

OFF = refused("Direct messages are disabled in this organization.")
NOT_AUTHORIZED = refused("This conversation does not include any users who can authorize it.")
NO_START = refused("You do not have permission to initiate direct message conversations.")


def choose(house: House, **settings: Any) -> None:
    organization = house.world.organization
    permissions = {name: settings.pop(name) for name in list(settings) if name.endswith("_group")}
    house.world.organization = msgspec.structs.replace(
        organization,
        settings={**organization.settings, **settings},
        permissions={**organization.permissions, **permissions},
    )


async def write(actor: Actor, *people: int) -> dict[str, Any]:
    to = ", ".join(map(str, people))
    _, body = await actor.call("POST", "/messages", {"type": "direct", "to": f"[{to}]", "content": "x"})
    assert isinstance(body, dict)
    return body


async def test_in_older_days_direct_messages_were_on_or_off(old_house: House) -> None:
    choose(old_house, private_message_policy=2)
    cleo = old_house.actor("Cleo")
    assert await write(cleo, DAN) == OFF
    assert (await write(cleo, ROBO))["msg"] == ""
    assert (await write(cleo, CLEO))["msg"] == ""
    assert (await write(old_house.actor("Robo"), DAN))["msg"] == ""


async def test_permission_groups_say_who_writes_to_whom(house: House, cleo: Actor) -> None:
    groups = house.world.groups
    choose(house, direct_message_permission_group=groups.system("role:nobody"))
    assert await write(cleo, DAN) == OFF
    choose(house, direct_message_permission_group=groups.system("role:moderators"))
    assert await write(cleo, DAN) == NOT_AUTHORIZED
    assert (await write(cleo, DAN, EVE))["msg"] == ""
    choose(
        house,
        direct_message_permission_group=groups.system("role:everyone"),
        direct_message_initiator_group=groups.system("role:moderators"),
    )
    assert await write(cleo, GUS) == NO_START
    assert (await write(cleo, DAN))["msg"] == ""


@pytest.mark.parametrize(
    ("permission", "initiator", "no"),
    [
        ("role:nobody", "role:everyone", OFF),
        ("role:moderators", "role:everyone", NOT_AUTHORIZED),
        ("role:everyone", "role:moderators", NO_START),
    ],
)
async def test_what_may_not_be_said_may_not_be_scheduled(
    house: House, cleo: Actor, permission: str, initiator: str, no: dict[str, Any]
) -> None:
    params = {"type": "direct", "content": "x", "scheduled_delivery_timestamp": str(NOW + 100)}
    made = await cleo.post("/scheduled_messages", to=f"[{CLEO}]", **params)
    choose(
        house,
        direct_message_permission_group=house.world.groups.system(permission),
        direct_message_initiator_group=house.world.groups.system(initiator),
    )
    to_gus = {"to": f"[{GUS}]"}
    assert await cleo.call("POST", "/scheduled_messages", {**params, **to_gus}) == (400, no)
    path = f"/scheduled_messages/{made['scheduled_message_id']}"
    assert await cleo.call("PATCH", path, to_gus) == (400, no)


async def edited(actor: Actor) -> str:
    message_id = await actor.say("general", "t", "first")
    path = f"/messages/{message_id}"
    await actor.patch(path, content="second")
    await actor.patch(path, topic="u", content="third")
    return path


async def shown(actor: Actor, path: str) -> list[list[str]]:
    message = (await actor.get(path))["message"]
    return [sorted(entry.keys() - {"user_id", "timestamp"}) for entry in message.get("edit_history", [])]


async def test_the_organisation_says_how_much_of_the_past_is_seen(house: House, cleo: Actor) -> None:
    path = await edited(cleo)
    moved = ["prev_topic", "topic"]
    content = ["prev_content", "prev_rendered_content"]
    assert await shown(cleo, path) == [[*content, *moved], content]
    choose(house, message_edit_history_visibility_policy="moves")
    assert await shown(cleo, path) == [moved]
    states = (await cleo.get(f"{path}/history"))["message_history"]
    assert ["prev_content" in one for one in states] == [False, False]
    choose(house, message_edit_history_visibility_policy="none")
    assert await shown(cleo, path) == []
    no = refused("Message edit history is disabled in this organization")
    assert await cleo.call("GET", f"{path}/history") == (400, no)


async def test_in_older_days_the_past_was_seen_or_not(old_house: House) -> None:
    cleo = old_house.actor("Cleo")
    path = await edited(cleo)
    choose(old_house, allow_edit_history=False)
    assert await shown(cleo, path) == []


async def test_readers_who_mute_or_are_muted_are_left_out(cleo: Actor, ada: Actor) -> None:
    path = f"/messages/{HI}/read_receipts"
    everybody = (await cleo.get(path))["user_ids"]
    assert ADA in everybody
    for one, other in ((cleo, ADA), (ada, CLEO)):
        await one.post(f"/users/me/muted_users/{other}")
        assert (await cleo.get(path))["user_ids"] == [user for user in everybody if user != ADA]
        await one.delete(f"/users/me/muted_users/{other}")


async def test_drafts_go_when_they_are_not_kept_any_more(cleo: Actor) -> None:
    draft = '[{"type": "private", "to": [], "topic": "", "content": "x"}]'
    await cleo.post("/drafts", drafts=draft)
    for value in ("false", "true"):
        await cleo.patch("/settings", enable_drafts_synchronization=value)
    assert (await cleo.get("/drafts"))["drafts"] == []


async def found(actor: Actor, *terms: tuple[str, str]) -> list[int]:
    narrow = ", ".join(f'["{operator}", "{operand}"]' for operator, operand in terms)
    window = {"anchor": "newest", "num_before": "99", "num_after": "0", "narrow": f"[{narrow}]"}
    return [one["id"] for one in (await actor.get("/messages", **window))["messages"]]


async def test_messages_are_found_by_how_one_sees_their_topic(cleo: Actor) -> None:
    channel = ("channel", "general")
    other = await cleo.say("general", "other", "x")
    data = f'[{{"stream_id": {GENERAL}, "property": "is_muted", "value": true}}]'
    topic = {"stream_id": str(GENERAL), "topic": "plans"}
    await cleo.post("/user_topics", **topic, visibility_policy="3")
    assert await found(cleo, channel, ("is", "followed")) == [HELLO, HI, other]
    await cleo.post("/user_topics", stream_id=str(GENERAL), topic="other", visibility_policy="0")
    assert await found(cleo, channel, ("is", "followed")) == [HELLO, HI]
    assert await found(cleo, channel, ("is", "muted")) == []
    await cleo.post("/users/me/subscriptions/properties", subscription_data=data)
    assert await found(cleo, channel, ("is", "muted")) == [other]
    assert await found(cleo, channel, ("in", "home")) == [HELLO, HI]
    await cleo.post("/user_topics", **topic, visibility_policy="1")
    assert await found(cleo, channel, ("is", "muted")) == [HELLO, HI, other]


@pytest.mark.parametrize("words", ["", "?!"])
async def test_without_a_word_nothing_is_found(cleo: Actor, words: str) -> None:
    assert await found(cleo, ("channel", "general"), ("search", words)) == []


async def test_messages_are_found_from_a_date_on(house: House, cleo: Actor) -> None:
    window = {"num_before": "0", "num_after": "1", "narrow": '[["channel", "general"]]', "anchor": "date"}
    hi = house.world.messages[HI].timestamp
    for seconds, expected in ((hi, HI), (hi - 1, HI), (0, HELLO)):
        when = datetime.fromtimestamp(seconds, UTC).isoformat()
        found = await cleo.get("/messages", **window, anchor_date=when)
        assert (found["anchor"], found["found_anchor"]) == (expected, True)
        assert found["messages"][0]["id"] == expected
    later = await cleo.get("/messages", **window, anchor_date="2040-01-01")
    assert (later["messages"], later["found_newest"]) == ([], True)
    missing = refused("Missing 'anchor_date' argument", "REQUEST_VARIABLE_MISSING", var_name="anchor_date")
    assert await cleo.call("GET", "/messages", window) == (400, missing)
    status, body = await cleo.call("GET", "/messages", {**window, "anchor_date": "soon"})
    assert (status, body["msg"]) == (400, "Bad value for 'anchor_date': soon")
