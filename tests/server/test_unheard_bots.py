"""The owner of a bot is told when what it says reaches nobody."""

from server.household import CLEO, NOW, QUIET, Actor, House, refused

ROBO_TRIED = "Your bot `robo-bot@house.test` tried to send a message to channel"
NO_CHANNEL = (
    f"{ROBO_TRIED} #**commits**, but that channel does not exist. Click [here](#channels/new) to create it."
)
NO_CHANNEL_ID = f"{ROBO_TRIED} ID 999, but there is no channel with that ID."
NOBODY_THERE = f"{ROBO_TRIED} #**quiet**. The channel exists but does not have any subscribers."

TO_COMMITS = {"type": "stream", "to": "commits", "subject": "master", "content": "pushed"}
NO_COMMITS = refused("Channel 'commits' does not exist", "STREAM_DOES_NOT_EXIST", stream="commits")


async def told(actor: Actor) -> list[tuple[str, str, list[int]]]:
    """Return what the system wrote to somebody: its content, the topic, and who received it."""
    narrow = '[["sender", "notification-bot@zulip.com"], ["is", "dm"]]'
    params = {"anchor": "newest", "num_before": "9", "num_after": "0", "apply_markdown": "false"}
    found = await actor.get("/messages", narrow=narrow, **params)
    return [
        (one["content"], one["subject"], [who["id"] for who in one["display_recipient"]])
        for one in found["messages"]
    ]


async def test_a_channel_that_does_not_exist_is_told_to_the_owner(
    house: House, robo: Actor, cleo: Actor
) -> None:
    queue = await cleo.queue(event_types='["message"]')
    assert await robo.call("POST", "/messages", TO_COMMITS) == (400, NO_COMMITS)
    assert await told(cleo) == [(NO_CHANNEL, "", [1, CLEO])]
    (event,) = await queue.events()
    assert (event["message"]["content"], event["flags"]) == (NO_CHANNEL, [])


async def test_so_are_an_unknown_id_and_a_channel_without_anybody(
    house: House, robo: Actor, cleo: Actor
) -> None:
    to_id = TO_COMMITS | {"to": "999"}
    assert (await robo.call("POST", "/messages", to_id))[0] == 400
    await house.clock.advance(301)
    await robo.say("quiet", "t", "anybody?")
    assert [content for content, *_ in await told(cleo)] == [NO_CHANNEL_ID, NOBODY_THERE]


async def test_what_is_scheduled_counts_as_well(house: House, robo: Actor, cleo: Actor) -> None:
    params = {"type": "channel", "to": str(QUIET), "topic": "t", "content": "c"}
    kept = await robo.post("/scheduled_messages", **params, scheduled_delivery_timestamp=str(NOW + 3600))
    assert [content for content, *_ in await told(cleo)] == [NOBODY_THERE]
    await house.clock.advance(301)
    path = f"/scheduled_messages/{kept['scheduled_message_id']}"
    assert (await robo.call("PATCH", path, {"to": "999"}))[0] == 400
    assert [content for content, *_ in await told(cleo)] == [NOBODY_THERE, NO_CHANNEL_ID]


async def test_the_owner_is_told_once_in_five_minutes(house: House, robo: Actor, cleo: Actor) -> None:
    for seconds, count in ((0, 1), (300, 1), (1, 2)):
        await house.clock.advance(seconds)
        assert await robo.call("POST", "/messages", TO_COMMITS) == (400, NO_COMMITS)
        assert [content for content, *_ in await told(cleo)] == [NO_CHANNEL] * count


async def test_nobody_is_told_of_what_people_do_and_of_what_is_heard(
    robo: Actor, cleo: Actor, dan: Actor
) -> None:
    await robo.say("general", "t", "hello")
    assert await dan.call("POST", "/messages", TO_COMMITS) == (400, NO_COMMITS)
    await dan.say("quiet", "t", "hello")
    assert [await told(one) for one in (cleo, dan)] == [[], []]
