"""Which calls are said again, after how long, and which are left to the caller."""

from collections.abc import Awaitable
from typing import Any

import pytest

from client.conftest import SITE, Http
from client.pausing import noting
from dragoman.client import Retries, Zulip
from dragoman.client.waiting import BackOff
from dragoman.clock import ManualClock
from dragoman.errors import NotSent, RateLimited, ServerFailure, ServiceError
from dragoman.model import Secret
from dragoman.operations import (
    AddAlertWords,
    CreateReminder,
    DeleteMessage,
    EditMessage,
    GetOwnUser,
    MessageSent,
    Operation,
    SendMessage,
    UpdateMessageFlags,
    UpdateSettings,
    UpdateStorage,
    UpdateUserTopic,
)

HELLO = SendMessage(type="channel", to=5, topic="t", content="hi")
POST = ("POST", f"{SITE}/api/v1/messages")
GET = ("GET", f"{SITE}/api/v1/users/me")
SENT = '{"result":"success","id":42}'
OWN = '{"result":"success","user_id":1}'
TOO_MANY = '{"result":"error","code":"RATE_LIMIT_HIT","retry-after":30.5}'


async def finish(clock: ManualClock, call: Awaitable[Any]) -> tuple[Any, list[float]]:
    """Let a call run to its end; return the outcome and the pauses."""
    pauses: list[float] = []
    try:
        return await noting(clock, call, pauses), pauses
    except ServiceError as error:
        return error, pauses


async def test_a_429_is_waited_out_even_for_a_post(http: Http, zulip: Zulip, clock: ManualClock) -> None:
    http.answers(*POST, TOO_MANY, 429)
    http.answers(*POST, SENT)
    # The wait that was asked for, and half of the first half second.
    assert await finish(clock, zulip(HELLO)) == (MessageSent(id=42), [30.75])


async def test_a_429_with_a_long_wait_is_left_to_the_caller(
    http: Http, zulip: Zulip, clock: ManualClock
) -> None:
    http.answers(*POST, TOO_MANY, 429, Retry_After="1e9")
    error, pauses = await finish(clock, zulip(HELLO))
    assert isinstance(error, RateLimited)
    assert (error.retry_after, pauses) == (1e9, [])


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_a_get_outlives_a_few_failures(
    http: Http, zulip: Zulip, clock: ManualClock, times: int
) -> None:
    for _ in range(times):
        http.answers(*GET, "<html>", 502)
    http.answers(*GET, OWN)
    user, pauses = await finish(clock, zulip(GetOwnUser()))
    assert user.user_id == 1
    assert pauses == [0.25, 0.5, 1.0][:times]


async def test_a_get_gives_up_in_the_end(http: Http, zulip: Zulip, clock: ManualClock) -> None:
    for _ in range(5):
        http.answers(*GET, "", 503)
    error, pauses = await finish(clock, zulip(GetOwnUser()))
    assert isinstance(error, ServerFailure)
    assert (error.status, len(pauses), len(http.asked)) == (503, 3, 4)


@pytest.mark.parametrize(("status", "body"), [(404, "<html>"), (301, ""), (400, '{"result":"error"}')])
async def test_what_will_not_pass_is_not_repeated(
    http: Http, zulip: Zulip, clock: ManualClock, status: int, body: str
) -> None:
    http.answers(*GET, body, status)
    error, pauses = await finish(clock, zulip(GetOwnUser()))
    assert isinstance(error, ServiceError)
    assert (pauses, len(http.asked)) == ([], 1)


async def test_a_post_that_was_not_sent_is_sent_again(zulip: Zulip, clock: ManualClock) -> None:
    retries, half = Retries(), lambda: 0.5
    not_sent = NotSent(HELLO, "no connection")
    assert [retries.pause(HELLO, not_sent, failures, half) for failures in range(4)] == [0.25, 0.5, 1.0, None]


@pytest.mark.parametrize(
    ("operation", "is_repeated"),
    [
        (GetOwnUser(), True),
        (UpdateStorage(storage={"a": "1"}), True),
        (UpdateMessageFlags(messages=(1,), op="add", flag="read"), True),
        (UpdateUserTopic(stream_id=1, topic="t", visibility_policy=3), True),
        (AddAlertWords(alert_words=("a",)), True),
        (EditMessage(message_id=1, content="Soup"), True),
        (EditMessage(message_id=1, topic="soups"), False),
        (EditMessage(message_id=1, content="Soup", prev_content_sha256="0" * 64), False),
        (HELLO, False),
        (DeleteMessage(message_id=1), False),
        (CreateReminder(message_id=1, scheduled_delivery_timestamp=5), False),
        (UpdateSettings(new_password=Secret("x")), False),
    ],
)
def test_after_doubt_only_that_is_said_again_which_does_no_harm_twice(
    operation: Operation[Any], is_repeated: bool
) -> None:
    pause = Retries().pause(operation, ServerFailure(operation, status=502), 0, lambda: 0.5)
    assert (pause is not None) is is_repeated


def test_pauses_grow_to_a_limit_and_never_overflow() -> None:
    back_off = BackOff(first=0.1, longest=10.0)
    assert [back_off.pause(n, lambda: 1.0) for n in (0, 1, 6, 7, 10_000)] == [0.1, 0.2, 6.4, 10.0, 10.0]
    assert back_off.pause(5, lambda: 0.0) == 0.0


def test_a_service_that_asks_for_a_pause_gets_it_on_top() -> None:
    back_off = BackOff(first=0.1, longest=10.0)
    limited = RateLimited("x", status=429, retry_after=30.0)
    assert back_off.pause_after(limited, 1, lambda: 1.0) == 30.2
    assert back_off.pause_after(NotSent("x", "refused"), 1, lambda: 1.0) == 0.2
