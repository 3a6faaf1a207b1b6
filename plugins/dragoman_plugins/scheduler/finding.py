"""Finds what people mean by a number, a name or words, among what they may know of."""

from datetime import datetime
from zoneinfo import ZoneInfo

from dragoman.errors import UserError
from dragoman.plugin import MessageContext
from dragoman.text import escape
from dragoman_plugins.scheduler.asking import Asking
from dragoman_plugins.scheduler.called import called, fits
from dragoman_plugins.scheduler.data import FromChat, FromFile
from dragoman_plugins.scheduler.one_offs import OneOff, OneOffs
from dragoman_plugins.scheduler.places import moderates
from dragoman_plugins.scheduler.recurrences import Recurrence, Recurrences
from dragoman_plugins.scheduler.waiting import Waiting

MOST_SHOWN = 8
"""Numbers that are named where several things may be meant."""


class Finding:
    """Finds what is scheduled."""

    def __init__(self, asking: Asking, waiting: Waiting, recurrences: Recurrences) -> None:
        """Look among what is kept by these."""
        self._asking = asking
        self._waiting = waiting
        self._recurrences = recurrences

    async def find(self, context: MessageContext, which: str) -> OneOff | Recurrence:
        """Return what a number, a name or words mean, if the sender may know of it; fails with UserError."""
        name = which.strip().strip("*`")
        name = name if await self._recurrences.find(context, name) is not None else called(which)
        if name.isdecimal():
            one = await self._waiting.find(context, context.sender, int(name))
            if one is not None:
                return one
        found = await self._recurrences.find(context, name) if name else None
        if found is None and not name.isdecimal():
            return await self._described(context, which, name)
        if found is None or not (
            isinstance(found.data, FromFile) or found.belongs_to(context.sender) or moderates(context.sender)
        ):
            raise nothing_under(context, which)
        return found

    async def _described(self, context: MessageContext, which: str, words: str) -> OneOff | Recurrence:
        """Return the only one of the sender's own that words fit; fails with UserError."""
        own = await self.own(context)
        zone, usual = self._asking.zone(context), self._asking.usual
        fitting = [each for each in own if fits(words, said_in(each), next_of(each, usual), zone)]
        if not fitting:
            raise nothing_under(context, which)
        if len(fitting) > 1 and not words:
            raise UserError(f"Say which by its number: `{context.prefix}schedules` lists what you have.")
        if len(fitting) > 1:
            numbers = [f"**{number_of(each)}**" for each in fitting[:MOST_SHOWN]]
            raise UserError(
                f"That may be {' or '.join(numbers)}: say which by its number, "
                f"`{context.prefix}schedules` shows them."
            )
        return fitting[0]

    async def own(self, context: MessageContext) -> list[OneOff | Recurrence]:
        """Return all that the sender asked for."""
        again = await self._recurrences.all(context)
        return [
            *await OneOffs(context).of(context.sender.user_id),
            *(each for each in again if each.belongs_to(context.sender)),
        ]

    async def find_again(self, context: MessageContext, which: str) -> Recurrence:
        """Return a schedule that the sender may pause; fails with UserError."""
        found = await self.find(context, which)
        if isinstance(found, OneOff):
            raise UserError(
                f"Message {found.number} goes out only once: "
                f"`{context.prefix}unschedule {found.number}` cancels it."
            )
        if isinstance(found.data, FromFile) and not moderates(context.sender):
            raise UserError(f"The schedule **{escape(found.name)}** is for moderators to pause and to skip.")
        return found


def nothing_under(context: MessageContext, which: str) -> UserError:
    """Return the complaint that nothing is called so."""
    return UserError(
        f"You have nothing scheduled under {escape(which.strip().strip('*`'))}: "
        f"`{context.prefix}schedules` lists what you have."
    )


def said_in(found: OneOff | Recurrence) -> str:
    """Return what something says, as it was asked for."""
    if isinstance(found, OneOff):
        return found.said
    return found.data.said if isinstance(found.data, FromChat) else ""


def next_of(found: OneOff | Recurrence, usual: ZoneInfo) -> datetime | None:
    """Return when something comes next; None when it comes no more."""
    if isinstance(found, OneOff):
        return found.moment
    return next(iter(found.coming(usual, 1)), None)


def number_of(found: OneOff | Recurrence) -> str:
    """Return what people call something."""
    return str(found.number) if isinstance(found, OneOff) else escape(found.name)
