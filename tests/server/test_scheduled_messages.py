"""Scheduled messages: kept, listed, changed, taken back, delivered on the clock."""

import msgspec

from server.household import CLEO, DAN, GENERAL, NOW, QUIET, Actor, House

DONE = {"result": "success", "msg": ""}


def kept(scheduled_id: int, when: int, content: str = "**later**") -> dict[str, object]:
    return {
        "scheduled_message_id": scheduled_id,
        "to": GENERAL,
        "type": "stream",
        "content": content,
        "rendered_content": f"<p>{content.replace('**later**', '<strong>later</strong>')}</p>",
        "topic": "t",
        "scheduled_delivery_timestamp": when,
        "failed": False,
    }


async def schedule(actor: Actor, seconds: int, **params: str) -> int:
    message = {"type": "channel", "to": str(GENERAL), "topic": "t", "content": "**later**", **params}
    when = str(NOW + seconds)
    answer = await actor.post("/scheduled_messages", **message, scheduled_delivery_timestamp=when)
    scheduled_id: int = answer["scheduled_message_id"]
    return scheduled_id


async def test_scheduled_messages_are_listed_by_their_time(cleo: Actor, dan: Actor) -> None:
    await schedule(cleo, 200)
    await schedule(cleo, 100)
    await schedule(dan, 50)
    both = [kept(2, NOW + 100), kept(1, NOW + 200)]
    assert await cleo.get("/scheduled_messages") == {**DONE, "scheduled_messages": both}
    snapshot = await cleo.post("/register", event_types='["scheduled_messages"]')
    assert snapshot["scheduled_messages"] == both


async def test_a_message_is_sent_when_its_time_has_come(house: House, cleo: Actor, ada: Actor) -> None:
    own, others = await cleo.queue(), await ada.queue()
    await schedule(cleo, 100)
    await house.clock.advance(99)
    assert await own.events() == [
        {"type": "scheduled_messages", "op": "add", "scheduled_messages": [kept(1, NOW + 100)]}
    ]
    await house.clock.advance(1)
    _, follows, sent, removed = await own.events()
    assert (follows["type"], follows["visibility_policy"]) == ("user_topic", 3)
    assert (sent["message"]["content"], sent["message"]["timestamp"]) == ("**later**", NOW + 100)
    assert removed == {"type": "scheduled_messages", "op": "remove", "scheduled_message_id": 1}
    assert [event["message"]["id"] for event in await others.events()] == [sent["message"]["id"]]
    assert await cleo.get("/scheduled_messages") == {**DONE, "scheduled_messages": []}


async def test_a_changed_message_is_sent_changed_and_at_its_new_time(house: House, cleo: Actor) -> None:
    path = f"/scheduled_messages/{await schedule(cleo, 100)}"
    queue = await cleo.queue()
    assert await cleo.patch(path, content="new", scheduled_delivery_timestamp=str(NOW + 300)) == DONE
    assert await queue.events() == [
        {"type": "scheduled_messages", "op": "update", "scheduled_message": kept(1, NOW + 300, "new")}
    ]
    await house.clock.advance(299)
    assert await queue.events() == []
    await house.clock.advance(1)
    assert (await queue.events())[2]["message"]["content"] == "new"


async def test_a_message_may_change_its_recipients(cleo: Actor) -> None:
    path = f"/scheduled_messages/{await schedule(cleo, 100)}"
    await cleo.patch(path, to=str(QUIET))
    (one,) = (await cleo.get("/scheduled_messages"))["scheduled_messages"]
    assert (one["to"], one["topic"]) == (QUIET, "t")
    await cleo.patch(path, type="direct", to=f"[{DAN}]")
    (one,) = (await cleo.get("/scheduled_messages"))["scheduled_messages"]
    assert (one["type"], one["to"], "topic" in one) == ("private", [DAN], False)
    await cleo.patch(path, to=f"[{CLEO}]")
    (one,) = (await cleo.get("/scheduled_messages"))["scheduled_messages"]
    assert one["to"] == [CLEO]


async def test_a_message_that_was_taken_back_is_not_sent(house: House, cleo: Actor) -> None:
    path = f"/scheduled_messages/{await schedule(cleo, 100)}"
    queue = await cleo.queue()
    assert await cleo.delete(path) == DONE
    await house.clock.advance(500)
    assert await queue.events() == [{"type": "scheduled_messages", "op": "remove", "scheduled_message_id": 1}]


async def test_a_message_that_may_not_be_sent_any_more_fails_and_its_author_is_told(
    house: House, cleo: Actor
) -> None:
    scheduled_id = await schedule(cleo, 100, to=str(QUIET))
    channel = house.world.channels[QUIET]
    house.world.channels[QUIET] = msgspec.structs.replace(channel, is_archived=True)
    queue = await cleo.queue()
    await house.clock.advance(100)
    failed, told = await queue.events()
    assert (failed["op"], failed["scheduled_message"]["failed"]) == ("update", True)
    assert told["message"]["sender_full_name"] == "Notification Bot"
    assert "Not authorized to send to channel 'quiet'" in told["message"]["content"]
    house.world.channels[QUIET] = channel
    when = str(NOW + 500)
    await cleo.patch(f"/scheduled_messages/{scheduled_id}", scheduled_delivery_timestamp=when)
    await house.clock.advance(400)
    assert await cleo.get("/scheduled_messages") == {**DONE, "scheduled_messages": []}


async def test_a_message_that_was_overslept_fails(house: House, cleo: Actor) -> None:
    await schedule(cleo, 100)
    await house.clock.jump(NOW + 100 + 601)
    (one,) = (await cleo.get("/scheduled_messages"))["scheduled_messages"]
    assert one["failed"] is True


async def test_a_message_to_oneself_is_never_read_by_guess(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["message"]')
    for to, client in ((f"[{CLEO}]", "website"), (f"[{DAN}]", "website"), (f"[{DAN}]", "Bot")):
        await schedule(cleo, 10, type="direct", to=to, client=client)
    await schedule(cleo, 10, type="direct", to=f"[{CLEO}]", read_by_sender="true")
    await house.clock.advance(10)
    assert [event["flags"] for event in await queue.events()] == [[], ["read"], [], ["read"]]
