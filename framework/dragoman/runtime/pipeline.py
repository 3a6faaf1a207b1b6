"""The way of a message through a bot: the line, the inbox, the desk, the outbox and the sender."""

from collections.abc import Callable

import msgspec

from dragoman.clock import Clock
from dragoman.delivery import (
    Allowance,
    CatchUp,
    CatchUpPolicy,
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
        budget = ReplyBudget(clock, limits.replies_per_minute)
        intake = self.intake = Intake(
            journal,
            sorter(answering, me, budget.is_silent, clock.now, settled),
            lambda rows: desk.claim(rows),
        )
        sender = self.sender = Sender(
            journal,
            zulip,
            clock,
            Verification(journal, zulip, clock, own, me.user_id, limit),
            Allowance(clock, limits.replies_per_minute_in_all),
            own,
            settled=lambda number: desk.over(number),
            failed=failed,
            queue_id=connection.queue_id,
            newest=lambda: intake.newest,
        )
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
            settled=settled,
        )
        policy = CatchUpPolicy(**msgspec.structs.asdict(settings.catch_up))
        self.line = Line(
            journal,
            intake,
            CatchUp(journal, zulip, intake, clock, me.user_id, policy),
            sender,
            desk,
            own,
            me,
            limit,
            stop_at_foreign=settings.delivery.foreign == "stop",
            unsay_deleted=settings.delivery.when_deleted == "delete",
        )
