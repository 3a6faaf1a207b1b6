"""People, keys, register's snapshot, and what a server tells to everybody."""

from typing import Any

import msgspec
import pytest

from server.household import (
    ADA,
    CLEO,
    DAN,
    GENERAL,
    HAL,
    HELLO,
    NOW,
    OLD,
    PSST,
    ROBO,
    Actor,
    House,
    OpenHouse,
    refused,
)

CLEO_SEEN = {
    "email": "cleo-member@house.test",
    "user_id": CLEO,
    "avatar_version": 1,
    "is_admin": False,
    "is_owner": False,
    "is_guest": False,
    "role": 400,
    "is_bot": False,
    "full_name": "Cleo Member",
    "timezone": "",
    "is_active": True,
    "date_joined": "2026-10-17T08:00:00+00:00",
    "delivery_email": "cleo-member@house.test",
    "avatar_url": None,
    "is_imported_stub": False,
}


async def test_a_user_is_found_by_id_and_by_address(dan: Actor) -> None:
    answer = {"result": "success", "msg": "", "user": CLEO_SEEN}
    assert await dan.get(f"/users/{CLEO}") == answer
    assert await dan.get("/users/Cleo-Member@house.test") == answer
    full = await dan.get(f"/users/{CLEO}", client_gravatar="false", include_custom_profile_fields="true")
    assert full["user"]["avatar_url"].startswith("https://secure.gravatar.com/avatar/")
    assert full["user"]["profile_data"] == {}


async def test_a_hidden_address_is_shown_to_administrators_only(cleo: Actor, ada: Actor) -> None:
    for actor, shown in ((cleo, None), (ada, "hal-hidden@house.test")):
        user = (await actor.get(f"/users/{HAL}"))["user"]
        assert (user["email"], user["delivery_email"]) == ("user18@house.test", shown)
        assert user["avatar_url"] is not None


async def test_everybody_is_listed_former_people_and_bots_too(cleo: Actor) -> None:
    members = (await cleo.get("/users"))["members"]
    assert [user["user_id"] for user in members] == list(range(11, 21))
    assert [user["user_id"] for user in members if not user["is_active"]] == [OLD]
    bot = next(user for user in members if user["user_id"] == ROBO)
    assert (bot["bot_type"], bot["bot_owner_id"], "profile_data" in bot) == (1, CLEO, False)
    chosen = (await cleo.get("/users", user_ids=f"[{DAN}, {ADA}, 999]"))["members"]
    assert [user["user_id"] for user in chosen] == [ADA, DAN]


async def test_one_sees_oneself_with_the_newest_message(cleo: Actor, house: House) -> None:
    own = await cleo.get("/users/me")
    assert (own["user_id"], own["max_message_id"], own["profile_data"]) == (CLEO, PSST, {})
    assert (await house.actor("Eve").get("/users/me"))["max_message_id"] == -1


async def test_a_password_is_traded_for_the_key(cleo: Actor) -> None:
    login = {"username": "Cleo-Member@house.test", "password": "correct horse"}
    assert await cleo.post("/fetch_api_key", **login) == {
        "result": "success",
        "msg": "",
        "api_key": cleo.account.api_key,
        "email": "cleo-member@house.test",
        "user_id": CLEO,
    }
    wrong = refused("Your username or password is incorrect", "AUTHENTICATION_FAILED")
    for username in ("cleo-member@house.test", "dan-member@house.test", "nobody@house.test"):
        assert await cleo.call("POST", "/fetch_api_key", {"username": username, "password": "x"}) == (
            401,
            wrong,
        )
    login["username"] = "cleo"
    assert await cleo.call("POST", "/fetch_api_key", login) == (400, refused("Enter a valid email address."))


async def test_the_sixth_wrong_password_has_to_wait(house: House, cleo: Actor) -> None:
    wrong = {"username": "cleo-member@house.test", "password": "x"}
    statuses = [(await cleo.call("POST", "/fetch_api_key", wrong))[0] for _ in range(6)]
    assert statuses == [401] * 5 + [429]
    await house.clock.advance(1801)
    right = {**wrong, "password": "correct horse"}
    assert (await cleo.call("POST", "/fetch_api_key", right))[0] == 200


async def test_keys_are_handed_out_on_development_servers_only(open_house: OpenHouse, cleo: Actor) -> None:
    answer = await cleo.post("/dev_fetch_api_key", username="dan-member@house.test", foo="1")
    assert (answer["user_id"], answer["ignored_parameters_unsupported"]) == (DAN, ["foo"])
    for username, status, body in (
        (
            "nobody@house.test",
            401,
            refused("Your username or password is incorrect", "AUTHENTICATION_FAILED"),
        ),
        ("old-hand@house.test", 401, refused("Account is deactivated", "USER_DEACTIVATED")),
        ("", 400, refused("Enter a valid email address.")),
    ):
        assert await cleo.call("POST", "/dev_fetch_api_key", {"username": username}) == (status, body)
    house = await open_house(development=False)
    params = {"username": "cleo-member@house.test"}
    answer = await house.actor("Cleo").call("POST", "/dev_fetch_api_key", params)
    assert answer == (400, refused("Endpoint not available in production."))


async def test_a_former_account_gets_no_key_by_password(house: House, cleo: Actor) -> None:
    house.world.keys.set_password(OLD, "secret")
    answer = await cleo.call(
        "POST", "/fetch_api_key", {"username": "old-hand@house.test", "password": "secret"}
    )
    assert answer == (401, refused("Account is deactivated", "USER_DEACTIVATED"))


async def test_the_server_tells_its_version_to_everybody(house: House) -> None:
    async with house.session.get(f"{house.url}/api/v1/server_settings") as response:
        body = await response.json()
    assert (body["zulip_feature_level"], body["server_feature_level"]) == (496, 496)
    assert (body["realm_name"], body["realm_url"]) == ("Test House", house.url)


async def test_the_organisation_shows_an_icon_made_of_its_short_name(house: House, cleo: Actor) -> None:
    organization = msgspec.structs.replace(house.world.organization, string_id="Zulip")
    house.world.organization = organization
    icon = "https://secure.gravatar.com/avatar/62429d594b6ffc712f54aee976a18b44?d=identicon"
    assert (await cleo.get("/server_settings"))["realm_icon"] == icon
    assert (await cleo.post("/register", fetch_event_types='["realm"]'))["realm_icon_url"] == icon
    shown = {**organization.settings, "icon_url": "{{base}}/icon.png", "icon_source": "U"}
    house.world.organization = msgspec.structs.replace(organization, settings=shown)
    assert (await cleo.get("/server_settings"))["realm_icon"] == f"{house.url}/icon.png"


@pytest.mark.parametrize("chosen", [True, False])
async def test_the_server_tells_whether_visitors_may_look_around(
    house: House, cleo: Actor, chosen: bool
) -> None:
    organization = house.world.organization
    settings = {**organization.settings, "enable_spectator_access": chosen}
    house.world.organization = msgspec.structs.replace(organization, settings=settings)
    assert (await cleo.get("/server_settings"))["realm_web_public_access_enabled"] is chosen
    # The organisation may choose, for the server can do it.
    state = await cleo.post("/register", fetch_event_types='["realm"]')
    assert (state["server_web_public_streams_enabled"], state["realm_enable_spectator_access"]) == (
        True,
        chosen,
    )


async def test_register_returns_the_state_of_the_chosen_types_only(cleo: Actor) -> None:
    answer = await cleo.post("/register", event_types='["message"]')
    assert answer.pop("queue_id")
    assert answer == {
        "result": "success",
        "msg": "",
        "zulip_version": "12.0-dragoman",
        "zulip_feature_level": 496,
        "zulip_merge_base": "12.0-dragoman",
        "server_feature_level": 496,
        "max_message_id": PSST,
        "idle_queue_timeout_secs": 600,
        "last_event_id": -1,
    }


@pytest.mark.parametrize(
    ("level", "version"),
    [(261, "9.0"), (277, "9.0"), (278, "10.0"), (371, "10.0"), (421, "11.0"), (422, "12.0"), (496, "12.0")],
)
async def test_the_version_is_that_of_the_release_in_which_the_level_came(
    open_house: OpenHouse, level: int, version: str
) -> None:
    house = await open_house(feature_level=level)
    told = await house.actor("Cleo").get("/server_settings")
    assert (told["zulip_version"], told["zulip_feature_level"]) == (f"{version}-dragoman", level)


async def test_the_whole_snapshot_holds_what_clients_rely_on(cleo: Actor) -> None:
    answer = await cleo.post("/register")
    assert {
        name: answer[name] for name in ("max_message_length", "max_topic_length", "user_id", "email")
    } == {
        "max_message_length": 10_000,
        "max_topic_length": 60,
        "user_id": CLEO,
        "email": "cleo-member@house.test",
    }
    assert answer["realm_empty_topic_display_name"] == "general chat"
    assert answer["event_queue_longpoll_timeout_seconds"] == 90
    assert answer["server_timestamp"] == NOW
    assert [one["name"] for one in answer["never_subscribed"]] == ["quiet"]
    assert answer["realm_default_streams"] == [GENERAL]
    assert answer["recent_private_conversations"] == [{"max_message_id": PSST, "user_ids": [DAN]}]
    assert [one["user_id"] for one in answer["realm_bots"]] == [ROBO, 20]
    assert [one["user_id"] for one in answer["realm_non_active_users"]] == [OLD]
    assert [one["full_name"] for one in answer["cross_realm_bots"]] == ["Notification Bot"]
    assert answer["realm_user_groups"][-1]["members"] == [CLEO, ROBO]
    assert answer["unread_msgs"] == {
        "pms": [{"other_user_id": DAN, "sender_id": DAN, "unread_message_ids": [PSST]}],
        "streams": [{"stream_id": GENERAL, "topic": "plans", "unread_message_ids": [HELLO]}],
        "huddles": [],
        "mentions": [HELLO],
        "count": 2,
        "old_unreads_missing": False,
    }


async def test_a_conversation_of_several_is_a_huddle_among_the_unread(cleo: Actor, dan: Actor) -> None:
    sent = await dan.post("/messages", type="direct", to=f"[{CLEO}, {ADA}]", content="x")
    unread = (await cleo.post("/register"))["unread_msgs"]
    assert unread["huddles"] == [{"user_ids_string": "11,13,14", "unread_message_ids": [sent["id"]]}]


async def register_nobody(house: House, **params: str) -> tuple[int, Any]:
    async with house.session.post(f"{house.url}/api/v1/register", data=params) as response:
        return response.status, await response.json()


async def test_without_an_account_register_returns_what_is_open_to_all_and_no_queue(house: House) -> None:
    status, answer = await register_nobody(house)
    assert (status, answer["queue_id"], "last_event_id" in answer) == (200, None, False)
    assert (answer["realm_name"], answer["streams"]) == ("Test House", [])
    assert not {"realm_users", "subscriptions", "user_id", "unread_msgs"} & set(answer)
    for name in ("client_gravatar", "include_subscribers"):
        body = refused(f"Invalid '{name}' parameter for anonymous request")
        assert await register_nobody(house, **{name: "true"}) == (400, body)
    wrong = {"Authorization": "Basic eDp5"}
    async with house.session.post(f"{house.url}/api/v1/register", headers=wrong) as response:
        assert response.status == 401


async def test_visitors_look_around_where_they_may(old_house: House) -> None:
    world = old_house.world
    general = msgspec.structs.replace(world.channels[GENERAL], is_web_public=True)
    world.channels[GENERAL] = general
    world.change_organization(settings={"enable_spectator_access": True})
    _, answer = await register_nobody(old_house)
    followed = [(one["name"], one["desktop_notifications"]) for one in answer["subscriptions"]]
    assert followed == [("general", True)]
    assert {"streams", "last_event_id"}.isdisjoint(answer)
    assert (answer["user_id"], answer["full_name"], answer["is_guest"]) == (0, "Anonymous User", True)
    assert next(one for one in answer["realm_users"] if one["user_id"] == CLEO) == {
        "email": "cleo-member@house.test",
        "user_id": CLEO,
        "avatar_version": 1,
        "is_admin": False,
        "is_owner": False,
        "is_guest": False,
        "role": 400,
        "is_bot": False,
        "full_name": "Cleo Member",
        "date_joined": "2026-10-17",
        "delivery_email": "cleo-member@house.test",
        "avatar_url": answer["realm_users"][2]["avatar_url"],
    }
    own = ("presences", "user_status", "drafts", "alert_words", "custom_profile_fields", "realm_bots")
    assert not any(answer[name] for name in own)


async def test_fetching_less_than_is_listened_to_is_possible(cleo: Actor) -> None:
    answer = await cleo.post("/register", event_types='["message"]', fetch_event_types='["stream"]')
    assert "max_message_id" not in answer
    assert [one["name"] for one in answer["streams"]] == [
        "general",
        "news",
        "plain",
        "quiet",
        "secret",
        "tidy",
    ]


@pytest.mark.parametrize("level", [261, 496])
async def test_the_snapshot_is_as_old_as_the_server(open_house: OpenHouse, level: int) -> None:
    house = await open_house(feature_level=level)
    answer = await house.actor("Cleo").post("/register")
    is_old = level == 261
    assert ("realm_topics_policy" in answer) is not is_old
    assert ("color_scheme" in answer) is is_old
    assert ("is_billing_admin" in answer) is is_old
    assert isinstance(answer["realm_default_streams"][0], dict) is is_old


async def test_a_development_server_says_who_may_log_in(open_house: OpenHouse, house: House) -> None:
    async with house.session.get(f"{house.url}/api/v1/dev_list_users") as response:
        body = await response.json()
    names = ("eve-moderator", "cleo-member", "dan-member", "gus-guest", "hal-hidden")
    assert body == {
        "result": "success",
        "msg": "",
        "direct_admins": [
            {"email": f"{name}@house.test", "realm_url": house.url} for name in ("ada-owner", "ben-admin")
        ],
        "direct_users": [{"email": f"{name}@house.test", "realm_url": house.url} for name in sorted(names)],
    }
    strict = await open_house(development=False)
    answer = await strict.actor("Cleo").call("GET", "/dev_list_users")
    assert answer == (400, refused("Endpoint not available in production."))
