"""Messages of the YAML that the server is given a day ahead, so that it sends them while the bot is down.

An occurrence is the server's once the server's number is committed for it. Before the server is told, that it
will be told is committed; so whatever of it might be at the server is looked for there.
"""

from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

import msgspec

from dragoman.errors import Ambiguous, ApiError, NotSent, UserError
from dragoman.model import ScheduledMessage
from dragoman.planner import Occurrence, Plan, next_after
from dragoman.plugin import Context, Conversation, Firing
from dragoman_plugins.scheduler.armed import SCOPE, Armed, all_armed
from dragoman_plugins.scheduler.options import SchedulerOptions
from dragoman_plugins.scheduler.recurring import RecurringMessage
from dragoman_plugins.scheduler.server_side import SLACK, ServerSide

AHEAD = timedelta(days=1).total_seconds()
MARGIN = 180.0
"""Seconds before its hour in which nothing is handed to the server any more."""
MOST = 48
"""Occurrences of one schedule that the server is given at a time."""
ATTEMPTS = "prearm attempts"


class Prearm:
    """Gives the server what is due within a day, and takes back what is no longer wanted."""

    def __init__(self, options: SchedulerOptions, server: ServerSide, usual: ZoneInfo) -> None:
        """Go by these options; the zone is for those who have none."""
        self._messages = {each.name: each for each in options.schedules if each.prearm}
        self._server = server
        self._usual = usual
        self._in_hand: set[int] = set()
        """The server's numbers of what is being taken back here."""

    async def align(self, context: Context) -> None:
        """Note what the server is to be given, give it what was noted before, take back what is unwanted."""
        kept = {armed.name: armed for armed in await all_armed(context.state)}
        if not (kept or self._messages) or not await self._server.serves(context):
            return
        wanted = {armed.name: armed async for armed in self._wanted(context)}
        now = context.clock.now()
        for armed in kept.values():
            new = wanted.get(armed.name)
            if armed.at <= now - AHEAD:
                self._forget(context, armed)
            elif armed.at > now and (new is None or not new.says_the_same(armed)):
                await self._take_back(context, armed)
        for armed in wanted.values():
            before = kept.get(armed.name)
            if before is None or not before.says_the_same(armed):
                self._keep(context, armed)
        waiting = [armed for armed in kept.values() if armed.name in wanted and armed.scheduled_id is None]
        await self._hand_over(context, [each for each in waiting if each.says_the_same(wanted[each.name])])

    async def owned(self, context: Context, firing: Firing) -> set[int]:
        """Return to which places, by their index, the server sends an occurrence that is due now."""
        owned: set[int] = set()
        for armed in await all_armed(context.state):
            is_this = (armed.schedule, armed.key) == (firing.schedule, firing.key)
            if is_this and (armed.scheduled_id is not None or await self._is_at_server(context, armed)):
                owned.add(armed.index)
        return owned

    async def claim(self, context: Context, found: Iterable[ScheduledMessage]) -> set[int]:
        """Take in what the server has of what it was to be given; returns its numbers of all of these."""
        there = {message.scheduled_message_id: message for message in found}
        claimed: set[int] = set()
        for armed in await all_armed(context.state):
            number = armed.scheduled_id
            if number is None:
                twins = (each for each in there if each not in claimed and armed.is_like(there[each]))
                number = next(twins, None)
                if number is not None:
                    self._keep(context, msgspec.structs.replace(armed, scheduled_id=number))
            if number in there:
                claimed.add(number)
        return claimed

    async def updated(self, context: Context, message: ScheduledMessage) -> None:
        """Report what the server could not send."""
        for armed in await all_armed(context.state):
            if armed.scheduled_id == message.scheduled_message_id and message.failed:
                context.log.error("server could not send", schedule=armed.schedule, key=armed.key)

    async def removed(self, context: Context, scheduled_id: int) -> None:
        """Take in that somebody cancelled a message at the server: it will be sent from here."""
        for armed in await all_armed(context.state):
            is_elsewhere = armed.scheduled_id == scheduled_id and scheduled_id not in self._in_hand
            if is_elsewhere and armed.at > context.clock.now() + SLACK:
                context.log.warning("prearmed message cancelled", schedule=armed.schedule, key=armed.key)
                self._forget(context, armed)

    # ---- what is wanted

    async def _wanted(self, context: Context) -> AsyncIterator[Armed]:
        for message in self._messages.values():
            standing = await context.schedules.find(message.name)
            if standing is None or standing.next is None:
                continue
            for occurrence in self._within_a_day(context, message, standing.schedule.plan, standing.next):
                for index, place in enumerate(places_of(context, message)):
                    if place is not None:
                        yield Armed(
                            schedule=message.name,
                            key=occurrence.key,
                            index=index,
                            place=place,
                            text=message.text.filled({}),
                            at=int(occurrence.at),
                        )

    def _within_a_day(
        self, context: Context, message: RecurringMessage, plan: Plan, first: Occurrence
    ) -> Iterator[Occurrence]:
        now = context.clock.now()
        occurrence: Occurrence | None = first
        for _ in range(MOST):
            if occurrence is None or occurrence.at > now + AHEAD:
                return
            if occurrence.at >= now + MARGIN and message.comes_on(occurrence.at, self._usual):
                yield occurrence
            occurrence = next_after(plan, occurrence.at)

    # ---- at the server

    async def _hand_over(self, context: Context, noted: list[Armed]) -> None:
        """Give the server what was noted in an earlier call, which is committed by now."""
        if not noted:
            return
        await self.claim(context, await self._server.waiting(context) or ())
        for armed in noted:
            now = await context.state.of(SCOPE).get(armed.name, Armed)
            if now is not None and now.scheduled_id is None and await self._is_first(context, now):
                await self._give(context, now)

    async def _is_first(self, context: Context, armed: Armed) -> bool:
        """Tell whether this has not been tried yet; it is noted at once that it was, whatever comes of it."""
        surroundings = context.surroundings
        content = sha256(msgspec.json.encode((armed.place, armed.text, armed.at))).hexdigest()
        mark = f"{armed.name} {armed.attempts} {content}"
        return await surroundings.store.once(surroundings.plugin, ATTEMPTS, mark)

    async def _give(self, context: Context, armed: Armed) -> None:
        try:
            made = await context.zulip(armed.creation())
        except (ApiError, NotSent) as error:
            context.log.warning("server not given", schedule=armed.schedule, key=armed.key, reason=str(error))
            self._keep(context, msgspec.structs.replace(armed, attempts=armed.attempts + 1))
        except Ambiguous as error:
            # It is looked for the next time, and when it is due.
            context.log.warning("server in doubt", schedule=armed.schedule, key=armed.key, reason=str(error))
        else:
            self._keep(context, msgspec.structs.replace(armed, scheduled_id=made.scheduled_message_id))

    async def _take_back(self, context: Context, armed: Armed) -> None:
        """Take a message back from the server; one that it has just sent stays known as its own."""
        number = armed.scheduled_id
        if number is None:
            found = await self._server.waiting(context) or ()
            number = next((each.scheduled_message_id for each in found if armed.is_like(each)), None)
        if number is not None:
            self._in_hand.add(number)
            await self._server.delete(context, number)
        self._forget(context, armed)

    async def _is_at_server(self, context: Context, armed: Armed) -> bool:
        """Tell whether the server has, or has sent, what it may have been given."""
        # The list first: what is sent meanwhile is found in the history afterwards.
        for message in await self._server.waiting(context) or ():
            if armed.is_like(message):
                self._keep(context, msgspec.structs.replace(armed, scheduled_id=message.scheduled_message_id))
                return True
        return await self._server.was_said(context, armed.place, armed.text, armed.at)

    # ---- what is kept

    def _keep(self, context: Context, armed: Armed) -> None:
        context.state.of(SCOPE).set(armed.name, armed)

    def _forget(self, context: Context, armed: Armed) -> None:
        context.state.of(SCOPE).forget(armed.name)


def places_of(context: Context, message: RecurringMessage) -> list[Conversation | None]:
    """Return the places of a message; None for one that does not exist."""
    places: list[Conversation | None] = []
    for place in message.places:
        try:
            places.append(place.conversation(context))
        except UserError:
            places.append(None)
    return places
