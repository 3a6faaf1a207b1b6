"""The organisation's own emoji: uploaded, shown, used, and taken out of use."""

from io import BytesIO
from typing import Any

import aiohttp
import msgspec
import pytest

from dragoman_server.world.custom_emoji import OwnEmoji
from server.household import ADA, CLEO, GENERAL, HI, Actor, House, refused

DONE = {"result": "success", "msg": ""}
PNG = b"\x89PNG\r\n\x1a\nrest"
LARGE = PNG + b"0" * 5 * 1024 * 1024
SIGNS = (
    "Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, "
    "and periods."
)
FRAME = b"\x21\xf9\x04"

TICK = {
    "id": "2",
    "name": "green_tick",
    "source_url": "/user_avatars/6/emoji/images/2.png",
    "deactivated": False,
    "author_id": ADA,
    "still_url": None,
}
GONE = {**TICK, "id": "3", "name": "gone_tick", "deactivated": True}


def keep(house: House, *emoji: dict[str, Any]) -> None:
    for one in emoji:
        house.world.custom_emoji.put(OwnEmoji(**one))


async def upload(house: House, actor: Actor, name: str, *contents: bytes) -> tuple[int, dict[str, Any]]:
    form = aiohttp.FormData()
    for number, content in enumerate(contents):
        form.add_field(f"file{number}", BytesIO(content), filename="picture.png")
    data: Any = form if contents else {}
    where = f"{house.url}/api/v1/realm/emoji/{name}"
    async with house.session.post(where, data=data, headers=actor.headers) as answer:
        return answer.status, await answer.json()


async def test_own_emoji_are_listed_and_shown_while_they_are_in_use(house: House, cleo: Actor) -> None:
    keep(house, TICK, GONE)
    assert await cleo.get("/realm/emoji") == {**DONE, "emoji": {"2": TICK, "3": GONE}}
    message_id = await cleo.say(str(GENERAL), "t", ":green_tick: :gone_tick:")
    message = (await cleo.get(f"/messages/{message_id}"))["message"]
    assert message["content"] == (
        '<p><img alt=":green_tick:" class="emoji" src="/user_avatars/6/emoji/images/2.png" '
        'title="green tick"> :gone_tick:</p>'
    )


async def test_an_uploaded_emoji_is_told_to_all_and_its_picture_can_be_fetched(
    house: House, cleo: Actor, dan: Actor
) -> None:
    queue = await dan.queue()
    assert await upload(house, cleo, "Party Time", PNG) == (200, DONE)
    made = {
        **TICK,
        "id": "1",
        "name": "party_time",
        "source_url": "/user_avatars/1/emoji/images/1.png",
        "author_id": CLEO,
    }
    assert await queue.events() == [{"type": "realm_emoji", "op": "update", "realm_emoji": {"1": made}}]
    assert (await cleo.post("/register", fetch_event_types='["realm_emoji"]'))["realm_emoji"] == {"1": made}
    async with house.session.get(f"{house.url}{made['source_url']}") as answer:
        assert (answer.content_type, await answer.read()) == ("image/png", PNG)
    assert await cleo.delete("/realm/emoji/party_time") == DONE
    gone = {**made, "deactivated": True}
    assert await queue.events() == [{"type": "realm_emoji", "op": "update", "realm_emoji": {"1": gone}}]
    assert await upload(house, cleo, "party_time", PNG) == (200, DONE)


async def test_an_emoji_that_moves_has_a_picture_that_does_not(house: House, cleo: Actor) -> None:
    await upload(house, cleo, "still", b"GIF89a" + FRAME)
    await upload(house, cleo, "moving", b"GIF89a" + FRAME + FRAME)
    emoji = (await cleo.get("/realm/emoji"))["emoji"].values()
    assert [one["still_url"] for one in emoji] == [None, "/user_avatars/1/emoji/images/still/2.gif"]


@pytest.mark.parametrize(
    ("name", "contents", "msg", "code"),
    [
        ("päh", (PNG,), SIGNS, "BAD_REQUEST"),
        ("party-", (PNG,), "Emoji names must end with either a letter or digit.", "BAD_REQUEST"),
        ("green_tick", (PNG,), "A custom emoji with this name already exists.", "BAD_REQUEST"),
        ("party", (), "You must upload exactly one file.", "BAD_REQUEST"),
        ("party", (PNG, PNG), "You must upload exactly one file.", "BAD_REQUEST"),
        ("octopus", (PNG,), "Only administrators can override default emoji.", "BAD_REQUEST"),
        ("party", (b"text",), "Could not decode image; did you upload an image file?", "BAD_IMAGE"),
        (
            "party",
            (LARGE,),
            "Uploaded file is larger than the allowed limit of 5 MiB",
            "BAD_REQUEST",
        ),
    ],
)
async def test_an_upload_is_refused(
    house: House, cleo: Actor, name: str, contents: tuple[bytes, ...], msg: str, code: str
) -> None:
    keep(house, TICK)
    assert await upload(house, cleo, name, *contents) == (400, refused(msg, code))


async def test_who_adds_and_removes_emoji(house: House, cleo: Actor, ben: Actor) -> None:
    nobody = house.world.groups.system("role:nobody")
    organization = house.world.organization
    permissions = {"can_add_custom_emoji_group": nobody}
    house.world.organization = msgspec.structs.replace(organization, permissions=permissions)
    assert await upload(house, cleo, "party", PNG) == (400, refused("Insufficient permission"))
    guests = refused("Not allowed for guest users")
    assert await upload(house, house.actor("Gus"), "party", PNG) == (400, guests)
    keep(house, TICK)
    no = refused("Must be an organization administrator or emoji author")
    assert await cleo.call("DELETE", "/realm/emoji/green_tick") == (400, no)
    assert await ben.delete("/realm/emoji/green_tick") == DONE
    no = refused("Emoji 'green_tick' does not exist")
    assert await ben.call("DELETE", "/realm/emoji/green_tick") == (404, no)


async def test_people_react_with_own_emoji(house: House, cleo: Actor, ada: Actor) -> None:
    keep(house, TICK, GONE)
    queue = await ada.queue(event_types='["reaction"]')
    path = f"/messages/{HI}/reactions"
    await cleo.post(path, emoji_name="green_tick")
    assert await queue.events() == [
        {
            "type": "reaction",
            "op": "add",
            "user_id": CLEO,
            "message_id": HI,
            "emoji_name": "green_tick",
            "emoji_code": "2",
            "reaction_type": "realm_emoji",
        }
    ]
    gone = refused("Reaction doesn't exist.", "REACTION_DOES_NOT_EXIST")
    assert await cleo.call("DELETE", path, {"emoji_name": "green_tick"}) == (400, gone)
    await cleo.delete(path, emoji_name="green_tick", reaction_type="realm_emoji")


GIVEN = [
    ("4", "green_tick", "Invalid custom emoji."),
    ("2", "red_tick", "Invalid custom emoji name."),
    ("3", "gone_tick", "This custom emoji has been deactivated."),
]


@pytest.mark.parametrize(("code", "name", "msg"), GIVEN)
@pytest.mark.parametrize(
    ("who", "path"),
    [
        ("Cleo", f"/messages/{HI}/reactions"),
        ("Cleo", "/users/me/status"),
        ("Ben", f"/users/{CLEO}/status"),
    ],
)
async def test_own_emoji_that_cannot_be_used_are_refused(
    house: House, who: str, path: str, code: str, name: str, msg: str
) -> None:
    keep(house, TICK, GONE)
    params = {"emoji_name": name, "emoji_code": code, "reaction_type": "realm_emoji"}
    assert await house.actor(who).call("POST", path, params) == (400, refused(msg))


async def test_a_name_without_a_type_must_be_known_even_beside_a_code(cleo: Actor) -> None:
    params = {"emoji_name": "zzznope", "emoji_code": "1f389"}
    no = refused("Emoji 'zzznope' does not exist")
    assert await cleo.call("POST", f"/messages/{HI}/reactions", params) == (400, no)
