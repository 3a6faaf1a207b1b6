"""What people ask for: a message later, or again and again; read, checked, kept, and read back to them."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from zoneinfo import ZoneInfo

from dragoman.errors import UserError
from dragoman.planner import Once, Plan, Unclear, in_words
from dragoman.plugin import Context, Conversation, MessageContext, Schedule
from dragoman.text import time_tag
from dragoman_plugins.scheduler import questions
from dragoman_plugins.scheduler.data import FromChat
from dragoman_plugins.scheduler.destinations import Destination, sentence
from dragoman_plugins.scheduler.one_offs import OneOff, OneOffs
from dragoman_plugins.scheduler.options import SchedulerOptions
from dragoman_plugins.scheduler.places import check_may_write, shown
from dragoman_plugins.scheduler.recurrences import READ_BACK, Recurrences, in_a_row, moments_of
from dragoman_plugins.scheduler.requests import Request, read_reminder, read_request
from dragoman_plugins.scheduler.sending import Sending
from dragoman_plugins.scheduler.waiting import Waiting

MYSELF = ("me", "myself")
HERE = ("us", "here", "all", "everybody", "everyone")
MOST_WORDS = 4
"""Words of a name that is looked for without a mention."""
SHORTEST = 60.0
"""Seconds between two messages of a schedule from chat, at least."""


class Asking:
    """Takes in what people ask for."""

    def __init__(
        self,
        options: SchedulerOptions,
        usual: ZoneInfo,
        waiting: Waiting,
        recurrences: Recurrences,
        sending: Sending,
    ) -> None:
        """Go by these options; the zone is for askers who have set none."""
        self._options = options
        self._usual = usual
        self._waiting = waiting
        self._recurrences = recurrences
        self._sending = sending

    @property
    def usual(self) -> ZoneInfo:
        """The zone of those who have set none."""
        return self._usual

    def zone(self, context: MessageContext) -> ZoneInfo:
        """Return the asker's own zone, else the scheduler's, else the bot's."""
        return context.timezone if context.sender.timezone else self._usual

    async def schedule(self, context: MessageContext, what: str) -> None:
        """Have something sent later, here or to a place that is named; asks when the time is not clear."""
        await self.clearly(context, "schedule", what, "", lambda: self._schedule(context, what))

    async def remind(self, context: MessageContext, whom: str, what: str) -> None:
        """Have somebody reminded; asks when the time is not clear."""
        await self.clearly(context, "remind", what, whom, lambda: self._remind(context, whom, what))

    async def clearly(
        self, context: MessageContext, command: str, what: str, first: str, do: Callable[[], Awaitable[None]]
    ) -> None:
        """Do what a person asks for, or ask back where the time is not clear; other complaints are told."""
        try:
            await do()
        except Unclear as error:
            await questions.ask(context, error, self.zone(context), command, what, first)
        except ValueError as error:
            raise UserError(sentence(error)) from error

    async def _schedule(self, context: MessageContext, what: str) -> None:
        request = read_request(what, now_of(context), self.zone(context))
        place = request.place.conversation(context) if request.place else context.conversation
        await check_may_write(context, place)
        await self._add(context, place, request)

    async def _remind(self, context: MessageContext, whom: str, what: str) -> None:
        whom, what = named(context, whom, what)
        place = whom_in(context, whom)
        await self._add(context, place, read_reminder(what, now_of(context), self.zone(context)))

    async def _add(self, context: MessageContext, place: Conversation, request: Request) -> None:
        if not request.text:
            raise UserError(
                "The text is missing: say what is to be sent after the time, such as “in 2h the freeze ends”."
            )
        sender = context.sender.user_id
        count = await OneOffs(context).count(sender) + await self._recurrences.count(context, sender)
        if count >= self._options.most:
            raise UserError(
                f"You have {self._options.most} messages waiting, which is the most: cancel one first."
            )
        content = self._sending.content(context.sender, place, request.text)
        if len(content) > context.surroundings.message_limit:
            raise UserError(f"The text is longer than {context.surroundings.message_limit} characters.")
        if isinstance(request.plan, Once):
            await self._add_once(context, place, request.text, content, int(request.plan.at))
        else:
            await self._add_again(context, place, request.text, request.plan)

    async def _add_once(
        self, context: MessageContext, place: Conversation, said: str, content: str, at: int
    ) -> None:
        number = await OneOffs(context).next_number()
        wanted = OneOff(
            number=number, owner=context.sender.user_id, place=place, said=said, text=content, at=at
        )
        one = await self._waiting.add(context, wanted)
        where = await shown(place, context, context.sender)
        unsure = (
            " The server has not confirmed it yet, so I look again in a minute." if one.is_doubtful else ""
        )
        await context.reply(
            f"Message **{number}** goes to {where} at {time_tag(one.moment)}.{unsure} "
            f"`{context.prefix}unschedule {number}` cancels it."
        )

    async def _add_again(self, context: MessageContext, place: Conversation, said: str, plan: Plan) -> None:
        coming = await self.check_plan(context, plan)
        number = await OneOffs(context).next_number()
        data = FromChat(
            number=number, owner=context.sender.user_id, place=place, said=said, zone=self.zone(context).key
        )
        context.schedules.put(Schedule(name=str(number), plan=plan, data=data))
        where = await shown(place, context, context.sender)
        prefix = context.prefix
        await context.reply(
            f"Schedule **{number}** goes to {where} {in_words(plan)}: next at {in_a_row(coming)}. "
            f"`{prefix}skip {number}` leaves one out, `{prefix}pause {number}` stops it for now, "
            f"`{prefix}unschedule {number}` for good."
        )

    async def check_plan(self, context: Context, plan: Plan) -> list[datetime]:
        """Return what comes first by a plan; fails with UserError for one that never comes, or too often."""
        coming = list(islice(moments_of(plan, context.clock.now(), None, self._usual), READ_BACK))
        if not coming:
            raise UserError("That never comes: look at its days and times.")
        if len(coming) > 1 and (coming[1] - coming[0]).total_seconds() < SHORTEST:
            raise UserError("That is more often than every minute.")
        return coming


def whom_in(context: MessageContext, whom: str) -> Conversation:
    """Return the conversation with whomever a word means; fails with UserError for nobody."""
    word = whom.casefold().strip(",:@*")
    if word in MYSELF:
        return Conversation(user_ids=(context.sender.user_id,))
    if word in HERE:
        return context.conversation
    if word.startswith("#"):
        raise UserError(
            "Reminders go to people: "
            f"`{context.prefix}schedule #channel > topic in 2h: text` writes to a channel."
        )
    return Destination(whom if whom.startswith("@") else f"@{whom}").conversation(context)


def named(context: MessageContext, whom: str, what: str) -> tuple[str, str]:
    """Return whom and what; a name of several words may stand without a mention: "iris adler in 2h"."""
    if whom.startswith(("@", "#")) or whom.casefold().strip(",:") in (*MYSELF, *HERE):
        return whom, what
    words = what.split(" ")
    for count in range(min(MOST_WORDS, len(words)) - 1, 0, -1):
        name = " ".join([whom, *words[:count]]).strip(",:")
        with suppress(ValueError):
            context.directory.find_user(f"@{name}")
            return f"@{name}", " ".join(words[count:])
    return whom, what


def now_of(context: Context) -> datetime:
    """Return the present moment."""
    return datetime.fromtimestamp(context.clock.now(), UTC)
