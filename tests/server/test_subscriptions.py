"""Channels, who follows them, and how following and leaving is told."""

import msgspec
import pytest

from server.household import (
    ADA,
    BEN,
    CLEO,
    DAN,
    EVE,
    GENERAL,
    HELLO,
    HI,
    NEWS,
    QUIET,
    ROBO,
    SECRET,
    VAULT,
    Actor,
    House,
    OpenHouse,
    refused,
)

DONE = {"result": "success", "msg": ""}


async def test_following_a_channel_is_told_to_oneself_and_to_the_others(cleo: Actor, dan: Actor) -> None:
    own, others = await dan.queue(), await cleo.queue()
    params = {"subscriptions": '[{"name": "NEWS"}, {"name": "quiet", "color": "#abc"}]'}
    assert await dan.post("/users/me/subscriptions", **params) == {
        **DONE,
        "subscribed": {str(DAN): ["quiet", "news"]},
        "already_subscribed": {},
        "new_subscription_messages_sent": True,
    }
    (added,) = await own.events()
    assert (added["type"], added["op"]) == ("subscription", "add")
    assert [(one["name"], one["color"], DAN in one["subscribers"]) for one in added["subscriptions"]] == [
        ("quiet", "#abc", True),
        ("news", "#76ce90", True),
    ]
    assert await others.events() == [
        {"type": "subscription", "op": "peer_add", "stream_ids": [QUIET, NEWS], "user_ids": [DAN]}
    ]
    again = await dan.post("/users/me/subscriptions", **params)
    assert (again["subscribed"], again["already_subscribed"]) == ({}, {str(DAN): ["quiet", "news"]})


async def test_in_older_days_the_answer_named_people_by_address(old_house: House) -> None:
    answer = await old_house.actor("Dan").post("/users/me/subscriptions", subscriptions='[{"name": "quiet"}]')
    assert answer == {**DONE, "subscribed": {"dan-member@house.test": ["quiet"]}, "already_subscribed": {}}


async def test_a_new_channel_is_told_before_it_is_followed_and_notes_its_maker(
    cleo: Actor, dan: Actor
) -> None:
    own, others = await cleo.queue(), await dan.queue()
    await cleo.post("/users/me/subscriptions", subscriptions='[{"name": "new", "description": "a\\nb"}]')
    created, added, note = await own.events()
    assert (created["op"], created["streams"][0]["name"], created["streams"][0]["description"]) == (
        "create",
        "new",
        "a b",
    )
    assert added["subscriptions"][0]["stream_id"] == created["streams"][0]["stream_id"]
    assert note["flags"] == ["read"]
    assert note["message"]["subject"] == "channel events"
    assert note["message"]["content"] == (
        "**Public** channel created by @_**Cleo Member|13**. **Description:**\n```` quote\na b\n````"
    )
    assert [(event["type"], event["op"]) for event in await others.events()] == [
        ("stream", "create"),
        ("subscription", "peer_add"),
    ]


async def test_a_private_channel_is_seen_by_its_followers_and_by_administrators(house: House) -> None:
    queues = {
        name: await house.actor(name).queue(event_types='["stream", "subscription"]')
        for name in ("Ben", "Dan", "Eve")
    }
    params = {"subscriptions": '[{"name": "den"}]', "invite_only": "true", "principals": f"[{EVE}]"}
    await house.actor("Cleo").post("/users/me/subscriptions", **params)
    told = {
        name: [f"{event['type']}/{event['op']}" for event in await queue.events()]
        for name, queue in queues.items()
    }
    assert told == {
        "Ben": ["stream/create", "subscription/peer_add"],
        "Dan": [],
        "Eve": ["stream/create", "subscription/add"],
    }


async def test_whoever_is_added_by_others_hears_of_channel_following_and_who_did_it(
    ada: Actor, dan: Actor
) -> None:
    queue = await dan.queue()
    params = {"subscriptions": '[{"name": "secret"}, {"name": "vault"}]', "principals": f"[{DAN}]"}
    await ada.post("/users/me/subscriptions", **params)
    first, second, added, note = await queue.events()
    assert [event["streams"][0]["stream_id"] for event in (first, second)] == [SECRET, VAULT]
    assert [one["stream_id"] for one in added["subscriptions"]] == [SECRET, VAULT]
    assert note["message"]["content"] == (
        "@**Ada Owner|11** subscribed you to the following channels:\n\n* #**secret**\n* #**vault**"
    )
    bot = {"subscriptions": '[{"name": "secret"}]', "principals": '["robo-bot@house.test"]'}
    assert (await ada.post("/users/me/subscriptions", **bot))["subscribed"] == {str(ROBO): ["secret"]}


async def test_what_may_not_be_followed_is_left_out_when_that_is_asked_for(dan: Actor) -> None:
    params = {
        "subscriptions": '[{"name": "secret"}, {"name": "quiet"}]',
        "authorization_errors_fatal": "false",
    }
    answer = await dan.post("/users/me/subscriptions", **params)
    assert (answer["subscribed"], answer["unauthorized"]) == ({str(DAN): ["quiet"]}, ["secret"])


async def test_leaving_is_told_and_marks_what_was_unread_as_read(cleo: Actor, dan: Actor) -> None:
    own, others = await cleo.queue(), await dan.queue()
    params = {"subscriptions": '["GENERAL", "quiet"]'}
    answer = await cleo.delete("/users/me/subscriptions", **params)
    assert answer == {**DONE, "removed": ["general"], "not_removed": ["quiet"]}
    removed, read = await own.events()
    assert removed == {
        "type": "subscription",
        "op": "remove",
        "subscriptions": [{"name": "general", "stream_id": GENERAL}],
    }
    assert (read["flag"], read["messages"]) == ("read", [HELLO])
    assert await others.events() == [
        {"type": "subscription", "op": "peer_remove", "stream_ids": [GENERAL], "user_ids": [CLEO]}
    ]


@pytest.mark.parametrize(
    ("level", "gone"),
    [(496, {"streams": [{"stream_id": SECRET}], "stream_ids": [SECRET]}), (342, None)],
)
async def test_whoever_leaves_a_private_channel_sees_it_no_more(
    open_house: OpenHouse, level: int, gone: dict[str, object] | None
) -> None:
    house = await open_house(feature_level=level)
    cleo = house.actor("Cleo")
    queue = await cleo.queue(event_types='["stream"]')
    await cleo.delete("/users/me/subscriptions", subscriptions='["secret"]')
    (told,) = await queue.events()
    if gone is None:
        assert told["streams"][0]["name"] == "secret"
    else:
        assert told == {"type": "stream", "op": "delete", **gone}
    assert await cleo.call("GET", f"/streams/{SECRET}") == (400, refused("Invalid channel ID"))
    assert await cleo.call("GET", "/messages/103") == (400, refused("Invalid message(s)"))


async def test_others_are_removed_by_administrators_and_bots_by_their_owners(ben: Actor, cleo: Actor) -> None:
    both = await ben.delete(
        "/users/me/subscriptions", subscriptions='["general"]', principals=f"[{CLEO}, {BEN}]"
    )
    assert both["removed"] == ["general", "general"]
    own_bot = {"subscriptions": '["general"]', "principals": f"[{ROBO}]"}
    assert (await cleo.delete("/users/me/subscriptions", **own_bot))["removed"] == ["general"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("color", "#00ff00", [("color", "#00ff00")]),
        ("pin_to_top", True, [("pin_to_top", True)]),
        ("is_muted", True, [("in_home_view", False), ("is_muted", True)]),
        ("in_home_view", False, [("in_home_view", False), ("is_muted", True)]),
    ],
)
async def test_a_personal_setting_changes_in_both_ways_of_asking(
    cleo: Actor, name: str, value: object, told: list[tuple[str, object]]
) -> None:
    queue = await cleo.queue()
    data = msgspec.json.encode([{"stream_id": GENERAL, "property": name, "value": value}]).decode()
    assert await cleo.post("/users/me/subscriptions/properties", subscription_data=data) == DONE
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    assert await cleo.patch(f"/users/me/subscriptions/{GENERAL}", property=name, value=text) == DONE
    events = [
        {"type": "subscription", "op": "update", "property": key, "value": change, "stream_id": GENERAL}
        for key, change in told
    ]
    assert await queue.events() == [*events, *events]


async def test_a_muted_channel_is_left_out_of_the_home_view(cleo: Actor) -> None:
    await cleo.patch(f"/users/me/subscriptions/{GENERAL}", property="is_muted", value="true")
    params = {"anchor": "newest", "num_before": "9", "num_after": "0"}
    home = await cleo.get("/messages", narrow='[["in", "home"]]', **params)
    muted = await cleo.get("/messages", narrow='[["is", "muted"]]', **params)
    assert HI not in [message["id"] for message in home["messages"]]
    assert [message["id"] for message in muted["messages"]] == [HELLO, HI]


async def names(actor: Actor, **params: str) -> list[str]:
    return [one["name"] for one in (await actor.get("/streams", **params))["streams"]]


async def test_the_lists_of_channels_hold_what_was_asked_for(house: House) -> None:
    ada, ben, cleo, gus, robo = (house.actor(name) for name in ("Ada", "Ben", "Cleo", "Gus", "Robo"))
    public = ["general", "news", "plain", "quiet", "tidy"]
    assert await names(cleo) == [*public[:4], "secret", "tidy"]
    assert await names(cleo, include_subscribed="false") == public
    assert await names(cleo, include_public="false") == ["general", "news", "plain", "secret", "tidy"]
    assert await names(gus) == ["general"]
    assert await names(ben, include_all="true") == [*public[:4], "secret", "tidy", "vault"]
    assert await names(ben, include_all_active="true") == [*public[:4], "secret", "tidy", "vault"]
    assert await names(ada, include_public="false", include_can_access_content="true") == [
        *public[:4],
        "secret",
        "tidy",
        "vault",
    ]
    only_owners = {
        "include_public": "false",
        "include_subscribed": "false",
        "include_owner_subscribed": "true",
    }
    assert await names(robo, **only_owners) == ["general", "news", "plain", "secret", "tidy"]
    defaults = {"include_public": "false", "include_subscribed": "false", "include_default": "true"}
    assert await names(cleo, **defaults) == ["general"]
    house.world.channels[QUIET] = msgspec.structs.replace(house.world.channels[QUIET], is_archived=True)
    assert "quiet" not in await names(cleo)
    assert "quiet" in await names(cleo, exclude_archived="false")


async def test_a_channel_is_shown_whole(cleo: Actor) -> None:
    answer = await cleo.get(f"/streams/{GENERAL}")
    nobody, admins, everyone = 1, 3, 7
    assert answer["stream"] == {
        "can_remove_subscribers_group": admins,
        "creator_id": ADA,
        "date_created": 1_792_224_000,
        "description": "Talk of the **house**",
        "first_message_id": HELLO,
        "history_public_to_subscribers": True,
        "invite_only": False,
        "is_web_public": False,
        "message_retention_days": None,
        "name": "general",
        "rendered_description": "<p>Talk of the <strong>house</strong></p>",
        "stream_id": GENERAL,
        "stream_post_policy": 1,
        "is_announcement_only": False,
        "stream_weekly_traffic": 1,
        "is_archived": False,
        "is_recently_active": True,
        "folder_id": None,
        "topics_policy": "inherit",
        "subscriber_count": 5,
        "can_administer_channel_group": nobody,
        "can_send_message_group": everyone,
        "can_add_subscribers_group": nobody,
        "can_subscribe_group": nobody,
        "can_move_messages_out_of_channel_group": nobody,
        "can_move_messages_within_channel_group": nobody,
        "can_resolve_topics_group": nobody,
        "can_delete_any_message_group": nobody,
        "can_delete_own_message_group": nobody,
        "can_create_topic_group": everyone,
    }
    assert (await cleo.get(f"/streams/{GENERAL}/members"))["subscribers"] == [ADA, BEN, CLEO, 16, ROBO]
    assert (await cleo.get("/get_stream_id", stream="General"))["stream_id"] == GENERAL


async def test_own_subscriptions_are_listed_with_subscribers_if_wanted(cleo: Actor) -> None:
    plain = (await cleo.get("/users/me/subscriptions"))["subscriptions"]
    assert [one["name"] for one in plain] == ["general", "news", "plain", "secret", "tidy"]
    assert "subscribers" not in plain[0]
    full = (await cleo.get("/users/me/subscriptions", include_subscribers="partial"))["subscriptions"]
    assert full[0]["subscribers"] == [ADA, BEN, CLEO, 16, ROBO]


async def test_topics_are_listed_with_the_newest_first_and_as_written_last(cleo: Actor, dan: Actor) -> None:
    second = await cleo.say("general", "other", "x")
    third = await cleo.say("general", "PLANS", "x")
    fourth = await cleo.say("general", "", "x")
    topics = [
        {"name": "general chat", "max_id": fourth},
        {"name": "PLANS", "max_id": third},
        {"name": "other", "max_id": second},
    ]
    assert (await dan.get(f"/users/me/{GENERAL}/topics"))["topics"] == topics
    named = await dan.get(f"/users/me/{GENERAL}/topics", allow_empty_topic_name="true")
    assert named["topics"][0]["name"] == ""


async def test_a_protected_history_hides_topics_of_before(ada: Actor, dan: Actor) -> None:
    params = {"subscriptions": '[{"name": "vault"}]', "principals": f"[{DAN}]"}
    await ada.post("/users/me/subscriptions", **params)
    assert (await dan.get(f"/users/me/{VAULT}/topics"))["topics"] == []
    message_id = await ada.say("vault", "now", "x")
    assert (await dan.get(f"/users/me/{VAULT}/topics"))["topics"] == [{"name": "now", "max_id": message_id}]


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ("2", 2),
        (
            f'{{"direct_members": [{CLEO}], "direct_subgroups": [21]}}',
            {"direct_members": [CLEO], "direct_subgroups": [21]},
        ),
    ],
)
async def test_a_permission_is_a_group_or_people_one_by_one(ada: Actor, setting: str, shown: object) -> None:
    params = {"subscriptions": '[{"name": "new"}]', "can_send_message_group": setting}
    await ada.post("/users/me/subscriptions", **params)
    channel = next(one for one in (await ada.get("/streams"))["streams"] if one["name"] == "new")
    assert channel["can_send_message_group"] == shown


async def test_typing_may_be_kept_to_oneself(house: House, cleo: Actor, dan: Actor) -> None:
    user = house.world.users[CLEO]
    house.world.change_user(user, sends_direct_typing=False, sends_channel_typing=False)
    house.world.change_user(house.world.users[DAN], receives_typing_notifications=False)
    direct = {"op": "start", "to": f"[{DAN}]"}
    assert await cleo.call("POST", "/typing", direct) == (
        400,
        refused("User has disabled typing notifications for direct messages"),
    )
    channel = {"op": "start", "type": "channel", "stream_id": str(GENERAL), "topic": "t"}
    assert await cleo.call("POST", "/typing", channel) == (
        400,
        refused("User has disabled typing notifications for channel messages"),
    )
    queue = await dan.queue()
    await dan.post("/typing", op="start", to=f"[{CLEO}]")
    assert await queue.events() == []


async def test_in_older_days_ranks_kept_typing_and_moving_out(old_house: House) -> None:
    ada, cleo = old_house.actor("Ada"), old_house.actor("Cleo")
    await ada.post("/users/me/subscriptions", subscriptions='[{"name": "mods"}]', stream_post_policy="4")
    mods = (await ada.get("/get_stream_id", stream="mods"))["stream_id"]
    ranks = "Only organization administrators and moderators can send to this channel."
    admins = "Only organization administrators can send to this channel."
    for channel_id, msg in ((mods, ranks), (35, admins)):
        params = {"op": "start", "type": "stream", "stream_id": str(channel_id), "topic": "t"}
        assert await cleo.call("POST", "/typing", params) == (400, refused(msg))
        assert await cleo.call("PATCH", f"/messages/{HI}", {"stream_id": str(channel_id)}) == (
            400,
            refused(msg),
        )
    organization = old_house.world.organization
    old_house.world.organization = msgspec.structs.replace(organization, mandatory_topics=True)
    assert await cleo.call("PATCH", f"/messages/{HI}", {"topic": "(no topic)"}) == (
        400,
        refused("Topics are required in this organization"),
    )
