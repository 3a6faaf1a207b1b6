"""Bots: made, changed, given to others, and what their keepers are told."""

import json
from typing import Any

import pytest

from server.household import CLEO, DAN, GENERAL, HOOK, OLD, ROBO, SECRET, Actor, House, refused
from server.test_uploads import form_of

DONE = {"result": "success", "msg": ""}
PIXEL = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
OUT = {
    "full_name": "Caller",
    "short_name": "caller",
    "bot_type": "3",
    "payload_url": '"http://127.0.0.1:9/hook"',
    "interface_type": "2",
}
NO_DEFAULTS = {
    "default_sending_stream": None,
    "default_events_register_stream": None,
    "default_all_public_streams": False,
}


async def test_a_bot_is_made_and_its_keepers_are_told(old_house: House) -> None:
    ada, cleo, dan = (old_house.actor(name) for name in ("Ada", "Cleo", "Dan"))
    queues = [await one.queue(event_types='["realm_user", "realm_bot"]') for one in (ada, cleo, dan)]
    made = await cleo.post("/bots", **OUT)
    picture = f"{made['avatar_url']}"
    assert made == {
        **DONE,
        "user_id": made["user_id"],
        "api_key": made["api_key"],
        "avatar_url": picture,
        **NO_DEFAULTS,
    }
    person = {
        "email": "caller-bot@house.test",
        "user_id": made["user_id"],
        "avatar_version": 1,
        "is_admin": False,
        "is_owner": False,
        "is_guest": False,
        "is_billing_admin": False,
        "role": 400,
        "is_bot": True,
        "full_name": "Caller",
        "timezone": "",
        "is_active": True,
        "date_joined": "2027-01-15T08:00:00+00:00",
        "delivery_email": "caller-bot@house.test",
        "avatar_url": picture,
        "bot_type": 3,
        "bot_owner_id": CLEO,
    }
    service = old_house.world.users[made["user_id"]].services[0]
    bot = {
        "email": "caller-bot@house.test",
        "user_id": made["user_id"],
        "full_name": "Caller",
        "bot_type": 3,
        "is_active": True,
        "api_key": made["api_key"],
        **NO_DEFAULTS,
        "avatar_url": picture,
        "services": [{"base_url": "http://127.0.0.1:9/hook", "interface": 2, "token": service.token}],
        "owner_id": CLEO,
    }
    told = [
        {"type": "realm_user", "op": "add", "person": person},
        {"type": "realm_bot", "op": "add", "bot": bot},
    ]
    assert [await queue.events() for queue in queues] == [told, told, told[:1]]
    listed = (await cleo.get("/bots"))["bots"]
    assert [one["username"] for one in listed] == [
        *("robo-bot@house.test", "hook-bot@house.test", "caller-bot@house.test")
    ]
    assert listed[-1] == {
        "username": "caller-bot@house.test",
        "full_name": "Caller",
        "api_key": made["api_key"],
        "avatar_url": picture,
        **NO_DEFAULTS,
    }
    assert (await dan.get("/bots"))["bots"] == []


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"full_name": "x"}, "Name too short!"),
        ({"full_name": "x" * 101}, "Name too long!"),
        ({"full_name": "a*b"}, "Invalid characters in name!"),
        ({"full_name": "ab|15"}, "Invalid format!"),
        ({"short_name": " "}, "Bad name or username"),
        ({"short_name": "two words"}, "Bad name or username"),
        ({"short_name": "robo"}, "Username already in use"),
        ({"full_name": "Dan Member"}, "Name is already in use!"),
        ({"bot_type": "99"}, "Invalid bot type"),
        ({"bot_type": "4"}, "Invalid embedded bot name."),
        ({"interface_type": "9"}, "Invalid interface type"),
        ({"payload_url": '"nowhere"'}, "payload_url is not a URL"),
        ({"default_sending_stream": "vault"}, "Invalid channel name 'vault'"),
    ],
)
async def test_not_every_bot_can_be_made(cleo: Actor, params: dict[str, str], msg: str) -> None:
    assert await cleo.call("POST", "/bots", {**OUT, **params}) == (400, refused(msg))


async def test_a_bot_comes_with_a_picture_or_gets_one_later(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["realm_bot", "realm_user"]')
    made = (await cleo.call("POST", "/bots", **form_of(("me.png", PIXEL), **OUT)))[1]
    assert made["avatar_url"].startswith("/user_avatars/1/")
    assert made["avatar_url"].endswith(".png?version=2")
    picture = made["avatar_url"].partition("?")[0].removesuffix(".png")
    async with house.session.get(f"{house.url}{picture}-medium.png") as response:
        answer = (response.status, await response.read(), response.content_type)
    assert answer == (200, PIXEL, "image/png")
    async with house.session.get(f"{house.url}/user_avatars/1/none.png") as response:
        assert response.status == 404
    person = {
        "avatar_source": "U",
        "avatar_url": made["avatar_url"],
        "avatar_url_medium": f"{picture}-medium.png?version=2",
        "avatar_version": 2,
        "user_id": made["user_id"],
    }
    *_, changed = await queue.events()
    assert changed == {"type": "realm_user", "op": "update", "person": person}
    path = f"/bots/{made['user_id']}"
    for files, msg in (
        ([("a.png", PIXEL), ("b.png", PIXEL)], "You may only upload one file at a time"),
        ([("a.png", b"words")], "Could not decode image; did you upload an image file?"),
        ([("a.png", PIXEL + b"\0" * 5 * 2**20)], "Uploaded file is larger than the allowed limit of 5 MiB"),
    ):
        code = "BAD_IMAGE" if "decode" in msg else "BAD_REQUEST"
        assert await cleo.call("PATCH", path, **form_of(*files)) == (400, refused(msg, code))
        fields = {**OUT, "short_name": "more", "full_name": "More"}
        assert await cleo.call("POST", "/bots", **form_of(*files, **fields)) == (400, refused(msg, code))
    status, body = await cleo.call("PATCH", path, **form_of(("me.png", PIXEL)))
    assert (status, body["avatar_url"]) == (200, f"{picture}.png?version=3")


async def test_a_bot_changes_and_its_keepers_are_told(old_house: House) -> None:
    ada, cleo, dan = (old_house.actor(name) for name in ("Ada", "Cleo", "Dan"))
    queue, others = (
        await cleo.queue(event_types='["realm_bot"]'),
        await dan.queue(event_types='["realm_bot"]'),
    )
    answer = await cleo.patch(
        f"/bots/{ROBO}",
        full_name="Robo Two",
        default_sending_stream="General",
        default_events_register_stream="secret",
        default_all_public_streams="true",
        config_data=json.dumps({"key": "value"}),
    )
    assert answer.pop("avatar_url")
    assert answer == {
        **DONE,
        "full_name": "Robo Two",
        "default_sending_stream": "general",
        "default_events_register_stream": "secret",
        "default_all_public_streams": True,
        "service_interface": 1,
        "service_payload_url": None,
        "config_data": {"key": "value"},
        "bot_owner": "cleo-member@house.test",
    }
    told: list[dict[str, Any]] = [
        {"full_name": "Robo Two"},
        {"default_sending_stream": "general"},
        {"default_events_register_stream": "secret"},
        {"default_all_public_streams": True},
        {"services": []},
    ]
    wanted = [{"type": "realm_bot", "op": "update", "bot": {"user_id": ROBO, **one}} for one in told]
    assert await queue.events() == wanted
    assert await others.events() == []
    robo = old_house.world.users[ROBO]
    assert (robo.default_sending_channel, robo.default_events_channel) == (GENERAL, SECRET)
    await cleo.patch(f"/bots/{ROBO}", default_sending_stream="", default_events_register_stream="")
    robo = old_house.world.users[ROBO]
    assert (robo.default_sending_channel, robo.default_events_channel) == (None, None)
    assert [one["bot"].get("default_sending_stream", 0) for one in await queue.events()] == [None, 0]
    assert await ada.patch(f"/bots/{ROBO}", role="300")
    assert old_house.world.users[ROBO].role == 300


async def test_a_bot_is_given_to_somebody_else(old_house: House) -> None:
    ada, cleo, dan = (old_house.actor(name) for name in ("Ada", "Cleo", "Dan"))
    types = '["realm_bot", "realm_user"]'
    queues = [await one.queue(event_types=types) for one in (ada, cleo, dan)]
    assert (await cleo.patch(f"/bots/{ROBO}", bot_owner_id=str(DAN)))["bot_owner"] == "dan-member@house.test"
    seen = [await queue.events() for queue in queues]
    person = {
        "type": "realm_user",
        "op": "update",
        "person": {"user_id": ROBO, "bot_owner_id": DAN},
    }
    update = {"type": "realm_bot", "op": "update", "bot": {"user_id": ROBO, "owner_id": DAN}}
    assert seen[0] == [update, person]
    assert seen[1] == [{"type": "realm_bot", "op": "delete", "bot": {"user_id": ROBO}}, person]
    added, last = seen[2]
    assert (added["op"], added["bot"]["owner_id"], last) == ("add", DAN, person)
    for owner, msg in (
        ("999", "Failed to change owner, no such user"),
        (str(OLD), "Failed to change owner, user is deactivated"),
        (str(HOOK), "Failed to change owner, bots can't own other bots"),
    ):
        answer = await dan.call("PATCH", f"/bots/{ROBO}", {"bot_owner_id": owner})
        assert answer == (400, refused(msg))


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"full_name": "x"}, "Name too short!"),
        ({"full_name": "x" * 101}, "Name too long!"),
        ({"full_name": "a*b"}, "Invalid characters in name!"),
        ({"full_name": "ab|15"}, "Invalid format!"),
        ({"full_name": "Dan Member"}, "Name is already in use!"),
        ({"role": "5"}, "Invalid role"),
        ({"service_payload_url": '"no"'}, "service_payload_url is not a URL"),
        ({"service_payload_url": '"http://a.b/"', "service_interface": "7"}, "Invalid interface type"),
        ({"default_events_register_stream": "vault"}, "Invalid channel name 'vault'"),
    ],
)
async def test_not_everything_can_be_changed(cleo: Actor, params: dict[str, str], msg: str) -> None:
    assert await cleo.call("PATCH", f"/bots/{ROBO}", params) == (400, refused(msg))


async def test_ranks_of_bots_are_given_by_those_who_may(ada: Actor, ben: Actor, cleo: Actor) -> None:
    owner = refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL")
    administrator = refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL")
    assert await ben.call("PATCH", f"/bots/{ROBO}", {"role": "100"}) == (400, owner)
    assert await cleo.call("PATCH", f"/bots/{ROBO}", {"role": "200"}) == (400, administrator)
    for role in ("100", "600"):
        assert (await ada.call("PATCH", f"/bots/{ROBO}", {"role": role}))[0] == 200


async def test_an_outgoing_web_hook_goes_elsewhere(house: House, cleo: Actor) -> None:
    bot_id = (await cleo.post("/bots", **OUT))["user_id"]
    queue = await cleo.queue(event_types='["realm_bot"]')
    token = house.world.users[bot_id].services[0].token
    await cleo.patch(f"/bots/{bot_id}", service_payload_url='"https://there.test/x"', service_interface="1")
    services = [{"base_url": "https://there.test/x", "interface": 1, "token": token}]
    assert await queue.events() == [
        {"type": "realm_bot", "op": "update", "bot": {"user_id": bot_id, "services": services}}
    ]
    # What is no outgoing web-hook has nothing that could go elsewhere.
    await cleo.patch(f"/bots/{ROBO}", service_payload_url='"https://there.test/x"')
    assert await queue.events() == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("PATCH", "/bots/{}"), ("DELETE", "/bots/{}"), ("POST", "/bots/{}/api_key/regenerate")),
        ("GET", "/bots/{}/api_key"),
    ],
)
async def test_only_keepers_touch_a_bot(cleo: Actor, dan: Actor, method: str, path: str) -> None:
    for bot_id in (999, DAN, 1):
        assert await cleo.call(method, path.format(bot_id)) == (400, refused("No such bot"))
    assert await dan.call(method, path.format(ROBO)) == (400, refused("Insufficient permission"))


async def test_a_bots_key_is_renewed_and_told(old_house: House, cleo: Actor) -> None:
    old_cleo = old_house.actor("Cleo")
    queue = await old_cleo.queue(event_types='["realm_bot"]')
    key = (await old_cleo.post(f"/bots/{ROBO}/api_key/regenerate"))["api_key"]
    bot = {"user_id": ROBO, "api_key": key}
    assert await queue.events() == [{"type": "realm_bot", "op": "update", "bot": bot}]
    # Bot objects of today do not carry keys, so there is an operation that does.
    key = (await cleo.post(f"/bots/{ROBO}/api_key/regenerate"))["api_key"]
    assert await cleo.get(f"/bots/{ROBO}/api_key") == {**DONE, "api_key": key}


async def test_a_bot_is_closed(old_house: House) -> None:
    cleo = old_house.actor("Cleo")
    queue = await cleo.queue(event_types='["realm_bot", "realm_user"]')
    assert await cleo.delete(f"/bots/{ROBO}") == DONE
    closed = {"user_id": ROBO, "is_active": False}
    assert await queue.events() == [
        {"type": "realm_user", "op": "update", "person": closed},
        {"type": "realm_bot", "op": "update", "bot": closed},
    ]
    assert [one["full_name"] for one in (await cleo.get("/bots"))["bots"]] == ["Hook"]
    assert await cleo.post(f"/users/{ROBO}/reactivate") == DONE
    opened = {"user_id": ROBO, "is_active": True}
    assert [one for one in await queue.events() if one["type"] == "realm_bot"] == [
        {"type": "realm_bot", "op": "update", "bot": opened}
    ]


async def test_two_bots_of_one_name_are_not_both_open(cleo: Actor) -> None:
    await cleo.delete(f"/bots/{ROBO}")
    await cleo.post("/bots", full_name="Robo", short_name="again")
    msg = (
        'There is already an active bot named "Robo" in this organization. '
        "To reactivate this bot, you must rename or deactivate the other one."
    )
    assert await cleo.call("POST", f"/users/{ROBO}/reactivate") == (400, refused(msg))


@pytest.mark.parametrize(("policy", "generic", "hook"), [(1, 200, 200), (2, 400, 200), (3, 400, 400)])
async def test_the_organisation_says_who_makes_bots(
    old_house: House, policy: int, generic: int, hook: int
) -> None:
    _choose(old_house, bot_creation_policy=policy)
    cleo, ben = old_house.actor("Cleo"), old_house.actor("Ben")
    made = [await cleo.call("POST", "/bots", _named(kind)) for kind in (1, 2)]
    assert [status for status, _ in made] == [generic, hook]
    assert (await ben.call("POST", "/bots", _named(3)))[0] == 200


async def test_groups_say_who_makes_bots(house: House, cleo: Actor, dan: Actor) -> None:
    nobody = house.world.groups.system("role:nobody")
    permissions = {"can_create_bots_group": nobody, "can_create_write_only_bots_group": ((CLEO,), ())}
    house.world.change_organization(permissions=permissions)
    refusal = (400, refused("Insufficient permission"))
    assert await cleo.call("POST", "/bots", _named(1)) == refusal
    assert (await cleo.call("POST", "/bots", _named(2)))[0] == 200
    assert await dan.call("POST", "/bots", {**_named(2), "short_name": "b", "full_name": "Bb"}) == refusal


async def test_of_a_private_channels_bot_only_its_owner_knows(old_house: House) -> None:
    ada, cleo = old_house.actor("Ada"), old_house.actor("Cleo")
    queue, own = await ada.queue(event_types='["realm_bot"]'), await cleo.queue(event_types='["realm_bot"]')
    await cleo.post("/bots", full_name="Spy", short_name="spy", default_sending_stream="secret")
    assert (await queue.events(), [one["op"] for one in await own.events()]) == ([], ["add"])


def _choose(house: House, **settings: Any) -> None:
    chosen = {**house.world.organization.settings, **settings}
    house.world.change_organization(settings=chosen)


def _named(kind: int) -> dict[str, str]:
    return {"full_name": f"Bot {kind}", "short_name": f"bot{kind}", "bot_type": str(kind)}


async def test_bots_keepers_hear_of_all_that_happens_to_it(old_house: House) -> None:
    ben, cleo = old_house.actor("Ben"), old_house.actor("Cleo")
    queue = await ben.queue(event_types='["realm_bot"]')
    made = (await cleo.call("POST", "/bots", **form_of(("me.png", PIXEL), **OUT)))[1]
    await ben.patch(f"/users/{ROBO}", full_name="Robo Three")
    await ben.delete(f"/users/{CLEO}")
    assert [one["bot"] for one in (await queue.events())[1:]] == [
        {"user_id": made["user_id"], "avatar_url": made["avatar_url"]},
        {"user_id": ROBO, "full_name": "Robo Three"},
        *({"user_id": user_id, "is_active": False} for user_id in (ROBO, HOOK, made["user_id"])),
    ]


async def test_whoever_goes_takes_bots_along(old_house: House) -> None:
    ben, cleo = old_house.actor("Ben"), old_house.actor("Cleo")
    queue = await ben.queue(event_types='["realm_bot"]')
    await cleo.delete("/users/me")
    closed = [{"user_id": user_id, "is_active": False} for user_id in (ROBO, HOOK)]
    assert [one["bot"] for one in await queue.events()] == closed


async def test_a_bot_that_says_nothing_sends_and_hears_where_it_usually_does(
    ada: Actor, cleo: Actor, robo: Actor
) -> None:
    channels = {"default_sending_stream": "general", "default_events_register_stream": "general"}
    await cleo.patch(f"/bots/{ROBO}", **channels)
    queue = await robo.queue(event_types='["message"]')
    await robo.post("/messages", type="channel", topic="plans", content="here")
    await ada.post("/messages", type="direct", to=f"[{ROBO}]", content="not there")
    assert [event["message"]["content"] for event in await queue.events()] == ["here"]
