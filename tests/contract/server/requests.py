"""One good request for each operation that the server offers, in the judge's own organisation."""

from base64 import b64decode
from collections.abc import Awaitable, Callable
from itertools import count

from msgspec import Struct

from contract.observed.groups import RIGHTS as GROUP_RIGHTS
from contract.observed.rights import RIGHTS as CHANNEL_RIGHTS
from contract.observed.settings import CHANNELS as CHANNEL_SETTINGS
from contract.observed.settings import GROUPS as GROUP_SETTINGS
from contract.server.stage import (
    AGORA,
    GONE,
    JURY,
    LATE,
    MEL,
    MORA,
    NAT,
    OPHELIA,
    ORDER,
    PASSWORD,
    QUIET,
    START,
    USHER,
    Stage,
)

Texts = dict[str, str]
PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""The smallest picture there is."""
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
    files: dict[str, bytes] = {}
    """By name: the content of what is sent as a file."""
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


async def _words(stage: Stage) -> Texts:
    await stage.do(MEL, "POST", "/users/me/alert_words", alert_words=["fire"])
    return {}


async def _mute(stage: Stage) -> Texts:
    await stage.do(MEL, "POST", f"/users/me/muted_users/{NAT}")
    return {}


async def _keep_snippet(stage: Stage) -> Texts:
    made = await stage.do(MEL, "POST", "/saved_snippets", title="Welcome", content="**Welcome**")
    return {"saved_snippet_id": str(made["saved_snippet_id"])}


async def _keep_draft(stage: Stage) -> Texts:
    made = await stage.do(MEL, "POST", "/drafts", drafts=[{**_DRAFT, "content": "To be"}])
    return {"draft_id": str(made["ids"][0])}


async def _remind(stage: Stage) -> Texts:
    made = await stage.do(
        MEL, "POST", "/reminders", message_id=ORDER, scheduled_delivery_timestamp=START + 3600
    )
    return {"reminder_id": str(made["reminder_id"])}


async def _keep_view(stage: Stage) -> Texts:
    await stage.do(
        MEL, "POST", "/navigation_views", fragment="narrow/is/alerted", is_pinned=True, name="Words"
    )
    return {"fragment": "narrow%2Fis%2Falerted"}


async def _make_group(stage: Stage) -> Texts:
    made = await stage.do(
        OPHELIA,
        "POST",
        "/user_groups/create",
        name=f"shift {next(_NUMBERS)}",
        description="awake",
        members=[OPHELIA],
    )
    return {"add": f"[{made['group_id']}]"}


async def _make_field(stage: Stage) -> Texts:
    made = await stage.do(
        OPHELIA,
        "POST",
        "/realm/profile_fields",
        name=f"Wish {next(_NUMBERS)}",
        field_type=3,
        field_data=_CHOICES,
    )
    return {"field_id": str(made["id"])}


async def _make_two_fields(stage: Stage) -> Texts:
    made = [
        await stage.do(OPHELIA, "POST", "/realm/profile_fields", name=f"Wish {next(_NUMBERS)}", field_type=1)
        for _ in range(2)
    ]
    fields = (await stage.do(OPHELIA, "GET", "/realm/profile_fields"))["custom_fields"]
    assert {one["id"] for one in made} <= {one["id"] for one in fields}
    return {"order": str([one["id"] for one in reversed(fields)])}


async def _say_of_oneself(stage: Stage) -> Texts:
    made = await stage.do(
        OPHELIA, "POST", "/realm/profile_fields", name=f"Editor {next(_NUMBERS)}", field_type=1
    )
    await stage.do(MEL, "PATCH", "/users/me/profile_data", data=[{"id": made["id"], "value": "vim"}])
    return {"data": f"[{made['id']}]"}


async def _link(stage: Stage) -> Texts:
    made = await stage.do(
        OPHELIA,
        "POST",
        "/realm/filters",
        pattern=f"{chr(96 + next(_NUMBERS) % 26)}{next(_NUMBERS)}-(?P<id>[0-9]+)",
        url_template="https://example.com/{id}",
    )
    return {"filter_id": str(made["id"])}


async def _link_twice(stage: Stage) -> Texts:
    await _link(stage)
    await _link(stage)
    there = (await stage.do(OPHELIA, "GET", "/realm/linkifiers"))["linkifiers"]
    return {"ordered_linkifier_ids": str([one["id"] for one in reversed(there)])}


async def _invite(stage: Stage) -> Texts:
    await stage.do(
        OPHELIA, "POST", "/invites", invitee_emails=f"ann{next(_NUMBERS)}@court.test", stream_ids=[]
    )
    invites = (await stage.do(OPHELIA, "GET", "/invites"))["invites"]
    return {"invite_id": str(max(one["id"] for one in invites if not one["is_multiuse"]))}


async def _invite_many(stage: Stage) -> Texts:
    await stage.do(OPHELIA, "POST", "/invites/multiuse")
    invites = (await stage.do(OPHELIA, "GET", "/invites"))["invites"]
    return {"invite_id": str(max(one["id"] for one in invites if one["is_multiuse"]))}


async def _be_default(stage: Stage) -> Texts:
    await stage.do(OPHELIA, "POST", "/default_streams", stream_id=QUIET)
    return {}


async def _be_present(stage: Stage) -> Texts:
    await stage.do(NAT, "POST", "/users/me/presence", status="active")
    return {}


async def _store(stage: Stage) -> Texts:
    await stage.do(USHER, "PUT", "/bot_storage", storage={"colour": "blue"})
    return {}


async def _ask_all(stage: Stage) -> Texts:
    sent = await stage.do(
        MEL, "POST", "/messages", type="channel", to=AGORA, topic="motions", content="/poll Tea?\nyes\nno"
    )
    return {"message_id": str(sent["id"])}


async def _edit(stage: Stage) -> Texts:
    made = await _send(stage)
    await stage.do(MEL, "PATCH", f"/messages/{made['message_id']}", content="I move on")
    return made


_DOMAIN_NUMBERS = count(1)


async def _own_domain(stage: Stage) -> Texts:
    domain = f"example{next(_DOMAIN_NUMBERS)}.org"
    await stage.do(OPHELIA, "POST", "/realm/domains", domain=domain, allow_subdomains=True)
    return {"domain": domain}


async def _make_playground(stage: Stage) -> Texts:
    texts = {**_PLAYGROUND, "name": f"Rust {next(_NUMBERS)}"}
    made = await stage.do(OPHELIA, "POST", "/realm/playgrounds", **texts)
    return {"playground_id": str(made["id"])}


async def _draw(stage: Stage) -> Texts:
    name = f"party{next(_NUMBERS)}"
    await stage.upload(OPHELIA, "party.png", PICTURE, f"/realm/emoji/{name}")
    return {"emoji_name": name}


async def _own_device(stage: Stage) -> Texts:
    await stage.do(MEL, "POST", "/users/me/android_gcm_reg_id", token="c0ffee")
    await stage.do(MEL, "POST", "/users/me/apns_device_token", token="c0ffee", appid="org.example.Chat")
    return {}


async def _make_folder(stage: Stage) -> Texts:
    made = await stage.do(OPHELIA, "POST", "/channel_folders/create", name=f"Folder {next(_NUMBERS)}")
    return {"channel_folder_id": str(made["channel_folder_id"])}


async def _make_two_folders(stage: Stage) -> Texts:
    await _make_folder(stage)
    await _make_folder(stage)
    there = (await stage.do(OPHELIA, "GET", "/channel_folders", include_archived=True))["channel_folders"]
    return {"order": str([one["id"] for one in reversed(there)])}


async def _upload_and_say_where(stage: Stage) -> Texts:
    uploaded = await stage.upload(MEL, "evidence.txt", b"A glove")
    return {"path_id": uploaded["url"].removeprefix("/user_uploads/")}


async def _show_oneself(stage: Stage) -> Texts:
    await stage.upload(MEL, "mel.png", PICTURE, "/users/me/avatar")
    return {}


_PICTURE = {"picture.png": PICTURE}
_PLAYGROUND = {
    "name": "Rust playground",
    "pygments_language": "Rust",
    "url_template": "https://play.example.org/?code={code}",
}
_DRAFT = {"type": "stream", "to": [AGORA], "topic": "motions", "timestamp": START}
_DRAFT_TEXT = (
    f'{{"type": "stream", "to": [{AGORA}], "topic": "motions", "content": "Or not", "timestamp": {START}}}'
)
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

_BOT_CHANNELS = ("default_sending_stream", "default_events_register_stream")
_OUTGOING = {"bot_type": "3", "payload_url": '"https://hook.example.com/"', "service_name": "gamma"}

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
            **dict.fromkeys(CHANNEL_RIGHTS, str(JURY)),
        },
        elsewhere=frozenset({"folder_id"}),
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
    "GET /users/me/alert_words": Request(by=MEL, prepare=_words),
    "POST /users/me/alert_words": Request(by=MEL, fields={"alert_words": '["fire"]'}),
    "DELETE /users/me/alert_words": Request(by=MEL, fields={"alert_words": '["fire"]'}, prepare=_words),
    "POST /users/me/muted_users/{muted_user_id}": Request(by=MEL, holes={"muted_user_id": str(NAT)}),
    "DELETE /users/me/muted_users/{muted_user_id}": Request(
        by=MEL, holes={"muted_user_id": str(NAT)}, prepare=_mute
    ),
    "GET /saved_snippets": Request(by=MEL, prepare=_keep_snippet),
    "POST /saved_snippets": Request(by=MEL, fields={"title": "Welcome", "content": "**Welcome**"}),
    "PATCH /saved_snippets/{saved_snippet_id}": Request(
        by=MEL, fields={"title": "Farewell"}, prepare=_keep_snippet
    ),
    "DELETE /saved_snippets/{saved_snippet_id}": Request(by=MEL, prepare=_keep_snippet),
    "GET /drafts": Request(by=MEL, prepare=_keep_draft),
    "POST /drafts": Request(by=MEL, fields={"drafts": f"[{_DRAFT_TEXT}]"}),
    "PATCH /drafts/{draft_id}": Request(by=MEL, fields={"draft": _DRAFT_TEXT}, prepare=_keep_draft),
    "DELETE /drafts/{draft_id}": Request(by=MEL, prepare=_keep_draft),
    "GET /reminders": Request(by=MEL, prepare=_remind),
    "POST /reminders": Request(
        by=MEL, fields={"message_id": str(ORDER), "scheduled_delivery_timestamp": LATER}
    ),
    "DELETE /reminders/{reminder_id}": Request(by=MEL, prepare=_remind),
    "GET /navigation_views": Request(by=MEL, prepare=_keep_view),
    "PATCH /navigation_views/{fragment}": Request(by=MEL, fields={"is_pinned": "false"}, prepare=_keep_view),
    "DELETE /navigation_views/{fragment}": Request(by=MEL, prepare=_keep_view),
    "POST /users/me/status": Request(
        by=MEL,
        fields={"status_text": "on vacation"},
        together={"emoji_code": _CAR, "reaction_type": _CAR},
        words={
            ("reaction_type", "realm_emoji"): {"reaction_type": "unicode_emoji"},
            ("reaction_type", "server_extra_emoji"): {"emoji_name": "zulip", "emoji_code": "zulip"},
        },
    ),
    "GET /users/{user_id}/status": Request(by=MEL, holes={"user_id": str(NAT)}),
    "POST /user_topics": Request(
        by=MEL, fields={"stream_id": str(AGORA), "topic": "opening", "visibility_policy": "1"}
    ),
    "GET /user_groups": Request(by=MEL),
    "POST /user_groups/create": Request(
        by=OPHELIA,
        fields={"name": "night shift", "description": "awake", "members": f"[{MEL}, {NAT}]"},
        instead={"subgroups": f"[{JURY}]", **dict.fromkeys(GROUP_RIGHTS, str(JURY))},
    ),
    "PATCH /user_groups/{user_group_id}": Request(
        by=OPHELIA,
        holes={"user_group_id": str(JURY)},
        fields={"description": "Asleep when others are awake"},
        instead=dict.fromkeys(GROUP_RIGHTS, f'{{"new": {JURY}}}'),
        elsewhere=frozenset({"deactivated"}),
    ),
    "POST /user_groups/{user_group_id}/deactivate": Request(by=OPHELIA, holes={"user_group_id": str(JURY)}),
    "GET /user_groups/{user_group_id}/members": Request(by=MEL, holes={"user_group_id": str(JURY)}),
    "GET /user_groups/{user_group_id}/subgroups": Request(by=MEL, holes={"user_group_id": str(JURY)}),
    "POST /user_groups/{user_group_id}/subgroups": Request(
        by=OPHELIA,
        holes={"user_group_id": str(JURY)},
        elsewhere=frozenset({"delete"}),
        prepare=_make_group,
    ),
    "GET /realm/profile_fields": Request(by=MEL, prepare=_make_field),
    "PATCH /realm/profile_fields": Request(by=OPHELIA, prepare=_make_two_fields),
    "PATCH /realm/profile_fields/{field_id}": Request(
        by=OPHELIA,
        fields={"hint": "Which one"},
        instead={"field_data": _CHOICES},
        elsewhere=frozenset({"use_for_user_matching"}),
        prepare=_make_field,
    ),
    "DELETE /realm/profile_fields/{field_id}": Request(by=OPHELIA, prepare=_make_field),
    "DELETE /users/me/profile_data": Request(by=MEL, prepare=_say_of_oneself),
    "GET /realm/linkifiers": Request(by=MEL, prepare=_link),
    "PATCH /realm/linkifiers": Request(by=OPHELIA, prepare=_link_twice),
    "PATCH /realm/filters/{filter_id}": Request(
        by=OPHELIA,
        fields={"pattern": "#(?P<id>[0-9]+)", "url_template": "https://example.com/{id}"},
        together={"reverse_template": {"example_input": "#123"}},
        prepare=_link,
    ),
    "DELETE /realm/filters/{filter_id}": Request(by=OPHELIA, prepare=_link),
    "GET /invites": Request(by=OPHELIA, prepare=_invite),
    "DELETE /invites/{invite_id}": Request(by=OPHELIA, prepare=_invite),
    "POST /invites/{invite_id}/resend": Request(by=OPHELIA, prepare=_invite),
    "POST /invites/multiuse": Request(
        by=OPHELIA, instead={"stream_ids": f"[{AGORA}]", "group_ids": f"[{JURY}]"}
    ),
    "DELETE /invites/multiuse/{invite_id}": Request(by=OPHELIA, prepare=_invite_many),
    "GET /realm/emoji": Request(by=MEL),
    "POST /default_streams": Request(by=OPHELIA, fields={"stream_id": str(QUIET)}),
    "DELETE /default_streams": Request(by=OPHELIA, fields={"stream_id": str(QUIET)}, prepare=_be_default),
    "PATCH /users/{user_id}": Request(
        by=OPHELIA,
        holes={"user_id": str(NAT)},
        fields={"full_name": "Nathan"},
        elsewhere=frozenset({"profile_data", "new_email"}),
    ),
    "DELETE /users/{user_id}": Request(by=OPHELIA, holes={"user_id": str(NAT)}),
    "POST /users/{user_id}/reactivate": Request(by=OPHELIA, holes={"user_id": str(GONE)}),
    "DELETE /users/me": Request(by=NAT),
    "POST /users/me/android_gcm_reg_id": Request(by=MEL, fields={"token": "c0ffee"}),
    "DELETE /users/me/android_gcm_reg_id": Request(by=MEL, fields={"token": "c0ffee"}, prepare=_own_device),
    "POST /users/me/apns_device_token": Request(
        by=MEL, fields={"token": "c0ffee", "appid": "org.example.Chat"}
    ),
    "DELETE /users/me/apns_device_token": Request(by=MEL, fields={"token": "c0ffee"}, prepare=_own_device),
    "POST /users/me/onboarding_steps": Request(by=MEL, fields={"onboarding_step": "intro_inbox_view_modal"}),
    "PATCH /realm/user_settings_defaults": Request(by=OPHELIA, fields={"web_font_size_px": "17"}),
    "GET /realm/domains": Request(by=MEL, prepare=_own_domain),
    "POST /realm/domains": Request(by=OPHELIA, fields={"domain": "example.org", "allow_subdomains": "true"}),
    "PATCH /realm/domains/{domain}": Request(
        by=OPHELIA, fields={"allow_subdomains": "false"}, prepare=_own_domain
    ),
    "DELETE /realm/domains/{domain}": Request(by=OPHELIA, prepare=_own_domain),
    "POST /realm/playgrounds": Request(by=OPHELIA, fields=_PLAYGROUND),
    "DELETE /realm/playgrounds/{playground_id}": Request(by=OPHELIA, prepare=_make_playground),
    "GET /bots/{bot_id}/api_key": Request(by=MEL, holes={"bot_id": str(USHER)}),
    "POST /bots/{bot_id}/api_key/regenerate": Request(by=MEL, holes={"bot_id": str(USHER)}),
    "DELETE /bots/{bot_id}": Request(by=MEL, holes={"bot_id": str(USHER)}),
    "GET /users/{user_id}/channels": Request(by=OPHELIA, holes={"user_id": str(NAT)}),
    "GET /streams/{stream_id}/email_address": Request(
        by=MEL, holes={"stream_id": str(AGORA)}, instead={"sender_id": str(MEL)}
    ),
    "DELETE /realm/emoji/{emoji_name}": Request(by=OPHELIA, prepare=_draw),
    "GET /channel_folders": Request(by=MEL, prepare=_make_folder),
    "POST /channel_folders/create": Request(by=OPHELIA, fields={"name": "Projects"}),
    "PATCH /channel_folders": Request(by=OPHELIA, prepare=_make_two_folders),
    "PATCH /channel_folders/{channel_folder_id}": Request(
        by=OPHELIA, fields={"name": "Plans"}, prepare=_make_folder
    ),
    "POST /channels/create": Request(
        by=OPHELIA,
        fields={"name": "night watch", "subscribers": f"[{OPHELIA}, {MEL}]"},
        instead=dict.fromkeys(CHANNEL_RIGHTS, str(JURY)),
        elsewhere=frozenset({"folder_id"}),
    ),
    "GET /users/{user_id}/presence": Request(by=MEL, holes={"user_id": str(NAT)}, prepare=_be_present),
    "GET /users/{email}/presence": Request(by=MEL, holes={"email": "nat@court.test"}, prepare=_be_present),
    "GET /realm/presence": Request(by=MEL, prepare=_be_present),
    "GET /users/{user_id}/subscriptions/{stream_id}": Request(
        by=MEL, holes={"user_id": str(NAT), "stream_id": str(AGORA)}
    ),
    "GET /bot_storage": Request(by=USHER, prepare=_store),
    "PUT /bot_storage": Request(by=USHER, fields={"storage": '{"colour": "blue"}'}),
    "DELETE /bot_storage": Request(by=USHER, prepare=_store),
    "POST /users/me/api_key/regenerate": Request(by=NAT),
    "GET /attachments": Request(by=MEL, prepare=_upload),
    "POST /messages/flags/narrow": Request(
        by=MEL,
        fields={
            "anchor": "newest",
            "num_before": "5",
            "num_after": "0",
            "narrow": f'[{{"operator": "channel", "operand": {AGORA}}}]',
            "op": "add",
            "flag": "starred",
        },
    ),
    "POST /mark_all_as_read": Request(by=NAT),
    "POST /mark_stream_as_read": Request(by=NAT, fields={"stream_id": str(AGORA)}),
    "POST /messages/render": Request(by=MEL, fields={"content": "**x**"}),
    "GET /messages/{message_id}/history": Request(by=MEL, prepare=_edit),
    "GET /messages/{message_id}/read_receipts": Request(by=MEL, holes={"message_id": str(ORDER)}),
    "GET /messages/matches_narrow": Request(
        by=MEL,
        fields={"msg_ids": f"[{ORDER}]", "narrow": f'[{{"operator": "channel", "operand": {AGORA}}}]'},
    ),
    "POST /submessage": Request(
        by=NAT,
        fields={"msg_type": "widget", "content": '{"type": "vote", "key": "canned,0", "vote": 1}'},
        prepare=_ask_all,
    ),
    "POST /streams/{stream_id}/delete_topic": Request(
        by=OPHELIA, holes={"stream_id": str(AGORA)}, fields={"topic_name": "verdict"}
    ),
    "DELETE /streams/{stream_id}": Request(by=OPHELIA, holes={"stream_id": str(QUIET)}),
    "PATCH /streams/{stream_id}": Request(
        by=OPHELIA,
        holes={"stream_id": str(QUIET)},
        fields={"description": "Further *north*"},
        instead=dict.fromkeys(CHANNEL_RIGHTS, f'{{"new": {JURY}}}'),
        elsewhere=frozenset({"is_archived", "folder_id", "is_private", "is_web_public"}),
    ),
    "PATCH /users/me/subscriptions/muted_topics": Request(
        by=MEL, fields={"stream_id": str(AGORA), "topic": "opening", "op": "add"}
    ),
    "GET /bots": Request(by=MEL),
    "POST /bots": Request(
        by=MEL,
        fields={"full_name": "Gamma Bot", "short_name": "gamma"},
        instead=dict.fromkeys(_BOT_CHANNELS, "agora"),
        together={
            "payload_url": _OUTGOING,
            "service_name": _OUTGOING,
            "interface_type": _OUTGOING,
            "bot_type": _OUTGOING,
        },
    ),
    "PATCH /bots/{bot_id}": Request(
        by=OPHELIA,
        holes={"bot_id": str(USHER)},
        fields={"full_name": "Usher the Second"},
        instead={"bot_owner_id": str(NAT), **dict.fromkeys(_BOT_CHANNELS, "agora")},
        elsewhere=frozenset({"service_payload_url", "service_interface", "config_data"}),
    ),
    "POST /user_uploads": Request(by=MEL, files={"evidence.txt": b"A glove"}),
    "GET /user_uploads/{path_id}": Request(by=MEL, prepare=_upload_and_say_where),
    "POST /users/me/avatar": Request(by=MEL, files=_PICTURE),
    "DELETE /users/me/avatar": Request(by=MEL, prepare=_show_oneself),
    "POST /realm/emoji/{emoji_name}": Request(by=OPHELIA, holes={"emoji_name": "party"}, files=_PICTURE),
    "PATCH /realm": Request(
        by=OPHELIA,
        fields={"name": "The Higher Court"},
        instead={
            "message_retention_days": "30",
            **dict.fromkeys(CHANNEL_SETTINGS, str(AGORA)),
            **dict.fromkeys(GROUP_SETTINGS, f'{{"new": {JURY}}}'),
        },
        elsewhere=frozenset({"can_access_all_users_group"}),
    ),
    "GET /export/realm": Request(by=OPHELIA),
    "POST /realm/deactivate": Request(by=OPHELIA),
    "GET /dev_list_users": Request(by=None),
    "POST /zcommand": Request(by=MEL, fields={"command": "/ping"}),
    "PATCH /users/me/subscriptions": Request(
        by=MEL,
        fields={"delete": '["agora"]'},
        instead={"add": '[{"name": "quiet"}]'},
    ),
}
"""By operation; what is not here is asked by the examples of the specification alone."""
