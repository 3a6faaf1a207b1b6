"""The people and channels of an organisation, filled when the bot connects and kept fresh by events."""

import re

from msgspec import UNSET, structs

from dragoman.errors import ApiError, UserError
from dragoman.events import (
    Event,
    RealmUserAdded,
    RealmUserRemoved,
    RealmUserUpdated,
    StreamCreated,
    StreamDeleted,
    StreamUpdated,
    SubscriptionAdded,
)
from dragoman.model import Channel, User
from dragoman.operations import GetChannels, GetUser, GetUsers, Registered
from dragoman.plugin import Caller
from dragoman.plugin.matching import did_you_mean

EVENT_TYPES = ("realm_user", "stream", "subscription")
"""The kinds of events that keep a directory fresh."""

_MENTION = re.compile(r"@_?\*\*(?P<name>[^*|]*)(?:\|(?P<id>\d{1,18}))?\*\*[,:;]?")
_LINK = re.compile(r"#\*\*(?P<name>[^*>]+)(?:>[^*]*)?\*\*[,:;]?")


class KnownDirectory:
    """What one bot knows of who and what there is."""

    def __init__(self, zulip: Caller) -> None:
        """Begin with nothing known."""
        self._zulip = zulip
        self._users: dict[int, User] = {}
        self._channels: dict[int, Channel] = {}

    async def fill(self, registered: Registered) -> None:
        """Know what a registration says, and ask for what it leaves out; fails with ServiceError."""
        users = [registered.realm_users, registered.realm_non_active_users, registered.cross_realm_bots]
        if registered.realm_users is UNSET:
            users = [(await self._zulip(GetUsers())).members]
        channels = [registered.subscriptions, registered.unsubscribed, registered.never_subscribed]
        if registered.subscriptions is UNSET:
            channels = [(await self._zulip(GetChannels())).streams]
        self._users = {user.user_id: user for part in users if isinstance(part, tuple) for user in part}
        if isinstance(registered.realm_non_active_users, tuple):
            for user in registered.realm_non_active_users:
                self._users[user.user_id] = structs.replace(user, is_active=False)
        self._channels = {
            channel.stream_id: channel for part in channels if isinstance(part, tuple) for channel in part
        }

    # ---- looking up

    def known_user(self, user_id: int) -> User | None:
        """Return a person without asking the server."""
        return self._users.get(user_id)

    async def user(self, user_id: int) -> User:
        """Return a person, asking the server for one not known; fails with UserError."""
        if user_id not in self._users:
            try:
                self._users[user_id] = (await self._zulip(GetUser(user_id=user_id))).user
            except ApiError as error:
                raise UserError(f"I know nobody with the id {user_id}.") from error
        return self._users[user_id]

    async def channel(self, channel_id: int) -> Channel:
        """Return a channel, asking the server for one not known; fails with UserError."""
        if channel_id not in self._channels:
            found = await self._zulip(GetChannels())
            self._channels.update({channel.stream_id: channel for channel in found.streams})
        if channel_id not in self._channels:
            raise UserError(f"I know no channel with the id {channel_id}.")
        return self._channels[channel_id]

    def users(self) -> tuple[User, ...]:
        """Return the people and bots that are known, by their id; those who left are not among them."""
        return tuple(
            self._users[key] for key in sorted(self._users) if self._users[key].is_active is not False
        )

    def channels(self) -> tuple[Channel, ...]:
        """Return the channels that are known, by their id; archived ones are not among them."""
        return tuple(
            self._channels[key] for key in sorted(self._channels) if not self._channels[key].is_archived
        )

    def find_user(self, text: str) -> User:
        """Return the person of a mention, a full name or an email; fails with ValueError and a sentence."""
        mention = _MENTION.fullmatch(text.strip())
        name = mention["name"] if mention else text.strip().removeprefix("@")
        found = [user for user in self.users() if _is_called(user, name, mention)]
        if len(found) == 1:
            return found[0]
        if found:
            raise ValueError(f"{len(found)} people are called “{name}”: mention the one you mean")
        meant = did_you_mean(name, tuple(user.full_name for user in self.users()))
        raise ValueError(f"I know nobody called “{name}”.{meant}")

    def find_channel(self, text: str) -> Channel:
        """Return the channel of ``#**name**``, ``#name`` or a name; fails with ValueError and a sentence."""
        link = _LINK.fullmatch(text.strip())
        name = link["name"] if link else text.strip().removeprefix("#")
        folded = name.strip().casefold()
        for channel in self.channels():
            if channel.name.casefold() == folded:
                return channel
        meant = did_you_mean(name, tuple(channel.name for channel in self.channels()))
        raise ValueError(f"I know no channel called “{name}”.{meant}")

    # ---- keeping fresh

    def apply(self, event: Event) -> None:
        """Take in what an event says has changed."""
        match event:
            case RealmUserAdded():
                self._users[event.person.user_id] = event.person
            case RealmUserUpdated():
                self._change_user(event)
            case RealmUserRemoved():
                self._users.pop(event.person.user_id, None)
            case StreamCreated():
                self._channels.update({channel.stream_id: channel for channel in event.streams})
            case SubscriptionAdded():
                self._channels.update({channel.stream_id: channel for channel in event.subscriptions})
            case StreamUpdated():
                self._change_channel(event)
            case StreamDeleted():
                for channel_id in event.ids:
                    self._channels.pop(channel_id, None)
            case _:
                pass

    def _change_user(self, event: RealmUserUpdated) -> None:
        user = self._users.get(event.person.user_id)
        if user is None:
            return
        changes = {
            name: value
            for name, value in structs.asdict(event.person).items()
            if value is not UNSET and name in User.__struct_fields__
        }
        if isinstance(event.person.new_email, str):
            changes["email"] = event.person.new_email
        self._users[user.user_id] = structs.replace(user, **changes)

    def _change_channel(self, event: StreamUpdated) -> None:
        channel = self._channels.get(event.stream_id)
        if channel is not None and event.property in ("name", "description", "is_archived"):
            self._channels[channel.stream_id] = structs.replace(channel, **{event.property: event.value})


def _is_called(user: User, name: str, mention: re.Match[str] | None) -> bool:
    if mention is not None and mention["id"]:
        return user.user_id == int(mention["id"])
    folded = name.strip().casefold()
    addresses = (user.email, user.delivery_email if isinstance(user.delivery_email, str) else "")
    return bool(folded) and folded in (user.full_name.casefold(), *map(str.casefold, addresses))
