"""What people do with what they asked for: find it, change it, cancel it, pause it, leave one out."""

import re
from datetime import timedelta

import msgspec

from dragoman.errors import UserError
from dragoman.model import User
from dragoman.planner import Once, Plan, find_plan_first, in_words
from dragoman.plugin import Conversation, MessageContext
from dragoman.text import escape, mention, time_tag
from dragoman_plugins.scheduler.asking import Asking, now_of
from dragoman_plugins.scheduler.called import is_all, retimed
from dragoman_plugins.scheduler.data import FromChat
from dragoman_plugins.scheduler.destinations import Destination
from dragoman_plugins.scheduler.finding import Finding, number_of
from dragoman_plugins.scheduler.one_offs import OneOff
from dragoman_plugins.scheduler.places import check_may_write, shown
from dragoman_plugins.scheduler.recurrences import Recurrence, Recurrences, in_a_row
from dragoman_plugins.scheduler.sending import Sending
from dragoman_plugins.scheduler.waiting import Waiting, tell_owner

TEXT = re.compile(r"(?:text|say|saying)\b[\s:]*(?P<text>\S.*)", re.DOTALL | re.IGNORECASE)
PLACE = re.compile(r"(?:(?:where|place|to|in)\b[\s:]*)?(?P<place>[#@].*)", re.DOTALL | re.IGNORECASE)
TIME = re.compile(r"\A(?:when|time|to)\b[\s:]*", re.IGNORECASE)
IN_FILE = "stands in the bot.yaml: whoever runs me changes it there"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be different; None for what stays."""

    plan: Plan | None = None
    place: Conversation | None = None
    text: str | None = None


class Changing:
    """Changes what people asked for."""

    def __init__(self, asking: Asking, waiting: Waiting, recurrences: Recurrences, sending: Sending) -> None:
        """Change what is kept by these."""
        self._asking = asking
        self._waiting = waiting
        self._recurrences = recurrences
        self._sending = sending
        self._finding = Finding(asking, waiting, recurrences)

    async def find(self, context: MessageContext, which: str) -> OneOff | Recurrence:
        """Return what a number, a name or words mean, if the sender may know of it; fails with UserError."""
        return await self._finding.find(context, which)

    async def pause(self, context: MessageContext, which: str) -> None:
        """Let nothing of a schedule come for now."""
        found = await self._finding.find_again(context, which)
        context.schedules.pause(found.name)
        await context.reply(
            f"Paused: **{escape(found.name)}** comes again after `{context.prefix}resume {found.name}`."
        )

    async def resume(self, context: MessageContext, which: str) -> None:
        """Let a paused schedule come again."""
        found = await self._finding.find_again(context, which)
        context.schedules.resume(found.name)
        await self._reply_with_next(context, found.name, "Resumed")

    async def skip(self, context: MessageContext, which: str) -> None:
        """Leave out what comes next of a schedule."""
        found = await self._finding.find_again(context, which)
        coming = found.coming(self._asking.usual, 1)
        if not coming:
            paused = f": `{context.prefix}resume {found.name}` lets it come again" if found.is_paused else ""
            raise UserError(f"Nothing of **{escape(found.name)}** comes that could be skipped{paused}.")
        context.schedules.skip_next(found.name)
        await self._reply_with_next(context, found.name, f"Skipped {time_tag(coming[0])}")

    async def _reply_with_next(self, context: MessageContext, name: str, done: str) -> None:
        now = await self._recurrences.find(context, name)
        coming = now.coming(self._asking.usual) if now is not None else []
        then = f"comes next at {in_a_row(coming)}" if coming else "comes no more"
        await context.reply(f"{done}: **{escape(name)}** {then}.")

    async def cancel(self, context: MessageContext, which: str) -> None:
        """Cancel something; whoever asked for it is told when it was somebody else who did not want it."""
        if is_all(which):
            await self._cancel_own(context)
            return
        found = await self._finding.find(context, which)
        by = f"{mention(context.sender, silent=True)} cancelled your"
        if isinstance(found, OneOff):
            await self._waiting.cancel(context, found)
            await context.reply(
                f"Cancelled: message **{found.number}** for {time_tag(found.moment)} will not be sent."
            )
            if found.owner != context.sender.user_id:
                await tell_owner(context, found, f"{by} message **{found.number}**")
            return
        if not isinstance(found.data, FromChat):
            raise UserError(f"The schedule **{escape(found.name)}** {IN_FILE}.")
        context.schedules.remove(found.name)
        await context.reply(f"Cancelled: schedule **{found.name}**, {found.words}, comes no more.")
        if not found.belongs_to(context.sender):
            owner = await context.directory.user(found.data.owner)
            place = await shown(found.data.place, context, owner)
            await context.send(owner, f"{by} schedule **{found.name}**, {found.words}, to {place}.")

    async def _cancel_own(self, context: MessageContext) -> None:
        """Cancel all that the sender asked for."""
        own = await self._finding.own(context)
        if not own:
            raise UserError("You have nothing scheduled.")
        for each in own:
            if isinstance(each, OneOff):
                await self._waiting.cancel(context, each)
            else:
                context.schedules.remove(each.name)
        numbers = ", ".join(f"**{number_of(each)}**" for each in own)
        await context.reply(f"Cancelled: all that you had scheduled, {numbers}.")

    async def snooze(self, context: MessageContext, which: str, span: timedelta) -> None:
        """Let a message that goes out once wait longer."""
        found = await self._finding.find(context, which)
        if isinstance(found, Recurrence):
            raise UserError(
                f"Schedule {escape(found.name)} comes again and again: "
                f"`{context.prefix}skip {found.name}` leaves out the next one."
            )
        at = max(found.at, int(context.clock.now())) + int(span.total_seconds())
        await self._edit_once(context, found, Change(plan=Once(at=at)))

    async def edit(self, context: MessageContext, which: str, what: str) -> None:
        """Give something another time, place or text; fails with ValueError for what cannot be read."""
        found = await self._finding.find(context, which)
        if isinstance(found, Recurrence) and not isinstance(found.data, FromChat):
            raise UserError(f"The schedule **{escape(found.name)}** {IN_FILE}.")
        retimed_plan = self._retimed(context, found, what)
        change = Change(plan=retimed_plan) if retimed_plan else self._read(context, what)
        if change.place is not None:
            await check_may_write(context, change.place)
        if change.text is not None and not is_owned(found, context.sender):
            raise UserError("Its text is for whoever asked for it to change.")
        if isinstance(found, OneOff):
            await self._edit_once(context, found, change)
        else:
            await self._edit_again(context, found, change)

    def _retimed(self, context: MessageContext, found: OneOff | Recurrence, what: str) -> Plan | None:
        """Return the plan of a schedule that keeps its days, where only a time of day was said."""
        if isinstance(found, OneOff):
            return None
        return retimed(found.standing.schedule.plan, what, now_of(context))

    def _read(self, context: MessageContext, what: str) -> Change:
        said = what.strip()
        if found := TEXT.fullmatch(said):
            return Change(text=found["text"])
        if found := PLACE.fullmatch(said):
            return Change(place=Destination.parse(found["place"]).conversation(context))
        plan, rest = find_plan_first(TIME.sub("", said), now_of(context), self._asking.zone(context))
        return Change(plan=plan, text=rest or None)

    async def _edit_once(self, context: MessageContext, one: OneOff, change: Change) -> None:
        if change.plan is not None and not isinstance(change.plan, Once):
            raise UserError(
                f"Message {one.number} goes out once: schedule what is to come again and again anew."
            )
        owner = await context.directory.user(one.owner) if one.owner is not None else context.sender
        place, said = change.place or one.place, change.text or one.said
        changed = msgspec.structs.replace(
            one,
            place=place,
            said=said,
            text=self._sending.content(owner, place, said),
            at=one.at if change.plan is None else int(change.plan.at),
        )
        kept = await self._waiting.change(context, changed)
        where = await shown(kept.place, context, context.sender)
        await context.reply(f"Message **{one.number}** goes to {where} at {time_tag(kept.moment)}.")

    async def _edit_again(self, context: MessageContext, found: Recurrence, change: Change) -> None:
        data, schedule = found.data, found.standing.schedule
        assert isinstance(data, FromChat), "those of the YAML are not edited"
        plan = change.plan or schedule.plan
        if isinstance(plan, Once):
            raise UserError(
                f"Schedule {data.number} comes again and again: write a time such as every friday 16:00, "
                f"or `{context.prefix}unschedule {data.number}` and schedule it anew."
            )
        coming = in_a_row(await self._asking.check_plan(context, plan))
        changed = msgspec.structs.replace(
            data,
            place=change.place or data.place,
            said=change.text or data.said,
            zone=data.zone if change.plan is None else self._asking.zone(context).key,
        )
        context.schedules.put(msgspec.structs.replace(schedule, plan=plan, data=changed))
        where = await shown(changed.place, context, context.sender)
        await context.reply(f"Schedule **{data.number}** goes to {where} {in_words(plan)}: next at {coming}.")


def is_owned(found: OneOff | Recurrence, user: User) -> bool:
    """Tell whether a person asked for something."""
    return found.belongs_to(user) if isinstance(found, Recurrence) else found.owner == user.user_id
