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
from contract.server.stage import GUS, MAT, MEL, NAT, OPHELIA, VAULT, Stage, on_stage
from contract.terms import Line, Operation, Refusal
from dragoman_server import ServerSettings

CONDITIONS = {condition.what: condition.line for condition in BAD_REQUEST_CONDITIONS}
CODE_LINES = {code.code: code.line for code in CODES}


class Case(Struct, frozen=True, kw_only=True):
    """What to change about the good request, and what must come back."""

    change: dict[str, str | None] = {}
    path: str | None = None
    by: int | None = None
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
}

ELSEWHERE = {
    ("POST /register", "client_gravatar is true and nobody is logged in"),
    ("POST /register", "include_subscribers is true and nobody is logged in"),
    ("POST /dev_fetch_api_key", "a production server"),
    ("GET /events", "an event that was pruned"),
    ("POST /invites", "permission to subscribe others missing"),
    ("DELETE /attachments/{attachment_id}", "not logged in"),
    ("POST /mobile_push/test_notification", "token unknown to the push bouncer"),
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
