"""How topics come to be followed and unmuted: by writing, reacting, voting, being named, and after a move."""

import pytest

from server.household import GENERAL, HELLO, HI, NOW, PSST, SECRET, Actor, House

DONE = {"result": "success", "msg": ""}


def chosen(topic: str, policy: int, channel: int = GENERAL) -> dict[str, object]:
    return {
        "type": "user_topic",
        "stream_id": channel,
        "topic_name": topic,
        "last_updated": NOW,
        "visibility_policy": policy,
    }


async def follow(actor: Actor, by: int, *, unmute: int = 4) -> None:
    settings = ("automatically_follow_topics_policy", "automatically_unmute_topics_in_muted_streams_policy")
    for name, value in zip(settings, (by, unmute), strict=True):
        await actor.patch("/settings", **{name: str(value)})


async def send(actor: Actor, topic: str, content: str = "x") -> dict[str, object]:
    body: dict[str, object] = await actor.post(
        "/messages", type="channel", to="general", topic=topic, content=content
    )
    del body["id"]
    return body


TAKES_PART, SENDS, STARTS, NEVER = range(1, 5)


@pytest.mark.parametrize(
    ("by", "in_new", "in_old"),
    [(TAKES_PART, 3, 3), (SENDS, 3, 3), (STARTS, 3, None), (NEVER, None, None)],
)
async def test_sending_makes_one_follow_a_topic_as_one_set_it(
    cleo: Actor, by: int, in_new: int | None, in_old: int | None
) -> None:
    await follow(cleo, by)
    for topic, policy in (("new", in_new), ("plans", in_old)):
        told = {} if policy is None else {"automatic_new_visibility_policy": policy}
        assert await send(cleo, topic) == {**DONE, **told}
        assert await send(cleo, topic) == DONE


async def test_the_choice_is_told_before_the_message_and_the_list_of_old_before_it(cleo: Actor) -> None:
    queue, modern = await cleo.queue(), await cleo.queue(event_types='["user_topic", "muted_topics"]')
    await send(cleo, "new")
    muted, follows, message = await queue.events()
    assert (muted, follows) == ({"type": "muted_topics", "muted_topics": []}, chosen("new", 3))
    assert message["type"] == "message"
    assert await modern.events() == [chosen("new", 3)]


async def test_in_a_muted_channel_a_topic_is_unmuted(cleo: Actor) -> None:
    await follow(cleo, NEVER, unmute=SENDS)
    assert await send(cleo, "plans") == DONE
    data = f'[{{"stream_id": {GENERAL}, "property": "is_muted", "value": true}}]'
    await cleo.post("/users/me/subscriptions/properties", subscription_data=data)
    assert await send(cleo, "plans") == {**DONE, "automatic_new_visibility_policy": 2}


async def test_a_bot_follows_nothing(robo: Actor) -> None:
    queue = await robo.queue(event_types='["user_topic"]')
    assert await send(robo, "new") == DONE
    assert await queue.events() == []


async def test_reacting_and_voting_are_taking_part(cleo: Actor, ada: Actor) -> None:
    poll = await ada.say("general", "poll", "/poll Soup?\nYes")
    await follow(cleo, TAKES_PART)
    queue = await cleo.queue(event_types='["user_topic", "reaction", "submessage"]')
    await cleo.post(f"/messages/{HELLO}/reactions", emoji_name="tada")
    vote = '{"type": "vote", "key": "canned,0", "vote": 1}'
    await cleo.post("/submessage", message_id=str(poll), msg_type="widget", content=vote)
    events = await queue.events()
    assert [event["type"] for event in events] == ["user_topic", "reaction", "user_topic", "submessage"]
    assert [events[0], events[2]] == [chosen("plans", 3), chosen("poll", 3)]


async def test_who_is_named_follows_the_topic_unless_it_is_muted_or_not_wanted(
    cleo: Actor, ada: Actor
) -> None:
    queue = await cleo.queue(event_types='["user_topic"]')
    await ada.say("general", "one", "@**Cleo Member** @*bench*")
    await ada.say("general", "one", "@**Cleo Member**")
    await ada.say("general", "two", "@*bench* @**all**")
    assert await queue.events() == [chosen("one", 3)]
    await cleo.post("/user_topics", stream_id=str(GENERAL), topic="three", visibility_policy="1")
    await ada.say("general", "three", "@**Cleo Member**")
    await cleo.patch("/settings", automatically_follow_topics_where_mentioned="false")
    await ada.say("general", "four", "@**Cleo Member**")
    assert await queue.events() == [chosen("three", 1)]


async def test_a_choice_goes_along_with_a_whole_topic(cleo: Actor, ada: Actor) -> None:
    await cleo.post("/user_topics", stream_id=str(GENERAL), topic="plans", visibility_policy="1")
    queue = await cleo.queue(event_types='["user_topic"]')
    old = await cleo.queue()
    await ada.patch(f"/messages/{HI}", topic="ideas", propagate_mode="change_later")
    assert await queue.events() == []
    await old.events()
    await ada.patch(f"/messages/{HELLO}", topic="Schemes", propagate_mode="change_all")
    assert await queue.events() == [chosen("plans", 0), chosen("Schemes", 1)]
    kinds = [event["type"] for event in await old.events()]
    assert kinds[:4] == ["user_topic", "muted_topics", "user_topic", "update_message"]


async def test_where_topics_merge_the_more_open_choice_stays(cleo: Actor, ada: Actor) -> None:
    await ada.say("general", "target", "x")
    await cleo.post("/user_topics", stream_id=str(GENERAL), topic="plans", visibility_policy="1")
    await cleo.post("/user_topics", stream_id=str(GENERAL), topic="target", visibility_policy="2")
    queue = await cleo.queue(event_types='["user_topic"]')
    await ada.patch(f"/messages/{HELLO}", topic="target", propagate_mode="change_all")
    assert await queue.events() == [chosen("plans", 0)]


async def test_a_choice_does_not_follow_where_its_owner_cannot(house: House, ada: Actor, cleo: Actor) -> None:
    gus = house.actor("Gus")
    for actor in (gus, cleo):
        await actor.post("/user_topics", stream_id=str(GENERAL), topic="plans", visibility_policy="3")
    outside, inside = (
        await gus.queue(event_types='["user_topic"]'),
        await cleo.queue(event_types='["user_topic"]'),
    )
    await ada.patch(f"/messages/{HELLO}", stream_id=str(SECRET), propagate_mode="change_all")
    assert await outside.events() == [chosen("plans", 0)]
    assert await inside.events() == [chosen("plans", 0), chosen("plans", 3, SECRET)]


async def test_a_muted_persons_messages_are_read_and_alert_words_raise_a_flag(
    house: House, cleo: Actor, dan: Actor
) -> None:
    await cleo.post("/users/me/alert_words", alert_words='["cake", "deep tom"]')
    await cleo.post(f"/users/me/muted_users/{dan.account.user_id}")
    queue = await cleo.queue(event_types='["message"]')
    await dan.say("general", "t", "x")
    ada = house.actor("Ada")
    for content in ("Cake?", "pancake", "(deep TOM)", "```\ncake\n```", "```quote\ncake\n```"):
        await ada.say("general", "t", content)
    flags = [event["flags"] for event in await queue.events()]
    alert = ["has_alert_word"]
    assert flags == [["read"], alert, [], alert, [], alert]
    last = await ada.say("general", "t", "nothing")
    await ada.patch(f"/messages/{last}", content="now cake")
    assert (await cleo.get(f"/messages/{last}"))["message"]["flags"] == alert


async def test_muting_somebody_marks_what_they_wrote_as_read(cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue()
    await cleo.post(f"/users/me/muted_users/{dan.account.user_id}")
    marks, muted = await queue.events()
    assert marks == {
        "type": "update_message_flags",
        "op": "add",
        "operation": "add",
        "flag": "read",
        "messages": [PSST],
        "all": False,
    }
    assert muted["type"] == "muted_users"
