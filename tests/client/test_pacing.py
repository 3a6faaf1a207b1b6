"""Calls wait for one another: a 429 holds all, replies go before chores, nobody is left out."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.conftest import SITE, Http
from dragoman.client import CallBudget, Credentials, Pace, Retries, Urgency, Zulip, calling
from dragoman.client.pacing import PauseTooLong
from dragoman.clock import ManualClock, settle
from dragoman.errors import RateLimited
from dragoman.operations import GetAlertWords, GetEvents, GetOwnUser

API = SITE + "/api/v1"
LIMITED = '{"result":"error","msg":"x","code":"RATE_LIMIT_HIT","retry-after":3.5}'
WORDS = '{"result":"success","msg":"","alert_words":[]}'
EVENTS = '{"result":"success","msg":"","events":[]}'


class Calls:
    """Calls that take as long as they are told to, and the order in which they went out."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.went: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def start(self, *names: str, urgency: Urgency = Urgency.NORMAL, owner: str = "") -> None:
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.ensure_future(self._call(name, urgency, owner))
            await settle()

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            await settle()

    async def _call(self, name: str, urgency: Urgency, owner: str) -> None:
        with calling(urgency, owner):
            async with self.pace.turn():
                self.went.append(name)
                await self.ends[name].wait()


async def test_only_so_many_calls_are_under_way_at_once(clock: ManualClock) -> None:
    calls = Calls(Pace(clock, at_once=2))
    await calls.start("a", "b", "c", "d")
    assert (calls.went, calls.pace.waiting) == (["a", "b"], 2)
    await calls.end("b")
    assert calls.went == ["a", "b", "c"]
    await calls.end("a", "c", "d")
    assert calls.went == ["a", "b", "c", "d"]


async def test_replies_go_before_background_work(clock: ManualClock) -> None:
    calls = Calls(Pace(clock, at_once=1))
    await calls.start("first")
    await calls.start("chore", urgency=Urgency.BACKGROUND)
    await calls.start("call")
    await calls.start("reply", urgency=Urgency.REPLY)
    await calls.end("first", "reply", "call", "chore")
    assert calls.went == ["first", "reply", "call", "chore"]


async def test_one_busy_plugin_does_not_keep_the_others_waiting(clock: ManualClock) -> None:
    calls = Calls(Pace(clock, at_once=1))
    await calls.start("first")
    await calls.start("a1", "a2", "a3", owner="a")
    await calls.start("b1", owner="b")
    await calls.start("c1", "c2", owner="c")
    for name in ("first", "a1", "b1", "c1", "a2", "c2", "a3"):
        await calls.end(name)
    assert calls.went == ["first", "a1", "b1", "c1", "a2", "c2", "a3"]


async def test_a_pause_holds_everybody_and_then_lets_them_go_in_order(clock: ManualClock) -> None:
    calls = Calls(Pace(clock, at_once=3))
    calls.pace.hold(5.0)
    await calls.start("chore", urgency=Urgency.BACKGROUND)
    await calls.start("reply", urgency=Urgency.REPLY)
    await clock.advance(4.9)
    assert calls.went == []
    await clock.advance(0.2)
    assert calls.went == ["reply", "chore"]
    await calls.end("chore", "reply")


async def test_a_later_and_shorter_pause_does_not_shorten_the_first(clock: ManualClock) -> None:
    pace = Pace(clock)
    pace.hold(5.0)
    pace.hold(1.0)
    assert pace.pause == 5.0


async def test_a_pause_that_grows_is_waited_out_whole(clock: ManualClock) -> None:
    calls = Calls(Pace(clock))
    calls.pace.hold(5.0)
    await calls.start("a")
    calls.pace.hold(8.0)
    await clock.advance(5.0)
    assert calls.went == []
    await clock.advance(3.0)
    assert calls.went == ["a"]
    await calls.end("a")


async def test_a_pause_that_is_too_long_is_not_waited_for(clock: ManualClock) -> None:
    calls = Calls(Pace(clock, longest_wait=60.0))
    calls.pace.hold(5.0)
    await calls.start("waiting")
    calls.pace.hold(61.0)
    await settle()
    assert isinstance(calls.tasks["waiting"].exception(), PauseTooLong)
    with pytest.raises(PauseTooLong):
        async with calls.pace.turn():
            pass
    calls.pace.hold(1e9)
    assert calls.pace.pause == 3600.0


async def test_the_last_part_of_the_budget_is_kept_from_background_work(clock: ManualClock) -> None:
    calls = Calls(Pace(clock))
    calls.pace.budget = CallBudget(limit=200, remaining=20, reset=int(clock.now()) + 30)
    await calls.start("chore", urgency=Urgency.BACKGROUND)
    await calls.start("call")
    assert calls.went == ["call"]
    await clock.advance(30.0)
    assert calls.went == ["call", "chore"]
    await calls.end("call", "chore")


async def test_who_gives_up_waiting_leaves_the_line(clock: ManualClock) -> None:
    calls = Calls(Pace(clock, at_once=1))
    await calls.start("a", "b", "c")
    calls.tasks["b"].cancel()
    await settle()
    await calls.end("a")
    assert calls.went == ["a", "c"]
    await calls.end("c")
    await calls.start("d")
    assert calls.went == ["a", "c", "d"]
    await calls.end("d")


async def test_who_is_called_up_and_gives_up_at_once_passes_the_turn_on(clock: ManualClock) -> None:
    calls = Calls(Pace(clock, at_once=1))
    await calls.start("a", "b", "c")
    calls.ends["a"].set()
    calls.tasks["a"].add_done_callback(lambda _: calls.tasks["b"].cancel())
    await settle()
    assert calls.went[0] == "a"
    await calls.end("b", "c")
    await settle()
    assert "c" in calls.went
    assert calls.pace.waiting == 0


@given(st.lists(st.tuples(st.sampled_from(Urgency), st.sampled_from("abc")), max_size=12), st.integers(1, 4))
def test_everybody_has_a_turn_and_nobody_two(waiting: list[tuple[Urgency, str]], at_once: int) -> None:
    async def play() -> None:
        calls = Calls(Pace(ManualClock(), at_once=at_once))
        for number, (urgency, owner) in enumerate(waiting):
            await calls.start(str(number), urgency=urgency, owner=owner)
        await calls.end(*calls.ends)
        assert sorted(calls.went, key=int) == [str(number) for number in range(len(waiting))]
        assert calls.pace.waiting == 0

    asyncio.run(play())


def test_no_call_at_all_is_no_pace(clock: ManualClock) -> None:
    with pytest.raises(ValueError, match="one call at least"):
        Pace(clock, at_once=0)


async def test_a_429_of_one_call_holds_the_others(http: Http, zulip: Zulip, clock: ManualClock) -> None:
    http.answers("GET", f"{API}/users/me", LIMITED, 429)
    http.answers("GET", f"{API}/users/me/alert_words", WORDS)
    with pytest.raises(RateLimited):
        await zulip.once(GetOwnUser())
    other = asyncio.ensure_future(zulip(GetAlertWords()))
    await clock.advance(3.4)
    assert http.asked == [f"GET {API}/users/me"]
    await clock.advance(0.2)
    await other
    assert http.asked == [f"GET {API}/users/me", f"GET {API}/users/me/alert_words"]


async def test_clients_of_one_credential_share_the_pause(
    http: Http, clock: ManualClock, account: Callable[..., Credentials]
) -> None:
    pace = Pace(clock)
    http.answers("GET", f"{API}/users/me", LIMITED, 429)
    async with (
        Zulip(account(), clock=clock, pace=pace) as one,
        Zulip(account(), clock=clock, pace=pace) as other,
    ):
        with pytest.raises(RateLimited):
            await one.once(GetOwnUser())
        assert other.pace.pause == 3.5


async def test_polls_have_a_budget_and_pauses_of_their_own(http: Http, zulip: Zulip) -> None:
    poll: Any = GetEvents(queue_id="q", last_event_id=-1)
    url = f"{API}/events?queue_id=q&last_event_id=-1"
    rate: dict[str, Any] = {
        "X-RateLimit-Limit": "200",
        "X-RateLimit-Remaining": "9",
        "X-RateLimit-Reset": "1800000060",
    }
    http.answers("GET", url, LIMITED, 429)
    http.answers("GET", url, EVENTS, **rate)
    http.answers("GET", f"{API}/users/me/alert_words", WORDS)
    with pytest.raises(RateLimited):
        await zulip.once(poll)
    assert zulip.pace.pause == 0.0
    await zulip.once(GetAlertWords())
    zulip.pace.hold(50.0)
    await zulip.once(poll)
    assert (zulip.budget, zulip.poll_budget) == (None, CallBudget(limit=200, remaining=9, reset=1800000060))


async def test_a_call_does_not_wait_longer_than_its_retries_would(
    http: Http, clock: ManualClock, account: Callable[..., Credentials]
) -> None:
    async with Zulip(account(), clock=clock, retries=Retries(longest_wait=10.0)) as zulip:
        zulip.pace.hold(11.0)
        with pytest.raises(RateLimited) as caught:
            await zulip(GetOwnUser())
    assert (caught.value.retry_after, http.asked) == (11.0, [])
