"""Claims: a reaction on the message that is answered keeps other copies of the bot from answering it, too.

For copies with one account and a state file each. A reaction is a test-and-set on the server: of two copies
that put the same one, the second is told that it is there. Whoever puts the first of ``EMOJI`` may answer,
for ``VALID`` seconds; then it has to put the next one. Another copy waits for ``PATIENCE`` seconds after it
has seen a claim. By then whatever was sent under it has arrived or never will, and it puts the next one:
again only one of them can. When the answers are out, ``DONE`` says so.
"""

from collections.abc import Sequence

from structlog.typing import FilteringBoundLogger

from dragoman.client import BackOff, Jitter
from dragoman.client.waiting import system_jitter
from dragoman.clock import Clock
from dragoman.delivery import keep
from dragoman.delivery.crash import crash_point
from dragoman.delivery.evidence import is_harmless_twice
from dragoman.delivery.journal import Journal
from dragoman.delivery.records import OutboxRow
from dragoman.delivery.verification import Posting
from dragoman.errors import (
    Ambiguous,
    ApiError,
    NotSent,
    RateLimited,
    ReactionAlreadyExists,
    ServiceError,
    Unauthorized,
)
from dragoman.operations import AddReaction, GetMessage
from dragoman.plugin.occasion import of_message, scope_of

EMOJI = ("eyes", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The first claim, the second one, and so on."""
LAST = len(EMOJI) - 1
DONE = "outbox"
"""What says that a message is answered."""
VALID = 25.0
"""Seconds after which no call may begin any more under a claim; it is over 65 seconds later at the latest."""
PATIENCE = 90.0
"""Seconds after which a claim that was seen is over."""
LOOKS = (0.0, 1.0, 3.0, 8.0, 20.0, 40.0, 65.0, PATIENCE)
"""Seconds after a claim was seen at which one looks whether the message is answered."""
AGAIN = BackOff(first=0.5, longest=10.0)
ANSWERED = "another copy of the bot has answered"
GONE = "the message is gone"
_KEY = "claim"


class Claims:
    """One copy's claims."""

    def __init__(
        self,
        journal: Journal,
        zulip: Posting,
        clock: Clock,
        own_id: int,
        *,
        is_on: bool,
        jitter: Jitter = system_jitter,
    ) -> None:
        """Claim with this account."""
        self._journal = journal
        self._zulip = zulip
        self._clock = clock
        self._own_id = own_id
        self._jitter = jitter
        self.is_on = is_on
        """Whether claims are made at all."""
        self._held: dict[int, tuple[int, float]] = {}
        """By message: which claim this process holds, and when it asked for it."""
        self._lost: dict[int, str] = {}
        """By message: why it is not to be answered."""

    def concerns(self, row: OutboxRow) -> bool:
        """Whether an effect needs a claim: none without a message does, nor a change of one's own answer."""
        return self.is_on and row.message_id > 0 and row.replaces is None

    def is_fresh(self, row: OutboxRow) -> bool:
        """Whether a call may begin now."""
        if not self.concerns(row):
            return True
        place, asked_at = self._held.get(row.message_id, (-1, 0.0))
        if place == LAST or (place >= 0 and is_harmless_twice(row.operation)):
            return True
        return place >= 0 and self._clock.monotonic() - asked_at <= VALID

    def is_later(self, row: OutboxRow) -> bool:
        """Whether another copy may have held a claim before."""
        return self._held.get(row.message_id, (0, 0.0))[0] > 0

    def forget(self, message_id: int) -> None:
        """Forget a message all of whose effects are over."""
        self._held.pop(message_id, None)
        self._lost.pop(message_id, None)

    async def hold(self, row: OutboxRow, log: FilteringBoundLogger) -> str:
        """Claim a message, unless it is claimed; returns why it is not to be answered, empty when it is.

        Takes its time while another copy may answer. Fails with ServiceError when there cannot be a claim.
        """
        number = row.message_id
        if not self.concerns(row):
            return ""
        if number in self._lost:
            return self._lost[number]
        if number not in self._held:
            await self._recall(number)
        if self.is_fresh(row):
            return ""
        why = await self._claim(number, self._held.get(number, (-1, 0.0))[0] + 1, log)
        if why:
            self._lost[number] = why
            self._held.pop(number, None)
            self._journal.note(lambda tx: keep.remove(tx, self._journal.bot, "", _scope(number), _KEY))
        return why

    async def _recall(self, number: int) -> None:
        """Know again what an earlier process held: its time is over, and the next one can be asked for."""
        kept = await self._journal.read("", _scope(number), _KEY)
        if kept.value is not None:
            self._held[number] = (int(kept.value), self._clock.monotonic() - 2 * VALID)

    async def _claim(self, number: int, place: int, log: FilteringBoundLogger) -> str:
        while place <= LAST:
            asked_at = await self._ask(number, place, log)
            if asked_at is not None:
                self._held[number] = (place, asked_at)
                self._note(number, place)
                crash_point("claimed")
                return ""
            self._held.pop(number, None)
            seen = await self._watch(number, place, log)
            if isinstance(seen, str):
                return seen
            log.warning("another copy of the bot does not answer", message_id=number, claim=EMOJI[seen])
            place = seen + 1
        return "another copy of the bot has the last claim"

    def _note(self, number: int, place: int) -> None:
        """Note a claim before anything is sent under it."""
        bot, value = self._journal.bot, str(place).encode()
        self._journal.note(lambda tx: keep.put(tx, bot, "", _scope(number), _KEY, value))

    async def _ask(self, number: int, place: int, log: FilteringBoundLogger) -> float | None:
        """Put a claim; returns when it was asked for, ``None`` when it is there.

        Of one that is there when it is asked for again, after an answer was lost, nobody knows whose it is:
        it counts as another copy's, and is over in time as well.
        """
        failures = 0
        while True:
            asked_at = self._clock.monotonic()
            try:
                await self._zulip.once(AddReaction(message_id=number, emoji_name=EMOJI[place]))
            except ReactionAlreadyExists:
                return None
            except (Ambiguous, NotSent, RateLimited, Unauthorized) as error:
                await self._pause("not claimed yet", error, failures, log)
                failures += 1
            else:
                return asked_at

    async def _watch(self, number: int, place: int, log: FilteringBoundLogger) -> int | str:
        """Wait for another copy; returns which claim is over, or why the message is not to be answered."""
        seen, since, looks = place, self._clock.monotonic(), list(LOOKS)
        while True:
            if looks:
                await self._clock.sleep(since + looks.pop(0) - self._clock.monotonic())
            began = self._clock.monotonic()
            try:
                found = await self._reactions(number)
            except (Ambiguous, NotSent, RateLimited, Unauthorized) as error:
                await self._pause("claims not read yet", error, len(LOOKS) - len(looks), log)
                continue
            except ApiError:
                return GONE
            if DONE in found:
                return ANSWERED
            highest = max((EMOJI.index(one) for one in found if one in EMOJI), default=seen)
            if highest > seen:
                seen, since, looks = highest, self._clock.monotonic(), list(LOOKS)
            elif began - since >= PATIENCE:
                return seen

    async def _reactions(self, number: int) -> Sequence[str]:
        found = await self._zulip.once(GetMessage(message_id=number, apply_markdown=False))
        return [one.emoji_name for one in found.message.reactions if one.user_id == self._own_id]

    async def _pause(self, event: str, error: ServiceError, failures: int, log: FilteringBoundLogger) -> None:
        pause = AGAIN.pause_after(error, failures, self._jitter)
        log.warning(event, error=str(error), pause=round(pause, 1))
        await self._clock.sleep(pause)


def _scope(number: int) -> str:
    return scope_of(of_message(number))
