"""Who may have what sent where, and who may read of it."""

from dragoman.errors import ApiError, UserError
from dragoman.model import ADMINISTRATOR, GUEST, MEMBER, MODERATOR, Channel, User
from dragoman.model.user import GroupMembers
from dragoman.operations import GetSubscribers
from dragoman.plugin import Context, Conversation, MessageContext
from dragoman.text import escape, mention, topic_link
from dragoman_plugins.scheduler.destinations import all_groups
from dragoman_plugins.scheduler.groups import holders_of

POLICIES = {1: GUEST, 2: ADMINISTRATOR, 3: MEMBER, 4: MODERATOR}
"""The least role that may write to a channel, by the channel's policy."""
HIDDEN = "a private channel"


def role_of(user: User) -> int:
    """Return a person's role as its number: the lower, the more it may do."""
    if isinstance(user.role, int):
        return user.role
    if user.is_owner is True or user.is_admin is True:
        return ADMINISTRATOR
    return GUEST if user.is_guest is True else MEMBER


def moderates(user: User) -> bool:
    """Tell whether a person may have a say in what others scheduled."""
    return role_of(user) <= MODERATOR


async def check_may_write(context: MessageContext, place: Conversation) -> None:
    """Refuse a place to which the sender could not write; a hidden one as if there were none."""
    if place.channel_id is None or place == context.conversation:
        return
    if not await may_write(context, context.sender, place.channel_id):
        channel = await context.directory.channel(place.channel_id)
        raise UserError(f"There is no channel “{escape(channel.name)}” that you can write to.")


async def may_write(context: Context, user: User, channel_id: int) -> bool:
    """Tell whether a person may write to a channel."""
    channel = await context.directory.channel(channel_id)
    return await may_read(context, user, channel) and await may_post(context, user, channel)


async def may_read(context: Context, user: User, channel: Channel) -> bool:
    """Tell whether a person may know of a channel: guests and strangers to a private one may not."""
    if not channel.invite_only and role_of(user) < GUEST:
        return True
    try:
        found = await context.zulip(GetSubscribers(stream_id=channel.stream_id))
    except ApiError:
        return False
    return user.user_id in found.subscribers


async def may_post(context: Context, user: User, channel: Channel) -> bool:
    """Tell whether a channel's own rule lets a person write there, who may read it."""
    policy, setting = channel.stream_post_policy, channel.can_send_message_group
    if isinstance(policy, int) and role_of(user) > POLICIES.get(policy, GUEST):
        return False
    if not isinstance(setting, int | GroupMembers):
        return True
    try:
        groups = {group.id: group for group in await all_groups(context)}
    except UserError:
        return True
    return user.user_id in holders_of(setting, groups)


async def shown(place: Conversation, context: Context, reader: User | None = None) -> str:
    """Return a place as people write it, with a link to it; its reader is "you"."""
    if place.channel_id is not None:
        return topic_link(await context.directory.channel(place.channel_id), place.topic)
    if reader is not None and place.user_ids == (reader.user_id,):
        return "you"
    people = [mention(await context.directory.user(user_id), silent=True) for user_id in place.user_ids]
    return " and ".join(people)


async def shown_in(place: Conversation, context: MessageContext) -> str:
    """Return a place as those who read the conversation may see it."""
    if place.channel_id is None or place.channel_id == context.conversation.channel_id:
        return await shown(place, context, context.sender)
    channel = await context.directory.channel(place.channel_id)
    if not channel.invite_only or (is_alone(context) and await may_read(context, context.sender, channel)):
        return await shown(place, context, context.sender)
    return HIDDEN


async def may_show_text(context: MessageContext, place: Conversation, owner: int | None) -> bool:
    """Tell whether those who read the conversation may read what is said at a place."""
    if place.channel_id is None:
        reads_it = context.sender.user_id in (*place.user_ids, owner)
        return place == context.conversation or (is_alone(context) and reads_it)
    return await shown_in(place, context) != HIDDEN


def is_alone(context: MessageContext) -> bool:
    """Tell whether the sender is alone with the bot."""
    return context.conversation == Conversation(user_ids=(context.sender.user_id,))
