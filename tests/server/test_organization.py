"""The organisation: its settings and who chooses them, domains, playgrounds, its end."""

import json
from typing import Any

import pytest

from server.household import BENCH, CLEO, DAN, GENERAL, VAULT, Actor, House, refused

DONE = {"result": "success", "msg": ""}
OWNER = (400, refused("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"))
ADMINISTRATOR = (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))


def told(name: str, value: Any) -> dict[str, Any]:
    return {"type": "realm", "op": "update", "property": name, "value": value}


def told_together(**data: Any) -> dict[str, Any]:
    return {"type": "realm", "op": "update_dict", "property": "default", "data": data}


async def test_what_is_chosen_is_told_and_answered(old_house: House) -> None:
    ben, gus = old_house.actor("Ben"), old_house.actor("Gus")
    queue = await gus.queue(event_types='["realm"]')
    answer = await ben.patch(
        "/realm",
        name="New House",
        description="",
        allow_message_editing="false",
        message_content_delete_limit_seconds='"unlimited"',
        message_content_edit_limit_seconds="30",
        invite_to_stream_policy="2",
        mandatory_topics="false",
        new_stream_announcements_stream_id=str(GENERAL),
        jitsi_server_url='"https://calls.test"',
        zzz="1",
    )
    assert answer == {
        **DONE,
        "name": "updated",
        "allow_message_editing": False,
        "message_content_delete_limit_seconds": None,
        "message_content_edit_limit_seconds": 30,
        "invite_to_stream_policy": 2,
        "new_stream_announcements_stream_id": GENERAL,
        "jitsi_server_url": "updated",
        "ignored_parameters_unsupported": ["zzz"],
    }
    events = await queue.events()
    assert sorted(events, key=str) == sorted(
        [
            told("name", "New House"),
            told_together(allow_message_editing=False),
            told("message_content_delete_limit_seconds", None),
            told_together(message_content_edit_limit_seconds=30),
            told("invite_to_stream_policy", 2),
            told("new_stream_announcements_stream_id", GENERAL),
            told("jitsi_server_url", "https://calls.test"),
        ],
        key=str,
    )
    state = await gus.post("/register", fetch_event_types='["realm"]')
    assert (state["realm_name"], state["realm_allow_message_editing"]) == ("New House", False)
    assert state["realm_message_content_delete_limit_seconds"] is None
    assert await ben.patch("/realm", name="New House", jitsi_server_url='"default"') == {
        **DONE,
        "jitsi_server_url": None,
    }


@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"name": "x" * 41}, "name is too long (limit: 40 characters)"),
        ({"description": "x" * 1001}, "description is too long (limit: 1000 characters)"),
        ({"default_language": "xx"}, "Invalid language 'xx'"),
        ({"video_chat_provider": "99"}, "Invalid video_chat_provider 99"),
        ({"giphy_rating": "99"}, "Invalid giphy_rating 99"),
        ({"jitsi_server_url": '"words"'}, "jitsi_server_url is not an allowed_type"),
        (
            {"authentication_methods": '{"Email": false}'},
            "At least one authentication method must be enabled.",
        ),
        (
            {"authentication_methods": '{"Pigeon": true}'},
            "Invalid authentication method: Pigeon. Valid methods are: ['Dev', 'Email']",
        ),
        ({"signup_announcements_stream_id": "999"}, "Invalid channel ID"),
        ({"create_multiuse_invite_group": "999"}, "Invalid user group"),
        ({"can_create_groups": '{"new": {"direct_members": [999]}}'}, "No such user"),
        ({"can_access_all_users_group": f'{{"new": {BENCH}}}'}, "'{}' must be a system user group."),
        ({"can_access_all_users_group": "2"}, "'{}' setting cannot be set to 'role:owners' group."),
        ({"can_invite_users_group": "8"}, "'{}' setting cannot be set to 'role:internet' group."),
        ({"allow_message_editing": "maybe"}, 'Argument "allow_message_editing" is not valid JSON.'),
        ({"digest_weekday": "7"}, "Invalid digest_weekday"),
    ],
)
async def test_what_cannot_be_is_not_chosen(ada: Actor, params: dict[str, str], msg: str) -> None:
    name = next(iter(params))
    assert await ada.call("PATCH", "/realm", params) == (400, refused(msg.format(name)))


@pytest.mark.parametrize("value", ["0", "-1", '"soon"'])
async def test_a_limit_of_time_is_positive_or_none(ada: Actor, value: str) -> None:
    for name in ("message_content_edit_limit_seconds", "message_retention_days"):
        bad = json.loads(value)
        msg = f"Bad value for '{name}': {bad}"
        code = "REQUEST_VARIABLE_INVALID"
        answer = await ada.call("PATCH", "/realm", {name: value})
        assert answer == (400, refused(msg, code, var_name=name, bad_value=str(bad)))


async def test_some_things_only_owners_choose(ada: Actor, ben: Actor, cleo: Actor) -> None:
    assert await cleo.call("PATCH", "/realm", {"name": "X"}) == ADMINISTRATOR
    for params in (
        {"message_retention_days": "30"},
        {"waiting_period_threshold": "3"},
        {"invite_required": "true"},
        {"can_invite_users_group": '{"new": 5}'},
        {"authentication_methods": '{"Dev": true}'},
    ):
        assert await ben.call("PATCH", "/realm", params) == OWNER
    answer = await ada.patch("/realm", message_retention_days="30", authentication_methods='{"Dev": true}')
    assert answer == {**DONE, "message_retention_days": 30, "authentication_methods": {"Dev": True}}
    assert await ada.patch("/realm", message_retention_days='"unlimited"') == {
        **DONE,
        "message_retention_days": -1,
    }


async def test_permissions_are_given_to_groups_and_people(house: House, ada: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["realm"]')
    people = {"direct_members": [CLEO], "direct_subgroups": [BENCH]}
    changes = {"can_create_groups": json.dumps({"new": people, "old": 6})}
    assert await ada.patch("/realm", **changes) == {**DONE, "can_create_groups": people}
    assert await queue.events() == [told_together(can_create_groups=people)]
    state = await cleo.post("/register", fetch_event_types='["realm"]')
    assert state["realm_can_create_groups"] == people
    mismatch = refused("'old' value does not match the expected value.", "EXPECTATION_MISMATCH")
    assert await ada.call("PATCH", "/realm", changes) == (400, mismatch)
    assert await ada.patch("/realm", can_create_groups=json.dumps({"new": people})) == DONE


async def test_mandatory_topics_are_told_under_both_names(ada: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["realm"]')
    assert await ada.patch("/realm", topics_policy="disable_empty_topic") == {
        **DONE,
        "mandatory_topics": True,
    }
    policy = {"mandatory_topics": True, "topics_policy": "disable_empty_topic"}
    assert await queue.events() == [told_together(**policy)]


async def test_new_members_wait_to_be_full_ones(house: House, ada: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["user_group"]')
    full = house.world.groups.system("role:fullmembers")
    await ada.patch("/realm", waiting_period_threshold="100")
    (gone,) = await queue.events()
    assert (gone["op"], gone["group_id"], CLEO in gone["user_ids"]) == ("remove_members", full, True)
    assert not house.world.groups.holds(full, house.world.users[DAN])
    await house.clock.advance(20 * 86400)
    assert house.world.groups.holds(full, house.world.users[DAN])
    await ada.patch("/realm", waiting_period_threshold="200")
    queue = await cleo.queue(event_types='["user_group"]')
    await ada.patch("/realm", waiting_period_threshold="0")
    (back,) = await queue.events()
    assert (back["op"], back["group_id"]) == ("add_members", full)


async def test_domains_are_added_changed_and_removed(ada: Actor, ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["realm_domains", "realm"]')
    plain, wide = ({"domain": "Here.Test", "allow_subdomains": one} for one in ("false", "true"))
    assert await ben.call("POST", "/realm/domains", plain) == OWNER
    added = await ada.post("/realm/domains", **plain)
    assert added == {**DONE, "new_domain": [1, "here.test"]}
    known = "The domain here.test is already a part of your organization."
    assert await ada.call("POST", "/realm/domains", wide) == (400, refused(known))
    path = "/realm/domains/here.test"
    assert await ada.patch(path, allow_subdomains="true") == DONE
    domain = {"domain": "here.test", "allow_subdomains": True}
    assert await cleo.get("/realm/domains") == {**DONE, "domains": [domain]}
    await ada.patch("/realm", emails_restricted_to_domains="true")
    assert await ada.delete(path) == DONE
    assert await queue.events() == [
        {
            "type": "realm_domains",
            "op": "add",
            "realm_domain": {"domain": "here.test", "allow_subdomains": False},
        },
        {"type": "realm_domains", "op": "change", "realm_domain": domain},
        told("emails_restricted_to_domains", True),
        # Nobody could come any more, had the restriction stayed.
        told("emails_restricted_to_domains", False),
        {"type": "realm_domains", "op": "remove", "domain": "here.test"},
    ]
    for method in ("PATCH", "DELETE"):
        answer = await ada.call(method, path, {"allow_subdomains": "true"})
        assert answer == (400, refused("No entry found for domain here.test."))


@pytest.mark.parametrize(
    ("domain", "what"),
    [
        ("", "Domain can't be empty."),
        ("here", "Domain must have at least one dot (.)"),
        (".here.test", "Domain cannot start or end with a dot (.)"),
        ("here..test", "Consecutive '.' are not allowed."),
        ("-here.test", "Subdomains cannot start or end with a '-'."),
        ("he re.test", "Domain can only have letters, numbers, '.' and '-'s."),
    ],
)
async def test_a_domain_is_a_domain(ada: Actor, domain: str, what: str) -> None:
    params = {"domain": domain, "allow_subdomains": "false"}
    assert await ada.call("POST", "/realm/domains", params) == (400, refused(f"Invalid domain: {what}"))


PLAYGROUND = {"name": "Py", "pygments_language": "Python", "url_template": "https://try.test/{code}"}


async def test_playgrounds_are_added_and_removed(ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["realm_playgrounds"]')
    assert await ben.post("/realm/playgrounds", **PLAYGROUND) == {**DONE, "id": 1}
    state = await cleo.post("/register", fetch_event_types='["realm_playgrounds"]')
    assert state["realm_playgrounds"] == [{"id": 1, **PLAYGROUND}]
    assert await ben.delete("/realm/playgrounds/1") == DONE
    assert await queue.events() == [
        {"type": "realm_playgrounds", "realm_playgrounds": [{"id": 1, **PLAYGROUND}]},
        {"type": "realm_playgrounds", "realm_playgrounds": []},
    ]
    assert await ben.call("DELETE", "/realm/playgrounds/1") == (400, refused("Invalid playground"))
    assert await cleo.call("POST", "/realm/playgrounds", PLAYGROUND) == ADMINISTRATOR


TWIN = "Realm playground with this Realm, Pygments language and Name already exists."


@pytest.mark.parametrize(
    ("params", "msg", "where"),
    [
        ({"pygments_language": "x" * 41}, "pygments_language is too long (limit: 40 characters)", None),
        ({"pygments_language": "C?"}, "Invalid characters in pygments language", None),
        ({"url_template": "https://x/{"}, "Invalid URL template.", "url_template"),
        ({"url_template": '{"a": "b"}'}, "Invalid URL template.", "url_template"),
        (
            {"url_template": "https://x/"},
            'Missing the required variable "code" in the URL template',
            "url_template",
        ),
        (
            {"url_template": "https://x/{code}{more}"},
            '"code" should be the only variable present in the URL template',
            "url_template",
        ),
        ({}, TWIN, "__all__"),
    ],
)
async def test_a_playground_is_of_a_kind(
    ben: Actor, params: dict[str, str], msg: str, where: str | None
) -> None:
    await ben.post("/realm/playgrounds", **PLAYGROUND)
    refusal = refused(msg) if where is None else refused(msg, errors={where: [msg]})
    answer = await ben.call("POST", "/realm/playgrounds", {**PLAYGROUND, **params})
    assert answer == (400, refusal)


async def test_an_organisation_is_closed(house: House, ada: Actor, ben: Actor, cleo: Actor) -> None:
    assert await ben.call("POST", "/realm/deactivate") == OWNER
    queue = house.world.queues.get((await cleo.queue(event_types='["realm"]')).id)
    assert await ada.post("/realm/deactivate") == DONE
    assert queue is not None
    assert [json.loads(bytes(one)) for one in queue.encoded()] == [
        {"type": "realm", "op": "deactivated", "realm_id": 1, "id": 0}
    ]
    closed = "This organization has been deactivated"
    assert await cleo.call("GET", "/users/me") == (401, refused(closed, "UNAUTHORIZED"))
    login = {"username": "cleo-member@house.test", "password": "correct horse"}
    for path in ("/fetch_api_key", "/dev_fetch_api_key"):
        assert await cleo.call("POST", path, login) == (401, refused(closed, "REALM_DEACTIVATED"))


async def test_there_are_no_exports(ben: Actor, cleo: Actor) -> None:
    assert await ben.get("/export/realm") == {**DONE, "exports": []}
    assert await cleo.call("GET", "/export/realm") == ADMINISTRATOR


async def test_an_announcing_channel_is_seen_by_who_chooses_it(ben: Actor, house: House) -> None:
    for channel_id, status in ((VAULT, 200), (-1, 200), (999, 400)):
        answer = await ben.call("PATCH", "/realm", {"signup_announcements_stream_id": str(channel_id)})
        assert answer[0] == status
    assert house.world.setting("signup_announcements_stream_id") == -1
