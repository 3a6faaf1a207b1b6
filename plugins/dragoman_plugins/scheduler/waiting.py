"""The messages that wait to go out once: asked for, changed, cancelled, and compared with the server's."""

import msgspec

from dragoman.errors import UserError
from dragoman.model import ScheduledMessage, User
from dragoman.plugin import Context
from dragoman.text import time_tag
from dragoman_plugins.scheduler.one_offs import OneOff, OneOffs, adopted
from dragoman_plugins.scheduler.places import shown
from dragoman_plugins.scheduler.server_side import SLACK, ServerSide


class Waiting:
    """What waits, here and at the server."""

    def __init__(self, most: int) -> None:
        """Let each person have so many waiting."""
        self._most = most
        self._server = ServerSide()
        self._in_hand: set[int] = set()
        """The server's numbers of what is being taken back here."""

    async def add(self, context: Context, wanted: OneOff) -> OneOff:
        """Have a message sent later, which is given its number here; fails with UserError."""
        one_offs = OneOffs(context)
        if wanted.owner is not None and await one_offs.count(wanted.owner) >= self._most:
            raise UserError(f"You have {self._most} messages waiting, which is the most: cancel one first.")
        known = await one_offs.server_numbers()
        numbered = msgspec.structs.replace(wanted, number=await one_offs.next_number())
        one = await self._server.create(context, numbered, known)
        one_offs.keep(one)
        return one

    async def find(self, context: Context, user: User, number: int) -> OneOff | None:
        """Return a message that a person may change; None when there is none such."""
        one = await OneOffs(context).find(number)
        return one if one is not None and one.may_be_changed_by(user) else None

    async def change(self, context: Context, one: OneOff) -> OneOff:
        """Have a message sent as it is now; fails with UserError when it is too late."""
        if one.scheduled_id is not None:
            await self._server.change(context, one)
        changed = msgspec.structs.replace(one, has_failed=False)
        OneOffs(context).keep(changed)
        return changed

    async def cancel(self, context: Context, one: OneOff) -> None:
        """Take a message back; fails with UserError when it is too late."""
        number = one.scheduled_id
        if number is not None:
            self._in_hand.add(number)
            try:
                taken_back = await self._server.delete(context, number)
            finally:
                self._in_hand.discard(number)
            if not taken_back and one.at <= context.clock.now() + SLACK:
                OneOffs(context).forget(one)
                raise UserError(f"Message {one.number} has just been sent.")
        OneOffs(context).forget(one)

    async def reconcile(self, context: Context, *, adopting: bool = False) -> None:
        """Take in what became of the messages at the server, and tell those who asked for them.

        With ``adopting`` what nobody here knows of is taken in, too: when nobody is scheduling anything.
        """
        one_offs = OneOffs(context)
        # What is known is read before the server is asked: so whatever is known has been there.
        known = [one for one in await one_offs.all() if one.scheduled_id is not None]
        found = await self._server.waiting(context)
        if found is None:
            return
        there = {message.scheduled_message_id: message for message in found}
        for one in known:
            message = there.pop(one.scheduled_id or 0, None)
            if message is None:
                await self._gone(context, one)
            else:
                await self._take_in(context, one, message)
        for message in there.values() if adopting else ():
            one_offs.keep(adopted(message, await one_offs.next_number()))

    async def updated(self, context: Context, message: ScheduledMessage) -> None:
        """Take in that a message was changed at the server, or could not be sent."""
        one = await OneOffs(context).find_at_server(message.scheduled_message_id)
        if one is not None:
            await self._take_in(context, one, message)

    async def removed(self, context: Context, scheduled_id: int) -> None:
        """Take in that the server has a message no more: it was sent or cancelled."""
        one = await OneOffs(context).find_at_server(scheduled_id)
        if one is not None and scheduled_id not in self._in_hand:
            await self._gone(context, one)

    async def _take_in(self, context: Context, one: OneOff, message: ScheduledMessage) -> None:
        now = one.updated(message)
        if now == one:
            return
        OneOffs(context).keep(now)
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


async def tell_owner(context: Context, one: OneOff, what: str, then: str = "") -> None:
    """Tell the person who asked for a message what became of it."""
    if one.owner is None:
        return
    owner = await context.directory.user(one.owner)
    place = await shown(one.place, context, owner)
    await context.send(owner, f"{what}, due {time_tag(one.moment)} to {place}. {then}".rstrip())
