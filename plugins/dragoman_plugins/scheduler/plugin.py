"""The plugin itself: what people say to it, what the server tells it, and what comes by the clock."""

import re
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from dragoman.errors import UserError
from dragoman.events import MessageEvent, ScheduledMessagesRemoved, ScheduledMessagesUpdated
from dragoman.model import User
from dragoman.planner import parse_duration
from dragoman.plugin import Context, Firing, Interval, MessageContext, Plugin, Timer, command, on
from dragoman_plugins.scheduler.asking import Asking, now_of
from dragoman_plugins.scheduler.called import parted
from dragoman_plugins.scheduler.changing import Changing
from dragoman_plugins.scheduler.data import Doubt, FromChat, FromFile, SentOnce, data_of
from dragoman_plugins.scheduler.destinations import sentence
from dragoman_plugins.scheduler.duty import Duty
from dragoman_plugins.scheduler.listing import Listing
from dragoman_plugins.scheduler.one_offs import OneOffs
from dragoman_plugins.scheduler.options import SchedulerOptions
from dragoman_plugins.scheduler.prearm import Prearm
from dragoman_plugins.scheduler.questions import chosen
from dragoman_plugins.scheduler.recurrences import Recurrences
from dragoman_plugins.scheduler.recurring import LOOK_AHEAD
from dragoman_plugins.scheduler.sending import Sending
from dragoman_plugins.scheduler.server_side import ServerSide
from dragoman_plugins.scheduler.siblings import is_first
from dragoman_plugins.scheduler.waiting import Waiting

LED = re.compile(r"\A(?:for|by|another)\s+", re.IGNORECASE)


class Scheduler(Plugin[SchedulerOptions]):
    """Sends messages later: once, through the server, even while the bot is down; or again and again."""

    def __init__(self, options: SchedulerOptions | None = None, *, name: str = "scheduler") -> None:
        """Begin without knowing what waits."""
        super().__init__(options, name=name)
        self._server = ServerSide()
        self._waiting = Waiting(self._server)
        self._duty = Duty(self.options)
        self._settle(ZoneInfo("UTC"))

    def _settle(self, bots: ZoneInfo) -> None:
        """Put the parts together, for a bot of this zone."""
        usual = self._usual = self.options.timezone or bots
        self._recurrences = Recurrences(self.options, usual)
        self._sending = Sending(self.options, self._duty, usual)
        self._prearm = Prearm(self.options, self._server, usual)
        self._asking = Asking(self.options, usual, self._waiting, self._recurrences, self._sending)
        self._changing = Changing(self._asking, self._waiting, self._recurrences, self._sending)
        self._listing = Listing(self._asking, self._changing, self._recurrences)

    async def start(self, context: Context) -> None:
        """Put up what the YAML says, see what became of what waits, and complain of places that are none."""
        self._settle(context.surroundings.timezone)
        await self._recurrences.take_from_file(context)
        await self._reconcile(context, adopting=True)
        await self._prearm.align(context)
        await self._complain(context)

    async def _complain(self, context: Context) -> None:
        """Say what of the YAML nobody knows here; all else is sent."""
        for message in self.options.schedules:
            for place in message.places:
                try:
                    await place.conversations(context)
                except UserError as error:
                    context.log.error(
                        "schedule has nowhere to go",
                        schedule=message.name,
                        where=place.where,
                        reason=error.sentence,
                    )
        for name, person in self._duty.unknown(context):
            context.log.error("rota has somebody unknown", rota=name, where=person.where, person=person)

    # ---- what people say

    @command(
        "schedule <what...>",
        help="Send a message later: schedule [#channel > topic] in 2h text, or every weekday at 9:00 …",
        access="member",
    )
    async def schedule(self, context: MessageContext, what: str) -> None:
        """Send a message later, once or again and again, here or to a place that is named."""
        await self._asking.schedule(context, what)

    @command(
        "remind <whom> <what...>", help="Remind somebody later: remind me tomorrow 9am to rotate backups"
    )
    async def remind(self, context: MessageContext, whom: str, what: str) -> None:
        """Write to oneself (me), to another person, or here (us), at a later time or again and again."""
        await self._asking.remind(context, whom, what)

    @command(
        "(schedules|reminders) [which...]",
        help="List what is scheduled (mine, all, here, #channel), or show one",
    )
    async def schedules(self, context: MessageContext, which: str = "") -> None:
        """List what waits and what recurs, or show one of them with what became of it."""
        await self._reconcile(context)
        await self._listing.show(context, which)

    @command("(unschedule|cancel) <which...>", help="Cancel what is scheduled, by its number; or all of it")
    async def unschedule(self, context: MessageContext, which: str) -> None:
        """Cancel something: one's own, as a moderator anybody's."""
        await self._changing.cancel(context, which)

    @command(
        "(edit|move) <which> <what...>", help="Change what is scheduled: edit 3 friday 17:00, edit 3 text: …"
    )
    async def edit(self, context: MessageContext, which: str, what: str) -> None:
        """Give something that is scheduled another time, place or text."""
        which, what = parted(which, what)
        await self._asking.clearly(
            context, "edit", what, which, lambda: self._changing.edit(context, which, what)
        )

    @command("snooze <which> <long...>", help="Let a message wait longer: snooze 3 10m")
    async def snooze(self, context: MessageContext, which: str, long: str) -> None:
        """Let a message that goes out once wait longer."""
        try:
            span = parse_duration(LED.sub("", long.strip()))
        except ValueError as error:
            raise UserError(sentence(error)) from error
        await self._changing.snooze(context, which, span)

    @command("pause <which...>", help="Let a schedule rest")
    async def pause(self, context: MessageContext, which: str) -> None:
        """Let nothing of a schedule come for now."""
        await self._changing.pause(context, which)
        await self._prearm.align(context)

    @command("resume <which...>", help="Let a schedule that rests come again")
    async def resume(self, context: MessageContext, which: str) -> None:
        """Let a paused schedule come again."""
        await self._changing.resume(context, which)
        await self._prearm.align(context)

    @command("skip <which...>", help="Leave out what comes next of a schedule")
    async def skip(self, context: MessageContext, which: str) -> None:
        """Leave out what comes next of a schedule."""
        await self._changing.skip(context, which)
        await self._prearm.align(context)

    @command("rota [name...]", help="Whose turn it is")
    async def rota(self, context: MessageContext, name: str = "") -> None:
        """Tell whose turn it is, by one rota or all."""
        await self._duty.show(context, name, now_of(context).astimezone(self._usual), self._usual)

    @command("rota swap <name...>", help="Exchange this turn and the next", access="member")
    async def swap(self, context: MessageContext, name: str) -> None:
        """Exchange the present turn of a rota and the next one."""
        turn = self._duty.find(name, now_of(context).astimezone(self._usual), self._usual)
        await self._duty.exchange(context, turn)
        await context.reply(f"Swapped.\n{await self._duty.line(context, turn)}")

    @command(
        "rota cover <name> [who]", help="Take this turn of a rota, or let somebody take it", access="member"
    )
    async def cover(self, context: MessageContext, name: str, who: User | None = None) -> None:
        """Let somebody take the present turn of a rota: oneself when nobody is named."""
        turn = self._duty.find(name, now_of(context).astimezone(self._usual), self._usual)
        await self._duty.cover(context, turn, who or context.sender)
        await context.reply(f"Covered.\n{await self._duty.line(context, turn)}")

    @on(MessageEvent)
    async def hear(self, context: MessageContext, _: MessageEvent) -> None:
        """Take the number of a choice as the answer to the question that was asked."""
        found = await chosen(context)
        if found is None:
            return
        question, text = found
        try:
            match question.command:
                case "schedule":
                    await self.schedule(context, text)
                case "remind":
                    await self.remind(context, question.first, text)
                case _:
                    await self.edit(context, question.first, text)
        except UserError as error:
            await context.reply(error.sentence)

    # ---- what the server tells

    @on(ScheduledMessagesUpdated)
    async def updated(self, context: Context, event: ScheduledMessagesUpdated) -> None:
        """Take in that a message was changed at the server, or could not be sent."""
        await self._waiting.updated(context, event.scheduled_message)
        await self._prearm.updated(context, event.scheduled_message)

    @on(ScheduledMessagesRemoved)
    async def removed(self, context: Context, event: ScheduledMessagesRemoved) -> None:
        """Take in that a message was sent or cancelled at the server."""
        await self._waiting.removed(context, event.scheduled_message_id)
        await self._prearm.removed(context, event.scheduled_message_id)

    async def _reconcile(self, context: Context, *, adopting: bool = False) -> None:
        """Compare what is known with what the server has; at the start, what nobody knows of is taken in.

        Of several schedulers in one bot the first one does that.
        """
        known = await OneOffs(context).all()
        found = await self._server.waiting(context)
        if found is None:
            return
        strange = await self._waiting.reconcile(context, found, known)
        claimed = await self._prearm.claim(context, strange.values())
        for number, message in strange.items():
            if adopting and number not in claimed and is_first(context):
                await self._waiting.adopt(context, message)

    # ---- what comes by the clock

    def timers(self, _zone: ZoneInfo, /) -> Iterable[Timer]:
        """Look ahead for what the server is to be given, if it is to be given anything."""
        if not any(message.prearm for message in self.options.schedules):
            return ()
        return (Timer(LOOK_AHEAD, Interval.of("15m"), self.look_ahead),)

    async def look_ahead(self, context: Context) -> None:
        """Give the server what is due within a day, as far as it is to have it."""
        await self._prearm.align(context)

    async def due(self, context: Context, firing: Firing) -> None:
        """Send what has come."""
        match data_of(firing.data):
            case FromFile():
                await self._from_file(context, firing)
            case FromChat() as asked:
                await self._from_chat(context, asked, firing)
            case SentOnce(number=number):
                one = await OneOffs(context).find(number)
                if one is not None:
                    await self._sending.once(context, one)
            case Doubt(number=number):
                one = await OneOffs(context).find(number)
                if one is not None and one.is_doubtful and await self._waiting.resolve(context, one):
                    await self._sending.once(context, one)

    async def _from_file(self, context: Context, firing: Firing) -> None:
        message = self.options.find(firing.schedule)
        if message is not None:
            owned = await self._prearm.owned(context, firing) if message.prearm else set()
            await self._sending.from_file(context, message, firing, but=owned)

    async def _from_chat(self, context: Context, asked: FromChat, firing: Firing) -> None:
        standing = await context.schedules.find(firing.schedule)
        if standing is not None:
            await self._sending.from_chat(context, asked, standing.schedule.plan, firing)
