"""A dump that is served is the organisation it tells of."""

import copy
from pathlib import Path

import pytest

from dragoman_server import Clock, ServerSettings, load_world, running_server
from server_dump.calls import call, loaded
from server_dump.small import DUMP, START, changed, without, written


async def test_a_file_of_that_form_is_known_by_its_keys(tmp_path: Path) -> None:
    file = tmp_path / "ship.json"
    file.write_text(written(DUMP), encoding="utf-8")

    world = load_world(file)

    async with running_server(world, clock=Clock(START)) as server:
        assert [
            (one.user_id, one.full_name, one.email, one.role, one.api_key) for one in server.accounts
        ] == [
            (51, "Vera", "vera@ship.test", "owner", "v" * 32),
            (52, "Otto", "otto@ship.test", "member", "o" * 32),
            (60, "Log Bot", "log-bot@ship.test", "member", "b" * 32),
        ]


async def test_history_is_there_with_ids_flags_and_reactions() -> None:
    async with running_server(
        loaded(), clock=Clock(START), settings=ServerSettings(feature_level=261)
    ) as server:
        answer = await call(
            server, "Otto", "GET", "/messages", anchor="oldest", num_before="0", num_after="1"
        )

    (message,) = answer["messages"]
    assert message == {
        "id": 300,
        "sender_id": 51,
        "content": '<p>see <a href="http://ship.test/it">it</a></p>',
        "recipient_id": 206,
        "timestamp": 1_799_500_000,
        "client": "website",
        "subject": "course",
        "topic_links": [],
        "is_me_message": False,
        "reactions": [
            {
                "emoji_name": "tada",
                "emoji_code": "1f389",
                "reaction_type": "unicode_emoji",
                "user_id": 52,
                "user": {"email": "otto@ship.test", "full_name": "Otto", "id": 52},
            }
        ],
        "submessages": [],
        "edit_history": [
            {"user_id": 51, "timestamp": 1_799_500_010, "prev_topic": "corse", "topic": "course"}
        ],
        "last_edit_timestamp": 1_799_500_010,
        "flags": ["starred"],
        "sender_full_name": "Vera",
        "sender_email": "user51@ship.test",
        "sender_realm_str": "ship",
        "display_recipient": "bridge",
        "type": "stream",
        "stream_id": 80,
        "avatar_url": message["avatar_url"],
        "content_type": "text/html",
    }


@pytest.mark.parametrize(("message_id", "recipient_id"), [("305", 203), ("306", 230)])
async def test_a_direct_message_goes_to_the_number_of_its_receivers(
    message_id: str, recipient_id: int
) -> None:
    async with running_server(loaded(), clock=Clock(START)) as server:
        answer = await call(server, "Vera", "GET", f"/messages/{message_id}")

    assert answer["message"]["recipient_id"] == recipient_id


async def test_new_things_are_numbered_behind_the_old_ones() -> None:
    async with running_server(loaded(), clock=Clock(START)) as server:
        sent = await call(
            server, "Otto", "POST", "/messages", type="stream", to="bridge", topic="course", content="aye"
        )
        world = server.world

    assert sent == {"result": "success", "msg": "", "id": 307}
    assert (world.number("user"), world.number("channel"), world.number("group")) == (61, 82, 99)


async def test_groups_keep_their_ids_and_roles_still_decide_who_belongs_to_them() -> None:
    async with running_server(loaded(), clock=Clock(START)) as server:
        state = await call(server, "Otto", "POST", "/register", fetch_event_types='["realm_user_groups"]')

    groups = {one["name"]: (one["id"], one["members"]) for one in state["realm_user_groups"]}
    assert groups["role:administrators"] == (73, [])
    assert groups["watch"] == (90, [52])
    assert groups["role:owners"] == (92, [51])


async def test_who_may_post_is_told_by_people_and_groups() -> None:
    async with running_server(loaded(), clock=Clock(START)) as server:
        cabin = server.world.channels[81]

    assert cabin.groups["can_send_message_group"] == ((51,), (90,))


async def test_an_old_posting_policy_becomes_a_permission() -> None:
    document = changed(("channels", 0, "stream_post_policy"), 2)
    async with running_server(loaded(document), clock=Clock(START)) as server:
        answer = await call(
            server, "Otto", "POST", "/messages", type="stream", to="bridge", topic="course", content="aye"
        )

    assert answer == {
        "result": "error",
        "msg": "You do not have permission to post in this channel.",
        "code": "BAD_REQUEST",
    }


async def test_a_password_lets_its_owner_in() -> None:
    async with running_server(loaded(), clock=Clock(START)) as server:
        right = await call(
            server, "Vera", "POST", "/fetch_api_key", username="otto@ship.test", password="ahoy"
        )
        wrong = await call(
            server, "Vera", "POST", "/fetch_api_key", username="otto@ship.test", password="hoya"
        )

    assert right["api_key"] == "o" * 32
    assert wrong["code"] == "AUTHENTICATION_FAILED"


async def test_a_scheduled_message_goes_out_when_its_time_has_come() -> None:
    clock = Clock(START)
    async with running_server(loaded(), clock=clock) as server:
        before = await call(server, "Vera", "GET", "/scheduled_messages")
        await clock.advance(600)
        after = await call(server, "Vera", "GET", "/scheduled_messages")
        newest = await call(
            server, "Vera", "GET", "/messages", anchor="newest", num_before="1", num_after="0"
        )

    assert [one["scheduled_message_id"] for one in before["scheduled_messages"]] == [5]
    assert after["scheduled_messages"] == []
    assert newest["messages"][0]["content"] == "<p><em>now</em></p>"


async def test_somebody_of_another_organisation_is_nobody_here() -> None:
    async with running_server(loaded(), clock=Clock(START)) as server:
        answer = await call(server, "Vera", "GET", "/users/50")

    assert answer == {"result": "error", "msg": "No such user", "code": "BAD_REQUEST"}


async def test_somebody_of_another_organisation_logs_in_elsewhere() -> None:
    document = copy.deepcopy(DUMP)
    stranger = next(one for one in document["users"] if one["user_id"] == 50)
    stranger["delivery_email"] = "other@ship.test"
    async with running_server(loaded(document), clock=Clock(START)) as server:
        for path in ("/fetch_api_key", "/dev_fetch_api_key"):
            login = {"username": "Other@ship.test", "password": "x"}
            answer = await call(server, "Vera", "POST", path, **login)
            assert (answer["code"], answer["msg"]) == ("NONEXISTENT_SUBDOMAIN", "Invalid subdomain")


async def test_a_dump_without_a_system_bot_is_given_one() -> None:
    document = without(("users", 0))
    del document["users"][0]
    async with running_server(loaded(document), clock=Clock(START)) as server:
        bot = server.world.notification_bot

    assert (bot.user_id, bot.full_name) == (61, "Notification Bot")


def test_what_is_not_modelled_is_kept_and_listed() -> None:
    assert loaded().unmodelled == (
        "about",
        "channels[].email_token",
        "realm.id",
        "server",
        "users[] of other organisations",
        "users[].avatar_source",
    )


async def test_keys_from_elsewhere_are_for_those_who_have_none() -> None:
    document = without(("users", 4, "api_key"))
    del document["accounts"]["otto"]["api_key"]
    world = loaded(document).with_keys({"otto@ship.test": "k" * 32, "vera@ship.test": "k" * 32})

    async with running_server(world, clock=Clock(START)) as server:
        assert (server.account("Otto").api_key, server.account("Vera").api_key) == ("k" * 32, "v" * 32)


async def test_a_web_hook_without_a_token_is_given_one() -> None:
    service = {"user_profile_id": 60, "name": "log", "base_url": "http://127.0.0.1:9/"}
    tokens = {"log-bot@ship.test": "t" * 32}
    for given, kept in (({}, "t" * 32), ({"token": "g" * 32}, "g" * 32)):
        document = changed(("bot_services",), [service | given])
        world = loaded(document).with_keys({}, tokens)
        async with running_server(world, clock=Clock(START)) as server:
            assert server.account("Log Bot").token == kept


async def test_a_bot_can_be_added_and_follows_the_public_channels() -> None:
    world = loaded().with_bot("Helper").with_bot("Helper").with_bot("Log Bot")

    async with running_server(world, clock=Clock(START)) as server:
        helper = server.account("Helper")
        follows = await call(server, "Helper", "GET", "/users/me/subscriptions")

    assert (helper.user_id, helper.email) == (61, "helper-bot@ship.test")
    assert [one["name"] for one in follows["subscriptions"]] == ["bridge"]
    assert len(server.accounts) == 4
