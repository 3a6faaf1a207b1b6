"""The messages that wait to go out once: asked for, changed, cancelled, and compared with the server's."""

from datetime import timedelta

import msgspec

from dragoman.errors import UserError
from dragoman.model import ScheduledMessage, User
from dragoman.planner import Once
from dragoman.plugin import Context, Schedule
from dragoman.text import time_tag
from dragoman_plugins.scheduler.data import Doubt, SentOnce
from dragoman_plugins.scheduler.one_offs import OneOff, OneOffs, adopted
from dragoman_plugins.scheduler.places import shown
from dragoman_plugins.scheduler.server_side import SLACK, ServerSide
from dragoman_plugins.scheduler.siblings import held_by_siblings

QUIET = 70.0
"""Seconds after which a server that has not answered is no longer at work on a call."""
LATEST = timedelta(days=1)
"""How late a message may be that the bot itself sends: better late than never."""


class Waiting:
    """What waits, here and at the server."""

    def __init__(self, server: ServerSide) -> None:
        """Have the server keep what it can keep."""
        self._server = server
        self._in_hand: set[int] = set()
        """The server's numbers of what was taken back here, and of which the server has not told yet."""

    async def add(self, context: Context, wanted: OneOff) -> OneOff:
        """Have a message sent later, by the server where it serves; fails with UserError."""
        one = wanted
        if await self._server.serves(context):
            known = await OneOffs(context).server_numbers()
            one = await self._server.create(context, wanted, known)
        await self._keep(context, one)
        return one

    async def find(self, context: Context, user: User, number: int) -> OneOff | None:
        """Return a message that a person may change; None when there is none such."""
        one = await OneOffs(context).find(number)
        return one if one is not None and one.may_be_changed_by(user) else None

    async def change(self, context: Context, one: OneOff) -> OneOff:
        """Have a message sent as it is now; fails with UserError when it is too late."""
        check_clear(one)
        if one.scheduled_id is not None:
            await self._server.change(context, one)
        changed = msgspec.structs.replace(one, has_failed=False)
        await self._keep(context, changed)
        return changed

    async def cancel(self, context: Context, one: OneOff) -> None:
        """Take a message back; fails with UserError when it is too late."""
        check_clear(one)
        number = one.scheduled_id
        if number is None:
            context.schedules.remove(str(one.number))
        elif not await self._taken_back(context, number) and one.at <= context.clock.now() + SLACK:
            raise UserError(f"Message {one.number} has just been sent.")
        OneOffs(context).forget(one)

    async def resolve(self, context: Context, one: OneOff) -> bool:
        """Find out whether the server has a message of which it has not said so; returns whether it is due.

        It is when the server has never had it and its hour is over.
        """
        one_offs = OneOffs(context)
        found = await self._server.look(context, one, await one_offs.server_numbers())
        if found is not None:
            await one_offs.keep(found)
        elif one.at > context.clock.now():
            await self._keep(context, msgspec.structs.replace(one, is_doubtful=False))
        elif await self._server.was_said(context, one.place, one.text, one.at):
            one_offs.forget(one)
        else:
            return True
        return False

    async def reconcile(
        self, context: Context, found: tuple[ScheduledMessage, ...], known: list[OneOff]
    ) -> dict[int, ScheduledMessage]:
        """Take in what became of the messages at the server, and tell those who asked for them.

        What is ``known`` was read before the server was asked what it has: so it was there. Returns what
        nobody here knows of, by the server's numbers.
        """
        there = {message.scheduled_message_id: message for message in found}
        for one in known:
            if one.scheduled_id is None:
                continue
            message = there.pop(one.scheduled_id, None)
            if message is None and one.is_adopted and one.scheduled_id in await held_by_siblings(context):
                OneOffs(context).forget(one)
            elif message is None:
                await self._gone(context, one)
            else:
                await self._take_in(context, one, message)
        return there

    async def adopt(self, context: Context, message: ScheduledMessage) -> None:
        """Take in what was scheduled without this plugin, unless it is what nobody is sure of."""
        one_offs = OneOffs(context)
        for one in await one_offs.all():
            if one.is_doubtful and one.is_like(message):
                await one_offs.keep(one.updated(message))
                return
        await one_offs.keep(adopted(message, await one_offs.next_number()))

    async def updated(self, context: Context, message: ScheduledMessage) -> None:
        """Take in that a message was changed at the server, or could not be sent."""
        one = await OneOffs(context).find_at_server(message.scheduled_message_id)
        if one is not None:
            await self._take_in(context, one, message)

    async def removed(self, context: Context, scheduled_id: int) -> None:
        """Take in that the server has a message no more: it was sent or cancelled."""
        if scheduled_id in self._in_hand:
            self._in_hand.discard(scheduled_id)
            return
        one = await OneOffs(context).find_at_server(scheduled_id)
        if one is not None:
            await self._gone(context, one)

    async def _keep(self, context: Context, one: OneOff) -> None:
        """Remember a message, and be called for one that is not surely at the server."""
        await OneOffs(context).keep(one)
        if one.is_doubtful:
            plan, data = Once(at=context.clock.now() + QUIET), Doubt(number=one.number)
            context.schedules.put(Schedule(name=f"?{one.number}", plan=plan, data=data, grace=LATEST))
        elif one.scheduled_id is None:
            plan = Once(at=one.at)
            data_once = SentOnce(number=one.number)
            context.schedules.put(Schedule(name=str(one.number), plan=plan, data=data_once, grace=LATEST))

    async def _taken_back(self, context: Context, scheduled_id: int) -> bool:
        # For good, for the server may tell of it before this is committed.
        self._in_hand.add(scheduled_id)
        is_done = False
        try:
            is_done = await self._server.delete(context, scheduled_id)
        finally:
            if not is_done:
                self._in_hand.discard(scheduled_id)
        return is_done

    async def _take_in(self, context: Context, one: OneOff, message: ScheduledMessage) -> None:
        now = one.updated(message)
        if now == one:
            return
        await OneOffs(context).keep(now)
        if now.has_failed and not one.has_failed:
            context.log.warning("server could not send", number=one.number, scheduled_id=one.scheduled_id)
            await tell_owner(
                context,
                one,
                f"The server could not send your message **{one.number}**",
                f"`{context.prefix}edit {one.number} in 10 minutes` tries it again, "
                f"`{context.prefix}unschedule {one.number}` drops it.",
            )

    async def _gone(self, context: Context, one: OneOff) -> None:
        OneOffs(context).forget(one)
        if one.at > context.clock.now() + SLACK:
            await tell_owner(context, one, f"Somebody cancelled your message **{one.number}** at the server")


def check_clear(one: OneOff) -> None:
    """Refuse to touch a message of which nobody knows yet whether the server has it."""
    if one.is_doubtful:
        raise UserError(
            f"The server has not said yet whether it has message {one.number}: try again in a minute."
        )


async def tell_owner(context: Context, one: OneOff, what: str, then: str = "") -> None:
    """Tell the person who asked for a message what became of it."""
    if one.owner is None:
        return
    owner = await context.directory.user(one.owner)
    place = await shown(one.place, context, owner)
    await context.send(owner, f"{what}, due {time_tag(one.moment)} to {place}. {then}".rstrip())
