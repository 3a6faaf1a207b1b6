"""The state that register tells, section by section, as servers do where the specification shows less."""

import pytest

from contract.covering import covers
from contract.messaging.operations.queues import REGISTER
from contract.messaging.snapshot import LARGE, SECTIONS, UNREADS, USER_SETTINGS
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
