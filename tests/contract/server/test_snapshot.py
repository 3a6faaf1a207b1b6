"""The state that register tells, section by section, as servers do where the specification shows less."""

import pytest

from contract.covering import covers
from contract.messaging.operations.queues import REGISTER
from contract.messaging.snapshot import LARGE, SECTIONS, UNREADS, USER_SETTINGS
from contract.server.requests import REQUESTS
from contract.server.stage import AGORA, CAPABLE, LATE, MEL, NAT, OPHELIA, Stage
from contract.server.test_register import ALWAYS
from contract.shapes import fields

NOT_YET_TOLD = frozenset[str]()
"""Kinds of which the server tells nothing yet."""


def _lines(section: str) -> pytest.MarkDecorator:
    told = {*SECTIONS[section]}
    known = (*REGISTER.answer, *REGISTER.answer_observed)
    return covers(*(REGISTER.line_of(field) for field in known if field.name in told))


@pytest.mark.parametrize(
    "section",
    [pytest.param(name, marks=_lines(name)) for name in SECTIONS if name not in NOT_YET_TOLD],
)
async def test_a_section_tells_its_parts(shared: Stage, section: str) -> None:
    answer = await shared.do(
        OPHELIA, "POST", "/register", fetch_event_types=[section], client_capabilities=CAPABLE
    )
    told = {name: value for name, value in answer.items() if name not in ALWAYS}
    shape = fields(SECTIONS[section], name=section, closed=section not in LARGE)
    assert list(shape.problems(told, section)) == []


FURNISHING = (
    *(
        "GET /drafts",
        "GET /saved_snippets",
        "GET /reminders",
        "GET /navigation_views",
        "GET /scheduled_messages",
    ),
    *("GET /realm/profile_fields", "GET /realm/linkifiers", "GET /realm/domains", "GET /channel_folders"),
    *("GET /users/me/alert_words", "DELETE /users/me/muted_users/{muted_user_id}", "GET /realm/presence"),
    *("DELETE /realm/playgrounds/{playground_id}", "DELETE /realm/emoji/{emoji_name}"),
)
"""Operations before which there must be something of which register then tells."""
BARE = {
    *("muted_topics", "realm_filters", "realm_embedded_bots", "realm_incoming_webhook_bots"),
    *("default_stream_groups", "stop_words", "device", "video_calls", "onboarding_steps"),
}
"""Kinds of which there is nothing even so."""


@covers(*(REGISTER.line_of(one) for one in REGISTER.answer_observed))
async def test_an_organisation_that_has_one_of_everything_tells_it(stage: Stage) -> None:
    for key in FURNISHING:
        await REQUESTS[key].prepare(stage)
    await stage.do(MEL, "POST", "/users/me/status", status_text="busy", emoji_name="car")
    await stage.do(MEL, "POST", "/user_topics", stream_id=AGORA, topic="opening", visibility_policy=3)
    await stage.do(MEL, "POST", "/messages/flags", messages=[LATE], op="add", flag="starred")
    sections = [name for name in SECTIONS if name not in BARE]
    answer = await stage.do(MEL, "POST", "/register", fetch_event_types=sections, client_capabilities=CAPABLE)
    empty = {name for section in sections for name in SECTIONS[section] if answer[name] in ([], {})}
    assert empty == {"unsubscribed"}
    shape = fields(
        {name: shape for section in sections for name, shape in SECTIONS[section].items()}, closed=False
    )
    assert list(shape.problems(answer, "register")) == []


@covers(*(REGISTER.line_of(one) for one in REGISTER.answer_observed if one.name in {*ALWAYS, *UNREADS}))
async def test_unread_messages_are_told_for_two_kinds_together(shared: Stage) -> None:
    both = ["message", "update_message_flags"]
    answer = await shared.do(NAT, "POST", "/register", fetch_event_types=both)
    assert set(answer) - ALWAYS == {"max_message_id", "unread_msgs"}
    assert answer["unread_msgs"] == {
        "count": 1,
        "pms": [],
        "streams": [{"stream_id": AGORA, "topic": "opening", "unread_message_ids": [LATE]}],
        "huddles": [],
        "mentions": [LATE],
        "old_unreads_missing": False,
    }
    assert UNREADS["unread_msgs"].holds(answer["unread_msgs"])


@pytest.mark.parametrize("section", ["user_settings", "realm_user_settings_defaults"])
async def test_every_setting_is_told(shared: Stage, section: str) -> None:
    told = (await shared.do(MEL, "POST", "/register", fetch_event_types=[section]))[section]
    missing = set(USER_SETTINGS) - set(told)
    assert missing <= ({"timezone"} if section != "user_settings" else set())


async def test_the_account_itself_is_told(shared: Stage) -> None:
    answer = await shared.do(MEL, "POST", "/register", fetch_event_types=["realm_user"])
    names = ("user_id", "email", "full_name", "is_owner", "is_admin", "is_moderator", "is_guest")
    assert [answer[name] for name in names] == [MEL, "mel@court.test", "Mel", False, False, False, False]
    assert [one["user_id"] for one in answer["realm_non_active_users"]] == [19]
