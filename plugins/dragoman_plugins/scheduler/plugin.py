"""The plugin itself: one-off messages through the server, recurring ones by the clock."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

import msgspec

from dragoman.errors import UserError
from dragoman.events import ScheduledMessagesRemoved, ScheduledMessagesUpdated
from dragoman.plugin import Context, Conversation, MessageContext, Plugin, Timer, command, on
from dragoman.text import escape, mention, time_tag
from dragoman_plugins.scheduler.destinations import Destination, sentence
from dragoman_plugins.scheduler.one_offs import OneOff, OneOffs
from dragoman_plugins.scheduler.options import RecurringMessage, SchedulerOptions
from dragoman_plugins.scheduler.places import check_may_write, may_show_text, moderates, shown, shown_in
from dragoman_plugins.scheduler.requests import read_request
from dragoman_plugins.scheduler.waiting import Waiting, tell_owner
from dragoman_plugins.scheduler.when import When, when_first, when_last
from dragoman_plugins.scheduler.wording import line_of, tamed, without_opening

MYSELF = ("me", "myself")
HERE = ("us", "here", "everybody", "everyone")
TEXT = re.compile(r"(?:text|say|saying)\b[\s:]*(?P<text>\S.*)", re.DOTALL | re.IGNORECASE)
PLACE = re.compile(r"(?:(?:where|place|to|in)\b[\s:]*)?(?P<place>[#@].*)", re.DOTALL | re.IGNORECASE)
TIME = re.compile(r"\A(?:when|time)\b[\s:]*", re.IGNORECASE)


class Scheduler(Plugin[SchedulerOptions]):
    """Sends messages later: once, through the server, even while the bot is down; or again and again."""

    def __init__(self, options: SchedulerOptions | None = None, *, name: str = "scheduler") -> None:
        """Begin without knowing what waits."""
        super().__init__(options, name=name)
        self._waiting = Waiting(self.options.most)

    async def start(self, context: Context) -> None:
        """See what became of what waits; complain of recurring messages whose place does not exist."""
        await self._waiting.reconcile(context, adopting=True)
        for schedule in self.options.schedules:
            for place in schedule.places:
                try:
                    await place.conversations(context)
                except UserError as error:
                    context.log.error(
                        "schedule has nowhere to go", schedule=schedule.name, reason=error.sentence
                    )

    def timers(self) -> Iterable[Timer]:
        """Return a timer for each recurring message."""
        zone = self.options.timezone or ZoneInfo("UTC")
        return [
            Timer(schedule.name, schedule.schedule(zone), partial(self.say, schedule))
            for schedule in self.options.schedules
        ]

    async def say(self, schedule: RecurringMessage, context: Context) -> None:
        """Send a recurring message; a place that is gone is reported and keeps no other waiting."""
        for place in schedule.places:
            try:
                for conversation in await place.conversations(context):
                    await context.send(conversation, schedule.text)
            except UserError as error:
                context.log.error("schedule has nowhere to go", schedule=schedule.name, reason=error.sentence)

    @command(
        "schedule <what...>",
        help="Send a message later: schedule [#channel > topic] in 2h text",
        access="member",
    )
    async def schedule(self, context: MessageContext, what: str) -> None:
        """Have the server send a message later, here or to a place that is named first."""
        try:
            request = read_request(what, now_of(context), self._zone(context))
        except ValueError as error:
            raise UserError(sentence(error)) from error
        place = request.place.conversation(context) if request.place else context.conversation
        await check_may_write(context, place)
        await self._add(context, place, request.when)

    @command(
        "remind <whom> <what...>", help="Remind somebody later: remind me tomorrow 9am to rotate backups"
    )
    async def remind(self, context: MessageContext, whom: str, what: str) -> None:
        """Have the server write to oneself (me), to another person, or here (us), at a later time."""
        try:
            when = self._read_reminder(context, what)
        except ValueError as error:
            raise UserError(sentence(error)) from error
        await self._add(context, self._whom(context, whom), when)

    @command("schedules", help="List what is scheduled")
    async def schedules(self, context: MessageContext) -> None:
        """List the asker's waiting messages, a moderator's list being of all, and the recurring ones."""
        await self._waiting.reconcile(context)
        one_offs, sender = OneOffs(context), context.sender
        seen = await one_offs.all() if moderates(sender) else await one_offs.of(sender.user_id)
        waiting = [await self._line(context, one) for one in seen]
        recurring = [
            f"* **{escape(schedule.name)}**: {schedule} to {escape(', '.join(schedule.places))}"
            for schedule in self.options.schedules
        ]
        parts = ["\n".join(["Waiting:", *waiting])] if waiting else ["Nothing of yours is waiting."]
        parts += ["\n".join(["Again and again:", *recurring])] if recurring else []
        await context.reply("\n\n".join(parts))

    @command("unschedule <number>", help="Cancel a scheduled message by its number")
    async def unschedule(self, context: MessageContext, number: int) -> None:
        """Cancel a message that waits: one's own, as a moderator any."""
        one = await self._find(context, number)
        await self._waiting.cancel(context, one)
        await context.reply(f"Cancelled: message **{number}** will not be sent.")
        if one.owner != context.sender.user_id:
            by = mention(context.sender, silent=True)
            await tell_owner(context, one, f"{by} cancelled your message **{number}**")

    @command("edit <number> <what...>", help="Change a scheduled message: edit 3 friday 17:00")
    async def edit(self, context: MessageContext, number: int, what: str) -> None:
        """Give a message that waits another time, place or text."""
        one = await self._find(context, number)
        try:
            changed = await self._changed(context, one, what)
        except ValueError as error:
            raise UserError(sentence(error)) from error
        kept = await self._waiting.change(context, changed)
        where = await shown_in(kept.place, context)
        await context.reply(f"Message **{number}** goes to {where} at {time_tag(kept.moment)}.")

    @on(ScheduledMessagesUpdated)
    async def updated(self, context: Context, event: ScheduledMessagesUpdated) -> None:
        """Take in that a message was changed at the server, or could not be sent."""
        await self._waiting.updated(context, event.scheduled_message)

    @on(ScheduledMessagesRemoved)
    async def removed(self, context: Context, event: ScheduledMessagesRemoved) -> None:
        """Take in that a message was sent or cancelled at the server."""
        await self._waiting.removed(context, event.scheduled_message_id)

    async def _find(self, context: MessageContext, number: int) -> OneOff:
        one = await self._waiting.find(context, context.sender, number)
        if one is None:
            raise UserError(
                f"You have no scheduled message {number}: `{context.prefix}schedules` lists yours."
            )
        return one

    async def _changed(self, context: MessageContext, one: OneOff, what: str) -> OneOff:
        """Return a message as it is wanted; fails with ValueError for what cannot be read."""
        said, place, at = one.said, one.place, one.at
        if found := TEXT.fullmatch(what.strip()):
            said = found["text"]
        elif found := PLACE.fullmatch(what.strip()):
            place = Destination.parse(found["place"]).conversation(context)
            await check_may_write(context, place)
        else:
            when = when_first(TIME.sub("", what.strip()), now_of(context), self._zone(context))
            said, at = when.rest or said, int(when.moment.timestamp())
        text = self._content(context, place, said)
        return msgspec.structs.replace(one, place=place, said=said, text=text, at=at)

    async def _line(self, context: MessageContext, one: OneOff) -> str:
        """Return a waiting message as a line, without its text where others may not read it."""
        private = not await may_show_text(context, one.place, one.owner)
        return line_of(one, await shown_in(one.place, context), private=private)

    def _zone(self, context: MessageContext) -> ZoneInfo:
        """Return the asker's own zone, else the scheduler's, else the bot's."""
        own = context.sender.timezone
        return context.timezone if own or self.options.timezone is None else self.options.timezone

    def _read_reminder(self, context: MessageContext, what: str) -> When:
        """Read the time at the beginning, or else at the end, of what was typed."""
        now, zone = now_of(context), self._zone(context)
        try:
            found = when_first(what, now, zone)
        except ValueError as first:
            try:
                found = when_last(what, now, zone)
            except ValueError:
                raise first from None
        return When(found.moment, without_opening(found.rest))

    def _whom(self, context: MessageContext, whom: str) -> Conversation:
        word = whom.casefold().strip(",:")
        if word in MYSELF:
            return Conversation(user_ids=(context.sender.user_id,))
        if word in HERE:
            return context.conversation
        return Destination(whom if whom.startswith("@") else f"@{whom}").conversation(context)

    async def _add(self, context: MessageContext, place: Conversation, when: When) -> None:
        """Have a message sent later, and read back what came of it."""
        if not when.rest:
            raise UserError("The text is missing: say what is to be sent after the time.")
        wanted = OneOff(
            number=0,
            owner=context.sender.user_id,
            place=place,
            said=when.rest,
            text=self._content(context, place, when.rest),
            at=int(when.moment.timestamp()),
        )
        one = await self._waiting.add(context, wanted)
        where = await shown(place, context, context.sender)
        await context.reply(
            f"Message **{one.number}** goes to {where} at {time_tag(one.moment)}. "
            f"`{context.prefix}unschedule {one.number}` cancels it."
        )

    def _content(self, context: MessageContext, place: Conversation, text: str) -> str:
        """Return what is sent; a person who gets it from somebody else is told from whom."""
        content = text if self.options.wildcards else tamed(text)
        if place.is_direct and context.sender.user_id not in place.user_ids and place != context.conversation:
            content = f"{mention(context.sender, silent=True)} asked me to tell you:\n\n{content}"
        if len(content) > context.surroundings.message_limit:
            raise UserError(f"The text is longer than {context.surroundings.message_limit} characters.")
        return content


def now_of(context: Context) -> datetime:
    """Return the present moment."""
    return datetime.fromtimestamp(context.clock.now(), UTC)
