"""The organisation's own emoji: listed, and shown where they are named."""

import msgspec

from server.household import GENERAL, Actor, House

TICK = {
    "id": "2",
    "name": "green_tick",
    "source_url": "/user_avatars/6/emoji/images/2.png",
    "deactivated": False,
    "author_id": 11,
    "still_url": None,
}
GONE = {**TICK, "id": "3", "name": "gone_tick", "deactivated": True}


async def test_own_emoji_are_listed_and_shown_while_they_are_in_use(house: House, cleo: Actor) -> None:
    own = {"2": TICK, "3": GONE}
    house.world.kept = msgspec.structs.replace(house.world.kept, document={"realm_emoji": own})
    assert await cleo.get("/realm/emoji") == {"result": "success", "msg": "", "emoji": own}
    message_id = await cleo.say(str(GENERAL), "t", ":green_tick: :gone_tick:")
    message = (await cleo.get(f"/messages/{message_id}"))["message"]
    assert message["content"] == (
        '<p><img alt=":green_tick:" class="emoji" src="/user_avatars/6/emoji/images/2.png" '
        'title="green tick"> :gone_tick:</p>'
    )
