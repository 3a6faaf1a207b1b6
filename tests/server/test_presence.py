"""Presence and status: who is there, and how they say they are."""

from typing import Any

import pytest

from server.household import ADA, CLEO, NOW, ROBO, Actor, House, refused

DONE = {"result": "success", "msg": ""}
PRESENCE = "/users/me/presence"
ADDRESS = "cleo-member@house.test"


def website(status: str, when: int) -> dict[str, Any]:
    return {"client": "website", "status": status, "timestamp": when}


def legacy(status: str, when: int) -> dict[str, Any]:
    told = website(status, when)
    return {"aggregated": told, "website": {**told, "pushable": False}}


async def test_a_report_answers_with_everybody_in_the_format_that_is_asked_for(cleo: Actor) -> None:
    now = {"server_timestamp": float(NOW)}
    # A report is noted behind its answer.
    first = {**DONE, "presences": {}, **now, "presence_last_update_id": -1}
    assert await cleo.post(PRESENCE, status="active") == first
    presences = {ADDRESS: legacy("active", NOW)}
    again = {**first, "presences": presences, "presence_last_update_id": 1}
    assert await cleo.post(PRESENCE, status="active") == again
    times = {"active_timestamp": NOW, "idle_timestamp": NOW}
    slim = {**DONE, "presences": {str(CLEO): times}, **now, "presence_last_update_id": 1}
    assert await cleo.post(PRESENCE, status="idle", slim_presence="true") == slim
    assert await cleo.post(PRESENCE, status="idle", last_update_id="-1") == slim
    assert await cleo.post(PRESENCE, status="idle", last_update_id="1") == {**slim, "presences": {}}
    ping = await cleo.post(PRESENCE, status="idle", ping_only="true", last_update_id="1")
    assert ping == {**DONE, "presence_last_update_id": 1}


async def test_whoever_comes_back_is_told_of_in_each_queues_format(
    house: House, ada: Actor, cleo: Actor
) -> None:
    old, slim = await ada.queue(), await ada.queue(slim_presence="true")
    modern = await ada.queue(
        client_capabilities='{"notification_settings_null": true, "simplified_presence_events": true}'
    )
    await cleo.post(PRESENCE, status="active")
    await house.clock.advance(100)
    await cleo.post(PRESENCE, status="active")
    seen = {"website": {**website("active", NOW), "pushable": False}}
    fields = {"type": "presence", "user_id": CLEO, "server_timestamp": float(NOW), "presence": seen}
    assert await old.events() == [{**fields, "email": ADDRESS}]
    assert await slim.events() == [fields]
    times = {"active_timestamp": NOW, "idle_timestamp": NOW}
    assert await modern.events() == [{"type": "presence", "presences": {str(CLEO): times}}]
    await house.clock.advance(131)
    await cleo.post(PRESENCE, status="idle")
    assert await slim.events() == []
    await cleo.post(PRESENCE, status="active")
    assert [event["type"] for event in await slim.events()] == ["presence"]


async def test_presence_before_it_was_numbered(old_house: House) -> None:
    cleo, ada = old_house.actor("Cleo"), old_house.actor("Ada")
    now = {"server_timestamp": float(NOW)}
    presences = {ADDRESS: legacy("active", NOW)}
    assert await cleo.post(PRESENCE, status="active", last_update_id="-1") == {
        **DONE,
        "presences": {},
        **now,
        "ignored_parameters_unsupported": ["last_update_id"],
    }
    assert await cleo.post(PRESENCE, status="active", ping_only="true") == DONE
    assert await ada.get("/realm/presence") == {**DONE, "presences": presences, **now}
    words = {"status": "active", "timestamp": NOW}
    shown = {**DONE, "presence": {"aggregated": words, "website": words}}
    assert await ada.get(f"/users/{CLEO}/presence") == shown
    assert await ada.get(f"/users/{ADDRESS}/presence") == shown
    await old_house.clock.advance(201)
    gone = {"status": "offline", "timestamp": NOW}
    shown = {**DONE, "presence": {"aggregated": gone, "website": gone}}
    assert await ada.get(f"/users/{CLEO}/presence") == shown
    await cleo.post(PRESENCE, status="idle")
    told = (await ada.get("/realm/presence"))["presences"][ADDRESS]
    assert told == legacy("idle", NOW + 201)


async def test_presence_is_forgotten_after_its_days(house: House, ada: Actor, cleo: Actor) -> None:
    await cleo.post(PRESENCE, status="active")
    await house.clock.advance(3 * 86_400)
    for seen in ([], [str(ADA)]):
        answer = await ada.post(PRESENCE, status="idle", slim_presence="true", history_limit_days="2")
        assert sorted(answer["presences"]) == seen
    snapshot = await ada.post(
        "/register", fetch_event_types='["presence"]', slim_presence="true", presence_history_limit_days="4"
    )
    assert sorted(snapshot["presences"]) == [str(ADA), str(CLEO)]


async def test_the_presence_of_one_person_is_told_in_times(ada: Actor, cleo: Actor) -> None:
    await cleo.post(PRESENCE, status="active")
    times = {"active_timestamp": NOW, "idle_timestamp": NOW}
    assert await ada.get(f"/users/{CLEO}/presence") == {**DONE, "presence": times}
    assert await ada.get(f"/users/{ADDRESS}/presence") == {**DONE, "presence": times}


@pytest.mark.parametrize(
    ("path", "msg"),
    [
        (f"/users/{ROBO}/presence", "Presence is not supported for bot users."),
        ("/users/robo-bot@house.test/presence", "Presence is not supported for bot users."),
        (f"/users/{ADA}/presence", f"No presence data for {ADA}"),
        ("/users/ada-owner@house.test/presence", "No presence data for ada-owner@house.test"),
        ("/users/999/presence", "No such user"),
        ("/users/nobody@house.test/presence", "No such user"),
    ],
)
async def test_there_is_not_always_a_presence(cleo: Actor, path: str, msg: str) -> None:
    assert await cleo.call("GET", path) == (400, refused(msg))


async def test_a_presence_must_be_one(cleo: Actor, robo: Actor) -> None:
    answer = await cleo.call("POST", PRESENCE, {"status": "ACTIVE"})
    assert answer == (400, refused("Invalid status: ACTIVE"))
    answer = await robo.call("POST", PRESENCE, {"status": "active"})
    assert answer == (400, refused("This endpoint does not accept bot requests."))


async def test_whoever_does_not_share_presence_reports_in_vain(cleo: Actor) -> None:
    await cleo.patch("/settings", presence_enabled="false")
    assert (await cleo.post(PRESENCE, status="active"))["presences"] == {}
    snapshot = await cleo.post("/register", fetch_event_types='["user_status"]')
    assert snapshot["user_status"] == {str(CLEO): {"away": True}}


CAR = {"emoji_name": "car", "emoji_code": "1f697", "reaction_type": "unicode_emoji"}


async def test_a_status_is_told_kept_and_cleared(ada: Actor, cleo: Actor) -> None:
    queue = await ada.queue()
    assert await cleo.post("/users/me/status", status_text="  on the road ", emoji_name="car") == DONE
    status = {"status_text": "on the road", **CAR}
    assert await queue.events() == [{"type": "user_status", "user_id": CLEO, **status}]
    assert await ada.get(f"/users/{CLEO}/status") == {**DONE, "status": status}
    snapshot = await ada.post("/register", fetch_event_types='["user_status"]')
    assert snapshot["user_status"] == {str(CLEO): status}
    assert await cleo.post("/users/me/status", status_text="", emoji_name="") == DONE
    gone = {"status_text": "", "emoji_name": "", "emoji_code": "", "reaction_type": "unicode_emoji"}
    assert await queue.events() == [{"type": "user_status", "user_id": CLEO, **gone}]
    assert await ada.get(f"/users/{CLEO}/status") == {**DONE, "status": {}}


async def test_being_away_is_not_sharing_presence(old_house: House) -> None:
    cleo = old_house.actor("Cleo")
    queue = await cleo.queue()
    assert await cleo.post("/users/me/status", away="true") == DONE
    assert [event["type"] for event in await queue.events()] == [
        "user_status",
        "user_settings",
        "update_global_notifications",
        "presence",
    ]


async def test_an_administrator_says_how_somebody_is(ada: Actor, cleo: Actor) -> None:
    queue = await cleo.queue()
    assert await ada.post(f"/users/{CLEO}/status", status_text="at lunch") == DONE
    assert await queue.events() == [{"type": "user_status", "user_id": CLEO, "status_text": "at lunch"}]
    answer = await cleo.call("POST", f"/users/{ADA}/status", {"status_text": "x"})
    assert answer == (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))


@pytest.mark.parametrize("path", ["/users/me/status", f"/users/{CLEO}/status"])
@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({}, "Client did not pass any new values."),
        ({"emoji_code": "1f697"}, "Client did not pass any new values."),
        ({"status_text": "x" * 61}, "status_text is too long (limit: 60 characters)"),
        (
            {"status_text": "x", "emoji_code": "1f697"},
            "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
        ),
        ({"emoji_name": "nonsense"}, "Emoji 'nonsense' does not exist"),
        ({"emoji_name": "tada", "emoji_code": "1f697"}, "Invalid emoji name."),
        ({"emoji_name": "car", "emoji_code": "zzz"}, "Invalid emoji code."),
        ({"emoji_name": "car", "reaction_type": "zzz"}, "Invalid emoji type."),
        ({"emoji_name": "car", "reaction_type": "realm_emoji"}, "Invalid custom emoji."),
    ],
)
async def test_a_status_that_is_none_is_refused(
    ada: Actor, path: str, params: dict[str, str], msg: str
) -> None:
    assert await ada.call("POST", path, params) == (400, refused(msg))


async def test_a_status_needs_somebody(ada: Actor) -> None:
    params = {"status_text": "x"}
    assert await ada.call("POST", "/users/999/status", params) == (400, refused("No such user"))
    assert await ada.call("GET", "/users/999/status") == (400, refused("No such user"))
    assert await ada.call("POST", "/users/17/status", params) == (400, refused("User is deactivated"))
