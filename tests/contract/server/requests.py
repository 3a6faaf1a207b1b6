"""One good request for each operation that the server offers, in the judge's own organisation."""

from collections.abc import Awaitable, Callable
from itertools import count

from msgspec import Struct

from contract.server.stage import (
    AGORA,
    JURY,
    LATE,
    MEL,
    MORA,
    NAT,
    OPHELIA,
    ORDER,
    PASSWORD,
    START,
    Stage,
)

Texts = dict[str, str]
LATER = str(START + 3600)


async def nothing(_stage: Stage) -> Texts:
    """Prepare nothing."""
    return {}


class Request(Struct, frozen=True, kw_only=True):
    """A request that succeeds."""

    by: int | None
    holes: Texts = {}
    """What fills the holes of the path."""
    fields: Texts = {}
    """What is required."""
    instead: Texts = {}
    """Good values for parameters whose example means nothing in this organisation."""
    together: dict[str, Texts] = {}
    """For a parameter: what else must be sent with it."""
    alone: dict[str, tuple[str, ...]] = {}
    """For a parameter: which of the fields must be left out beside it."""
    words: dict[tuple[str, str], Texts] = {}
    """For a parameter and one of its words: what else must be sent with it."""
    elsewhere: frozenset[str] = frozenset()
    """Parameters whose good values need more than this organisation has; they have checks of their own."""
    prepare: Callable[[Stage], Awaitable[Texts]] = nothing
    """Does what must have happened before, and returns values for holes and fields."""


async def _send(stage: Stage) -> Texts:
    sent = await stage.do(
        MEL, "POST", "/messages", type="channel", to=AGORA, topic="motions", content="I move"
    )
    return {"message_id": str(sent["id"])}


async def _schedule(stage: Stage) -> Texts:
    made = await stage.do(
        MEL,
        "POST",
        "/scheduled_messages",
        type="channel",
        to=AGORA,
        topic="motions",
        content="I move",
        scheduled_delivery_timestamp=START + 3600,
    )
    return {"scheduled_message_id": str(made["scheduled_message_id"])}


async def _register(stage: Stage) -> Texts:
    return {"queue_id": (await stage.register(MEL)).id}


async def _register_and_beat(stage: Stage) -> Texts:
    """Open a queue in which something waits, so that no poll has to."""
    made = await _register(stage)
    await _send(stage)
    return made


async def _react(stage: Stage) -> Texts:
    await stage.do(MEL, "POST", f"/messages/{ORDER}/reactions", emoji_name="octopus")
    return {}


_NUMBERS = count(1)
"""Tells apart what is made several times in one organisation."""


async def _make_profile_field(stage: Stage) -> Texts:
    made = await stage.do(
        OPHELIA, "POST", "/realm/profile_fields", name=f"Editor {next(_NUMBERS)}", field_type=1
    )
    return {"data": f'[{{"id": {made["id"]}, "value": "vim"}}]'}


async def _upload(stage: Stage) -> Texts:
    await stage.upload(MEL, "evidence.txt", b"A glove")
    (attachment,) = (await stage.do(MEL, "GET", "/attachments"))["attachments"]
    return {"attachment_id": str(attachment["id"])}


_CHOICES = '{"vi": {"text": "Vim", "order": "1"}}'
_TO_PEOPLE = {"to": f"[{NAT}]"}
_CAR = {"emoji_name": "car"}

_SETTINGS = Request(
    by=OPHELIA,
    fields={"web_font_size_px": "17"},
    instead={"target_users": f'{{"user_ids": [{MEL}]}}', "email": "ophelia2@court.test"},
    elsewhere=frozenset({"old_password", "new_password"}),
)

_TO_CHANNEL = {"type": "channel", "to": str(AGORA), "topic": "motions", "content": "I move"}
_EMOJI = {"emoji_name": "octopus"}

REQUESTS: dict[str, Request] = {
    "POST /scheduled_messages": Request(
        by=MEL,
        fields={**_TO_CHANNEL, "scheduled_delivery_timestamp": LATER},
        words={("type", "direct"): _TO_PEOPLE, ("type", "private"): _TO_PEOPLE},
    ),
    "GET /scheduled_messages": Request(by=MEL, prepare=_schedule),
    "PATCH /scheduled_messages/{scheduled_message_id}": Request(
        by=MEL,
        fields={"content": "I move on"},
        instead={"to": str(AGORA), "scheduled_delivery_timestamp": LATER},
        together={"type": {"to": str(AGORA), "topic": "motions"}},
        words={("type", "direct"): _TO_PEOPLE, ("type", "private"): _TO_PEOPLE},
        prepare=_schedule,
    ),
    "DELETE /scheduled_messages/{scheduled_message_id}": Request(by=MEL, prepare=_schedule),
    "POST /typing": Request(
        by=MEL,
        fields={"op": "start", "to": f"[{NAT}]"},
        instead={"to": f"[{NAT}]", "stream_id": str(AGORA)},
        together={"type": {"stream_id": str(AGORA), "topic": "motions"}},
    ),
    "POST /users/me/subscriptions/properties": Request(
        by=MEL,
        fields={"subscription_data": f'[{{"stream_id": {AGORA}, "property": "pin_to_top", "value": true}}]'},
    ),
    "PATCH /users/me/subscriptions/{stream_id}": Request(
        by=MEL,
        holes={"stream_id": str(AGORA)},
        fields={"property": "is_muted", "value": "true"},
        words={("property", "color"): {"value": "#f00f00"}},
    ),
    "DELETE /users/me/subscriptions": Request(
        by=MEL, fields={"subscriptions": '["agora"]'}, instead={"principals": f"[{MEL}]"}
    ),
    "GET /users/me/subscriptions": Request(by=MEL),
    "POST /users/me/subscriptions": Request(
        by=OPHELIA,
        fields={"subscriptions": '[{"name": "night watch", "description": "who is awake"}]'},
        instead={
            "principals": f"[{MEL}, {NAT}]",
            "can_remove_subscribers_group": str(JURY),
            "can_add_subscribers_group": str(JURY),
            "can_send_message_group": str(JURY),
            "can_subscribe_group": str(JURY),
            "can_create_topic_group": str(JURY),
            "can_administer_channel_group": str(JURY),
        },
    ),
    "GET /messages/{message_id}": Request(by=MEL, holes={"message_id": str(ORDER)}),
    "POST /messages": Request(
        by=MEL,
        fields=_TO_CHANNEL,
        words={("type", "direct"): _TO_PEOPLE, ("type", "private"): _TO_PEOPLE},
    ),
    "GET /messages": Request(
        by=MEL,
        fields={"anchor": "newest", "num_before": "10", "num_after": "0"},
        instead={
            "narrow": f'[{{"operator": "channel", "operand": {AGORA}}}]',
            "message_ids": f"[{ORDER}, {LATE}]",
        },
        alone={"message_ids": ("anchor", "num_before", "num_after")},
    ),
    "PATCH /messages/{message_id}": Request(
        by=MEL,
        fields={"topic": "motions to come"},
        instead={"stream_id": str(AGORA)},
        prepare=_send,
    ),
    "DELETE /messages/{message_id}": Request(by=MEL, prepare=_send),
    "POST /messages/{message_id}/reactions": Request(by=MEL, holes={"message_id": str(ORDER)}, fields=_EMOJI),
    "DELETE /messages/{message_id}/reactions": Request(
        by=MEL, holes={"message_id": str(ORDER)}, fields=_EMOJI, prepare=_react
    ),
    "POST /messages/flags": Request(
        by=MEL, fields={"messages": f"[{ORDER}, {LATE}]", "op": "add", "flag": "starred"}
    ),
    "POST /mark_topic_as_read": Request(by=NAT, fields={"stream_id": str(AGORA), "topic_name": "opening"}),
    "GET /streams": Request(by=OPHELIA),
    "GET /streams/{stream_id}": Request(by=MEL, holes={"stream_id": str(AGORA)}),
    "GET /streams/{stream_id}/members": Request(by=MEL, holes={"stream_id": str(AGORA)}),
    "GET /get_stream_id": Request(by=MEL, fields={"stream": "agora"}),
    "GET /users/me/{stream_id}/topics": Request(by=MEL, holes={"stream_id": str(AGORA)}),
    "GET /users": Request(by=MEL, instead={"user_ids": f"[{MEL}, {NAT}]"}),
    "GET /users/{user_id}": Request(by=MEL, holes={"user_id": str(NAT)}),
    "GET /users/{email}": Request(by=MEL, holes={"email": "nat@court.test"}),
    "GET /users/me": Request(by=MEL),
    "POST /register": Request(by=MEL),
    "GET /events": Request(by=MEL, fields={"last_event_id": "-1"}, prepare=_register_and_beat),
    "DELETE /events": Request(by=MEL, prepare=_register),
    "POST /dev_fetch_api_key": Request(by=None, fields={"username": "mel@court.test"}),
    "POST /fetch_api_key": Request(by=None, fields={"username": "ophelia@court.test", "password": PASSWORD}),
    "GET /server_settings": Request(by=None),
    "PATCH /settings": _SETTINGS,
    "PATCH /settings/display": _SETTINGS,
    "PATCH /settings/notifications": _SETTINGS,
    "POST /messages/{message_id}/typing": Request(by=MEL, fields={"op": "start"}, prepare=_send),
    "POST /users/me/presence": Request(by=MEL, fields={"status": "active"}),
    "POST /users/{user_id}/status": Request(
        by=OPHELIA,
        holes={"user_id": str(NAT)},
        fields={"status_text": "on vacation"},
        together={"emoji_code": _CAR, "reaction_type": _CAR},
        words={
            ("reaction_type", "realm_emoji"): {"reaction_type": "unicode_emoji"},
            ("reaction_type", "server_extra_emoji"): {"emoji_name": "zulip", "emoji_code": "zulip"},
        },
    ),
    "PATCH /users/me/profile_data": Request(by=MEL, prepare=_make_profile_field),
    "POST /users": Request(
        by=OPHELIA,
        fields={"email": "new@court.test", "password": "abcd1234", "full_name": "New User"},
    ),
    "POST /invites": Request(
        by=OPHELIA,
        fields={"invitee_emails": "ann@court.test, bob@court.test", "stream_ids": f"[{AGORA}]"},
        instead={"group_ids": f"[{JURY}]"},
    ),
    "POST /realm/profile_fields": Request(
        by=OPHELIA,
        fields={"name": "Editor", "field_type": "1"},
        together={"field_data": {"field_type": "3", "field_data": _CHOICES}},
        words={
            ("field_type", "3"): {"field_data": _CHOICES},
            ("field_type", "7"): {"field_data": '{"subtype": "github"}'},
        },
    ),
    "POST /realm/filters": Request(
        by=OPHELIA,
        fields={"pattern": "#(?P<id>[0-9]+)", "url_template": "https://example.com/{id}"},
        together={"reverse_template": {"example_input": "#123"}},
    ),
    "POST /user_groups/{user_group_id}/members": Request(
        by=OPHELIA,
        holes={"user_group_id": str(JURY)},
        fields={"add": f"[{MORA}]"},
        instead={"delete": f"[{MEL}]"},
        elsewhere=frozenset({"add_subgroups", "delete_subgroups"}),
    ),
    "GET /user_groups/{user_group_id}/members/{user_id}": Request(
        by=MEL, holes={"user_group_id": str(JURY), "user_id": str(MEL)}
    ),
    "POST /navigation_views": Request(
        by=MEL, fields={"fragment": "narrow/is/alerted", "is_pinned": "true", "name": "Alert words"}
    ),
    "DELETE /attachments/{attachment_id}": Request(by=MEL, prepare=_upload),
    "POST /mobile_push/test_notification": Request(by=MEL, elsewhere=frozenset({"token"})),
}
"""By operation; what is not here is asked by the examples of the specification alone."""
