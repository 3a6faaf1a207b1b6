"""The organisation while it lives: tables of frozen records, and the numbers that are given out next."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from dragoman_server.clock import Clock
from dragoman_server.event import Event
from dragoman_server.ledger import Ledger
from dragoman_server.limits import RateLimiter
from dragoman_server.queues import Queues
from dragoman_server.settings import ServerSettings
from dragoman_server.summons import Summons
from dragoman_server.world.channel_folders import ChannelFolders
from dragoman_server.world.custom_emoji import OwnEmojis
from dragoman_server.world.directory import Directory
from dragoman_server.world.email_domains import EmailDomains
from dragoman_server.world.groups import Groups
from dragoman_server.world.invitations import Invitations
from dragoman_server.world.keepsakes import Keepsakes
from dragoman_server.world.kept import Kept
from dragoman_server.world.keys import Keys
from dragoman_server.world.letters import Letters
from dragoman_server.world.linkifiers import Linkifiers
from dragoman_server.world.messages import Messages
from dragoman_server.world.organization_settings import FIELDS, PERMISSIONS, default_of
from dragoman_server.world.personal import Everyones
from dragoman_server.world.pictures import Pictures
from dragoman_server.world.playgrounds import Playgrounds
from dragoman_server.world.profile_fields import ProfileFields
from dragoman_server.world.records import (
    Channel,
    GroupSetting,
    Message,
    Organization,
    Recipient,
    ScheduledMessage,
    Subscription,
    User,
)
from dragoman_server.world.tables import Holder, Single, Table, Tables
from dragoman_server.world.uploads import Uploads

NOTIFICATION_BOT = "notification-bot@zulip.com"


def _summon_nobody(_: Summons) -> None:
    """Call nobody: there is no server yet that could."""


class World(Holder):
    """Everything that the server knows. Records are replaced, never changed; only actions write here."""

    PASSING = frozenset(("settings", "clock", "ledger", "queues", "password_limiter", "summon", "url"))

    def __init__(self, organization: Organization, settings: ServerSettings, clock: Clock) -> None:
        """Start an organisation without anybody in it."""
        self._organization = Single("organization", Organization, organization)
        self.settings = settings
        self.clock = clock
        self.ledger = Ledger(settings.feature_level, strict=settings.strict)
        self.queues = Queues(clock, settings)
        self.keys = Keys()
        self.password_limiter = RateLimiter(settings.password_limit, clock)
        self.users = Directory()
        self.groups = Groups(self.users, self.is_new)
        self.channels: Table[int, Channel] = Table("channel", int, Channel)
        self.subscriptions: Tables[int, int, Subscription] = Tables("subscription", int, int, Subscription)
        """By channel, then by person, those who left included."""

        self.messages = Messages()
        self.copies: Tables[int, int, int] = Tables("copy", int, int, int)
        """Whose copy of which message carries which flags: by person, then by message."""

        self.scheduled: Table[int, ScheduledMessage] = Table("scheduled_message", int, ScheduledMessage)
        self.uploads = Uploads()
        self.pictures = Pictures()
        self.domains = EmailDomains()
        self.playgrounds = Playgrounds()
        self.custom_emoji = OwnEmojis()
        self.keepsakes = Keepsakes()
        self.letters = Letters()
        self.linkifiers = Linkifiers()
        self.invitations = Invitations(clock)
        self.personal = Everyones()
        self.profile_fields = ProfileFields()
        self.channel_folders = ChannelFolders()
        self._kept = Single("kept", Kept, Kept())
        self.summon: Callable[[Summons], None] = _summon_nobody
        """Calls an outgoing-web-hook bot; once the server listens somebody does."""

        self.url = ""
        """Where the server is reached, known once it listens."""

        self._recipients: Table[int | tuple[int, ...], Recipient] = Table(
            "recipient", int | tuple[int, ...], Recipient
        )
        self._next: Table[str, int] = Table("next_number", str, int)

    @property
    def organization(self) -> Organization:
        """What is true of the organisation as a whole."""
        return self._organization.value

    @organization.setter
    def organization(self, organization: Organization) -> None:
        self._organization.value = organization

    @property
    def kept(self) -> Kept:
        """What the dump that the organisation came from told beside all this."""
        return self._kept.value

    @kept.setter
    def kept(self, kept: Kept) -> None:
        self._kept.value = kept

    @property
    def notification_bot(self) -> User:
        """The system's own account, which tells people what happened."""
        bots = [user for user in self.users if user.is_system_bot]
        return next((bot for bot in bots if bot.delivery_email == NOTIFICATION_BOT), bots[0])

    @property
    def level(self) -> int:
        """The feature level that is offered."""
        return self.settings.feature_level

    @property
    def realm_id(self) -> int:
        """The number under which the organisation's files lie."""
        told = self.kept.realm.get("id")
        return told if isinstance(told, int) else 1

    def setting(self, name: str) -> Any:
        """Return a setting of the organisation by its wire name."""
        if name in FIELDS:
            return getattr(self.organization, FIELDS[name])
        chosen = self.organization.settings
        return chosen[name] if name in chosen else default_of(name)

    def permission(self, name: str) -> GroupSetting:
        """Return who holds one of the organisation's permissions."""
        chosen = self.organization.permissions.get(name)
        return self.groups.system(PERMISSIONS[name][1]) if chosen is None else chosen

    def is_new(self, user: User) -> bool:
        """Tell whether a person has not been here for as long as full members must be."""
        waiting: int = self.setting("waiting_period_threshold") * 86400
        return self.clock.now() - user.date_joined < waiting

    def holds(self, user: User, name: str) -> bool:
        """Tell whether a person holds one of the organisation's permissions."""
        return self.groups.holds(self.permission(name), user)

    def change_organization(self, **changes: object) -> None:
        """Replace the organisation's record by a changed one."""
        self.organization = msgspec.structs.replace(self.organization, **changes)

    def number(self, kind: str) -> int:
        """Return the next ID of a kind: `message`, `channel`, `user`, `scheduled`, `recipient`."""
        number = self._next.get(kind, 1)
        self._next[kind] = number + 1
        return number

    def number_from(self, kind: str, least: int) -> None:
        """Give out only IDs of `least` and above from now on."""
        self._next[kind] = max(self._next.get(kind, 1), least)

    @property
    def next_numbers(self) -> dict[str, int]:
        """The IDs that are given out next, by kind."""
        return dict(self._next)

    def send(self, event: Event, user_ids: Iterable[int]) -> None:
        """Tell `event` to all queues of these people that want it."""
        self.ledger.emitted(event.kind)
        self.queues.push(event, user_ids)

    def send_to_all(self, event: Event) -> None:
        """Tell `event` to everybody."""
        self.send(event, self.queues.owners())

    def channel_recipient(self, channel_id: int) -> Recipient:
        """Return the one recipient that stands for a channel."""
        return self._recipient(channel_id)

    def direct_recipient(self, user_ids: Iterable[int]) -> Recipient:
        """Return the one recipient that stands for these people, the sender among them."""
        return self._recipient(tuple(sorted(set(user_ids))))

    def _recipient(self, key: int | tuple[int, ...]) -> Recipient:
        found = self._recipients.get(key)
        if found is None:
            channel_id, user_ids = (None, key) if isinstance(key, tuple) else (key, ())
            found = Recipient(self.number("recipient"), channel_id, user_ids)
            self._recipients[key] = found
        return found

    def put_recipient(self, recipient: Recipient) -> None:
        """Let a channel or a set of people be spoken of under a number that is given from outside."""
        key = recipient.user_ids if recipient.channel_id is None else recipient.channel_id
        self._recipients[key] = recipient

    def knows_recipient(self, user_ids: tuple[int, ...]) -> bool:
        """Tell whether these people, by rising ID, already have a recipient."""
        return user_ids in self._recipients

    def told_recipient_id(self, message: Message) -> int:
        """Return the number under which the API speaks of a message's receiver.

        A channel and a group of three or more have one; between two it is the receiving person's.
        """
        recipient = message.recipient
        if recipient.channel_id is not None or len(recipient.user_ids) > 2:
            return recipient.id
        other = next((one for one in recipient.user_ids if one != message.sender_id), message.sender_id)
        return self.users[other].recipient_id or recipient.id

    def direct_recipients(self) -> Iterator[Recipient]:
        """Walk over all sets of people who ever wrote to each other."""
        return (recipient for recipient in self._recipients.values() if recipient.channel_id is None)

    def channel_named(self, name: str) -> Channel | None:
        """Return the channel of that name, in any case, or `None`."""
        wanted = name.strip().casefold()
        return next((one for one in self.channels.values() if one.name.casefold() == wanted), None)

    def subscription(self, user_id: int, channel_id: int) -> Subscription | None:
        """Return the person's subscription, if it is active."""
        found = self.subscriptions.get(channel_id, {}).get(user_id)
        return found if found is not None and found.active else None

    def subscriber_ids(self, channel_id: int) -> list[int]:
        """Return who follows a channel, rising; the deactivated left out."""
        return sorted(
            user_id
            for user_id, subscription in self.subscriptions.get(channel_id, {}).items()
            if subscription.active and self.users[user_id].is_active
        )

    def put_subscription(self, subscription: Subscription) -> None:
        """Add or replace a subscription."""
        self.subscriptions.of(subscription.channel_id)[subscription.user_id] = subscription

    def flags(self, user_id: int, message_id: int) -> int | None:
        """Return the flags on the person's copy of a message; `None` if there is no copy."""
        return self.copies.get(user_id, {}).get(message_id)

    def set_flags(self, user_id: int, message_id: int, flags: int) -> None:
        """Give the person a copy with these flags, or change the flags of theirs."""
        self.copies.of(user_id)[message_id] = flags

    def newest_copy(self, user_id: int) -> int:
        """Return the ID of the newest message of which a person has a copy; -1 if there is none."""
        copies = self.copies.get(user_id, {})
        if not copies:
            return -1
        return next(message_id for message_id in reversed(self.messages.ids) if message_id in copies)

    def holders(self, message_id: int) -> list[int]:
        """Return who has a copy of a message, rising."""
        return sorted(user_id for user_id, copies in self.copies.items() if message_id in copies)

    def change_user(self, user: User, **changes: object) -> User:
        """Replace a person's record by a changed one, and return it."""
        changed = msgspec.structs.replace(user, **changes)
        self.users.put(changed)
        return changed
