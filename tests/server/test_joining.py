"""People follow the links of letters: they join, and their new addresses come true."""

import pytest

from server.household import BENCH, CLEO, GENERAL, QUIET, Actor, House, refused

DONE = {"result": "success", "msg": ""}
ZOE = {"full_name": "Zoe New", "password": "close barley"}


async def visit(house: House, method: str, path: str, **form: str) -> tuple[int, str]:
    async with house.session.request(method, f"{house.url}{path}", data=form or None) as answer:
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        return answer.status, await answer.text()


def last_letter(house: House) -> tuple[str, str, str]:
    *_, letter = house.world.letters
    return letter.to, letter.about, letter.path


async def test_somebody_joins_by_a_letter(house: House, ben: Actor, cleo: Actor) -> None:
    await ben.post(
        "/invites",
        invitee_emails="zoe@house.test",
        stream_ids=f"[{QUIET}]",
        invite_as="300",
        group_ids=f"[{BENCH}]",
    )
    to, about, path = last_letter(house)
    assert (to, about) == ("zoe@house.test", "invitation")
    status, page = await visit(house, "GET", path)
    assert (status, 'value="zoe@house.test" readonly' in page) == (200, True)
    queue = await ben.queue(event_types='["realm_user", "user_group", "invites_changed", "message"]')
    status, page = await visit(house, "POST", path, **ZOE)
    assert (status, "Zoe New, you are a member of Test House now." in page) == (200, True)
    zoe = house.world.users.by_login("zoe@house.test")
    assert zoe is not None
    assert (zoe.role, zoe.full_name) == (300, "Zoe New")
    assert house.world.subscription(zoe.user_id, QUIET) is not None
    assert house.world.subscription(zoe.user_id, GENERAL) is None
    assert zoe.user_id in (await cleo.get(f"/user_groups/{BENCH}/members"))["members"]
    added, *groups, changed, said = await queue.events()
    assert (added["person"]["user_id"], changed) == (zoe.user_id, {"type": "invites_changed"})
    assert {"group_id": BENCH, "user_ids": [zoe.user_id]} in [
        {"group_id": one["group_id"], "user_ids": one["user_ids"]} for one in groups
    ]
    thanks = f"@_**Zoe New|{zoe.user_id}** accepted your invitation to join Zulip!"
    assert said["message"]["content"] == thanks
    assert (await ben.get("/invites"))["invites"] == []
    assert (await visit(house, "POST", path, **ZOE))[0] == 404
    login = {"username": "zoe@house.test", "password": "close barley"}
    assert (await cleo.post("/fetch_api_key", **login))["user_id"] == zoe.user_id


async def test_many_join_by_a_link(house: House, ada: Actor) -> None:
    link = (await ada.post("/invites/multiuse"))["invite_link"].removeprefix(house.url)
    for name in ("zoe", "yan"):
        form = {**ZOE, "full_name": name, "email": f"{name}@house.test"}
        assert (await visit(house, "POST", link, **form))[0] == 200
        user = house.world.users.by_login(f"{name}@house.test")
        assert user is not None
        assert house.world.subscription(user.user_id, GENERAL) is not None


@pytest.mark.parametrize(
    ("form", "what"),
    [
        ({"email": "nonsense"}, "Invalid address."),
        ({"email": "x@mailinator.com"}, "Please use your real email address."),
        ({"email": "cleo-member@house.test"}, "Already has an account."),
        ({"full_name": "<"}, "Name too short!"),
        ({"password": ""}, "password cannot be blank"),
    ],
)
async def test_not_everybody_can_join(house: House, ada: Actor, form: dict[str, str], what: str) -> None:
    link = (await ada.post("/invites/multiuse"))["invite_link"].removeprefix(house.url)
    status, page = await visit(house, "POST", link, **{**ZOE, "email": "zoe@house.test", **form})
    assert (status, f"<p role=alert>{what}</p>" in page) == (400, True)
    assert house.world.users.by_login("zoe@house.test") is None


async def test_an_invitation_is_over_sometime(house: House, ben: Actor) -> None:
    invitation = {"invitee_emails": "zoe@house.test", "stream_ids": "[]", "invite_expires_in_minutes": "5"}
    await ben.post("/invites", **invitation)
    _, _, path = last_letter(house)
    await house.clock.advance(301)
    assert (await visit(house, "GET", path))[0] == 404
    assert (await visit(house, "GET", "/join/0123/"))[0] == 404


async def test_a_new_address_comes_true_when_its_owner_says_so(house: House, cleo: Actor) -> None:
    assert await cleo.patch("/settings", email="cleo@new.test") == DONE
    to, about, path = last_letter(house)
    assert (to, about) == ("cleo@new.test", "email change")
    assert (await cleo.get("/users/me"))["delivery_email"] == "cleo-member@house.test"
    status, page = await visit(house, "GET", path)
    assert (status, "Your address is cleo@new.test now." in page) == (200, True)
    assert house.world.users[CLEO].delivery_email == "cleo@new.test"
    assert (await visit(house, "GET", path))[0] == 404


async def test_only_the_last_new_address_waits_and_not_for_ever(house: House, cleo: Actor) -> None:
    paths = []
    for email in ("one@new.test", "two@new.test"):
        await cleo.patch("/settings", email=email)
        paths.append(last_letter(house)[2])
    assert (await visit(house, "GET", paths[0]))[0] == 404
    await house.clock.advance(86401)
    assert (await visit(house, "GET", paths[1]))[0] == 404
    assert house.world.users[CLEO].delivery_email == "cleo-member@house.test"


async def test_an_address_that_was_taken_meanwhile_stays_who_took_it(
    house: House, ada: Actor, cleo: Actor
) -> None:
    await cleo.patch("/settings", email="zoe@house.test")
    await ada.post("/users", email="zoe@house.test", **ZOE)
    status, page = await visit(house, "GET", last_letter(house)[2])
    assert (status, "Already has an account." in page) == (400, True)


async def test_an_address_of_ones_own_must_fit_too(house: House, cleo: Actor) -> None:
    for email, what in (
        ("nonsense", "Invalid address."),
        ("x@mailinator.com", "Please use your real email address."),
        ("dan-member@house.test", "Already has an account."),
    ):
        assert await cleo.call("PATCH", "/settings", {"email": email}) == (400, refused(what))
    house.world.change_organization(settings={"email_changes_disabled": True})
    msg = "Email address changes are disabled in this organization."
    assert await cleo.call("PATCH", "/settings", {"email": "a@new.test"}) == (400, refused(msg))
    assert list(house.world.letters) == []
