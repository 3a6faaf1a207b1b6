"""One's own picture: put up, shown, taken down."""

import pytest

from server.household import CLEO, ROBO, Actor, House, refused
from server.test_bots import PIXEL
from server.test_uploads import form_of

PATH = "/users/me/avatar"


async def test_a_picture_is_put_up_and_taken_down(house: House, cleo: Actor, dan: Actor) -> None:
    queue = await dan.queue(event_types='["realm_user"]')
    status, body = await cleo.call("POST", PATH, **form_of(("me.png", PIXEL)))
    path = body["avatar_url"].removesuffix(".png?version=2")
    assert (status, path.startswith("/user_avatars/1/")) == (200, True)
    seen = (await dan.get(f"/users/{CLEO}"))["user"]
    assert (seen["avatar_url"], seen["avatar_version"]) == (body["avatar_url"], 2)
    state = await cleo.post("/register", fetch_event_types='["realm_user"]')
    assert (state["avatar_source"], state["avatar_url_medium"]) == ("U", f"{path}-medium.png?version=2")
    gone = await cleo.delete(PATH)
    assert gone["avatar_url"].startswith("https://secure.gravatar.com/avatar/")
    put_up, taken_down = [event["person"] for event in await queue.events()]
    assert put_up == {
        "avatar_source": "U",
        "avatar_url": f"{path}.png?version=2",
        "avatar_url_medium": f"{path}-medium.png?version=2",
        "avatar_version": 2,
        "user_id": CLEO,
    }
    assert (taken_down["avatar_source"], taken_down["avatar_version"]) == ("G", 3)
    async with house.session.get(f"{house.url}{path}.png") as response:
        assert response.status == 404


@pytest.mark.parametrize(
    ("files", "msg", "code"),
    [
        ([], "You must upload exactly one avatar.", "BAD_REQUEST"),
        ([("a.png", PIXEL)] * 2, "You must upload exactly one avatar.", "BAD_REQUEST"),
        ([("a.png", b"")], "Could not decode image; did you upload an image file?", "BAD_IMAGE"),
        (
            [("a.png", PIXEL + b"\0" * 5 * 2**20)],
            "Uploaded file is larger than the allowed limit of 5 MiB",
            "BAD_REQUEST",
        ),
    ],
)
async def test_only_one_picture_is_taken(
    cleo: Actor, files: list[tuple[str, bytes]], msg: str, code: str
) -> None:
    assert await cleo.call("POST", PATH, **form_of(*files)) == (400, refused(msg, code))


async def test_pictures_may_be_fixed(house: House, ben: Actor, cleo: Actor) -> None:
    await ben.patch("/realm", avatar_changes_disabled="true")
    fixed = (400, refused("Avatar changes are disabled in this organization."))
    assert await cleo.call("POST", PATH, **form_of(("me.png", PIXEL))) == fixed
    assert await cleo.call("DELETE", PATH) == fixed
    assert (await ben.call("POST", PATH, **form_of(("me.png", PIXEL))))[0] == 200


async def test_a_bots_picture_is_told_to_its_keepers(old_house: House) -> None:
    robo, cleo = old_house.actor("Robo"), old_house.actor("Cleo")
    queue = await cleo.queue(event_types='["realm_bot"]')
    url = (await robo.call("POST", PATH, **form_of(("me.png", PIXEL))))[1]["avatar_url"]
    gone = (await robo.delete(PATH))["avatar_url"]
    bots = [{"user_id": ROBO, "avatar_url": one} for one in (url, gone)]
    assert await queue.events() == [{"type": "realm_bot", "op": "update", "bot": bot} for bot in bots]
