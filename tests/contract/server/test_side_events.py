"""Events that depend on who listens and on what the organisation already has: each compared whole."""

from typing import Any

import pytest
from msgspec import Struct

from contract.covering import covers
from contract.events import event
from contract.server.stage import (
    AGORA,
    CAPABLE,
    LATE,
    MEL,
    NAT,
    OPHELIA,
    QUIET,
    START,
    USHER,
    Stage,
    on_stage,
)
from dragoman_server import ServerSettings

Told = list[dict[str, Any]]
ARCHIVING = {**CAPABLE, "archived_channels": True}
SIMPLE = {**CAPABLE, "simplified_presence_events": True}


class Deed(Struct, frozen=True, kw_only=True):
    """Something that one does, and what another hears of it."""

    kind: str
    """Which of the events that are heard is looked at."""
    does: tuple[int, str, str, dict[str, Any]]
    """Who, method, path, fields."""
    hears: int
    listens: dict[str, Any] = {}
    """How the other registers."""
    told: Told


ACTIVE = (MEL, "POST", "/users/me/presence", {"status": "active", "new_user_input": True})
NEWCOMER = {"email": "new@court.test", "password": "abcd1234", "full_name": "New User"}
ARCHIVE: tuple[int, str, str, dict[str, Any]] = (OPHELIA, "DELETE", f"/streams/{QUIET}", {})
WEBSITE = {"client": "website", "status": "active", "timestamp": START, "pushable": False}

DEEDS = [
    Deed(
        kind="presence",
        does=ACTIVE,
        hears=NAT,
        told=[
            {
                "user_id": MEL,
                "email": "mel@court.test",
                "server_timestamp": START,
                "presence": {"website": WEBSITE},
            }
        ],
    ),
    Deed(
        kind="presence",
        does=ACTIVE,
        hears=NAT,
        listens={"slim_presence": True},
        told=[{"user_id": MEL, "server_timestamp": START, "presence": {"website": WEBSITE}}],
    ),
    Deed(
        kind="presence",
        does=ACTIVE,
        hears=NAT,
        listens={"client_capabilities": SIMPLE},
        told=[{"presences": {str(MEL): {"active_timestamp": START, "idle_timestamp": START}}}],
    ),
    Deed(
        kind="stream/update",
        does=ARCHIVE,
        hears=NAT,
        listens={"client_capabilities": ARCHIVING},
        told=[{"stream_id": QUIET, "name": "quiet", "property": "is_archived", "value": True}],
    ),
    Deed(
        kind="realm_bot/update",
        does=(MEL, "PATCH", f"/bots/{USHER}", {"default_all_public_streams": True}),
        hears=MEL,
        told=[{"bot": {"user_id": USHER, "default_all_public_streams": True}}],
    ),
    Deed(
        kind="realm_bot/delete",
        does=(OPHELIA, "PATCH", f"/bots/{USHER}", {"bot_owner_id": NAT}),
        hears=MEL,
        told=[{"bot": {"user_id": USHER}}],
    ),
    Deed(
        kind="realm_bot/add",
        does=(OPHELIA, "PATCH", f"/bots/{USHER}", {"bot_owner_id": NAT}),
        hears=NAT,
        told=[
            {
                "bot": {
                    "user_id": USHER,
                    "default_all_public_streams": False,
                    "default_events_register_stream": None,
                    "default_sending_stream": None,
                    "services": [],
                }
            }
        ],
    ),
    Deed(
        kind="realm_user/update",
        does=(OPHELIA, "PATCH", f"/bots/{USHER}", {"bot_owner_id": NAT}),
        hears=MEL,
        told=[{"person": {"user_id": USHER, "bot_owner_id": NAT}}],
    ),
    Deed(
        kind="realm_user/update",
        does=(OPHELIA, "PATCH", f"/users/{NAT}", {"role": 300}),
        hears=MEL,
        told=[{"person": {"user_id": NAT, "role": 300}}],
    ),
    Deed(
        kind="realm_user/update",
        does=(OPHELIA, "PATCH", f"/users/{NAT}", {"full_name": "Nathan"}),
        hears=MEL,
        told=[{"person": {"user_id": NAT, "full_name": "Nathan"}}],
    ),
    Deed(
        kind="realm_user/update",
        does=(MEL, "PATCH", "/settings", {"timezone": "Europe/Oslo"}),
        hears=NAT,
        told=[{"person": {"user_id": MEL, "email": "mel@court.test", "timezone": "Europe/Oslo"}}],
    ),
    Deed(
        kind="realm_user/update",
        does=(OPHELIA, "DELETE", f"/users/{NAT}", {}),
        hears=MEL,
        told=[{"person": {"user_id": NAT, "is_active": False}}],
    ),
    Deed(
        kind="subscription/peer_add",
        does=(OPHELIA, "POST", "/users", NEWCOMER),
        hears=MEL,
        told=[{"stream_ids": [AGORA], "user_ids": [20]}],
    ),
    Deed(
        kind="realm/update_dict",
        does=(OPHELIA, "PATCH", "/realm", {"allow_message_editing": False}),
        hears=MEL,
        told=[{"property": "default", "data": {"allow_message_editing": False}}],
    ),
    Deed(
        kind="realm/update",
        does=(OPHELIA, "PATCH", "/realm", {"name": "The Higher Court"}),
        hears=MEL,
        told=[{"property": "name", "value": "The Higher Court"}],
    ),
]


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param(one, id=f"{one.kind} {number}", marks=covers(event(one.kind).line))
        for number, one in enumerate(DEEDS)
    ],
)
async def test_an_event_is_told_whole(stage: Stage, deed: Deed) -> None:
    queue = await stage.register(deed.hears, **{"client_capabilities": CAPABLE, **deed.listens})
    by, method, path, fields = deed.does
    await stage.do(by, method, path, **fields)
    assert _of_kind(deed.kind, await queue.events()) == deed.told


def _of_kind(kind: str, heard: Told) -> Told:
    name, _, op = kind.partition("/")
    found = [one for one in heard if (one["type"], one.get("op", "")) == (name, op)]
    return [{key: value for key, value in one.items() if key not in ("id", "type", "op")} for one in found]


@covers(event("realm/deactivated").line)
async def test_the_end_of_the_organisation_is_told_to_those_who_wait(stage: Stage) -> None:
    parked = (await stage.register(MEL)).park()
    await stage.settled()
    await stage.do(OPHELIA, "POST", "/realm/deactivate")
    (heard,) = (await parked).fields["events"]
    realm_id = heard.pop("realm_id")
    assert (heard, isinstance(realm_id, int)) == ({"id": 0, "type": "realm", "op": "deactivated"}, True)


@covers(event("realm_user/update").line)
async def test_another_address_is_told(stage: Stage) -> None:
    stage.grant("Ophelia", "can_change_user_emails")
    queue = await stage.register(MEL, client_capabilities=CAPABLE)
    await stage.do(OPHELIA, "PATCH", f"/users/{NAT}", new_email="nathan@court.test")
    told = [one["person"] for one in _of_kind("realm_user/update", await queue.events())]
    assert {"user_id": NAT, "delivery_email": "nathan@court.test"} in told
    assert {"user_id": NAT, "new_email": "nathan@court.test"} in told


@covers(event("stream/delete").line)
@pytest.mark.parametrize(("level", "told"), [(377, {"stream_ids": [QUIET]}), (342, {})])
async def test_archiving_was_told_as_a_deletion(level: int, told: dict[str, Any]) -> None:
    async with on_stage(ServerSettings(feature_level=level)) as before:
        queue = await before.register(NAT, client_capabilities=CAPABLE)
        await before.do(*ARCHIVE[:3])
        (heard,) = _of_kind("stream/delete", await queue.events())
    (gone,) = heard.pop("streams")
    assert (gone["stream_id"], heard) == (QUIET, told)


@covers(event("message").line)
async def test_a_poll_is_told_with_the_message(stage: Stage) -> None:
    queue = await stage.register(NAT, event_types=["message"])
    sent = {"type": "channel", "to": AGORA, "topic": "motions", "content": "/poll Tea?\nyes\nno"}
    made = await stage.do(MEL, "POST", "/messages", **sent)
    (heard,) = await queue.events()
    (widget,) = heard["message"]["submessages"]
    assert isinstance(widget.pop("id"), int)
    assert widget == {
        "message_id": made["id"],
        "sender_id": MEL,
        "msg_type": "widget",
        "content": '{"widget_type": "poll", "extra_data": {"question": "Tea?", "options": ["yes", "no"]}}',
    }


@covers(event("update_message_flags/remove").line)
async def test_what_is_unread_again_is_told_with_its_messages(stage: Stage) -> None:
    queue = await stage.register(MEL, client_capabilities=CAPABLE)
    await stage.do(MEL, "POST", "/messages/flags", messages=[LATE], op="remove", flag="read")
    (heard,) = _of_kind("update_message_flags/remove", await queue.events())
    heard["message_details"][str(LATE)].pop("unmuted_stream_msg", None)
    assert heard == {
        "operation": "remove",
        "flag": "read",
        "messages": [LATE],
        "all": False,
        "message_details": {str(LATE): {"type": "stream", "stream_id": AGORA, "topic": "opening"}},
    }
