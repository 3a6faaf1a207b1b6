"""Where a message is to go, as people and YAML name it: a topic, a person, several people, a user group."""

import re
from typing import Self

from dragoman.errors import ApiError, UserError
from dragoman.model import UserGroup
from dragoman.operations import GetUserGroups
from dragoman.plugin import ChannelTopic, Context, Conversation, Unreadable
from dragoman.text import escape
from dragoman_plugins.scheduler.groups import members_of
from dragoman_plugins.scheduler.written import Written

MOST_MEMBERS = 100
"""People of a user group who are written to one by one."""
GROUP = re.compile(r"@_?\*(?P<name>[^*\n]+)\*")
BETWEEN = re.compile(r"\s*(?:,\s*and|,|&|\band\b)?\s*(?=@)")
MEND = 'Write it "#channel > topic", "@Full Name", "@One Person and @Another", or "@*group*"'


class Destination(Written):
    """Where a message is to go; as an option it is text such as "#channel > topic" or "@Full Name"."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Check a destination; fails with ValueError, whose text is a sentence for people."""
        said = text.strip()
        if said.startswith("@") and all(name.strip("@*_ ") for name in names_in(said)):
            return cls(said)
        if said.startswith("#"):
            return cls(ChannelTopic.parse(said))
        raise Unreadable(f"“{said}” is no place to write to", MEND)

    @property
    def group(self) -> str | None:
        """The name of a user group, None when it is none."""
        found = GROUP.fullmatch(self)
        return found["name"].strip() if found else None

    def conversation(self, context: Context) -> Conversation:
        """Return where that is in this organisation; fails with UserError when there is no such place.

        A user group is no conversation: ``conversations`` has those of its members.
        """
        if self.group is not None:
            raise UserError(
                f"“{escape(self.group)}” is a user group, to which only schedules of the bot.yaml go: "
                "name a channel, or the people one by one."
            )
        try:
            if self.startswith("@"):
                ids = {context.directory.find_user(name).user_id for name in names_in(self)}
                return Conversation(user_ids=tuple(sorted(ids)))
            place = ChannelTopic.parse(self)
            channel = context.directory.find_channel(f"#{place.channel}")
        except ValueError as error:
            raise UserError(sentence(error)) from error
        return Conversation(channel_id=channel.stream_id, topic=place.topic)

    async def conversations(self, context: Context) -> tuple[Conversation, ...]:
        """Return all conversations that it stands for; fails with UserError when there are none."""
        if self.group is None:
            return (self.conversation(context),)
        ids = sorted(await members_called(context, self.group) - {context.bot.user_id})
        if not ids:
            raise UserError(f"Nobody is in the user group “{escape(self.group)}”.")
        if len(ids) > MOST_MEMBERS:
            raise UserError(
                f"The user group “{escape(self.group)}” has {len(ids)} people, more than the "
                f"{MOST_MEMBERS} whom I write to one by one: choose a channel."
            )
        return tuple(Conversation(user_ids=(user_id,)) for user_id in ids)


async def members_called(context: Context, name: str) -> set[int]:
    """Return the ids of who is in a user group; fails with UserError."""
    groups = await all_groups(context)
    for group in groups:
        if group.name.casefold() == name.casefold() and group.deactivated is not True:
            return members_of(group.id, {each.id: each for each in groups})
    raise UserError(f"I know no user group called “{escape(name)}”.")


async def all_groups(context: Context) -> tuple[UserGroup, ...]:
    """Return the organisation's groups; fails with UserError where bots may not see them."""
    try:
        return (await context.zulip(GetUserGroups())).user_groups
    except ApiError as error:
        raise UserError(f"This server does not show user groups to bots: {escape(error.msg)}.") from error


def names_in(text: str) -> list[str]:
    """Return the people that a text names, each with its ``@``: "@Iris Adler and @Otto"."""
    return [part.strip().rstrip(",&").strip() for part in BETWEEN.split(text.strip()) if part.strip()]


def sentence(error: ValueError) -> str:
    """Return a complaint with its capital and its full stop."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
