"""What else is told of channels: who follows them, how busy they are, where they take mail; the archived."""

import json

import pytest

from server.household import (
    ADA,
    CLEO,
    GENERAL,
    GUS,
    NEWS,
    NOW,
    QUIET,
    SECRET,
    VAULT,
    Actor,
    House,
    OpenHouse,
    refused,
)

DAY = 86400
GONE = (400, refused("Invalid channel ID"))


async def test_the_channels_of_a_person_are_those_in_sight(ben: Actor, dan: Actor, gus: Actor) -> None:
    path = f"/users/{CLEO}/channels"
    found = {actor: (await actor.get(path))["subscribed_channel_ids"] for actor in (ben, dan, gus)}
    assert found[ben] == [GENERAL, SECRET, NEWS, 36, 37]
    assert found[dan] == [GENERAL, NEWS, 36, 37]
    assert found[gus] == [GENERAL]
    assert await ben.call("GET", "/users/999/channels") == (400, refused("No such user"))


async def test_administrators_see_who_follows_a_private_channel(ben: Actor, dan: Actor) -> None:
    assert (await ben.get(f"/streams/{SECRET}/members"))["subscribers"] == [ADA, CLEO]
    assert (await ben.get(f"/users/{ADA}/subscriptions/{VAULT}"))["is_subscribed"] is True
    assert await dan.call("GET", f"/streams/{SECRET}/members") == GONE
    assert await dan.call("GET", f"/users/{ADA}/subscriptions/{VAULT}") == GONE


async def test_the_name_of_a_private_channel_is_for_those_who_see_it(old_house: House, ben: Actor) -> None:
    assert (await ben.get("/get_stream_id", stream="secret"))["stream_id"] == SECRET
    unknown = (400, refused("Invalid channel name 'secret'"))
    assert await old_house.actor("Ben").call("GET", "/get_stream_id", {"stream": "secret"}) == unknown


async def test_a_channel_takes_mail_from_each_by_another_address(old_house: House, cleo: Actor) -> None:
    path = f"/streams/{GENERAL}/email_address"
    own, others = (await cleo.get(path))["email"], (await cleo.get(path, sender_id=str(ADA)))["email"]
    name, token, flag = own.partition("@")[0].split(".")
    assert (name, len(token), flag, own.partition("@")[2]) == ("general", 32, "show-sender", "house.test")
    assert own != others
    addresses = {(await old_house.actor(one).get(path))["email"] for one in ("Ada", "Cleo")}
    assert len(addresses) == 1
    assert await cleo.call("GET", f"/streams/{VAULT}/email_address") == GONE
    assert await cleo.call("GET", path, {"sender_id": "999"}) == (400, refused("No such user"))


async def test_a_channel_tells_how_busy_it_is_once_it_is_a_week_old(house: House, cleo: Actor) -> None:
    async def told() -> tuple[int | None, bool]:
        channel = (await cleo.get(f"/streams/{channel_id}"))["stream"]
        return channel["stream_weekly_traffic"], channel["is_recently_active"]

    await cleo.post("/users/me/subscriptions", subscriptions='[{"name": "new"}]')
    channel_id = (await cleo.get("/get_stream_id", stream="new"))["stream_id"]
    for _ in range(40):
        await cleo.say("new", "t", "again")
    found = []
    for days in (6, 8, 14, 29, 181):
        await house.world.clock.jump(NOW + days * DAY)
        found.append(await told())
    # 41 messages with the first one: 41 * 7 // 8 is 35, 41 * 7 // 14 is 20, and no more after four weeks.
    assert found == [(None, True), (35, True), (20, True), (0, True), (0, False)]


@pytest.mark.parametrize(("level", "seen"), [(261, False), (479, False), (480, True)])
async def test_an_archived_channel_can_be_asked_for_again(
    open_house: OpenHouse, level: int, seen: bool
) -> None:
    house = await open_house(feature_level=level)
    ben, cleo = house.actor("Ben"), house.actor("Cleo")
    await ben.delete(f"/streams/{GENERAL}")
    expected = 200 if seen else 400
    assert (await cleo.call("GET", f"/streams/{GENERAL}"))[0] == expected
    assert (await cleo.call("GET", f"/users/me/{GENERAL}/topics"))[0] == expected
    assert await cleo.call("GET", f"/streams/{GENERAL}/members") == GONE
    unknown = (400, refused("Invalid channel name 'general'"))
    assert await cleo.call("GET", "/get_stream_id", {"stream": "general"}) == unknown


@pytest.mark.parametrize(("level", "open_to_change"), [(361, False), (362, True)])
async def test_subscriptions_to_archived_channels_can_be_changed_later(
    open_house: OpenHouse, level: int, open_to_change: bool
) -> None:
    house = await open_house(feature_level=level)
    ben, cleo = house.actor("Ben"), house.actor("Cleo")
    await ben.delete(f"/streams/{NEWS}")
    data = json.dumps([{"stream_id": NEWS, "property": "pin_to_top", "value": True}])
    params = {"subscription_data": data}
    status, _ = await cleo.call("POST", "/users/me/subscriptions/properties", params)
    left, _ = await cleo.call("DELETE", "/users/me/subscriptions", {"subscriptions": '["news"]'})
    assert (status, left) == ((200, 200) if open_to_change else (400, 400))


async def test_clients_that_know_archived_channels_are_told_of_them(ben: Actor, cleo: Actor) -> None:
    await ben.delete(f"/streams/{NEWS}")
    asked = {"fetch_event_types": '["subscription", "stream"]', "event_types": "[]"}
    knowing = '{"notification_settings_null": true, "archived_channels": true}'
    for params, expected in (({}, False), ({"client_capabilities": knowing}, True)):
        state = await cleo.post("/register", **asked, **params)
        for part in ("subscriptions", "streams"):
            assert (NEWS in [one["stream_id"] for one in state[part]]) is expected


async def test_only_clients_that_know_archived_channels_hear_of_them_later(ada: Actor, dan: Actor) -> None:
    knowing = '{"notification_settings_null": true, "archived_channels": true}'
    plain = await dan.queue(event_types='["stream"]')
    aware = await dan.queue(event_types='["stream"]', client_capabilities=knowing)
    await ada.delete(f"/streams/{SECRET}")
    await ada.patch(f"/streams/{SECRET}", is_private="false")
    await ada.patch(f"/streams/{SECRET}", is_private="true")
    assert [event["op"] for event in await aware.events()] == ["create", "delete"]
    assert await plain.events() == []


async def test_who_posts_is_told_to_old_clients_by_its_number(ada: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["stream"]')
    for group in (3, 3, 2):
        await ada.patch(f"/streams/{GENERAL}", can_send_message_group=json.dumps({"new": group}))
    told = [(event["property"], event["value"]) for event in await queue.events()]
    assert told == [
        *(("can_send_message_group", 3), ("stream_post_policy", 2), ("is_announcement_only", True)),
        *(("can_send_message_group", 2), ("stream_post_policy", 1), ("is_announcement_only", False)),
    ]


async def test_guests_are_not_shown_default_channels_that_they_do_not_follow(ben: Actor, gus: Actor) -> None:
    await ben.post("/default_streams", stream_id=str(QUIET))
    found = (await gus.get("/streams", include_default="true"))["streams"]
    assert [(one["stream_id"], one["is_default"]) for one in found] == [(GENERAL, True)]
    assert GUS in (await gus.get(f"/streams/{GENERAL}/members"))["subscribers"]


async def test_who_may_post_is_told_by_the_old_number_too(ada: Actor) -> None:
    queue = await ada.queue(event_types='["stream"]')
    await ada.patch(f"/streams/{GENERAL}", can_send_message_group='{"new": 3}')
    told = [(event["property"], event["value"]) for event in await queue.events()]
    assert told == [("can_send_message_group", 3), ("stream_post_policy", 2), ("is_announcement_only", True)]
