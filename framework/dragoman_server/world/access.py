"""Who may see, read and write what: `may_*` answers, `access_*` returns the thing or refuses."""

from dragoman_server import failures, levels
from dragoman_server.world.groups import EVERYONE
from dragoman_server.world.records import Channel, EmailVisibility, Message, Role, Subscription, User
from dragoman_server.world.uploads import Upload
from dragoman_server.world.world import World

GRANT_READING = ("can_add_subscribers_group", "can_subscribe_group")
"""Whoever holds one of these permissions of a private channel may read it; guests may not."""

CHANNEL_ADMINISTRATORS = "can_administer_channel_group"
"""Whoever holds this permission sees the channel's name and settings; guests do not."""


def may_see_channel(world: World, user: User, channel: Channel) -> bool:
    """Tell whether the channel's name and settings are shown to the person."""
    if user.is_admin or may_read_channel(world, user, channel):
        return True
    return not user.is_guest and world.groups.holds(channel.groups.get(CHANNEL_ADMINISTRATORS, -1), user)


def may_read_channel(world: World, user: User, channel: Channel) -> bool:
    """Tell whether the person may read the channel's messages."""
    if world.subscription(user.user_id, channel.id) is not None or channel.is_web_public:
        return True
    if user.is_guest or not channel.invite_only:
        return not user.is_guest
    return any(world.groups.holds(channel.groups.get(name, -1), user) for name in GRANT_READING)


def may_post(world: World, user: User, channel: Channel) -> bool:
    """Tell whether the person holds the channel's permission to post; a bot holds its owner's too."""
    setting = channel.groups.get("can_send_message_group", world.groups.system(EVERYONE))
    if world.groups.holds(setting, user):
        return True
    owner = bot_owner(world, user)
    return owner is not None and world.groups.holds(setting, owner)


def bot_owner(world: World, user: User) -> User | None:
    """Return the person to whom a bot belongs."""
    return None if user.bot_owner_id is None else world.users.get(user.bot_owner_id)


def access_channel(world: World, user: User, channel_id: int, *, archived: bool = False) -> Channel:
    """Return a channel whose messages the person may read; `archived` takes one that is out of use, too."""
    channel = _existing(world, channel_id, archived=archived)
    if not may_read_channel(world, user, channel):
        raise failures.INVALID_CHANNEL_ID
    return channel


def access_channel_named(world: World, user: User, name: str) -> Channel:
    """Return the channel of that name, in any case, if the person may read its messages."""
    channel = world.channel_named(name)
    if channel is None or channel.is_archived or not may_read_channel(world, user, channel):
        raise failures.INVALID_CHANNEL_NAME(name=name)
    return channel


def access_channel_settings(world: World, user: User, channel_id: int, *, archived: bool = False) -> Channel:
    """Return a channel whose name and settings the person may see; `archived` as above."""
    channel = _existing(world, channel_id, archived=archived)
    if not may_see_channel(world, user, channel):
        raise failures.INVALID_CHANNEL_ID
    return channel


def _existing(world: World, channel_id: int, *, archived: bool) -> Channel:
    channel = world.channels.get(channel_id)
    if channel is None or (channel.is_archived and not archived):
        raise failures.INVALID_CHANNEL_ID
    return channel


def access_subscription(world: World, user: User, channel_id: int) -> Subscription:
    """Return the person's own subscription to a channel."""
    archived = world.level >= levels.ARCHIVED_SUBSCRIPTIONS
    access_channel_settings(world, user, channel_id, archived=archived)
    subscription = world.subscription(user.user_id, channel_id)
    if subscription is None:
        raise failures.NOT_SUBSCRIBED(stream_id=channel_id)
    return subscription


def may_read_message(world: World, user: User, message: Message) -> bool:
    """Tell whether the person may read a message: as a party, as a subscriber, or because it is public."""
    holds_copy = world.flags(user.user_id, message.id) is not None
    if message.recipient.channel_id is None:
        return holds_copy
    channel = world.channels[message.recipient.channel_id]
    if not channel.invite_only and (not user.is_guest or channel.is_web_public):
        return True
    if not channel.history_public and not holds_copy:
        return False
    return may_read_channel(world, user, channel)


def access_message(world: World, user: User, message_id: int) -> Message:
    """Return a message that the person may read."""
    message = world.messages.get(message_id)
    if message is None or not may_read_message(world, user, message):
        raise failures.INVALID_MESSAGES
    return message


def may_fetch(world: World, user: User, upload: Upload) -> bool:
    """Tell whether the person may fetch a file: their own, or one of a message that they may read."""
    if upload.owner_id == user.user_id:
        return True
    messages = (world.messages.get(message_id) for message_id in upload.message_ids)
    return any(one is not None and may_read_message(world, user, one) for one in messages)


def access_user(world: World, user_id: int) -> User:
    """Return the account of that ID."""
    found = world.users.get(user_id)
    if found is None:
        raise failures.NO_SUCH_USER
    return found


def may_see_email(viewer: User, user: User) -> bool:
    """Tell whether the real address of `user` is shown to `viewer`."""
    if viewer.user_id == user.user_id or user.is_bot:
        return True
    match user.email_visibility:
        case EmailVisibility.EVERYONE:
            return True
        case EmailVisibility.MEMBERS:
            return viewer.role <= Role.MEMBER
        case EmailVisibility.MODERATORS:
            return viewer.role <= Role.MODERATOR
        case EmailVisibility.ADMINISTRATORS:
            return viewer.is_admin
        case EmailVisibility.NOBODY:
            return False


def people_who_see(world: World, channel: Channel) -> list[int]:
    """Return the accounts to whom the channel's name and settings are shown, rising."""
    return [user.user_id for user in world.users if user.is_active and may_see_channel(world, user, channel)]
