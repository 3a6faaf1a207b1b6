"""The way of a message through a bot: the line, the inbox, the desk, the outbox and the sender."""

from collections.abc import Callable

import msgspec

from dragoman.clock import Clock
from dragoman.delivery import (
    Allowance,
    CatchUp,
    CatchUpPolicy,
    Claims,
    Intake,
    Journal,
    OwnMessages,
    ReplyBudget,
    Sender,
    Verification,
)
from dragoman.model import User
from dragoman.runtime.answering import Answering
from dragoman.runtime.connection import Connection
from dragoman.runtime.desk import Desk
from dragoman.runtime.lanes import Lanes
from dragoman.runtime.line import Line, sorter
from dragoman.runtime.second_look import SecondLook
from dragoman.runtime.settings import BotSettings


class Pipeline:
    """Everything between the chat and the plugins that needs to know the account and the server."""

    def __init__(
        self,
        settings: BotSettings,
        journal: Journal,
        clock: Clock,
        connection: Connection,
        me: User,
        own: OwnMessages,
        lanes: Lanes,
        answering: Answering,
        *,
        settled: Callable[[int], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Put it together; ``settled`` is told of messages that are over, ``failed`` of what ends the bot."""
        limits, zulip, limit = settings.limits, connection.zulip, connection.limit
        budget = self._budget = ReplyBudget(clock, limits.replies_per_minute)
        allowance = self._allowance = Allowance(clock, limits.replies_per_minute_in_all)
        self._lanes = lanes
        self._answering = answering
        sort = sorter(lambda: self._answering, me, budget.is_silent, clock.now, settled)
        intake = self.intake = Intake(
            journal, sort, lambda rows: desk.claim(rows), lambda event: again.edits(event)
        )
        self._claims = Claims(journal, zulip, clock, me.user_id, is_on=settings.delivery.claim == "reaction")
        sender = self.sender = Sender(
            journal,
            zulip,
            clock,
            Verification(journal, zulip, clock, own, me.user_id, limit),
            allowance,
            own,
            self._claims,
            settled=lambda number: desk.over(number),
            failed=failed,
            queue_id=connection.queue_id,
            newest=lambda: intake.newest,
        )
        again = SecondLook(zulip, sender, clock, sort, limit, settings.delivery)
        desk = self.desk = Desk(
            journal,
            lanes,
            answering,
            sender,
            budget,
            clock,
            limits,
            me=me,
            limit=limit,
            newest=lambda: intake.newest,
            again=again,
            settled=settled,
        )
        self._catch_up = CatchUp(journal, zulip, intake, clock, me.user_id, _policy(settings), again.found)
        self.line = Line(journal, intake, self._catch_up, sender, desk, own, me, limit, settings.delivery)

    def adopt(self, settings: BotSettings, answering: Answering) -> None:
        """Go on with other plugins and limits; nothing that is under way is lost."""
        limits = settings.limits
        self._answering = answering
        self.desk.adopt(answering, limits, settings.delivery)
        self._lanes.resize(limits.workers, limits.queue)
        self._budget.allow(limits.replies_per_minute)
        self._allowance.allow(limits.replies_per_minute_in_all)
        self._catch_up.policy = _policy(settings)
        self.line.delivery = settings.delivery
        self._claims.is_on = settings.delivery.claim == "reaction"


def _policy(settings: BotSettings) -> CatchUpPolicy:
    return CatchUpPolicy(**msgspec.structs.asdict(settings.catch_up))
