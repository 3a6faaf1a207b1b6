"""One call after the other: made once, and when in doubt looked for until it is known what became of it."""

import structlog

from dragoman.client import BackOff, Jitter, Urgency, calling
from dragoman.clock import Clock
from dragoman.delivery import outbox
from dragoman.delivery.budget import Allowance
from dragoman.delivery.calls import Again, Calls
from dragoman.delivery.claims import ANSWERED, GONE, Claims
from dragoman.delivery.crash import crash_point, is_armed
from dragoman.delivery.evidence import is_harmless_twice
from dragoman.delivery.journal import Journal
from dragoman.delivery.own import OwnMessages
from dragoman.delivery.parcel import Parcel
from dragoman.delivery.verification import QUIET, Verification
from dragoman.errors import Ambiguous, ServiceError, name_of
from dragoman.operations import SendMessage

BACK_OFF = BackOff(first=0.5, longest=30.0)
MOST_TRIES = 20
"""Times that a call is made again which is harmless twice, while nobody knows whether it was made."""


class Sending:
    """Sends parcels, and notes what became of each."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        calls: Calls,
        verification: Verification,
        allowance: Allowance,
        own: OwnMessages,
        claims: Claims,
        jitter: Jitter,
    ) -> None:
        """Send by these calls, as many as are allowed."""
        self._journal = journal
        self._clock = clock
        self._calls = calls
        self._verification = verification
        self._allowance = allowance
        self._own = own
        self._claims = claims
        self._jitter = jitter
        self._log = structlog.get_logger().bind(bot=journal.bot)

    async def send(self, parcel: Parcel) -> None:
        """Make a call when those before it of the same message are over; returns when it is over, too."""
        if parcel.before is not None:
            await parcel.before.ended()
            parcel.before = None
        log = self._log.bind(outbox_key=parcel.row.key, call=name_of(parcel.row.operation))
        with calling(Urgency.REPLY if parcel.asked else Urgency.NORMAL, owner=parcel.row.owner):
            recovered = parcel.row.state == "SENDING" and not parcel.begun
            if recovered and not await self._is_to_be_sent(parcel, log):
                return
            await self._send_patiently(parcel, log)

    async def _send_patiently(self, parcel: Parcel, log: structlog.typing.FilteringBoundLogger) -> None:
        failures, doubted = 0, parcel.row.state == "SENDING" and not parcel.begun
        doubted_at = self._clock.monotonic()
        while parcel.begun or not parcel.called_off:
            try:
                if parcel.begun:
                    self._allowance.take()
                    parcel.begun = False
                    crash_point("sending_committed")
                else:
                    await self._calls.follow(parcel)
                    await self._allowance.wait()
                    if parcel.called_off:
                        break
                    if self._claims.is_on and not await self._may_answer(parcel, log):
                        return
                    await self._calls.begin(parcel)
                if not self._claims.is_fresh(parcel.row):
                    continue
                message_id = await self._calls.make(parcel)
            except Again as again:
                pause = BACK_OFF.pause(failures, self._jitter)
                pause = pause if again.seconds is None else again.seconds + pause
                log.warning("not sent yet", reason=str(again), pause=round(pause, 1))
                if not doubted or not is_harmless_twice(parcel.row.operation):
                    # Else an earlier try may have done it, and the next process has to know.
                    self._journal.note(lambda tx: outbox.again(tx, self._journal.bot, parcel.row.place))
                failures += 1
                await self._clock.sleep(pause)
            except Ambiguous as error:
                log.warning("sent or not, nobody knows yet", error=str(error))
                doubted, doubted_at = True, self._clock.monotonic()
                if not await self._is_to_be_sent(parcel, log):
                    return
                failures += 1
                if failures >= MOST_TRIES and not isinstance(parcel.row.operation, SendMessage):
                    self._give_up(parcel, str(error), log)
                    return
                if is_harmless_twice(parcel.row.operation) or parcel.row.mode == "at_least_once":
                    await self._clock.sleep(BACK_OFF.pause(failures, self._jitter))
            except ServiceError as error:
                if doubted and is_harmless_twice(parcel.row.operation):
                    # What cannot be done again was done the first time.
                    await self._sent(parcel, None)
                else:
                    self._give_up(parcel, str(error), log)
                return
            else:
                if doubted and parcel.row.replaces is not None:
                    # The one in doubt may still come, and must not undo what comes after this.
                    await self._clock.sleep(doubted_at + QUIET - self._clock.monotonic())
                await self._sent(parcel, message_id)
                return
        self._give_up(parcel, parcel.called_off, log)

    # ---- outcomes

    async def _may_answer(self, parcel: Parcel, log: structlog.typing.FilteringBoundLogger) -> bool:
        """Claim the message; what another copy has said already is not to be said again."""
        row = parcel.row
        why = await self._claims.hold(row, log)
        other = why in (ANSWERED, GONE)
        if isinstance(row.operation, SendMessage) and (why == ANSWERED or self._claims.is_later(row)):
            found = await self._verification.look(parcel, log)
            if found is not None:
                await self._sent(parcel, found)
                return False
        if why:
            parcel.called_off = why if other else parcel.called_off
            self._give_up(parcel, why, log)
        return not why

    async def _is_to_be_sent(self, parcel: Parcel, log: structlog.typing.FilteringBoundLogger) -> bool:
        """Find out, as far as that is wanted and possible, what became of a call in doubt."""
        row = parcel.row
        if is_harmless_twice(row.operation) or row.mode == "at_least_once":
            return True
        if row.mode == "at_most_once" or not isinstance(row.operation, SendMessage):
            self._give_up(parcel, outbox.IN_DOUBT, log)
            return False
        found = await self._verification.find(parcel, log)
        log.info("doubt is over", resolution="resent" if found is None else "seen")
        if found is None:
            self._journal.note(lambda tx: outbox.again(tx, self._journal.bot, row.place))
            return True
        await self._sent(parcel, found)
        return False

    async def _sent(self, parcel: Parcel, message_id: int | None) -> None:
        if message_id is not None:
            self._own.know(message_id)
        place, bot = parcel.row.place, self._journal.bot
        crash_point("response_before_sent_commit")
        if is_armed():
            await self._journal.do(lambda tx: outbox.sent(tx, bot, place, message_id))
            crash_point("sent_committed")
        else:
            # Nobody waits: it is on the disk before the next call of this conversation is made.
            self._journal.note(lambda tx: outbox.sent(tx, bot, place, message_id))

    def _give_up(self, parcel: Parcel, why: str, log: structlog.typing.FilteringBoundLogger) -> None:
        if parcel.called_off:
            log.info("called off", reason=why)
        else:
            log.error("not sent", reason=why)
        place = parcel.row.place
        self._journal.note(lambda tx: outbox.failed(tx, self._journal.bot, place, why))
