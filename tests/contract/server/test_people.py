"""Presence, status, settings, profile fields, invitations and groups, as far as the server offers them."""

from typing import Any

import pytest

from contract.covering import covers
from contract.messaging import limits, records, rules, states
from contract.messaging.errors import CODES
from contract.messaging.versions import LEVELS
from contract.server.needs import needs
from contract.server.stage import (
    ADAM,
    AGORA,
    CAPABLE,
    JURY,
    MEL,
    MORA,
    NAT,
    OPHELIA,
    PASSWORD,
    START,
    USHER,
    Reply,
    Stage,
    on_stage,
)
from dragoman_server import ServerSettings

BAD_REQUEST = (400, {"code": "BAD_REQUEST"})


def told(reply: Reply) -> tuple[int, dict[str, Any]]:
    """Return status and fields of an error."""
    return reply.status, reply.refusal


def level(number: int) -> pytest.MarkDecorator:
    """Mark a check with the line of the table of levels that it covers."""
    return covers(*(one.line for one in LEVELS if number in one.levels))


PRESENCE = "/users/me/presence"


@needs("POST /users/me/presence")
@pytest.mark.parametrize(
    ("status", "line"),
    [
        pytest.param("active", states.PRESENCE_ACTIVE, marks=covers(states.PRESENCE_ACTIVE.line)),
        pytest.param("idle", states.PRESENCE_IDLE, marks=covers(states.PRESENCE_IDLE.line)),
    ],
)
@covers(*records.PRESENCE.lines, limits.PRESENCE_HISTORY.line)
@level(263)
async def test_presence_is_told_in_the_modern_format(stage: Stage, status: str, line: object) -> None:
    await stage.do(MEL, "POST", PRESENCE, status=status)
    answer = await stage.do(NAT, "POST", PRESENCE, status="active", last_update_id=-1)
    assert answer["presence_last_update_id"] >= 0
    assert answer["server_timestamp"] == START
    entry = answer["presences"][str(MEL)]
    assert list(records.PRESENCE.shape.problems(entry, "presence")) == []
    assert entry["idle_timestamp"] == START
    assert (entry["active_timestamp"] == START) is (status == "active")
    again = await stage.do(
        NAT, "POST", PRESENCE, status="active", last_update_id=answer["presence_last_update_id"]
    )
    assert str(MEL) not in again["presences"]
    assert again["presence_last_update_id"] >= answer["presence_last_update_id"]


@needs("POST /users/me/presence")
@covers(*records.LEGACY_PRESENCE.lines)
@level(178)
async def test_presence_is_told_in_the_legacy_format_unless_asked_otherwise(stage: Stage) -> None:
    await stage.do(MEL, "POST", PRESENCE, status="active")
    legacy = (await stage.do(NAT, "POST", PRESENCE, status="active"))["presences"]["mel@court.test"]
    website = {"client": "website", "status": "active", "timestamp": START}
    assert legacy == {"aggregated": website, "website": {**website, "pushable": False}}
    slim = (await stage.do(NAT, "POST", PRESENCE, status="active", slim_presence=True))["presences"]
    assert list(records.PRESENCE.shape.problems(slim[str(MEL)], "presence")) == []


@needs("POST /users/me/presence")
async def test_a_ping_tells_no_presence(stage: Stage) -> None:
    assert await stage.do(MEL, "POST", PRESENCE, status="active", ping_only=True) == {
        "presence_last_update_id": -1
    }


@needs("POST /users/me/presence")
async def test_bots_have_no_presence(stage: Stage) -> None:
    assert told(await stage.ask(USHER, "POST", PRESENCE, {"status": "active"})) == BAD_REQUEST


STATUS = f"/users/{NAT}/status"


@needs("POST /users/{user_id}/status")
@covers(limits.STATUS_TEXT.line)
@pytest.mark.parametrize("length", [59, 60])
async def test_a_status_of_the_greatest_length_is_taken(stage: Stage, length: int) -> None:
    queue = await stage.register(MEL)
    await stage.do(OPHELIA, "POST", STATUS, status_text="ä" * length)
    (heard,) = await queue.events()
    assert (heard["user_id"], heard["status_text"]) == (NAT, "ä" * length)


@needs("POST /users/{user_id}/status")
@level(473)
async def test_an_administrating_bot_may_set_a_status(stage: Stage) -> None:
    reply = await stage.ask(USHER, "POST", STATUS, {"status_text": "x"})
    assert reply.refusal["code"] in ("UNAUTHORIZED_PRINCIPAL", "BAD_REQUEST")
    assert "does not accept bot" not in reply.body["msg"]


ADMINISTRATORS_ONLY = [
    ("POST", STATUS, {"status_text": "x"}, "POST /users/{user_id}/status"),
    ("POST", "/realm/profile_fields", {"name": "x", "field_type": "1"}, "POST /realm/profile_fields"),
    ("POST", "/users", {"email": "n@court.test", "password": "abcd1234", "full_name": "Nn"}, "POST /users"),
    (
        "PATCH",
        "/settings",
        {"target_users": f'{{"user_ids": [{NAT}]}}', "enter_sends": "true"},
        "PATCH /settings",
    ),
]


@pytest.mark.parametrize("by", [MORA, MEL])
@pytest.mark.parametrize(
    ("method", "path", "fields"),
    [
        pytest.param(method, path, fields, id=key, marks=(needs(key), covers(rules.ADMINISTRATORS_ONLY)))
        for method, path, fields, key in ADMINISTRATORS_ONLY
    ],
)
async def test_some_operations_are_for_administrators_only(
    stage: Stage, method: str, path: str, fields: dict[str, str], by: int
) -> None:
    reply = await stage.ask(by, method, path, fields)
    assert told(reply) == (400, {"code": "UNAUTHORIZED_PRINCIPAL"})


@needs("PATCH /settings")
@covers(rules.TYPING_EMISSION)
async def test_typing_is_told_to_those_who_receive_it(stage: Stage) -> None:
    await stage.do(NAT, "PATCH", "/settings", receives_typing_notifications=False)
    queue = await stage.register(NAT, client_capabilities=CAPABLE, event_types=["typing"])
    await stage.do(MEL, "POST", "/typing", op="start", to=[NAT])
    await stage.do(MEL, "POST", "/typing", type="channel", op="start", stream_id=AGORA, topic="t")
    assert await queue.kinds() == []


@needs("PATCH /settings")
@level(78)
@level(63)
@level(364)
async def test_settings_report_what_they_do_not_know_and_echo_nothing(stage: Stage) -> None:
    fields = {"emojiset": "text", "web_font_size_px": "17", "dense_mode": "true"}
    reply = await stage.ask(MEL, "PATCH", "/settings", fields)
    assert reply.fields == {"ignored_parameters_unsupported": ["dense_mode"]}
    told_of = (await stage.do(MEL, "POST", "/register", fetch_event_types=["user_settings"]))["user_settings"]
    assert (told_of["emojiset"], told_of["web_font_size_px"]) == ("text", 17)


@needs("PATCH /settings", "PATCH /settings/display", "PATCH /settings/notifications")
@pytest.mark.parametrize("path", ["/settings/display", "/settings/notifications"])
@covers(rules.SETTINGS_ALIASES)
@level(80)
async def test_the_aliases_mean_the_same(stage: Stage, path: str) -> None:
    queue = await stage.register(MEL, client_capabilities=CAPABLE)
    await stage.do(MEL, "PATCH", path, enter_sends=True, color_scheme=2)
    heard = {(one["property"], one["value"]) for one in await queue.events()}
    assert heard == {("enter_sends", True), ("color_scheme", 2)}


@needs("PATCH /settings")
async def test_a_password_is_changed_with_the_old_one_only() -> None:
    async with on_stage(ServerSettings(strict=True), password=True) as stage:
        new = {"new_password": "a much better secret"}
        assert (await stage.ask(OPHELIA, "PATCH", "/settings", new)).status == 400
        wrong = await stage.ask(OPHELIA, "PATCH", "/settings", {**new, "old_password": "close barley"})
        assert wrong.status == 400
        await stage.do(OPHELIA, "PATCH", "/settings", **new, old_password=PASSWORD)
        login = {"username": "ophelia@court.test", "password": new["new_password"]}
        assert (await stage.ask(None, "POST", "/fetch_api_key", login)).status == 200


FIELDS = "/realm/profile_fields"


@needs("POST /realm/profile_fields")
@covers(limits.SUMMARY_FIELDS.line)
async def test_two_profile_fields_may_stand_in_the_summary(stage: Stage) -> None:
    for name in ("One", "Two"):
        await stage.do(ADAM, "POST", FIELDS, name=name, field_type=1, display_in_profile_summary=True)
    third = {"name": "Three", "field_type": "1", "display_in_profile_summary": "true"}
    assert told(await stage.ask(ADAM, "POST", FIELDS, third)) == BAD_REQUEST
    people = {"name": "People", "field_type": "6", "display_in_profile_summary": "true"}
    assert told(await stage.ask(ADAM, "POST", FIELDS, people)) == BAD_REQUEST


@needs("POST /realm/profile_fields")
@covers(*records.CUSTOM_PROFILE_FIELD.lines)
async def test_a_profile_field_is_told_whole(stage: Stage) -> None:
    queue = await stage.register(MEL)
    made = await stage.do(
        ADAM,
        "POST",
        FIELDS,
        name="Editor",
        hint="one only",
        field_type=3,
        field_data={"vi": {"text": "Vim", "order": "1"}},
        display_in_profile_summary=True,
        required=True,
        editable_by_user=False,
    )
    (heard,) = await queue.events()
    (field,) = (one for one in heard["fields"] if one["id"] == made["id"])
    assert list(records.CUSTOM_PROFILE_FIELD.shape.problems(field, "field")) == []
    wanted = {"name": "Editor", "hint": "one only", "type": 3, "required": True, "editable_by_user": False}
    assert {key: field[key] for key in wanted} == wanted
    assert field["display_in_profile_summary"] is True
    assert "Vim" in field["field_data"]


@needs("POST /realm/profile_fields")
@pytest.mark.parametrize(("value", "there"), [(True, True), (False, False)])
async def test_a_field_for_matching_people_is_told_as_one_when_it_is(
    stage: Stage, value: bool, there: bool
) -> None:
    queue = await stage.register(MEL)
    await stage.do(ADAM, "POST", FIELDS, name="Alias", field_type=1, use_for_user_matching=value)
    (heard,) = await queue.events()
    (field,) = (one for one in heard["fields"] if one["name"] == "Alias")
    assert ("use_for_user_matching" in field) is there
    assert "display_in_profile_summary" not in field


@needs("POST /realm/filters")
@covers(*records.LINKIFIER.lines)
async def test_a_linkifier_is_told_whole(stage: Stage) -> None:
    queue = await stage.register(MEL, client_capabilities=CAPABLE)
    parts = {
        "pattern": "#(?P<id>[0-9]+)",
        "url_template": "https://example.com/{id}",
        "example_input": "#123",
        "reverse_template": "#{id}",
        "alternative_url_templates": ["https://old.example.com/{id}"],
    }
    made = await stage.do(ADAM, "POST", "/realm/filters", **parts)
    (heard,) = await queue.events()
    assert heard["realm_linkifiers"] == [{"id": made["id"], **parts}]


@needs("POST /realm/filters")
async def test_a_linkifier_is_not_told_to_those_who_cannot_take_it(stage: Stage) -> None:
    queue = await stage.register(MEL)
    parts = {"pattern": "#(?P<id>[0-9]+)", "url_template": "https://example.com/{id}"}
    await stage.do(ADAM, "POST", "/realm/filters", **parts)
    assert await queue.kinds() == []


INVITES = "/invites"


@needs("POST /invites")
@covers(limits.WELCOME_TEXT.line)
@pytest.mark.parametrize(("length", "status"), [(8000, 200), (8001, 400)])
async def test_a_welcome_of_the_greatest_length_is_taken(stage: Stage, length: int, status: int) -> None:
    fields = {"invitee_emails": "ann@court.test", "stream_ids": "[]"}
    welcome = {"welcome_message_custom_text": "ä" * length}
    assert (await stage.ask(OPHELIA, "POST", INVITES, {**fields, **welcome})).status == status


@needs("POST /invites", "GET /invites")
@covers(limits.INVITATION_VALIDITY.line, states.INVITATION_EXPIRES.line)
@level(126)
@pytest.mark.parametrize(("asked", "minutes"), [(None, 14400), (60, 60)])
async def test_an_invitation_expires_after_its_time(stage: Stage, asked: int | None, minutes: int) -> None:
    fields: dict[str, Any] = {"invitee_emails": "ann@court.test", "stream_ids": [AGORA]}
    if asked is not None:
        fields["invite_expires_in_minutes"] = asked
    await stage.do(OPHELIA, "POST", INVITES, **fields)
    await stage.clock.advance(minutes * 60 - 1)
    assert len((await stage.do(OPHELIA, "GET", INVITES))["invites"]) == 1
    await stage.clock.advance(62)
    assert (await stage.do(OPHELIA, "GET", INVITES))["invites"] == []


@needs("POST /invites", "GET /invites")
@covers(states.INVITATION_EXPIRES.line)
async def test_an_invitation_without_an_end_stays(stage: Stage) -> None:
    fields: dict[str, Any] = {"invitee_emails": "ann@court.test", "stream_ids": [AGORA]}
    await stage.do(OPHELIA, "POST", INVITES, **fields, invite_expires_in_minutes=None)
    await stage.clock.advance(11 * 24 * 3600)
    assert len((await stage.do(OPHELIA, "GET", INVITES))["invites"]) == 1


@needs("POST /users")
async def test_a_new_user_is_one(stage: Stage) -> None:
    fields = {"email": "new@court.test", "password": "abcd1234", "full_name": "New User"}
    made = await stage.do(OPHELIA, "POST", "/users", **fields)
    user = (await stage.do(MEL, "GET", f"/users/{made['user_id']}"))["user"]
    assert (user["full_name"], user["role"], user["is_bot"]) == ("New User", 400, False)


MEMBERS = f"/user_groups/{JURY}/members"


@needs("POST /user_groups/{user_group_id}/members", "GET /user_groups/{user_group_id}/members/{user_id}")
async def test_members_come_and_go(stage: Stage) -> None:
    async def is_member(user_id: int) -> bool:
        return bool((await stage.do(MEL, "GET", f"{MEMBERS}/{user_id}"))["is_user_group_member"])

    assert [await is_member(MEL), await is_member(MORA)] == [True, False]
    await stage.do(OPHELIA, "POST", MEMBERS, add=[MORA], delete=[MEL])
    assert [await is_member(MEL), await is_member(MORA)] == [False, True]


@needs("GET /user_groups/{user_group_id}/members/{user_id}")
@level(303)
async def test_who_is_gone_is_no_member(stage: Stage) -> None:
    answer = await stage.ask(MEL, "GET", f"{MEMBERS}/19")
    assert answer.status == 400 or answer.fields == {"is_user_group_member": False}


@needs("GET /user_groups/{user_group_id}/members/{user_id}")
@level(496)
async def test_bots_may_ask_for_members(stage: Stage) -> None:
    assert await stage.do(USHER, "GET", f"{MEMBERS}/{MEL}") == {"is_user_group_member": True}


@needs("DELETE /attachments/{attachment_id}", "GET /attachments", "POST /user_uploads")
@covers(states.ATTACHMENT_REMOVED.line)
async def test_an_attachment_is_removed_by_its_owner(stage: Stage) -> None:
    await stage.upload(MEL, "evidence.txt", b"A glove")
    (attachment,) = (await stage.do(MEL, "GET", "/attachments"))["attachments"]
    path = f"/attachments/{attachment['id']}"
    assert told(await stage.ask(NAT, "DELETE", path)) == BAD_REQUEST
    await stage.do(MEL, "DELETE", path)
    assert (await stage.do(MEL, "GET", "/attachments"))["attachments"] == []
    assert told(await stage.ask(MEL, "DELETE", path)) == BAD_REQUEST


@needs("DELETE /attachments/{attachment_id}", "GET /attachments", "POST /user_uploads")
@covers(states.ATTACHMENT_UNREFERENCED.line)
async def test_an_attachment_goes_with_the_last_message_that_refers_to_it(stage: Stage) -> None:
    uploaded = await stage.upload(MEL, "evidence.txt", b"A glove")
    content = f"[a glove]({uploaded['url']})"
    sent = [
        await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="t", content=content)
        for _ in range(2)
    ]
    for message, left in zip(sent, (1, 0), strict=True):
        await stage.do(MEL, "DELETE", f"/messages/{message['id']}")
        assert len((await stage.do(MEL, "GET", "/attachments"))["attachments"]) == left


@needs("POST /mobile_push/test_notification")
@covers(*(code.line for code in CODES if "PUSH" in code.code))
@level(420)
async def test_a_push_without_devices_goes_nowhere(stage: Stage) -> None:
    assert await stage.do(MEL, "POST", "/mobile_push/test_notification") == {}


@needs("POST /messages/{message_id}/typing")
@level(361)
@pytest.mark.parametrize("op", ["start", "stop"])
async def test_editing_is_told_with_its_message(stage: Stage, op: str) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="t", content="x")
    queue = await stage.register(NAT, client_capabilities=CAPABLE)
    await stage.do(MEL, "POST", f"/messages/{sent['id']}/typing", op=op)
    (heard,) = await queue.events()
    recipient = {"type": "channel", "channel_id": AGORA, "topic": "t"}
    assert heard == {
        "id": 0,
        "type": "typing_edit_message",
        "op": op,
        "sender_id": MEL,
        "message_id": sent["id"],
        "recipient": recipient,
    }
