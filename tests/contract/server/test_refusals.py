"""The server's refusals: each that is documented, with its code, its status and exactly its extra fields."""

from typing import Any

import pytest
from msgspec import Struct

from contract.covering import covers
from contract.lines import all_operations
from contract.messaging import errors, rules
from contract.messaging.errors import BAD_REQUEST_CONDITIONS, CODES
from contract.server.asking import prepare
from contract.server.endpoints import OFFERED
from contract.server.stage import AGORA, GUS, JURY, MAT, MEL, NAT, OPHELIA, USHER, VAULT, Stage, on_stage
from contract.terms import Line, Operation, Refusal
from dragoman_server import ServerSettings

CONDITIONS = {condition.what: condition.line for condition in BAD_REQUEST_CONDITIONS}
CODE_LINES = {code.code: code.line for code in CODES}


class Case(Struct, frozen=True, kw_only=True):
    """What to change about the good request, and what must come back."""

    change: dict[str, str | None] = {}
    path: str | None = None
    by: int | None = None
    files: dict[str, bytes] | None = None
    """What is sent as files in place of those of the good request."""
    again: bool = False
    """Whether the good request is made once before."""
    extra: dict[str, Any] = {}
    also: tuple[str, ...] = ()
    """The conditions of the table of errors that this shows."""


NOWHERE, NOBODY = "999", "[999]"

CASES: dict[tuple[str, str], Case] = {
    ("POST /scheduled_messages", "nonexistent channel"): Case(
        change={"to": NOWHERE}, extra={"stream_id": 999}
    ),
    ("POST /scheduled_messages", "invalid user id"): Case(
        change={"type": "direct", "to": NOBODY}, also=("invalid user id",)
    ),
    ("POST /typing", "channel type without stream_id"): Case(
        change={"type": "channel", "topic": "motions"}, also=("missing channel id in channel typing",)
    ),
    ("DELETE /users/me/subscriptions", "nonexistent channel"): Case(
        change={"subscriptions": '["nowhere"]'}, extra={"stream": "nowhere"}
    ),
    ("DELETE /users/me/subscriptions", "insufficient permission"): Case(
        change={"principals": f"[{MEL}]"}, by=NAT, also=("insufficient permission",)
    ),
    ("DELETE /users/me/subscriptions", "nonexistent principal"): Case(
        change={"principals": NOBODY}, by=OPHELIA
    ),
    ("GET /users/me/{stream_id}/topics", "invalid or inaccessible channel"): Case(
        path=f"/users/me/{NOWHERE}/topics",
        also=("invalid channel id in topics", "invalid or inaccessible channel"),
    ),
    ("DELETE /events", "unknown or deleted queue"): Case(
        change={"queue_id": "no-such-queue"}, extra={"queue_id": "no-such-queue"}
    ),
    ("GET /events", "unknown, collected or deleted queue"): Case(
        change={"queue_id": "no-such-queue"}, extra={"queue_id": "no-such-queue"}
    ),
    ("GET /events", "an event that never was in the queue"): Case(change={"last_event_id": "77"}),
    ("POST /messages", "nonexistent channel"): Case(change={"to": NOWHERE}, extra={"stream_id": 999}),
    ("POST /messages", "nonexistent channel by name"): Case(
        change={"to": "nowhere"}, extra={"stream": "nowhere"}
    ),
    ("POST /messages", "invalid user id"): Case(change={"type": "direct", "to": NOBODY}),
    ("POST /messages", "empty content"): Case(change={"content": " \n "}),
    ("GET /messages", "negative num_before"): Case(
        change={"num_before": "-1"}, extra={"var_name": "num_before", "bad_value": "-1"}
    ),
    ("GET /messages", "unknown operator"): Case(
        change={"narrow": '[["colour", "blue"]]'}, extra={"desc": "unknown operator colour"}
    ),
    ("PATCH /messages/{message_id}", "nothing to change"): Case(change={"topic": None}),
    ("PATCH /messages/{message_id}", "invalid message"): Case(path="/messages/99999"),
    ("DELETE /messages/{message_id}", "invalid message"): Case(path="/messages/99999"),
    ("POST /messages/{message_id}/reactions", "the reaction is there already"): Case(again=True),
    ("POST /messages/{message_id}/reactions", "invalid message"): Case(path="/messages/99999/reactions"),
    ("DELETE /messages/{message_id}/reactions", "the reaction is not there"): Case(again=True),
    ("DELETE /messages/{message_id}/reactions", "invalid message"): Case(path="/messages/99999/reactions"),
    ("PATCH /scheduled_messages/{scheduled_message_id}", "unknown scheduled message"): Case(by=NAT),
    ("DELETE /scheduled_messages/{scheduled_message_id}", "unknown scheduled message"): Case(by=NAT),
    ("GET /users/{user_id}", "no such user"): Case(path="/users/999"),
    ("GET /users/{email}", "no such user"): Case(path="/users/nobody@court.test"),
    ("GET /get_stream_id", "unknown channel name"): Case(change={"stream": "nowhere"}),
    ("POST /users/me/subscriptions", "empty channel name"): Case(change={"subscriptions": '[{"name": " "}]'}),
    ("GET /streams/{stream_id}", "invalid or inaccessible channel"): Case(path=f"/streams/{VAULT}", by=NAT),
    ("GET /streams/{stream_id}/members", "invalid or inaccessible channel"): Case(
        path=f"/streams/{VAULT}/members", by=NAT
    ),
    ("POST /fetch_api_key", "wrong password"): Case(change={"password": "close barley"}),
    ("POST /users/{user_id}/status", "no new values"): Case(
        change={"status_text": None}, also=("no new values for status",)
    ),
    ("POST /users/{user_id}/status", "status_text too long"): Case(
        change={"status_text": "ä" * 61}, also=("status_text too long",)
    ),
    ("POST /users/{user_id}/status", "emoji_name missing beside emoji_code or reaction_type"): Case(
        change={"emoji_code": "1f697"}, also=("emoji_name missing beside emoji_code or reaction_type",)
    ),
    ("POST /users/{user_id}/status", "unknown or invalid emoji or custom emoji"): Case(
        change={"emoji_name": "nonsense"}, also=("unknown or invalid emoji or custom emoji",)
    ),
    ("PATCH /users/me/profile_data", "profile field not editable or field id not found"): Case(
        change={"data": '[{"id": 999, "value": "x"}]'},
        also=("profile field not editable or field id not found",),
    ),
    ("POST /users", "duplicate email"): Case(
        change={"email": "Mel@court.test"}, also=("duplicate email on create user",)
    ),
    ("POST /invites", "some invitees already have accounts"): Case(
        change={"invitee_emails": "mel@court.test, ann@court.test"},
        extra={
            "errors": [["mel@court.test", "Already has an account.", False]],
            "sent_invitations": True,
            "license_limit_reached": False,
            "daily_limit_reached": False,
        },
    ),
    ("POST /invites", "insufficient permission"): Case(by=GUS, also=("insufficient permission",)),
    ("POST /invites", "no email"): Case(change={"invitee_emails": " , "}, also=("no email in invite",)),
    ("POST /invites", "invalid channel id"): Case(
        change={"stream_ids": NOBODY}, also=("invalid channel id in invite",)
    ),
    ("POST /navigation_views", "blank fragment"): Case(
        change={"fragment": " "}, also=("blank navigation fragment",)
    ),
    ("DELETE /attachments/{attachment_id}", "invalid id"): Case(
        path="/attachments/999", also=("invalid attachment",)
    ),
    ("POST /mobile_push/test_notification", "token unknown to the server"): Case(
        change={"token": "nobody's"}
    ),
    ("POST /users/me/muted_users/{muted_user_id}", "muting oneself"): Case(
        path=f"/users/me/muted_users/{MEL}"
    ),
    ("POST /users/me/muted_users/{muted_user_id}", "already muted"): Case(again=True),
    ("DELETE /users/me/muted_users/{muted_user_id}", "not muted"): Case(again=True),
    ("PATCH /saved_snippets/{saved_snippet_id}", "no such snippet"): Case(by=NAT),
    ("DELETE /saved_snippets/{saved_snippet_id}", "no such snippet"): Case(by=NAT),
    ("PATCH /drafts/{draft_id}", "no such draft"): Case(by=NAT),
    ("DELETE /drafts/{draft_id}", "no such draft"): Case(by=NAT),
    ("POST /reminders", "a time that is past"): Case(change={"scheduled_delivery_timestamp": "1"}),
    ("POST /reminders", "invalid message"): Case(change={"message_id": "99999"}),
    ("DELETE /reminders/{reminder_id}", "no such reminder"): Case(by=NAT),
    ("PATCH /navigation_views/{fragment}", "no such view"): Case(by=NAT),
    ("DELETE /navigation_views/{fragment}", "no such view"): Case(by=NAT),
    ("POST /users/me/status", "nothing given"): Case(change={"status_text": None}),
    ("POST /users/me/status", "unknown emoji"): Case(change={"emoji_name": "nonsense"}),
    ("GET /users/{user_id}/status", "no such user"): Case(path="/users/999/status"),
    ("POST /user_topics", "inaccessible channel"): Case(change={"stream_id": NOWHERE}),
    ("POST /user_groups/create", "the name is taken"): Case(change={"name": "jury"}),
    ("POST /user_groups/create", "empty name"): Case(change={"name": " "}),
    ("PATCH /user_groups/{user_group_id}", "nothing to change"): Case(change={"description": None}),
    ("PATCH /user_groups/{user_group_id}", "no such group"): Case(path=f"/user_groups/{NOWHERE}"),
    ("POST /user_groups/{user_group_id}/deactivate", "no such group"): Case(
        path=f"/user_groups/{NOWHERE}/deactivate"
    ),
    ("GET /user_groups/{user_group_id}/members", "no such group"): Case(
        path=f"/user_groups/{NOWHERE}/members"
    ),
    ("GET /user_groups/{user_group_id}/subgroups", "no such group"): Case(
        path=f"/user_groups/{NOWHERE}/subgroups"
    ),
    ("POST /user_groups/{user_group_id}/subgroups", "nothing to do"): Case(change={"add": None}),
    ("POST /user_groups/{user_group_id}/subgroups", "no such group"): Case(
        path=f"/user_groups/{NOWHERE}/subgroups"
    ),
    ("PATCH /realm/profile_fields", "an order that leaves fields out"): Case(change={"order": "[]"}),
    ("PATCH /realm/profile_fields/{field_id}", "no such field"): Case(
        path=f"/realm/profile_fields/{NOWHERE}"
    ),
    ("DELETE /realm/profile_fields/{field_id}", "no such field"): Case(again=True),
    ("PATCH /realm/linkifiers", "an order that leaves linkifiers out"): Case(
        change={"ordered_linkifier_ids": "[]"}
    ),
    ("PATCH /realm/filters/{filter_id}", "no such linkifier"): Case(path=f"/realm/filters/{NOWHERE}"),
    ("DELETE /realm/filters/{filter_id}", "no such linkifier"): Case(again=True),
    ("DELETE /invites/{invite_id}", "no such invitation"): Case(again=True),
    ("POST /invites/{invite_id}/resend", "no such invitation"): Case(path=f"/invites/{NOWHERE}/resend"),
    ("POST /invites/multiuse", "no such channel"): Case(change={"stream_ids": NOBODY}),
    ("DELETE /invites/multiuse/{invite_id}", "no such invitation"): Case(path=f"/invites/multiuse/{NOWHERE}"),
    ("DELETE /realm/emoji/{emoji_name}", "no such emoji"): Case(path="/realm/emoji/nothing"),
    ("POST /default_streams", "inaccessible channel"): Case(change={"stream_id": NOWHERE}),
    ("DELETE /default_streams", "inaccessible channel"): Case(change={"stream_id": NOWHERE}),
    ("PATCH /users/{user_id}", "no such user"): Case(path="/users/999"),
    ("DELETE /users/{user_id}", "no such user"): Case(path="/users/999"),
    ("POST /users/{user_id}/reactivate", "no such user"): Case(path="/users/999/reactivate"),
    ("DELETE /users/me", "the last owner"): Case(
        by=OPHELIA, extra={"is_last_owner": True, "entity": "organization owner"}
    ),
    ("POST /users/me/android_gcm_reg_id", "a token that is empty"): Case(change={"token": ""}),
    ("POST /users/me/apns_device_token", "a token that is empty"): Case(change={"token": ""}),
    ("DELETE /users/me/android_gcm_reg_id", "a token that is not there"): Case(change={"token": "decaf0"}),
    ("DELETE /users/me/apns_device_token", "a token that is not there"): Case(change={"token": "decaf0"}),
    ("POST /users/me/onboarding_steps", "a step that there is not"): Case(change={"onboarding_step": "so"}),
    ("POST /realm/domains", "the domain is there already"): Case(again=True),
    ("PATCH /realm/domains/{domain}", "no such domain"): Case(path="/realm/domains/nowhere.org"),
    ("DELETE /realm/domains/{domain}", "no such domain"): Case(again=True),
    ("POST /realm/playgrounds", "a template without code"): Case(
        change={"url_template": "https://play.example.org/"},
        extra={"errors": {"url_template": ['Missing the required variable "code" in the URL template']}},
    ),
    ("DELETE /realm/playgrounds/{playground_id}", "no such playground"): Case(again=True),
    ("GET /bots/{bot_id}/api_key", "no such bot"): Case(path="/bots/999/api_key"),
    ("POST /bots/{bot_id}/api_key/regenerate", "no such bot"): Case(path="/bots/999/api_key/regenerate"),
    ("DELETE /bots/{bot_id}", "no such bot"): Case(path="/bots/999"),
    ("GET /users/{user_id}/channels", "no such user"): Case(path="/users/999/channels"),
    ("GET /streams/{stream_id}/email_address", "inaccessible channel"): Case(
        path=f"/streams/{NOWHERE}/email_address"
    ),
    ("POST /channel_folders/create", "empty folder name"): Case(change={"name": " "}),
    ("POST /channel_folders/create", "the folder's name is taken"): Case(again=True),
    ("PATCH /channel_folders", "an order that leaves folders out"): Case(change={"order": "[]"}),
    ("PATCH /channel_folders/{channel_folder_id}", "no such folder"): Case(
        path=f"/channel_folders/{NOWHERE}"
    ),
    ("POST /channels/create", "the channel's name is taken"): Case(
        change={"name": "agora"}, extra={"channel_name": "agora"}
    ),
    ("POST /channels/create", "empty channel name"): Case(change={"name": " "}),
    ("GET /users/{user_id}/presence", "no such user"): Case(path="/users/999/presence"),
    ("GET /users/{user_id}/presence", "a bot"): Case(path=f"/users/{USHER}/presence"),
    ("GET /users/{email}/presence", "no such user"): Case(path="/users/nobody@court.test/presence"),
    ("GET /users/{user_id}/subscriptions/{stream_id}", "no such user"): Case(
        path=f"/users/999/subscriptions/{AGORA}"
    ),
    ("GET /users/{user_id}/subscriptions/{stream_id}", "inaccessible channel"): Case(
        path=f"/users/{NAT}/subscriptions/{NOWHERE}"
    ),
    ("GET /bot_storage", "no such key"): Case(change={"keys": '["taste"]'}),
    ("POST /mark_stream_as_read", "inaccessible channel"): Case(change={"stream_id": NOWHERE}),
    ("GET /messages/{message_id}/history", "invalid message"): Case(path="/messages/99999/history"),
    ("GET /messages/{message_id}/read_receipts", "invalid message"): Case(
        path="/messages/99999/read_receipts"
    ),
    ("POST /submessage", "content that is no JSON"): Case(change={"content": "so"}),
    ("POST /submessage", "invalid message"): Case(change={"message_id": "99999"}),
    ("POST /streams/{stream_id}/delete_topic", "inaccessible channel"): Case(
        path=f"/streams/{NOWHERE}/delete_topic"
    ),
    ("DELETE /streams/{stream_id}", "inaccessible channel"): Case(path=f"/streams/{NOWHERE}"),
    ("PATCH /streams/{stream_id}", "invalid or inaccessible channel"): Case(path=f"/streams/{NOWHERE}"),
    ("PATCH /streams/{stream_id}", "the name is taken"): Case(change={"new_name": "quiet"}),
    ("PATCH /streams/{stream_id}", "empty channel name"): Case(change={"new_name": " "}),
    ("GET /bots", "a guest asks for bots"): Case(by=GUS),
    ("GET /bots", "a bot asks for bots"): Case(by=USHER),
    ("POST /bots", "the bot's name is taken"): Case(again=True),
    ("POST /bots", "an unknown kind of bot"): Case(change={"bot_type": "99"}),
    ("POST /bots", "a guest makes a bot"): Case(by=GUS),
    ("PATCH /bots/{bot_id}", "no such bot to change"): Case(path="/bots/999"),
    ("PATCH /bots/{bot_id}", "somebody else's bot"): Case(by=NAT),
    ("POST /user_uploads", "no file"): Case(files={}),
    ("POST /user_uploads", "two files"): Case(files={"a.txt": b"a", "b.txt": b"b"}),
    ("POST /users/me/avatar", "no file"): Case(files={}),
    ("POST /realm/emoji/{emoji_name}", "no file"): Case(files={}),
    ("POST /realm/emoji/{emoji_name}", "the emoji is there already"): Case(again=True),
    ("PATCH /realm", "a name of the organisation that is too long"): Case(change={"name": "C" * 41}),
    ("PATCH /realm", "a permission that is another by now"): Case(
        change={"can_create_groups": f'{{"new": {JURY}, "old": {JURY}}}'}
    ),
    ("POST /zcommand", "no such command"): Case(change={"command": "/zzz"}),
    ("PATCH /users/me/subscriptions", "nothing to add or delete"): Case(change={"delete": None}),
}

ELSEWHERE = {
    ("POST /register", "client_gravatar is true and nobody is logged in"),
    ("POST /register", "include_subscribers is true and nobody is logged in"),
    ("POST /dev_fetch_api_key", "a production server"),
    ("GET /events", "an event that was pruned"),
    ("POST /invites", "permission to subscribe others missing"),
    ("DELETE /attachments/{attachment_id}", "not logged in"),
    ("POST /mobile_push/test_notification", "token unknown to the push bouncer"),
    ("DELETE /user_groups/{user_group_id}", "insufficient permission"),
}
"""Refusals that need more than another request, and have checks of their own."""


def _lines(operation: Operation, refusal: Refusal) -> list[Line]:
    case = CASES.get((operation.key, refusal.condition))
    also = [CONDITIONS[what] for what in case.also] if case else []
    code = [CODE_LINES[refusal.code]] if refusal.code in CODE_LINES else []
    return [operation.line_of(refusal), rules.FAILURE, *code, *also]


@pytest.mark.parametrize(
    ("operation", "refusal"),
    [
        pytest.param(
            operation,
            refusal,
            id=f"{operation.key} {refusal.condition}",
            marks=covers(*_lines(operation, refusal)),
        )
        for operation in OFFERED
        for refusal in operation.refusals
        if (operation.key, refusal.condition) not in ELSEWHERE
    ],
)
async def test_a_refusal_has_its_code_status_and_fields(
    stage: Stage, operation: Operation, refusal: Refusal
) -> None:
    case = CASES[operation.key, refusal.condition]
    asker = await prepare(stage, operation)
    if case.again:
        await asker.ask(stage)
    if case.path is not None:
        asker.path = case.path
    if case.files is not None:
        asker.files = case.files
    reply = await asker.ask(stage, case.change, by=case.by)
    assert (reply.status, reply.refusal) == (refusal.status, {"code": refusal.code, **case.extra})
    documented = {field.name: field.shape for field in refusal.extra}
    assert all(documented[name].holds(case.extra[name]) for name in documented)


def test_every_documented_refusal_has_a_case_or_a_check_of_its_own() -> None:
    documented = {
        (operation.key, refusal.condition) for operation in all_operations() for refusal in operation.refusals
    }
    assert documented == set(CASES) | ELSEWHERE
    assert set(CASES) & ELSEWHERE == set()


@covers(errors.CODES[0].line)
async def test_a_private_channel_is_no_channel_to_those_outside(stage: Stage) -> None:
    topics = await stage.ask(NAT, "GET", f"/users/me/{VAULT}/topics")
    message = await stage.ask(NAT, "GET", f"/messages/{MAT}")
    leaving = await stage.ask(NAT, "DELETE", "/users/me/subscriptions", {"subscriptions": '["vault"]'})
    assert [(one.status, one.refusal["code"]) for one in (topics, message, leaving)] == [
        (400, "BAD_REQUEST"),
        (400, "BAD_REQUEST"),
        (400, "STREAM_DOES_NOT_EXIST"),
    ]


@pytest.mark.parametrize("principals", ["[999]", "[19]", '["nobody@court.test"]'])
@covers(CODE_LINES["UNAUTHORIZED_PRINCIPAL"])
async def test_a_bad_principal_is_a_bad_request_and_no_longer_forbidden(
    stage: Stage, principals: str
) -> None:
    fields = {"subscriptions": '["agora"]', "principals": principals}
    reply = await stage.ask(OPHELIA, "DELETE", "/users/me/subscriptions", fields)
    assert (reply.status, reply.refusal) == (400, {"code": "BAD_REQUEST"})


@covers(*(one.line_of(one.refusals[0]) for one in OFFERED if one.key == "POST /dev_fetch_api_key"))
@covers(rules.DEVELOPMENT_KEY)
async def test_a_production_server_gives_no_key_away() -> None:
    async with on_stage(ServerSettings(development=False)) as stage:
        reply = await stage.ask(None, "POST", "/dev_fetch_api_key", {"username": "mel@court.test"})
    assert (reply.status, reply.body["result"]) == (400, "error")
    assert "api_key" not in reply.body
