"""What people keep for themselves: alert words, muted people, topics, devices, keys, and edits under way."""

from typing import Any

import pytest

from server.household import (
    ADA,
    CLEO,
    GENERAL,
    HELLO,
    HI,
    NOW,
    PSST,
    ROBO,
    SECRET,
    Actor,
    House,
    OpenHouse,
    refused,
)

DONE = {"result": "success", "msg": ""}
WORDS = "/users/me/alert_words"


async def test_alert_words_come_and_go(cleo: Actor) -> None:
    queue = await cleo.queue()
    both = ["fire", "Water"]
    assert await cleo.post(WORDS, alert_words='["fire", " Water ", "FIRE", " "]') == {
        **DONE,
        "alert_words": both,
    }
    assert await cleo.get(WORDS) == {**DONE, "alert_words": both}
    assert await cleo.delete(WORDS, alert_words='["water"]') == {**DONE, "alert_words": ["fire"]}
    assert await queue.events() == [
        {"type": "alert_words", "alert_words": both},
        {"type": "alert_words", "alert_words": ["fire"]},
    ]
    snapshot = await cleo.post("/register", fetch_event_types='["alert_words"]')
    assert snapshot["alert_words"] == ["fire"]


@pytest.mark.parametrize("method", ["POST", "DELETE"])
async def test_an_alert_word_is_short_and_a_word(cleo: Actor, method: str) -> None:
    long = '["a", "' + "x" * 101 + '"]'
    answer = await cleo.call(method, WORDS, {"alert_words": long})
    assert answer == (400, refused("alert_words[1] is too long (limit: 100 characters)"))
    answer = await cleo.call(method, WORDS, {"alert_words": "x"})
    assert answer == (400, refused("alert_words is not valid JSON"))


async def test_people_are_muted_and_heard_again(cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["muted_users"]')
    path = f"/users/me/muted_users/{ADA}"
    assert await cleo.post(path) == DONE
    assert await cleo.call("POST", path) == (400, refused("User already muted"))
    snapshot = await cleo.post("/register", fetch_event_types='["muted_users"]')
    assert snapshot["muted_users"] == [{"id": ADA, "timestamp": NOW}]
    assert await cleo.delete(path) == DONE
    assert await cleo.call("DELETE", path) == (400, refused("User is not muted"))
    assert await queue.events() == [
        {"type": "muted_users", "muted_users": [{"id": ADA, "timestamp": NOW}]},
        {"type": "muted_users", "muted_users": []},
    ]


@pytest.mark.parametrize("method", ["POST", "DELETE"])
async def test_only_somebody_else_can_be_muted(cleo: Actor, method: str) -> None:
    answer = await cleo.call(method, "/users/me/muted_users/999")
    assert answer == (400, refused("No such user"))
    answer = await cleo.call("POST", f"/users/me/muted_users/{CLEO}")
    assert answer == (400, refused("Cannot mute self"))


def choice(policy: int) -> dict[str, Any]:
    return {
        "type": "user_topic",
        "stream_id": GENERAL,
        "topic_name": "noise",
        "last_updated": NOW,
        "visibility_policy": policy,
    }


async def test_a_topic_is_muted_followed_and_let_be(cleo: Actor) -> None:
    every, new = await cleo.queue(), await cleo.queue(event_types='["user_topic", "muted_topics"]')
    params = {"stream_id": str(GENERAL), "topic": "noise"}
    assert await cleo.post("/user_topics", **params, visibility_policy="1") == DONE
    assert await cleo.post("/user_topics", **params, visibility_policy="1") == DONE
    snapshot = await cleo.post("/register", fetch_event_types='["muted_topics"]')
    assert snapshot["muted_topics"] == [["general", "noise", NOW]]
    await cleo.post("/user_topics", **params, visibility_policy="3")
    snapshot = await cleo.post("/register", fetch_event_types='["muted_topics", "user_topic"]')
    followed = {key: value for key, value in choice(3).items() if key != "type"}
    assert snapshot["user_topics"] == [followed]
    assert "muted_topics" not in snapshot
    await cleo.post("/user_topics", **params, visibility_policy="0")
    assert await new.events() == [choice(1), choice(3), choice(0)]
    muted = {"type": "muted_topics", "muted_topics": [["general", "noise", NOW]]}
    none = {"type": "muted_topics", "muted_topics": []}
    assert await every.events() == [muted, choice(1), none, choice(3), none, choice(0)]


async def test_a_topic_is_muted_as_of_old(cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["user_topic"]')
    path = "/users/me/subscriptions/muted_topics"
    assert await cleo.patch(path, stream_id=str(GENERAL), topic="noise", op="add") == DONE
    assert await cleo.patch(path, stream="General", topic="noise", op="remove") == DONE
    assert await queue.events() == [choice(1), choice(0)]
    for params, msg in (
        ({"stream": "general"}, "Topic is not muted"),
        ({"stream": "nowhere"}, "Invalid channel name 'nowhere'"),
        ({}, "Please supply 'stream'."),
        ({"stream_id": "999"}, "Invalid channel ID"),
    ):
        answer = await cleo.call("PATCH", path, {**params, "topic": "noise", "op": "remove"})
        assert answer == (400, refused(msg))
    long = {"stream_id": str(GENERAL), "topic": "x" * 61, "op": "add"}
    assert await cleo.call("PATCH", path, long) == (400, refused("topic is too long (limit: 60 characters)"))


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"visibility_policy": "9"}, "Invalid visibility_policy"),
        ({"stream_id": "999"}, "Invalid channel ID"),
        ({"topic": "x" * 61}, "topic is too long (limit: 60 characters)"),
    ],
)
async def test_a_choice_is_for_a_topic_that_one_may_read(
    cleo: Actor, params: dict[str, str], msg: str
) -> None:
    good = {"stream_id": str(GENERAL), "topic": "noise", "visibility_policy": "1"}
    assert await cleo.call("POST", "/user_topics", {**good, **params}) == (400, refused(msg))


async def test_a_test_notification_needs_a_known_device(cleo: Actor) -> None:
    path = "/mobile_push/test_notification"
    unknown = (400, refused("Device not recognized", "INVALID_PUSH_DEVICE_TOKEN"))
    assert await cleo.post(path) == DONE
    assert await cleo.call("POST", path, {"token": "abcd"}) == unknown
    android, apple = "/users/me/android_gcm_reg_id", "/users/me/apns_device_token"
    assert await cleo.post(android, token="tok") == DONE
    assert await cleo.post(apple, token="abcd", appid="org.example") == DONE
    assert await cleo.post(path, token="tok") == DONE
    assert await cleo.post(path, token="abcd") == DONE
    assert await cleo.delete(android, token="tok") == DONE
    assert await cleo.delete(apple, token="abcd") == DONE
    assert await cleo.call("POST", path, {"token": "abcd"}) == unknown
    not_hex = await cleo.call("POST", apple, {"token": "xyz", "appid": "a"})
    assert not_hex == (400, refused("Invalid APNS token"))
    for device in (android, apple):
        assert await cleo.call("DELETE", device, {"token": "tok"}) == (400, refused("Token does not exist"))
        for method in ("POST", "DELETE"):
            answer = await cleo.call(method, device, {"token": "", "appid": "a"})
            assert answer == (400, refused("Empty or invalid length token"))


async def test_a_new_key_replaces_the_old_one(old_house: House) -> None:
    ada, robo = old_house.actor("Ada"), old_house.actor("Robo")
    queue = await ada.queue()
    key = (await robo.post("/users/me/api_key/regenerate"))["api_key"]
    assert len(key) == 32
    event = {"type": "realm_bot", "op": "update", "bot": {"user_id": ROBO, "api_key": key}}
    assert await queue.events() == [event]
    assert await robo.call("GET", "/users/me") == (401, refused("Invalid API key", "UNAUTHORIZED"))
    assert old_house.world.keys.key(ROBO) == key


async def test_whether_somebody_follows_a_channel(cleo: Actor, dan: Actor) -> None:
    path = f"/users/{ADA}/subscriptions/{GENERAL}"
    assert await cleo.get(path) == {**DONE, "is_subscribed": True}
    assert await cleo.get(f"/users/14/subscriptions/{GENERAL}") == {**DONE, "is_subscribed": False}
    answer = await dan.call("GET", f"/users/{ADA}/subscriptions/{SECRET}")
    assert answer == (400, refused("Invalid channel ID"))
    answer = await dan.call("GET", f"/users/999/subscriptions/{GENERAL}")
    assert answer == (400, refused("No such user"))


@pytest.mark.parametrize("op", ["start", "stop"])
async def test_the_others_hear_who_edits(open_house: OpenHouse, op: str) -> None:
    for level, path, message in (
        (496, f"/messages/{HI}/typing", {}),
        (351, "/message_edit_typing", {"message_id": str(HI)}),
    ):
        house = await open_house(feature_level=level)
        ada, cleo = house.actor("Ada"), house.actor("Cleo")
        own, others = await cleo.queue(), await ada.queue()
        assert await cleo.post(path, op=op, **message) == DONE
        recipient = {"type": "channel", "channel_id": GENERAL, "topic": "plans"}
        event = {"type": "typing_edit_message", "op": op, "sender_id": CLEO, "message_id": HI}
        assert await others.events() == [{**event, "recipient": recipient}]
        assert await own.events() == []
        for wrong, msg in (
            (999, "Invalid message(s)"),
            (HELLO, "You don't have permission to edit this message"),
        ):
            params = {"op": op, **({"message_id": str(wrong)} if message else {})}
            answer = await cleo.call("POST", path.replace(str(HI), str(wrong)), params)
            assert answer == (400, refused(msg))


async def test_a_direct_message_is_edited_before_its_people(dan: Actor, cleo: Actor) -> None:
    queue = await cleo.queue()
    await dan.post(f"/messages/{PSST}/typing", op="start")
    assert [event["recipient"] for event in await queue.events()] == [
        {"type": "direct", "user_ids": [CLEO, dan.account.user_id]}
    ]
