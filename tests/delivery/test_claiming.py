"""One copy's claims, on a clock that is moved by hand: who may answer, for how long, and what comes then."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

import pytest
import structlog
from msgspec import structs

from dragoman.client import Passed
from dragoman.clock import ManualClock
from dragoman.delivery import Claims, Journal
from dragoman.delivery.claims import ANSWERED, EMOJI, GONE
from dragoman.delivery.records import OutboxRow
from dragoman.errors import ApiError, NotSent, RateLimited, ReactionAlreadyExists, TimedOut
from dragoman.model import Message, Reaction
from dragoman.operations import (
    AddReaction,
    Done,
    EditMessage,
    GetMessage,
    MessageFound,
    Operation,
    SendMessage,
)
from runtime.double import BOT, RecordingZulip

T = TypeVar("T")
LOG = structlog.get_logger()
ROW = OutboxRow(
    message_id=7,
    ordinal=0,
    operation=SendMessage(type="channel", to=5, topic="x", content="pong"),
    target="channel:5:x",
    recipient="channel:5",
    content_sha="",
    key="k",
    mode="verified",
    owner="echo",
    follows=True,
    anchor=7,
)
THERE = ReactionAlreadyExists("AddReaction", status=400, code="REACTION_ALREADY_EXISTS")


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    opened = Journal.in_memory(bot="desk", clock=ManualClock())
    yield opened
    await opened.aclose()


class Copy:
    """A copy of the bot, and a service whose answers are laid out."""

    def __init__(self, journal: Journal, answers: Sequence[object], *reactions: Sequence[str]) -> None:
        """Answer claims with these, and readings of the message with these reactions; the last stay."""
        self.clock = ManualClock()
        self.zulip = RecordingZulip()
        self.zulip.answers[AddReaction] = list(answers)
        self._found = [_found(names) for names in reactions]
        self.claims = Claims(journal, self, self.clock, BOT.user_id, is_on=True, jitter=lambda: 1.0)

    async def once(
        self, operation: Operation[T], *, idempotency_key: str | None = None, passed: Passed | None = None
    ) -> T:
        if isinstance(operation, GetMessage):
            found = self._found.pop(0) if len(self._found) > 1 else self._found[0]
            self.zulip.answers[GetMessage] = found
        return await self.zulip.once(operation)

    async def __call__(self, operation: Operation[T]) -> T:
        return await self.once(operation)

    async def hold(self, row: OutboxRow = ROW) -> tuple[str, float]:
        """Return why the message is not to be answered, and how many seconds that took."""
        began = self.clock.monotonic()
        ends: list[float] = []
        asked = asyncio.ensure_future(self.claims.hold(row, LOG))
        asked.add_done_callback(lambda _: ends.append(self.clock.monotonic()))
        while not asked.done():
            await self.clock.advance(0.5)
        return asked.result(), round(ends[0] - began)

    @property
    def asked(self) -> list[str]:
        """The claims that were asked for."""
        return [call.emoji_name for call in self.zulip.calls if isinstance(call, AddReaction)]


def _found(names: Sequence[str]) -> MessageFound | ApiError:
    if names == ["gone"]:
        return ApiError("GetMessage", status=400, code="BAD_REQUEST")
    own = tuple(Reaction(emoji_name=name, user_id=BOT.user_id) for name in names)
    others = Reaction(emoji_name="outbox", user_id=10)
    message = Message(id=7, type="stream", sender_id=10, content="ping", reactions=(others, *own))
    return MessageFound(message=message)


async def test_what_nobody_has_claimed_is_ones_own_for_a_while(journal: Journal) -> None:
    copy = Copy(journal, [Done()])
    assert await copy.hold() == ("", 0)
    assert (copy.asked, copy.claims.is_fresh(ROW), copy.claims.is_later(ROW)) == (["eyes"], True, False)
    await copy.clock.advance(24)
    assert copy.claims.is_fresh(ROW)
    await copy.clock.advance(2)
    assert not copy.claims.is_fresh(ROW)


async def test_a_claim_that_is_over_is_followed_by_the_next_at_once(journal: Journal) -> None:
    copy = Copy(journal, [Done(), Done()])
    await copy.hold()
    await copy.clock.advance(60)
    assert await copy.hold() == ("", 0)
    assert (copy.asked, copy.claims.is_later(ROW)) == (["eyes", "two"], True)


async def test_an_own_claim_is_known_again_by_the_next_process(journal: Journal) -> None:
    await Copy(journal, [Done()]).hold()
    copy = Copy(journal, [Done()])
    assert await copy.hold() == ("", 0)
    assert copy.asked == ["two"]


async def test_what_another_copy_has_answered_is_left_at_once_and_for_good(journal: Journal) -> None:
    copy = Copy(journal, [THERE], ["eyes", "outbox"])
    assert await copy.hold() == (ANSWERED, 0)
    assert await copy.hold() == (ANSWERED, 0)
    assert copy.asked == ["eyes"]


async def test_another_copys_claim_is_over_after_ninety_seconds(journal: Journal) -> None:
    copy = Copy(journal, [THERE, Done()], ["eyes"])
    assert await copy.hold() == ("", 90)
    assert (copy.asked, copy.claims.is_later(ROW)) == (["eyes", "two"], True)


async def test_a_later_claim_begins_the_ninety_seconds_anew(journal: Journal) -> None:
    copy = Copy(journal, [THERE, Done()], ["eyes"], ["eyes"], ["eyes"], ["eyes", "two"])
    assert await copy.hold() == ("", 98)
    assert copy.asked == ["eyes", "three"]


async def test_a_claim_of_which_the_answer_was_lost_may_be_another_copys(journal: Journal) -> None:
    copy = Copy(journal, [TimedOut("AddReaction", "late"), THERE, Done()], ["eyes"])
    assert await copy.hold() == ("", 90)
    assert copy.asked == ["eyes", "eyes", "two"]


async def test_a_claim_that_surely_was_not_made_is_made_again(journal: Journal) -> None:
    copy = Copy(journal, [NotSent("AddReaction", "x"), RateLimited("AddReaction", retry_after=3.0), Done()])
    why, seconds = await copy.hold()
    assert (why, copy.asked, 3 <= seconds < 10) == ("", ["eyes"] * 3, True)
    assert copy.claims.is_fresh(ROW)


async def test_a_copy_that_was_overtaken_is_told_so_after_a_restart_too(journal: Journal) -> None:
    copy = Copy(journal, [Done(), THERE], ["eyes", "two", "outbox"])
    await copy.hold()
    await copy.clock.advance(60)
    assert await copy.hold() == (ANSWERED, 0)
    again = Copy(journal, [THERE], ["eyes", "two", "outbox"])
    assert await again.hold() == (ANSWERED, 0)
    assert again.asked == ["eyes"]


async def test_the_last_claim_is_never_over_for_whoever_has_it(journal: Journal) -> None:
    copy = Copy(journal, [THERE, Done()], list(EMOJI[:-1]))
    assert (await copy.hold())[0] == ""
    await copy.clock.advance(10_000)
    assert copy.claims.is_fresh(ROW)
    other = Copy(journal, [THERE], list(EMOJI))
    other.claims.forget(7)
    assert await other.hold() == ("", 0), "it is the same copy, by its journal"
    fresh = Journal.in_memory(bot="desk", clock=ManualClock())
    assert await Copy(fresh, [THERE], list(EMOJI)).hold() == (
        "another copy of the bot has the last claim",
        90,
    )
    await fresh.aclose()


async def test_a_message_that_is_gone_needs_no_answer(journal: Journal) -> None:
    assert await Copy(journal, [THERE], ["gone"]).hold() == (GONE, 0)


async def test_what_has_no_message_or_changes_ones_own_answer_needs_no_claim(journal: Journal) -> None:
    copy = Copy(journal, [])
    change = EditMessage(message_id=8, content="x")
    for row in (structs.replace(ROW, message_id=-3), structs.replace(ROW, operation=change, replaces=8)):
        assert await copy.hold(row) == ("", 0)
    assert copy.asked == []
