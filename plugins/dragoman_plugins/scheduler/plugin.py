"""The plugin itself: one-off messages through the server, recurring ones by the clock."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

from dragoman.errors import ApiError, NotFound, RateLimited, UserError
from dragoman.model import UNSET, ScheduledMessage
from dragoman.operations import (
    CreateScheduledMessage,
    DeleteScheduledMessage,
    GetScheduledMessages,
    GetSubscriptions,
)
from dragoman.plugin import Context, Conversation, MessageContext, Plugin, Timer, command
from dragoman.text import escape, mention, time_tag
from dragoman_plugins.scheduler.destinations import Destination, read_request, sentence, shown
from dragoman_plugins.scheduler.options import RecurringMessage, SchedulerOptions
from dragoman_plugins.scheduler.waiting import Askers, line_of, place_of
from dragoman_plugins.scheduler.when import When, when_first, when_last
from dragoman_plugins.scheduler.wording import tamed, without_opening

MYSELF = ("me", "myself")
HERE = ("us", "here", "everybody", "everyone")


class Scheduler(Plugin[SchedulerOptions]):
    """Sends messages later: once, through the server, even while the bot is down; or again and again."""

    def __init__(self, options: SchedulerOptions | None = None, *, name: str = "scheduler") -> None:
        """Begin with nobody who asked for anything."""
        super().__init__(options, name=name)
        self._askers = Askers()

    async def start(self, context: Context) -> None:
        """Complain of recurring messages whose place does not exist; the others will be sent."""
        for schedule in self.options.schedules:
            for place in schedule.places:
                try:
                    place.conversation(context)
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
                await context.send(place.conversation(context), schedule.text)
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
        await self._check_place(context, place)
        await self._create(context, place, request.when)

    @command(
        "remind <whom> <what...>", help="Remind somebody later: remind me tomorrow 9am to rotate backups"
    )
    async def remind(self, context: MessageContext, whom: str, what: str) -> None:
        """Have the server write to oneself (me), to another person, or here (us), at a later time."""
        try:
            when = self._read_reminder(context, what)
        except ValueError as error:
            raise UserError(sentence(error)) from error
        await self._create(context, self._whom(context, whom), when)

    @command("schedules", help="List what is scheduled")
    async def schedules(self, context: MessageContext) -> None:
        """List the asker's waiting messages, a moderator's list being of all, and the recurring ones."""
        waiting = [
            await self._line(context, message)
            for message in await self._waiting(context)
            if self._askers.may_cancel(context.sender, message)
        ]
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
        found = [
            message for message in await self._waiting(context) if message.scheduled_message_id == number
        ]
        if not found or not self._askers.may_cancel(context.sender, found[0]):
            raise UserError(
                f"You have no scheduled message {number}: `{context.prefix}schedules` lists yours."
            )
        try:
            await context.zulip(DeleteScheduledMessage(scheduled_message_id=number))
        except NotFound:
            raise UserError(f"Message {number} has just been sent.") from None
        self._askers.forget(number)
        await context.reply(f"Cancelled: message **{number}** will not be sent.")

    async def _line(self, context: MessageContext, message: ScheduledMessage) -> str:
        """Return a waiting message as a line; what goes to people directly is read by its asker alone."""
        place = place_of(message)
        alone = context.conversation == Conversation(user_ids=(context.sender.user_id,))
        private = place.is_direct and not (alone and self._askers.asked(context.sender, message))
        return line_of(message, await shown(place, context, context.sender), private=private)

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

    async def _check_place(self, context: MessageContext, place: Conversation) -> None:
        """Refuse a private channel that the asker is not in, as if there were none."""
        if place.channel_id is None or place == context.conversation:
            return
        channel = await context.directory.channel(place.channel_id)
        if not channel.invite_only:
            return
        subscriptions = (await context.zulip(GetSubscriptions(include_subscribers=True))).subscriptions
        members = [each.subscribers for each in subscriptions if each.stream_id == place.channel_id]
        if not any(isinstance(ids, tuple) and context.sender.user_id in ids for ids in members):
            raise UserError(f"There is no channel “{escape(channel.name)}” that you can write to.")

    async def _create(self, context: MessageContext, place: Conversation, when: When) -> None:
        """Hand a message to the server and read back what it made of it."""
        if not when.rest:
            raise UserError("The text is missing: say what is to be sent after the time.")
        await self._check_count(context)
        operation = self._operation(context, place, when)
        try:
            made = await context.zulip(operation)
        except RateLimited:
            raise
        except ApiError as error:
            raise UserError(f"That cannot be scheduled: {escape(error.msg).rstrip('.')}.") from error
        self._askers.remember(made.scheduled_message_id, context.sender.user_id)
        where = await shown(place, context, context.sender)
        await context.reply(
            f"Message **{made.scheduled_message_id}** goes to {where} at {time_tag(when.moment)}. "
            f"`{context.prefix}unschedule {made.scheduled_message_id}` cancels it."
        )

    def _operation(self, context: MessageContext, place: Conversation, when: When) -> CreateScheduledMessage:
        """Return the call; a person who gets it from somebody else is told from whom."""
        content = when.rest if self.options.wildcards else tamed(when.rest)
        if place.is_direct and context.sender.user_id not in place.user_ids and place != context.conversation:
            content = f"{mention(context.sender, silent=True)} asked me to tell you:\n\n{content}"
        if len(content) > context.surroundings.message_limit:
            raise UserError(f"The text is longer than {context.surroundings.message_limit} characters.")
        return CreateScheduledMessage(
            type="direct" if place.is_direct else "channel",
            to=place.user_ids if place.channel_id is None else place.channel_id,
            topic=UNSET if place.is_direct else place.topic,
            content=content,
            scheduled_delivery_timestamp=int(when.moment.timestamp()),
        )

    async def _check_count(self, context: MessageContext) -> None:
        waiting = await self._waiting(context)
        if sum(self._askers.asked(context.sender, message) for message in waiting) >= self.options.most:
            raise UserError(
                f"You have {self.options.most} messages waiting, which is the most: cancel one first."
            )

    async def _waiting(self, context: MessageContext) -> tuple[ScheduledMessage, ...]:
        return (await context.zulip(GetScheduledMessages())).scheduled_messages


def now_of(context: Context) -> datetime:
    """Return the present moment."""
    return datetime.fromtimestamp(context.clock.now(), UTC)
