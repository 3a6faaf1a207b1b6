"""What is said when a schedule comes: from the YAML, from chat, and once."""

from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from dragoman.errors import UserError
from dragoman.model import User
from dragoman.planner import Plan, next_after
from dragoman.plugin import Context, Conversation, Firing
from dragoman.text import mention, time_tag
from dragoman_plugins.scheduler.data import FromChat
from dragoman_plugins.scheduler.duty import Duty
from dragoman_plugins.scheduler.one_offs import OneOff, OneOffs
from dragoman_plugins.scheduler.options import SchedulerOptions
from dragoman_plugins.scheduler.places import may_write
from dragoman_plugins.scheduler.recurrences import moments_of
from dragoman_plugins.scheduler.recurring import RecurringMessage
from dragoman_plugins.scheduler.templates import Moment, Template, lenient
from dragoman_plugins.scheduler.wording import tamed

LATE = timedelta(minutes=10)
"""How late a message that goes out once may be without a word about it."""


class Sending:
    """Says what is due."""

    def __init__(self, options: SchedulerOptions, duty: Duty, usual: ZoneInfo) -> None:
        """Go by these options; the zone is for those who have none."""
        self._options = options
        self._duty = duty
        self._usual = usual

    async def from_file(
        self, context: Context, message: RecurringMessage, firing: Firing, *, but: AbstractSet[int]
    ) -> None:
        """Send a message of the YAML, but not to the places of these indexes: the server does that.

        A place that is gone is reported and keeps no other waiting.
        """
        if not message.comes_on(firing.at, self._usual) or but >= set(range(len(message.places))):
            return
        if context.clock.now() - firing.at > message.grace.total_seconds():
            raise UserError(f"The schedule “{message.name}” came too late to be sent.")
        plan, zone = message.plan(self._usual), message.zone(self._usual)
        at = datetime.fromtimestamp(firing.at, zone)
        coming = next(moments_of(plan, firing.at, message, self._usual), None)
        values = Moment(name=message.name, at=at, next=coming).values()
        turn = self._duty.turn_of(message, plan, at)
        values |= await self._duty.values(context, message.text.fields, turn, at)
        text = message.text.filled(values)
        for place in (place for index, place in enumerate(message.places) if index not in but):
            try:
                for conversation in await place.conversations(context):
                    await context.send(conversation, text)
            except UserError as error:
                context.log.error("schedule has nowhere to go", schedule=message.name, reason=error.sentence)

    async def from_chat(self, context: Context, asked: FromChat, plan: Plan, firing: Firing) -> None:
        """Send what somebody asked for, as long as that person may write there."""
        owner = await context.directory.user(asked.owner)
        if not await may_still_write(context, owner, asked.place):
            context.schedules.pause(firing.schedule)
            context.log.warning("schedule paused, its owner may not write there", schedule=firing.schedule)
            if owner.is_active is not False:
                await context.send(owner, lost(context, asked.number))
            return
        zone = ZoneInfo(asked.zone)
        at = datetime.fromtimestamp(firing.at, zone)
        following = next_after(plan, firing.at)
        coming = datetime.fromtimestamp(following.at, UTC) if following else None
        template = self.template(owner, asked.place, asked.said)
        values = Moment(name=str(asked.number), at=at, next=coming).values()
        values |= await self._duty.values(context, template.fields, None, at.astimezone(self._usual))
        await context.send(asked.place, template.filled(values))

    async def once(self, context: Context, one: OneOff) -> None:
        """Send a message that the server does not keep; a late one says so."""
        OneOffs(context).forget(one)
        text = one.text
        if context.clock.now() - one.at > LATE.total_seconds():
            text = f"{text}\n\n(This was due at {time_tag(one.moment)}, when I was away.)"
        await context.send(one.place, text)

    def template(self, owner: User, place: Conversation, said: str) -> Template:
        """Return a person's text as it will be sent, but for its fields."""
        return lenient(self.content(owner, place, said))

    def content(self, owner: User, place: Conversation, said: str) -> str:
        """Return a person's text as it will be sent: whoever gets it from somebody else is told from whom."""
        text = said if self._options.wildcards else tamed(said)
        if place.is_direct and owner.user_id not in place.user_ids:
            return f"{mention(owner, silent=True)} asked me to tell you:\n\n{text}"
        return text


async def may_still_write(context: Context, owner: User, place: Conversation) -> bool:
    """Tell whether a person is still there and may write to a place."""
    if owner.is_active is False:
        return False
    return place.channel_id is None or await may_write(context, owner, place.channel_id)


def lost(context: Context, number: int) -> str:
    """Return what an owner is told who may not write to a place any more."""
    return (
        f"I paused your schedule **{number}**: you can no longer write to where it goes. "
        f"`{context.prefix}edit {number} to #channel > topic` sends it somewhere else."
    )
