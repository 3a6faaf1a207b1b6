"""Who hears what happens to a message after it was sent."""

import pytest

from server.household import BEN, CLEO, HI, QUIET, Actor, House, OpenHouse

HEARD = '["reaction", "update_message", "delete_message"]'


def kinds(events: list[dict[str, object]]) -> list[object]:
    return [event["type"] for event in events]


async def test_whoever_reacted_hears_of_reactions_from_then_on(dan: Actor, cleo: Actor) -> None:
    queue = await dan.queue(event_types=HEARD)
    await cleo.post(f"/messages/{HI}/reactions", emoji_name="tada")
    await dan.post(f"/messages/{HI}/reactions", emoji_name="tada")
    await cleo.delete(f"/messages/{HI}/reactions", emoji_name="tada")

    assert [(event["op"], event["user_id"]) for event in await queue.events()] == [
        ("add", 14),
        ("remove", CLEO),
    ]


async def test_whoever_reacted_does_not_hear_of_the_end(dan: Actor, cleo: Actor, ben: Actor) -> None:
    queue, heard = await dan.queue(event_types=HEARD), await ben.queue(event_types=HEARD)
    await dan.post(f"/messages/{HI}/reactions", emoji_name="tada")
    await ben.delete(f"/messages/{HI}")

    assert kinds(await queue.events()) == ["reaction"]
    assert kinds(await heard.events()) == ["reaction", "delete_message"]


@pytest.mark.parametrize(("level", "told"), [(273, []), (274, ["delete_message"])])
async def test_whoever_deletes_hears_of_it_without_following_the_channel(
    open_house: OpenHouse, level: int, told: list[str]
) -> None:
    house = await open_house(feature_level=level)
    ada, dan = house.actor("Ada"), house.actor("Dan")
    await dan.post("/users/me/subscriptions", subscriptions='[{"name": "general"}]')
    message_id = await dan.say("general", "plans", "soon gone")
    await dan.delete("/users/me/subscriptions", subscriptions='["general"]')
    queue, heard = await dan.queue(event_types=HEARD), await ada.queue(event_types=HEARD)

    await dan.delete(f"/messages/{message_id}")

    assert kinds(await queue.events()) == told
    assert kinds(await heard.events()) == ["delete_message"]


async def test_who_follows_the_old_channel_only_loses_the_copy_with_the_move(
    cleo: Actor, ben: Actor, house: House
) -> None:
    queue = await ben.queue(event_types=HEARD)
    await cleo.patch(f"/messages/{HI}", stream_id=str(QUIET), send_notification_to_new_thread="false")
    await cleo.patch(f"/messages/{HI}", topic="elsewhere", send_notification_to_new_thread="false")

    assert kinds(await queue.events()) == ["update_message"]
    assert house.world.flags(BEN, HI) is None
