"""What is scheduled, as lists and one by one, without what those who read along may not know."""

import msgspec

from dragoman.errors import UserError
from dragoman.model import User
from dragoman.plugin import Conversation, MessageContext
from dragoman.text import escape, mention, quote, time_tag
from dragoman_plugins.scheduler.asking import Asking
from dragoman_plugins.scheduler.changing import Changing
from dragoman_plugins.scheduler.data import FromChat
from dragoman_plugins.scheduler.destinations import Destination, sentence
from dragoman_plugins.scheduler.one_offs import OneOff, OneOffs
from dragoman_plugins.scheduler.places import HIDDEN, may_show_text, moderates, shown_in
from dragoman_plugins.scheduler.recurrences import Recurrence, Recurrences, in_a_row, past_in_words
from dragoman_plugins.scheduler.wording import excerpt, line_of

ONCE, AGAIN = "Once:", "Again and again:"
NOTHING, NOTHING_OF_YOURS = "Nothing is scheduled.", "You have nothing scheduled."
PAST = 10
"""Past occurrences that are shown of one schedule."""


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What of all that is scheduled is listed."""

    everybody: bool = False
    """Whether what others asked for is, too."""
    channel_id: int | None = None
    place: Conversation | None = None

    def includes(self, places: list[Conversation]) -> bool:
        """Tell whether something that goes to these places is listed."""
        if self.place is not None:
            return any(place.key == self.place.key for place in places)
        return self.channel_id is None or any(place.channel_id == self.channel_id for place in places)


class Listing:
    """Shows what is scheduled."""

    def __init__(self, asking: Asking, changing: Changing, recurrences: Recurrences) -> None:
        """Show what these keep."""
        self._asking = asking
        self._changing = changing
        self._recurrences = recurrences

    async def show(self, context: MessageContext, which: str) -> None:
        """Answer with a list (of one's own, ``all``, ``here``, of a channel or topic), or with one thing."""
        word = which.strip()
        scope = self._scope(context, word)
        if scope is None:
            await self._show_one(context, word)
            return
        waiting = [
            line
            for one in await self._one_offs(context, scope)
            if (line := await self._one_off_line(context, one)) is not None
        ]
        again = [
            line
            for each in await self._recurrences.all(context)
            if self._is_listed(context, each, scope)
            and (line := await self._again_line(context, each)) is not None
        ]
        parts = ["\n".join([title, *lines]) for title, lines in ((ONCE, waiting), (AGAIN, again)) if lines]
        await context.reply("\n\n".join(parts) or (NOTHING_OF_YOURS if scope == Scope() else NOTHING))

    def _scope(self, context: MessageContext, word: str) -> Scope | None:
        """Return what a word has listed, None for a number or a name."""
        moderator = moderates(context.sender)
        if word.casefold() in ("", "mine"):
            return Scope()
        if word.casefold() in ("all", "everything"):
            if not moderator:
                raise UserError(
                    "All that is scheduled is for moderators to see: "
                    f"`{context.prefix}schedules` lists what is yours."
                )
            return Scope(everybody=True)
        if word.casefold() == "here":
            return Scope(everybody=moderator, place=context.conversation)
        if word.startswith("#") and ">" in word:
            return Scope(everybody=moderator, place=Destination.parse(word).conversation(context))
        if word.startswith("#"):
            return Scope(everybody=moderator, channel_id=channel_called(context, word))
        return None

    async def _one_offs(self, context: MessageContext, scope: Scope) -> list[OneOff]:
        one_offs, sender = OneOffs(context), context.sender.user_id
        found = await one_offs.all() if scope.everybody else await one_offs.of(sender)
        return [one for one in found if scope.includes([one.place])]

    async def _one_off_line(self, context: MessageContext, one: OneOff) -> str | None:
        private = not await may_show_text(context, one.place, one.owner)
        return line_of(one, await shown_in(one.place, context), private=private)

    def _is_listed(self, context: MessageContext, each: Recurrence, scope: Scope) -> bool:
        if isinstance(each.data, FromChat):
            is_theirs = scope.everybody or each.belongs_to(context.sender)
            return is_theirs and scope.includes([each.data.place])
        if scope == Scope() or scope == Scope(everybody=True):
            return True
        return scope.includes(known_places(context, each))

    async def _again_line(self, context: MessageContext, each: Recurrence) -> str | None:
        places = await self._places(context, each)
        if not places:
            return None
        coming = each.coming(self._asking.usual, 1)
        then = f", next {in_a_row(coming)}," if coming else ""
        state = ", **paused**," if each.is_paused else then
        text = f": {excerpt(said_by(each))}" if await self._may_show_text(context, each) else ""
        return f"* **{escape(each.name)}**: {each.words}{state} to {', '.join(places)}{text}"

    async def _places(self, context: MessageContext, each: Recurrence) -> list[str]:
        """Return where something goes, as far as those who read the conversation may know."""
        if isinstance(each.data, FromChat):
            return [await shown_in(each.data.place, context)]
        if each.message is None:
            return []
        return [
            shown
            for place in each.message.places
            if (shown := await self._place_of_file(context, place)) is not None
        ]

    async def _place_of_file(self, context: MessageContext, place: Destination) -> str | None:
        if place.group is not None:
            return f"everybody in {escape(place.group)}"
        try:
            conversation = place.conversation(context)
        except UserError:
            return escape(place)
        shown = await shown_in(conversation, context)
        is_concerned = context.sender.user_id in conversation.user_ids or moderates(context.sender)
        return None if shown == HIDDEN or (conversation.is_direct and not is_concerned) else shown

    async def _may_show_text(self, context: MessageContext, each: Recurrence) -> bool:
        if isinstance(each.data, FromChat):
            return await may_show_text(context, each.data.place, each.data.owner)
        return all([await may_show_text(context, place, None) for place in known_places(context, each)])

    async def _show_one(self, context: MessageContext, which: str) -> None:
        found = await self._changing.find(context, which)
        if isinstance(found, OneOff):
            await self._show_one_off(context, found)
            return
        places = await self._places(context, found)
        if not places:
            raise UserError(f"You have nothing scheduled under {escape(which)}.")
        parts = [f"**{escape(found.name)}**: {found.words} to {', '.join(places)}"]
        parts[0] += await asked_for_by(context, found)
        if await self._may_show_text(context, found):
            parts.append(quote(said_by(found)))
        coming = found.coming(self._asking.usual)
        parts.append(f"Next: {in_a_row(coming)}" if coming else "Nothing comes for now.")
        past = await context.schedules.history(found.name, PAST)
        parts += [f"So far: {past_in_words(past)}"] if past else []
        await context.reply("\n".join(parts))

    async def _show_one_off(self, context: MessageContext, one: OneOff) -> None:
        failed = ", which **failed**" if one.has_failed else ""
        text = (
            f"Message **{one.number}** goes to {await shown_in(one.place, context)} at {time_tag(one.moment)}"
        )
        parts = [f"{text}{failed}."]
        if await may_show_text(context, one.place, one.owner):
            parts.append(quote(one.text))
        await context.reply("\n".join(parts))


def known_places(context: MessageContext, each: Recurrence) -> list[Conversation]:
    """Return the conversations to which a schedule of the YAML goes, without user groups and what is gone."""
    found: list[Conversation] = []
    for place in each.message.places if each.message is not None else ():
        try:
            found += [] if place.group is not None else [place.conversation(context)]
        except UserError:
            continue
    return found


def said_by(each: Recurrence) -> str:
    """Return what a schedule says, with its fields as they were written."""
    if isinstance(each.data, FromChat):
        return each.data.said
    return each.message.text if each.message is not None else ""


async def asked_for_by(context: MessageContext, each: Recurrence) -> str:
    """Return the end of a sentence that tells whose schedule it is, and its full stop."""
    paused = ", **paused**" if each.is_paused else ""
    if not isinstance(each.data, FromChat):
        return f"{paused}, by the bot.yaml."
    owner: User = await context.directory.user(each.data.owner)
    return f"{paused}, asked for by {mention(owner, silent=True)}."


def channel_called(context: MessageContext, word: str) -> int:
    """Return the id of a channel; fails with UserError when there is none of that name."""
    try:
        return context.directory.find_channel(word).stream_id
    except ValueError as error:
        raise UserError(sentence(error)) from error
