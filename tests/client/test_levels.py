"""A call that the server is too old for is not sent, and both levels are named."""

import inspect
import sys
from typing import Any, get_type_hints

import pytest
import structlog

from client.conftest import SITE, Http
from dragoman.client import Zulip
from dragoman.errors import Refused, ServerTooOld
from dragoman.operations import (
    CreateReminder,
    GetNavigationViews,
    GetServerSettings,
    GetUsers,
    NavigationViewsFound,
    Operation,
    RegisterQueue,
    ReminderCreated,
    SendMessage,
    operations,
)
from dragoman.operations.request import Since

API = SITE + "/api/v1"
REMIND = CreateReminder(message_id=7, scheduled_delivery_timestamp=5)


async def test_a_call_newer_than_the_server_is_not_sent(http: Http, zulip: Zulip) -> None:
    http.answers("GET", f"{API}/server_settings", '{"result":"success","msg":"","zulip_feature_level":261}')
    await zulip(GetServerSettings())
    assert zulip.feature_level == 261
    with pytest.raises(ServerTooOld) as caught:
        await zulip(REMIND)
    assert isinstance(caught.value, Refused)
    assert (caught.value.needed, caught.value.offered) == (381, 261)
    assert str(caught.value) == "CreateReminder: it needs feature level 381, the server is at 261"
    assert http.asked == [f"GET {API}/server_settings"]


@pytest.mark.parametrize("name", ["server_feature_level", "zulip_feature_level"])
async def test_a_registration_tells_the_level(http: Http, zulip: Zulip, name: str) -> None:
    http.answers(
        "POST",
        f"{API}/register",
        f'{{"result":"success","msg":"","queue_id":"q","last_event_id":-1,"{name}":380}}',
    )
    await zulip(RegisterQueue())
    with pytest.raises(ServerTooOld, match="needs feature level 381, the server is at 380"):
        await zulip(REMIND)


async def test_a_level_that_is_just_enough_is_enough(http: Http, zulip: Zulip) -> None:
    zulip.learn_level(381)
    http.answers("POST", f"{API}/reminders", '{"result":"success","msg":"","reminder_id":1}')
    assert await zulip(REMIND) == ReminderCreated(reminder_id=1)


async def test_while_the_level_is_not_known_the_server_decides(http: Http, zulip: Zulip) -> None:
    http.answers("GET", f"{API}/navigation_views", '{"result":"success","msg":"","navigation_views":[]}')
    assert await zulip(GetNavigationViews()) == NavigationViewsFound(navigation_views=())
    assert zulip.feature_level is None


async def test_a_restart_tells_the_new_level(http: Http, zulip: Zulip) -> None:
    zulip.learn_level(261)
    http.answers(
        "POST",
        f"{API}/register",
        '{"result":"success","msg":"","queue_id":"q","last_event_id":-1,"zulip_feature_level":261}',
    )
    http.answers(
        "GET",
        f"{API}/events?queue_id=q&last_event_id=-1",
        '{"result":"success","msg":"","events":[{"id":0,"type":"restart","zulip_feature_level":496}]}',
    )
    queue = zulip.events(RegisterQueue())
    await anext(queue)
    assert zulip.feature_level == 261
    await anext(queue)
    assert zulip.feature_level == 496


async def test_nothing_told_leaves_the_level_as_it_is(zulip: Zulip) -> None:
    zulip.learn_level(261)
    zulip.learn_level(None)
    assert zulip.feature_level == 261


async def test_a_parameter_newer_than_the_server_is_not_sent_either(http: Http, zulip: Zulip) -> None:
    zulip.learn_level(261)
    with pytest.raises(ServerTooOld) as caught:
        await zulip(GetUsers(user_ids=(9,)))
    assert (caught.value.parameter, caught.value.needed, caught.value.offered) == ("user_ids", 384, 261)
    assert (
        str(caught.value) == "GetUsers: its parameter user_ids needs feature level 384, the server is at 261"
    )
    assert http.asked == []


async def test_what_a_call_can_do_without_is_left_out_and_logged(http: Http, zulip: Zulip) -> None:
    zulip.learn_level(235)
    http.answers("POST", f"{API}/messages", '{"result":"success","msg":"","id":1}')
    with structlog.testing.capture_logs() as logs:
        await zulip(SendMessage(type="stream", to=5, topic="t", content="c", read_by_sender=True))
    assert http.options[0]["data"] == b"type=stream&to=5&topic=t&content=c"
    assert logs == [
        {
            "event": "parameter left out",
            "log_level": "info",
            "operation": "SendMessage",
            "parameter": "read_by_sender",
            "needed": 236,
            "offered": 235,
        }
    ]


async def test_a_parameter_that_is_new_enough_is_sent(http: Http, zulip: Zulip) -> None:
    zulip.learn_level(236)
    http.answers("POST", f"{API}/messages", '{"result":"success","msg":"","id":1}')
    await zulip(SendMessage(type="stream", to=5, topic="t", content="c", read_by_sender=True))
    assert http.options[0]["data"] == b"type=stream&to=5&topic=t&content=c&read_by_sender=true"


def test_the_levels_stand_in_the_docstrings_too() -> None:
    """What a person reads under a field is what the client goes by."""
    for kind in operations():
        source = "".join(inspect.getsource(sys.modules[one.__module__]) for one in kind.__mro__[:2])
        for name, mark in marked(kind).items():
            assert f"Feature level {mark.level}" in source, (kind, name)


def marked(kind: type[Operation[Any]]) -> dict[str, Since]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: mark
        for name, hint in hints.items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Since)
    }
