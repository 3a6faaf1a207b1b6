"""Sending and receiving: whole events, flags, copies, lists and single messages."""

from typing import Any

import pytest

from server.household import (
    ADA,
    BENCH,
    CLEO,
    DAN,
    GENERAL,
    GOLD,
    HELLO,
    HI,
    HUSH,
    NOW,
    PSST,
    ROBO,
    Actor,
    House,
    OpenHouse,
)

GRAVATAR = "https://secure.gravatar.com/avatar/"


async def test_a_channel_message_is_told_to_its_subscribers(cleo: Actor, ada: Actor, dan: Actor) -> None:
    queues = [await actor.queue() for actor in (ada, dan)]
    answer = await cleo.post("/messages", type="stream", to="GENERAL", topic=" plans ", content="**b**\n")
    assert answer == {"result": "success", "msg": "", "id": 106}
    told = {
        "type": "message",
        "message": {
            "id": 106,
            "sender_id": CLEO,
            "content": "**b**",
            "recipient_id": 1,
            "timestamp": NOW,
            "client": "Tester",
            "subject": "plans",
            "topic_links": [],
            "is_me_message": False,
            "reactions": [],
            "submessages": [],
            "sender_full_name": "Cleo Member",
            "sender_email": "cleo-member@house.test",
            "sender_realm_str": "dragoman",
            "display_recipient": "general",
            "type": "stream",
            "stream_id": GENERAL,
            "avatar_url": None,
            "content_type": "text/x-markdown",
        },
        "flags": [],
    }
    assert [await queue.events() for queue in queues] == [[told], []]


async def test_a_direct_message_is_told_to_both_as_each_wants_it(cleo: Actor, dan: Actor) -> None:
    hers = await cleo.queue(apply_markdown="true", client_gravatar="false")
    his = await dan.queue()
    await cleo.post("/messages", type="direct", to=f"[{DAN}]", content="/me **waves**", topic="ignored")
    (seen_by_her,), (seen_by_him,) = await hers.events(), await his.events()
    people = [
        {"id": CLEO, "email": "cleo-member@house.test", "full_name": "Cleo Member", "is_mirror_dummy": False},
        {"id": DAN, "email": "dan-member@house.test", "full_name": "Dan Member", "is_mirror_dummy": False},
    ]
    assert seen_by_her["message"]["content"] == "<p>/me <strong>waves</strong></p>"
    assert seen_by_her["message"]["avatar_url"].startswith(GRAVATAR)
    assert seen_by_him["message"]["content"] == "/me **waves**"
    for seen in (seen_by_her, seen_by_him):
        message = seen["message"]
        assert (message["type"], message["subject"], message["is_me_message"]) == ("private", "", True)
        assert message["display_recipient"] == people
        assert "stream_id" not in message


@pytest.mark.parametrize(
    ("to", "people"),
    [
        (f"[{CLEO}]", [CLEO]),
        (f"[{CLEO}, {DAN}, {DAN}]", [CLEO, DAN]),
        ('["dan-member@house.test", "ada-owner@house.test"]', [ADA, CLEO, DAN]),
        ("dan-member@house.test, ada-owner@house.test", [ADA, CLEO, DAN]),
        ("user18@house.test", [CLEO, 18]),
    ],
)
async def test_people_are_named_in_several_ways(cleo: Actor, to: str, people: list[int]) -> None:
    sent = await cleo.post("/messages", type="private", to=to, content="x")
    message = (await cleo.get(f"/messages/{sent['id']}"))["message"]
    assert [person["id"] for person in message["display_recipient"]] == people


@pytest.mark.parametrize("to", ["31", '"general"', '["general"]', "[31]", "general"])
async def test_a_channel_is_named_in_several_ways(cleo: Actor, to: str) -> None:
    sent = await cleo.post("/messages", type="channel", to=to, topic="t", content="x")
    assert (await cleo.get(f"/messages/{sent['id']}"))["message"]["stream_id"] == GENERAL


async def test_what_is_too_long_is_cut(cleo: Actor) -> None:
    sent = await cleo.post("/messages", type="channel", to="general", topic="t" * 61, content="a" * 10_001)
    message = (await cleo.get(f"/messages/{sent['id']}", apply_markdown="false"))["message"]
    assert message["subject"] == "t" * 57 + "..."
    assert message["content"] == "a" * 9980 + "\n[message truncated]"


async def test_the_flags_say_who_is_meant(house: House, ada: Actor) -> None:
    only = '["message"]'
    names = ("Ada", "Ben", "Cleo", "Robo")
    queues = {name: await house.actor(name).queue(event_types=only) for name in names}
    await ada.say("general", "plans", "@**Ben Admin** @*bench* @_**Cleo Member**")
    await ada.say("general", "plans", "@**all**")
    await ada.say("general", "plans", "@**topic**")
    flags = {name: [event["flags"] for event in await queue.events()] for name, queue in queues.items()}
    channel = ["stream_wildcard_mentioned", "wildcard_mentioned"]
    topic = ["topic_wildcard_mentioned", "wildcard_mentioned"]
    assert flags == {
        "Ada": [[], channel, topic],
        "Ben": [["mentioned"], channel, []],
        "Cleo": [["mentioned"], channel, topic],
        "Robo": [["mentioned"], channel, []],
    }
    assert BENCH in {group.id for group in house.world.groups}


async def test_a_bot_hears_a_mention_where_it_has_not_subscribed_and_a_person_does_not(
    robo: Actor, dan: Actor, cleo: Actor
) -> None:
    bots, persons = await robo.queue(), await dan.queue()
    await cleo.say("quiet", "t", "@**Robo** and @**Dan Member**")
    assert [event["flags"] for event in await bots.events()] == [["mentioned"]]
    assert await persons.events() == []


async def test_a_client_is_told_which_message_was_its_own(cleo: Actor) -> None:
    only = '["message"]'
    own, other = await cleo.queue(event_types=only), await cleo.queue(event_types=only)
    await cleo.post(
        "/messages", type="channel", to="general", topic="t", content="x", queue_id=own.id, local_id="7.01"
    )
    assert (await own.events())[0]["local_message_id"] == "7.01"
    assert "local_message_id" not in (await other.events())[0]


@pytest.mark.parametrize(
    ("params", "headers", "flags"),
    [
        ({}, {}, []),
        ({"read_by_sender": "true"}, {}, ["read"]),
        ({}, {"User-Agent": "ZulipMobile/27.0"}, ["read"]),
        ({"client": "website"}, {}, ["read"]),
        ({"read_by_sender": "false"}, {"User-Agent": "website"}, []),
    ],
)
async def test_what_a_person_sends_from_an_app_is_read_by_them(
    cleo: Actor, params: dict[str, str], headers: dict[str, str], flags: list[str]
) -> None:
    message = {"type": "channel", "to": "general", "topic": "t", "content": "x", **params}
    _, sent = await cleo.call("POST", "/messages", message, headers=headers)
    assert (await cleo.get(f"/messages/{sent['id']}"))["message"]["flags"] == flags


async def test_one_message_is_shown_with_its_reactions_flags_and_source(cleo: Actor) -> None:
    assert await cleo.get(f"/messages/{HI}") == {
        "result": "success",
        "msg": "",
        "message": {
            "id": HI,
            "sender_id": CLEO,
            "content": "<p>Hi</p>",
            "recipient_id": 1,
            "timestamp": NOW - 3600,
            "client": "website",
            "subject": "plans",
            "topic_links": [],
            "is_me_message": False,
            "reactions": [
                {
                    "emoji_name": "octopus",
                    "emoji_code": "1f419",
                    "reaction_type": "unicode_emoji",
                    "user_id": ADA,
                }
            ],
            "submessages": [],
            "flags": ["read"],
            "sender_full_name": "Cleo Member",
            "sender_email": "cleo-member@house.test",
            "sender_realm_str": "dragoman",
            "display_recipient": "general",
            "type": "stream",
            "stream_id": GENERAL,
            "avatar_url": None,
            "content_type": "text/html",
        },
        "raw_content": "Hi",
    }


async def test_a_public_message_that_was_never_received_counts_as_read_and_historical(dan: Actor) -> None:
    assert (await dan.get(f"/messages/{HI}"))["message"]["flags"] == ["read", "historical"]


async def test_the_empty_topic_is_named_for_those_who_do_not_know_it(cleo: Actor, ada: Actor) -> None:
    knows = '{"notification_settings_null": true, "empty_topic_name": true}'
    new, old = await ada.queue(client_capabilities=knows), await ada.queue()
    message_id = await cleo.say("general", "general chat", "x")
    assert [(await queue.events())[0]["message"]["subject"] for queue in (new, old)] == ["", "general chat"]
    path = f"/messages/{message_id}"
    assert (await cleo.get(path))["message"]["subject"] == "general chat"
    assert (await cleo.get(path, allow_empty_topic_name="true"))["message"]["subject"] == ""


async def test_a_poll_is_a_message_with_a_widget(cleo: Actor) -> None:
    message_id = await cleo.say("general", "t", "/poll Lunch?\nSoup")
    (widget,) = (await cleo.get(f"/messages/{message_id}"))["message"]["submessages"]
    assert (widget["msg_type"], widget["message_id"], widget["sender_id"]) == ("widget", message_id, CLEO)


ZFORM = (
    '{"widget_type": "zform", "extra_data": {"type": "choices", "heading": "Caf\\u00e9?", "choices": '
    '[{"type": "multiple_choice", "short_name": "1", "long_name": "yes", "reply": "answer 1"}]}}'
)


async def test_a_message_may_bring_choices_to_press(cleo: Actor, ada: Actor) -> None:
    queue = await ada.queue()
    params = {"type": "stream", "to": "general", "subject": "t", "content": "/poll of old"}
    answer = await cleo.post("/messages", **params, widget_content=ZFORM.replace('": ', '":'))
    assert (answer["result"], answer["id"]) == ("success", 106)
    widget = {"msg_type": "widget", "content": ZFORM, "message_id": 106, "sender_id": CLEO, "id": 1}
    assert (await queue.events())[0]["message"]["submessages"] == [widget]
    assert (await ada.get("/messages/106"))["message"]["submessages"] == [widget]


async def ids(actor: Actor, **params: str) -> list[int]:
    chosen = {"anchor": "newest", "num_before": "10", "num_after": "0", **params}
    return [message["id"] for message in (await actor.get("/messages", **chosen))["messages"]]


@pytest.mark.parametrize(
    ("narrow", "found"),
    [
        ("[]", [HELLO, HI, HUSH, PSST]),
        ('[["channel", "general"]]', [HELLO, HI]),
        ('[{"operator": "stream", "operand": 31}]', [HELLO, HI]),
        ('[["channel", "general"], ["topic", "PLANS"]]', [HELLO, HI]),
        ('[["channel", "general"], ["topic", "other"]]', []),
        ('[["channels", "public"]]', [HELLO, HI]),
        ('[["channels", "web-public"]]', []),
        ('[["sender", "ada-owner@house.test"]]', [HELLO, HUSH]),
        ('[{"operator": "sender", "operand": 11, "negated": true}]', [HI, PSST]),
        ('[["-sender", "ada-owner@house.test"]]', [HI, PSST]),
        ('[{"operator": "dm", "operand": [14]}]', [PSST]),
        ('[["dm-including", "dan-member@house.test"]]', [PSST]),
        ('[["group-pm-with", "dan-member@house.test"]]', []),
        ('[["pm_with", "dan-member@house.test, cleo-member@house.test"]]', [PSST]),
        ('[["group_pm_with", "dan-member@house.test"]]', []),
        ('[["is", "dm"]]', [PSST]),
        ('[["is", "private"]]', [PSST]),
        ('[["is", "unread"]]', [HELLO, PSST]),
        ('[["is", "mentioned"]]', [HELLO]),
        ('[["is", "starred"]]', []),
        ('[["is", "alerted"]]', []),
        ('[["is", "followed"]]', []),
        ('[["is", "muted"]]', []),
        ('[["is", "resolved"]]', []),
        ('[["has", "reaction"]]', [HI]),
        ('[["has", "link"]]', []),
        ('[["in", "home"]]', [HELLO, HI, HUSH, PSST]),
        ('[["in", "all"]]', [HELLO, HI, HUSH, PSST]),
        ('[["near", "102"]]', [HELLO, HI, HUSH, PSST]),
        ('[{"operator": "id", "operand": 102}]', [HI]),
        ('[{"operator": "with", "operand": 102}]', [HELLO, HI]),
        ('[["with", "999"]]', [HELLO, HI, HUSH, PSST]),
        ('[["search", "hel"]]', [HELLO]),
        ('[["search", "\\"nothing here\\""]]', []),
        ('[["mentions", "cleo-member@house.test"]]', [HELLO]),
    ],
)
async def test_a_narrow_finds_what_it_means(cleo: Actor, narrow: str, found: list[int]) -> None:
    assert await ids(cleo, narrow=narrow) == found


async def test_history_is_reached_through_its_channel_only(dan: Actor, ada: Actor, ben: Actor) -> None:
    assert await ids(dan) == [PSST]
    assert await ids(dan, narrow='[["channel", "general"]]') == [HELLO, HI]
    assert await ids(dan, narrow='[["channels", "public"]]') == [HELLO, HI]
    assert await ids(dan, narrow='[["channel", "general"], ["is", "unread"]]') == []
    assert await ids(ben, narrow='[["channel", "secret"]]') == []
    await ada.post(
        "/users/me/subscriptions", subscriptions='[{"name": "secret"}, {"name": "vault"}]', principals="[14]"
    )
    assert await ids(dan, narrow='[["channel", "secret"]]') == [HUSH]
    assert await ids(dan, narrow='[["channel", "vault"]]') == []
    assert await ids(ada, narrow='[["channel", "vault"]]') == [GOLD]


@pytest.mark.parametrize(
    ("params", "found", "rest"),
    [
        (("newest", "2", "5"), [HUSH, PSST], (10**16, False, False, True)),
        (("newest", "9", "0"), [HELLO, HI, HUSH, PSST], (10**16, False, True, True)),
        (("oldest", "5", "1"), [HELLO], (0, False, True, False)),
        (("-3", "0", "9"), [HELLO, HI, HUSH, PSST], (0, False, True, True)),
        (("102", "1", "1"), [HELLO, HI, HUSH], (102, True, False, False)),
        (("102", "0", "0"), [HI], (102, True, False, False)),
        (("999", "1", "1"), [PSST], (999, False, False, True)),
        (("999", "0", "0"), [], (999, False, False, False)),
        (("first_unread", "0", "1"), [HELLO, HI], (HELLO, True, False, False)),
    ],
)
async def test_a_list_opens_around_its_anchor(
    cleo: Actor, params: tuple[str, str, str], found: list[int], rest: tuple[Any, ...]
) -> None:
    anchor, before, after = params
    body = await cleo.get("/messages", anchor=anchor, num_before=before, num_after=after)
    assert [message["id"] for message in body["messages"]] == found
    told = tuple(body[name] for name in ("anchor", "found_anchor", "found_oldest", "found_newest"))
    assert (told, body["history_limited"]) == (rest, False)


async def test_the_anchor_itself_may_be_left_out(cleo: Actor) -> None:
    params = {"anchor": str(HI), "num_before": "0", "num_after": "9", "include_anchor": "false"}
    assert await ids(cleo, **params) == [HUSH, PSST]
    assert await ids(cleo, use_first_unread_anchor="true", num_before="0", num_after="0") == [HELLO]


async def test_messages_are_fetched_by_their_ids(cleo: Actor) -> None:
    body = await cleo.get("/messages", message_ids=f"[{PSST}, {HI}, {GOLD}, 999]")
    assert [message["id"] for message in body["messages"]] == [HI, PSST]


async def test_a_search_marks_what_it_found(cleo: Actor) -> None:
    params = {"anchor": "newest", "num_before": "1", "num_after": "0", "narrow": '[["search", "hush"]]'}
    (message,) = (await cleo.get("/messages", **params))["messages"]
    assert message["match_content"] == '<p><span class="highlight">hush</span></p>'
    assert message["match_subject"] == "s"


async def test_in_older_days_some_operators_took_text_only(old_house: House) -> None:
    params = {"anchor": "newest", "num_before": "1", "num_after": "0"}
    params["narrow"] = '[{"operator": "near", "operand": 102}]'
    status, body = await old_house.actor("Cleo").call("GET", "/messages", params)
    assert (status, body["msg"]) == (400, 'elem["operand"] is not a string')


async def test_in_older_days_two_people_were_listed_by_address(open_house: OpenHouse) -> None:
    house = await open_house(feature_level=326)
    robo = house.actor("Robo")
    sent = await robo.post("/messages", type="direct", to=f"[{ADA}]", content="x")
    message = (await robo.get(f"/messages/{sent['id']}"))["message"]
    assert [person["id"] for person in message["display_recipient"]] == [ADA, ROBO]


@pytest.mark.parametrize(
    ("agent", "client"),
    [("ZulipPython/0.9.0", "ZulipPython"), ("website", "website"), ("", "")],
)
async def test_the_program_that_sent_a_message_is_told(cleo: Actor, agent: str, client: str) -> None:
    params = {"type": "channel", "to": "general", "topic": "t", "content": "x"}
    _, sent = await cleo.call("POST", "/messages", params, headers={"User-Agent": agent})
    assert (await cleo.get(f"/messages/{sent['id']}"))["message"]["client"] == client
