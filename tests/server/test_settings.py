"""Settings: changed by their owner or by an administrator, told to whoever wants to know."""

from typing import Any

import msgspec
import pytest

from server.household import ADA, BENCH, CLEO, HAL, Actor, House, OpenHouse, refused

DONE = {"result": "success", "msg": ""}
PATHS = ["/settings", "/settings/display", "/settings/notifications"]


def changed(name: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"type": "user_settings", "op": "update", "property": name, "value": value, **more}


def person(**fields: Any) -> dict[str, Any]:
    return {"type": "realm_user", "op": "update", "person": fields}


async def told(actor: Actor) -> Any:
    return (await actor.post("/register", fetch_event_types='["user_settings"]'))["user_settings"]


@pytest.mark.parametrize("path", PATHS)
async def test_a_changed_setting_is_told_and_kept(old_house: House, path: str) -> None:
    cleo = old_house.actor("Cleo")
    old, new = (
        await cleo.queue(),
        await cleo.queue(
            client_capabilities='{"notification_settings_null": true, "user_settings_object": true}'
        ),
    )
    choices = {"default_language": "de", "enable_sounds": "false", "user_list_style": "3"}
    assert await cleo.patch(path, **choices) == DONE
    assert await cleo.patch(path, **choices) == DONE
    language = changed("default_language", "de", language_name="Deutsch")
    sounds, style = changed("enable_sounds", False), changed("user_list_style", 3)
    assert await new.events() == [language, sounds, style]
    who = {"user": "cleo-member@house.test"}
    language_of_old = {"setting_name": "default_language", "setting": "de", "language_name": "Deutsch"}
    assert await old.events() == [
        language,
        {"type": "update_display_settings", **who, **language_of_old},
        sounds,
        {
            "type": "update_global_notifications",
            **who,
            "notification_name": "enable_sounds",
            "setting": False,
        },
        style,
    ]
    kept = await told(cleo)
    assert {name: kept[name] for name in choices} == {
        "default_language": "de",
        "enable_sounds": False,
        "user_list_style": 3,
    }


@pytest.mark.parametrize("path", PATHS)
async def test_a_time_zone_and_a_name_are_told_to_everybody(ada: Actor, cleo: Actor, path: str) -> None:
    queue = await ada.queue()
    assert await cleo.patch(path, timezone="Europe/Berlin", full_name="  Cleo the Second ") == DONE
    address = "cleo-member@house.test"
    assert await queue.events() == [
        person(user_id=CLEO, full_name="Cleo the Second"),
        person(email=address, user_id=CLEO, timezone="Europe/Berlin"),
    ]
    assert await cleo.patch(path, full_name="Cleo the Second") == DONE
    assert await queue.events() == []


@pytest.mark.parametrize("path", PATHS)
async def test_ceasing_to_share_presence_is_told_as_absence(
    house: House, ada: Actor, cleo: Actor, path: str
) -> None:
    queue = await ada.queue(slim_presence="true")
    await cleo.patch(path, presence_enabled="false")
    (event,) = await queue.events()
    assert (event["type"], event["user_id"], event["presence"]["website"]["status"]) == (
        "presence",
        CLEO,
        "idle",
    )
    assert (await told(cleo))["presence_enabled"] is False


async def test_an_address_that_all_may_see_is_the_one_that_is_shown(ada: Actor, house: House) -> None:
    hal = house.actor("Hal")
    cleo = house.actor("Cleo")
    own, others = await ada.queue(), await cleo.queue()
    await hal.patch("/settings", email_address_visibility="1")
    email = hal.account.email
    shown = person(user_id=HAL, new_email=email)
    picture = (await others.events())[-1]
    assert sorted(picture["person"]) == [
        "avatar_source",
        "avatar_url",
        "avatar_url_medium",
        "avatar_version",
        "user_id",
    ]
    assert await own.events() == [shown, picture]
    more = await cleo.queue()
    await hal.patch("/settings", email_address_visibility="3")
    hidden = (await more.events())[:2]
    assert hidden == [
        person(user_id=HAL, delivery_email=None),
        person(user_id=HAL, new_email=f"user{HAL}@house.test"),
    ]


BAD = [
    ({"default_language": "zzz"}, "Invalid default_language"),
    ({"notification_sound": "zzz"}, "Invalid notification sound 'zzz'"),
    (
        {"email_notifications_batching_period_seconds": "604801"},
        "Invalid email batching period: 604801 seconds",
    ),
    ({"web_home_view": "recent_topics"}, "Invalid web_home_view"),
    ({"web_home_view": "zzz"}, "Invalid web_home_view"),
    ({"color_scheme": "9"}, "Invalid color_scheme"),
    ({"color_scheme": "x"}, 'Argument "color_scheme" is not valid JSON.'),
    ({"enter_sends": "1"}, "enter_sends is not a boolean"),
    ({"timezone": "Mars/One"}, "timezone is not a recognized time zone"),
    ({"full_name": "x"}, "Name too short!"),
    ({"full_name": "x" * 101}, "Name too long!"),
    ({"full_name": "a*b"}, "Invalid characters in name!"),
    ({"full_name": "ab|15"}, "Invalid format!"),
    ({"new_password": "abcdefgh"}, "Wrong password!"),
    ({"email": "nonsense"}, "Invalid address."),
    ({"email": "ADA-owner@house.test"}, "Already has an account."),
    ({"target_users": '{"user_ids": [11]}'}, "Must be an organization administrator"),
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("params", "msg"), BAD)
async def test_a_value_that_is_none_is_refused(
    cleo: Actor, path: str, params: dict[str, str], msg: str
) -> None:
    code = "UNAUTHORIZED_PRINCIPAL" if "target_users" in params else "BAD_REQUEST"
    assert await cleo.call("PATCH", path, params) == (400, refused(msg, code))


async def test_settings_are_for_people(robo: Actor) -> None:
    answer = await robo.call("PATCH", "/settings", {"enter_sends": "true"})
    assert answer == (400, refused("This endpoint does not accept bot requests."))


@pytest.mark.parametrize("path", PATHS)
async def test_names_and_addresses_may_be_fixed(house: House, cleo: Actor, path: str) -> None:
    fixed = {"name_changes_disabled": True, "email_changes_disabled": True}
    house.world.organization = msgspec.structs.replace(house.world.organization, settings=fixed)
    assert await cleo.patch(path, full_name="Somebody") == DONE
    assert house.world.users[CLEO].full_name == "Cleo Member"
    answer = await cleo.call("PATCH", path, {"email": "new@house.test"})
    assert answer == (400, refused("Email address changes are disabled in this organization."))


@pytest.mark.parametrize("path", PATHS)
async def test_an_administrator_changes_the_settings_of_others(
    house: House, ada: Actor, cleo: Actor, path: str
) -> None:
    await cleo.patch("/settings", color_scheme="2")
    queue = await cleo.queue()
    target = f'{{"group_ids": [{BENCH}], "skip_if_already_edited": true}}'
    assert await ada.patch(path, target_users=target, color_scheme="3", enter_sends="true") == DONE
    assert await queue.events() == [changed("enter_sends", True)]
    target = f'{{"user_ids": [{CLEO}]}}'
    assert await ada.patch(path, target_users=target, color_scheme="3") == DONE
    assert await queue.events() == [changed("color_scheme", 3)]
    assert house.world.users[ADA].settings == {}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("params", "body"),
    [
        ({"target_users": '{"user_ids": [99]}'}, refused("Invalid user ID 99")),
        ({"target_users": '{"group_ids": [999]}'}, refused("Invalid user group")),
        (
            {"target_users": "{}", "full_name": "Nobody"},
            refused(
                "Unsupported parameter combination: target_users, full_name",
                parameters="target_users, full_name",
            ),
        ),
    ],
)
async def test_others_must_be_named_and_cannot_be_renamed(
    ada: Actor, path: str, params: dict[str, str], body: Any
) -> None:
    assert await ada.call("PATCH", path, params) == (400, body)


async def test_target_users_is_unknown_before_its_level(old_house: House) -> None:
    ada = old_house.actor("Ada")
    answer = await ada.patch("/settings", target_users="{}", web_channel_default_view="2")
    assert answer == {
        **DONE,
        "ignored_parameters_unsupported": ["target_users", "web_channel_default_view"],
    }


async def test_a_default_changes_for_new_accounts_only(house: House, ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue()
    path = "/realm/user_settings_defaults"
    assert await ben.patch(path, color_scheme="2") == DONE
    assert await ben.patch(path, color_scheme="2") == DONE
    event = {"type": "realm_user_settings_defaults", "op": "update", "property": "color_scheme", "value": 2}
    assert await queue.events() == [event]
    answer = await cleo.post(
        "/register", fetch_event_types='["user_settings", "realm_user_settings_defaults"]'
    )
    assert answer["realm_user_settings_defaults"]["color_scheme"] == 2
    assert answer["user_settings"]["color_scheme"] == 1


@pytest.mark.parametrize(("params", "msg"), BAD[:4])
async def test_a_default_is_one_of_the_values(ben: Actor, params: dict[str, str], msg: str) -> None:
    assert await ben.call("PATCH", "/realm/user_settings_defaults", params) == (400, refused(msg))


async def test_defaults_are_for_administrators(open_house: OpenHouse) -> None:
    cleo = (await open_house()).actor("Cleo")
    answer = await cleo.call("PATCH", "/realm/user_settings_defaults", {"color_scheme": "2"})
    assert answer == (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))


@pytest.mark.parametrize("path", ["/settings", "/settings/display", "/settings/notifications"])
async def test_a_name_may_have_to_be_ones_own(house: House, cleo: Actor, path: str) -> None:
    house.world.change_organization(settings={"require_unique_names": True})
    msg = "Unique names required in this organization."
    assert await cleo.call("PATCH", path, {"full_name": "Dan Member"}) == (400, refused(msg))
