"""Reactions, flags, edits and deletions, and how they are told."""

from typing import Any

import msgspec
import pytest

from server.household import (
    ADA,
    CLEO,
    DAN,
    GENERAL,
    HELLO,
    HI,
    HUSH,
    NOW,
    PSST,
    QUIET,
    Actor,
    House,
    OpenHouse,
    refused,
)

OCTOPUS = {"emoji_name": "octopus", "emoji_code": "1f419", "reaction_type": "unicode_emoji"}
DONE = {"result": "success", "msg": ""}


async def test_a_reaction_comes_and_goes(cleo: Actor, ada: Actor) -> None:
    queue = await ada.queue()
    assert await cleo.post(f"/messages/{HI}/reactions", emoji_name="octopus") == DONE
    assert await cleo.delete(f"/messages/{HI}/reactions", emoji_code="1f419") == DONE
    told = {"type": "reaction", "user_id": CLEO, "message_id": HI, **OCTOPUS}
    assert await queue.events() == [{**told, "op": "add"}, {**told, "op": "remove"}]


async def test_in_older_days_a_reaction_named_its_user(old_house: House) -> None:
    cleo = old_house.actor("Cleo")
    queue = await cleo.queue()
    await cleo.post(f"/messages/{HI}/reactions", emoji_name="tada")
    user = {"user_id": CLEO, "email": "cleo-member@house.test", "full_name": "Cleo Member"}
    assert (await queue.events())[0]["user"] == user
    reactions = (await cleo.get(f"/messages/{HI}"))["message"]["reactions"]
    assert reactions[1]["user"] == {"email": user["email"], "full_name": user["full_name"], "id": CLEO}


async def test_a_reaction_is_joined_under_the_name_it_has_there(cleo: Actor) -> None:
    path = f"/messages/{HI}/reactions"
    await cleo.post(path, emoji_name="anything", emoji_code="1f419", reaction_type="unicode_emoji")
    reactions = (await cleo.get(f"/messages/{HI}"))["message"]["reactions"]
    assert [(one["emoji_name"], one["user_id"]) for one in reactions] == [("octopus", ADA), ("octopus", CLEO)]


@pytest.mark.parametrize("kind", ["server_extra_emoji", "zulip_extra_emoji"])
async def test_the_special_emoji_has_a_type_of_two_names(cleo: Actor, kind: str) -> None:
    path = f"/messages/{HI}/reactions"
    await cleo.post(path, emoji_name="zulip", emoji_code="zulip", reaction_type=kind)
    await cleo.delete(path, emoji_name="zulip", reaction_type=kind)
    params = {"emoji_name": "x", "emoji_code": "x", "reaction_type": kind}
    assert await cleo.call("POST", path, params) == (400, refused("Invalid emoji code."))


async def test_reacting_to_a_message_never_received_keeps_a_copy(dan: Actor, house: House) -> None:
    await dan.post(f"/messages/{HI}/reactions", emoji_name="tada")
    assert house.world.flags(DAN, HI) is not None


async def test_flags_change_and_are_told(cleo: Actor) -> None:
    queue = await cleo.queue()
    answer = await cleo.post("/messages/flags", messages=f"[{HI}, {HELLO}]", op="add", flag="starred")
    assert answer == {**DONE, "messages": [HI, HELLO]}
    assert (await cleo.post("/messages/flags", messages=f"[{HI}]", op="remove", flag="read"))["messages"] == [
        HI
    ]
    star = {"op": "add", "operation": "add", "flag": "starred", "messages": [HI, HELLO], "all": False}
    details = {"type": "stream", "stream_id": GENERAL, "topic": "plans", "unmuted_stream_msg": True}
    unread = {
        "op": "remove",
        "operation": "remove",
        "flag": "read",
        "messages": [HI],
        "all": False,
        "message_details": {str(HI): details},
    }
    told = [{"type": "update_message_flags", **fields} for fields in (star, unread)]
    assert await queue.events() == told


@pytest.mark.parametrize(
    ("message_id", "details"),
    [
        (PSST, {"type": "private", "user_ids": [DAN]}),
        (
            HELLO,
            {
                "type": "stream",
                "mentioned": True,
                "stream_id": GENERAL,
                "topic": "plans",
                "unmuted_stream_msg": True,
            },
        ),
    ],
)
async def test_an_unread_message_is_told_with_what_counting_needs(
    cleo: Actor, message_id: int, details: dict[str, Any]
) -> None:
    await cleo.post("/messages/flags", messages=f"[{message_id}]", op="add", flag="read")
    queue = await cleo.queue()
    await cleo.post("/messages/flags", messages=f"[{message_id}]", op="remove", flag="read")
    assert (await queue.events())[0]["message_details"] == {str(message_id): details}


async def test_channels_that_one_does_not_follow_stay_read(dan: Actor, old_house: House) -> None:
    params = {"messages": f"[{HI}]", "op": "remove", "flag": "read"}
    answer = await dan.post("/messages/flags", **params)
    assert answer == {**DONE, "messages": [HI], "ignored_because_not_subscribed_channels": [GENERAL]}
    assert await old_house.actor("Dan").post("/messages/flags", **params) == {**DONE, "messages": [HI]}


async def test_marking_the_unknown_as_read_is_fine(cleo: Actor) -> None:
    answer = await cleo.post("/messages/flags", messages="[999]", op="add", flag="read")
    assert answer == {**DONE, "messages": [999]}


async def test_a_starred_message_that_was_never_received_is_historical(dan: Actor) -> None:
    await dan.post("/messages/flags", messages=f"[{HI}]", op="add", flag="starred")
    flags = (await dan.get(f"/messages/{HI}"))["message"]["flags"]
    assert flags == ["read", "starred", "historical"]


async def test_a_topic_is_marked_as_read(cleo: Actor) -> None:
    queue = await cleo.queue()
    for _ in range(2):
        assert await cleo.post("/mark_topic_as_read", stream_id=str(GENERAL), topic_name="PLANS") == DONE
    assert [event["messages"] for event in await queue.events()] == [[HELLO]]


FULL = '{"notification_settings_null": true, "bulk_message_deletion": true}'


async def test_an_edit_is_told_with_what_was_there_before(cleo: Actor, ada: Actor) -> None:
    message_id = await cleo.say("general", "t", "first")
    queue = await ada.queue()
    assert await cleo.patch(f"/messages/{message_id}", content="second") == {**DONE, "detached_uploads": []}
    assert await queue.events() == [
        {
            "type": "update_message",
            "user_id": CLEO,
            "edit_timestamp": NOW,
            "message_id": message_id,
            "rendering_only": False,
            "stream_name": "general",
            "stream_id": GENERAL,
            "orig_content": "first",
            "orig_rendered_content": "<p>first</p>",
            "content": "second",
            "rendered_content": "<p>second</p>",
            "is_me_message": False,
            "message_ids": [message_id],
            "flags": [],
        }
    ]
    message = (await cleo.get(f"/messages/{message_id}"))["message"]
    assert message["last_edit_timestamp"] == NOW
    assert message["edit_history"] == [
        {
            "user_id": CLEO,
            "timestamp": NOW,
            "prev_content": "first",
            "prev_rendered_content": "<p>first</p>",
        }
    ]


async def test_an_edit_to_nothing_leaves_a_word_and_mentions_anew(cleo: Actor, ada: Actor) -> None:
    message_id = await cleo.say("general", "t", "@**Ada Owner**")
    await cleo.patch(f"/messages/{message_id}", content=" ")
    message = (await ada.get(f"/messages/{message_id}", apply_markdown="false"))["message"]
    assert (message["content"], message["flags"]) == ("(deleted)", [])
    await cleo.patch(f"/messages/{message_id}", content="@**Ada Owner** @*bench*")
    assert (await ada.get(f"/messages/{message_id}"))["message"]["flags"] == ["mentioned"]


async def notes(actor: Actor, channel: int) -> list[tuple[str, str]]:
    narrow = f'[{{"operator": "channel", "operand": {channel}}}]'
    params = {"anchor": "newest", "num_before": "9", "num_after": "0", "narrow": narrow}
    messages = (await actor.get("/messages", apply_markdown="false", **params))["messages"]
    bot = "notification-bot@zulip.com"
    return [(one["subject"], one["content"]) for one in messages if one["sender_email"] == bot]


async def test_messages_move_to_another_topic_and_a_note_says_so(
    house: House, cleo: Actor, ada: Actor
) -> None:
    queue = await ada.queue(event_types='["update_message"]')
    path = f"/messages/{HELLO}"
    await cleo.patch(path, topic="new", send_notification_to_old_thread="true")
    await cleo.patch(path, topic="plans", propagate_mode="change_all")
    moved, back = await queue.events()
    assert (moved["orig_subject"], moved["subject"], moved["message_ids"]) == ("plans", "new", [HELLO])
    assert (back["propagate_mode"], len(back["message_ids"])) == ("change_all", 2)
    who = "@_**Cleo Member|13**"
    link = f"[A message]({house.url}/#narrow/stream/31-general/topic/new/near/{HELLO})"
    assert await notes(cleo, GENERAL) == [
        ("plans", f"{link} was moved here from #**general>plans** by {who}."),
        ("plans", f"A message was moved from this topic to #**general>new** by {who}."),
        ("plans", f"2 messages were moved here from #**general>new** by {who}."),
    ]


async def test_a_resolved_topic_says_so(cleo: Actor) -> None:
    await cleo.patch(f"/messages/{HI}", topic="✔ plans", propagate_mode="change_all")
    await cleo.patch(f"/messages/{HI}", topic="plans", propagate_mode="change_all")
    assert [text for _, text in await notes(cleo, GENERAL)] == [
        "@_**Cleo Member|13** has marked this topic as resolved.",
        "@_**Cleo Member|13** has marked this topic as unresolved.",
    ]


async def test_a_message_that_moves_out_of_sight_is_gone_for_those_who_cannot_follow(
    house: House, cleo: Actor, gus: Actor
) -> None:
    queue, old = await gus.queue(client_capabilities=FULL), await gus.queue()
    params = {
        "stream_id": str(QUIET),
        "propagate_mode": "change_later",
        "send_notification_to_new_thread": "false",
    }
    await cleo.patch(f"/messages/{HELLO}", **params)
    place = {"type": "delete_message", "message_type": "stream", "stream_id": GENERAL, "topic": "plans"}
    assert await queue.events() == [{**place, "message_ids": [HELLO, HI]}]
    assert await old.events() == [{**place, "message_id": HELLO}, {**place, "message_id": HI}]
    assert (await cleo.get(f"/messages/{HELLO}"))["message"]["stream_id"] == QUIET


async def test_a_deleted_message_is_gone_for_everybody(cleo: Actor, dan: Actor) -> None:
    queue = await dan.queue(client_capabilities=FULL)
    sent = await cleo.post("/messages", type="direct", to=f"[{DAN}]", content="oops")
    await queue.events()
    assert await cleo.delete(f"/messages/{sent['id']}") == DONE
    assert await queue.events() == [
        {"type": "delete_message", "message_type": "private", "message_ids": [sent["id"]]}
    ]
    assert await dan.call("GET", f"/messages/{sent['id']}") == (400, refused("Invalid message(s)"))


async def test_an_administrator_deletes_late_and_what_is_not_theirs(ben: Actor, cleo: Actor) -> None:
    assert await ben.delete(f"/messages/{HI}") == DONE
    assert await ben.call("DELETE", f"/messages/{HUSH}") == (400, refused("Invalid message(s)"))


@pytest.mark.parametrize(
    ("content", "msg", "code"),
    [
        (
            "@**all**",
            "You do not have permission to use channel wildcard mentions in this channel.",
            "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
        ),
        (
            "@**topic**",
            "You do not have permission to use topic wildcard mentions in this topic.",
            "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
        ),
    ],
)
async def test_an_edit_may_mention_no_more_than_sending_may(
    house: House, cleo: Actor, content: str, msg: str, code: str
) -> None:
    message_id = await cleo.say("general", "plans", "x")
    house.world.organization = msgspec.structs.replace(house.world.organization, wildcard_limit=1)
    answer = await cleo.call("PATCH", f"/messages/{message_id}", {"content": content})
    assert answer == (400, refused(msg, code))


async def test_an_edit_follows_the_rules_of_the_place_it_goes_to(
    house: House, old_house: House, cleo: Actor
) -> None:
    path = f"/messages/{HI}"
    for stream_id, topic, msg in (
        ("36", "", "Sending messages to the general chat is not allowed in this channel."),
        ("37", "x", "Only the general chat topic is allowed in this channel."),
    ):
        answer = await cleo.call("PATCH", path, {"stream_id": stream_id, "topic": topic})
        assert answer == (400, refused(msg))
    message_id = await cleo.say("general", "t", "x")
    assert await cleo.call("PATCH", f"/messages/{message_id}", {"content": "a\0b"}) == (
        400,
        refused("Message must not contain null bytes"),
    )
    old = old_house.actor("Cleo")
    assert await old.call("PATCH", path, {"topic": " "}) == (400, refused("Topic can't be empty!"))
    assert await old.call("PATCH", path, {"stream_id": "35"}) == (
        400,
        refused("Only organization administrators can send to this channel."),
    )


async def test_an_archived_channel_is_no_place_for_edits_and_typing(open_house: OpenHouse) -> None:
    house = await open_house()
    house.world.channels[QUIET] = msgspec.structs.replace(house.world.channels[QUIET], is_archived=True)
    cleo = house.actor("Cleo")
    gone = (400, refused("Invalid channel ID"))
    assert await cleo.call("PATCH", f"/messages/{HI}", {"stream_id": str(QUIET)}) == gone
    params = {"op": "start", "type": "channel", "stream_id": str(QUIET), "topic": "t"}
    assert await cleo.call("POST", "/typing", params) == gone


async def test_unread_topics_are_told_apart_without_regard_to_case(cleo: Actor, ada: Actor) -> None:
    spelled = [await ada.say("general", topic, "again") for topic in ("Soup", "soup")]
    params = {"fetch_event_types": '["message","update_message_flags"]'}
    unread = (await cleo.post("/register", **params))["unread_msgs"]["streams"]
    assert ("Soup", spelled) in [(one["topic"], one["unread_message_ids"]) for one in unread]
