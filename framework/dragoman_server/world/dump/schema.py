"""What of a dump's keys the world models, in the dump's own names. All other keys are kept as they are."""

from typing import Any, ClassVar

import msgspec

from dragoman_server.world.channel_folders import ChannelFolder
from dragoman_server.world.custom_emoji import OwnEmoji
from dragoman_server.world.email_domains import EmailDomain
from dragoman_server.world.invitations import Invitation
from dragoman_server.world.personal import Presence, Status, TopicChoice
from dragoman_server.world.playgrounds import Playground
from dragoman_server.world.profile_fields import ProfileField


class Login(msgspec.Struct, frozen=True, kw_only=True):
    """Under which short name an account is spoken of, and how it logs in."""

    user_id: int
    api_key: str | None = None
    password: str | None = None
    email: str | None = None
    """Written for readers; the user's own record is what counts."""

    role: str | None = None
    """As `email`."""


class RealmSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of the organisation on which something in the server depends."""

    name: str = "Organization"
    description: str = ""
    bot_domain: str = "example.test"
    date_created: int = 0
    mandatory_topics: bool = False
    message_content_edit_limit_seconds: int | None = None
    message_content_delete_limit_seconds: int | None = None


class Realm(msgspec.Struct, frozen=True, kw_only=True):
    """The organisation itself."""

    string_id: str
    settings: RealmSettings = RealmSettings()
    other_settings: dict[str, Any] = {}
    """The settings that are only told; in the document they stand among `settings`."""

    permissions: dict[str, "int | Holders"] = {}
    """Who holds the organisation's permissions; in the document they stand among `settings`."""

    deactivated: bool = False
    user_settings_defaults: dict[str, Any] = {}
    domains: tuple[EmailDomain, ...] = ()


class User(msgspec.Struct, frozen=True, kw_only=True):
    """A person or a bot."""

    KEY: ClassVar[str] = "user_id"

    user_id: int
    full_name: str
    delivery_email: str
    email: str
    role: int = 400
    is_active: bool = True
    is_bot: bool = False
    bot_type: int | None = None
    bot_owner_id: int | None = None
    is_system_bot: bool = False
    realm: str | None = None
    """`string_id` of the organisation; left out, it is the dump's own."""

    date_joined: str | None = None
    timezone: str = ""
    avatar_version: int = 1
    email_address_visibility: int = 1
    default_all_public_streams: bool = False
    default_sending_stream_id: int | None = None
    default_events_register_stream_id: int | None = None
    bot_config: dict[str, str] = {}
    picture: str | None = None
    recipient_id: int | None = None
    settings: dict[str, Any] = {}
    """Where the person differs from the defaults."""

    profile_data: dict[str, Any] = {}
    api_key: str | None = None
    password: str | None = None
    password_hash: str | None = None
    """For a password that nobody knows in clear: `scrypt$salt$digest`, in hexadecimal."""


class BotService(msgspec.Struct, frozen=True, kw_only=True):
    """What an outgoing-web-hook bot is there for."""

    user_profile_id: int
    name: str
    base_url: str = ""
    interface: int = 1
    token: str = ""


class Holders(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a permission, where that is no one group."""

    direct_members: tuple[int, ...] = ()
    direct_subgroups: tuple[int, ...] = ()


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """A channel. Its permission settings are read from the keys that begin with `can_`."""

    KEY: ClassVar[str] = "stream_id"

    stream_id: int
    name: str
    description: str = ""
    rendered_description: str = ""
    date_created: int = 0
    creator_id: int | None = None
    invite_only: bool = False
    is_web_public: bool = False
    history_public_to_subscribers: bool = True
    is_archived: bool = False
    is_default: bool = False
    topics_policy: str = "inherit"
    message_retention_days: int | None = None
    stream_post_policy: int = 1
    folder_id: int | None = None
    recipient_id: int | None = None
    groups: dict[str, int | Holders] = {}
    """The permission settings; in the document they stand beside the other keys."""


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """How a person follows a channel, or once followed it."""

    user_id: int
    stream_id: int
    color: str
    is_muted: bool = False
    pin_to_top: bool = False
    desktop_notifications: bool | None = None
    audible_notifications: bool | None = None
    push_notifications: bool | None = None
    email_notifications: bool | None = None
    wildcard_mentions_notify: bool | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A user group; who is in a system group follows from the roles."""

    KEY: ClassVar[str] = "id"

    id: int
    name: str
    description: str = ""
    members: tuple[int, ...] = ()
    direct_subgroup_ids: tuple[int, ...] = ()
    is_system_group: bool = False
    creator_id: int | None = None
    date_created: int | None = None
    deactivated: bool = False
    groups: dict[str, int | Holders] = {}
    """The permission settings; in the document they stand beside the other keys."""


class Linkifier(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern whose finds become links."""

    KEY: ClassVar[str] = "id"

    id: int
    pattern: str
    url_template: str
    example_input: str | None = None
    reverse_template: str | None = None
    alternative_url_templates: tuple[str, ...] = ()


class Reaction(msgspec.Struct, frozen=True, kw_only=True):
    """An emoji under a message."""

    user_id: int
    emoji_name: str
    emoji_code: str
    reaction_type: str = "unicode_emoji"


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """What was said, and on whose copy lies which flag."""

    KEY: ClassVar[str] = "id"

    id: int
    sender_id: int
    client: str = "website"
    timestamp: int
    content: str
    rendered_content: str
    recipient_id: int | None = None
    type: str
    stream_id: int | None = None
    topic: str = ""
    to: tuple[int, ...] = ()
    """All people of a direct message, the sender among them."""

    user_flags: dict[int, tuple[str, ...]] = {}
    reactions: tuple[Reaction, ...] = ()
    edit_history: tuple[dict[str, Any], ...] = ()
    last_edit_timestamp: int | None = None
    last_moved_timestamp: int | None = None
    submessages: tuple[dict[str, Any], ...] = ()


class Scheduled(msgspec.Struct, frozen=True, kw_only=True):
    """A message that waits for its time."""

    scheduled_message_id: int
    to: int | tuple[int, ...]
    type: str
    content: str
    rendered_content: str
    topic: str = ""
    scheduled_delivery_timestamp: int
    failed: bool = False
    client: str = "website"
    read_by_sender: bool = False


class MutedUser(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom a person does not want to hear."""

    id: int
    timestamp: int


class Personal(msgspec.Struct, frozen=True, kw_only=True):
    """What belongs to one account alone."""

    scheduled_messages: tuple[Scheduled, ...] = ()
    alert_words: tuple[str, ...] = ()
    muted_users: tuple[MutedUser, ...] = ()
    user_topics: tuple[TopicChoice, ...] = ()
    user_status: Status = Status()
    presence: Presence | None = None
    push_tokens: tuple[str, ...] = ()
    edited_settings: tuple[str, ...] = ()
    """The settings that the account's owner once changed."""


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """A file that somebody uploaded, with what is in it."""

    id: int
    owner_id: int
    name: str
    path_id: str
    created: float
    message_ids: tuple[int, ...] = ()
    content: bytes
    """In the document as base64."""


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A message of which somebody wants to be reminded."""

    id: int
    owner_id: int
    message_id: int
    content: str
    rendered: str
    due: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is modelled, by the document's keys."""

    accounts: dict[str, Login] = {}
    realm: Realm
    users: tuple[User, ...] = ()
    channels: tuple[Channel, ...] = ()
    channel_folders: tuple[ChannelFolder, ...] = ()
    subscriptions: tuple[Subscription, ...] = ()
    former_subscriptions: tuple[Subscription, ...] = ()
    default_channels: tuple[int, ...] = ()
    user_groups: tuple[Group, ...] = ()
    linkifiers: tuple[Linkifier, ...] = ()
    bot_services: tuple[BotService, ...] = ()
    playgrounds: tuple[Playground, ...] = ()
    realm_emoji: dict[str, OwnEmoji] = {}
    messages: tuple[Message, ...] = ()
    custom_profile_fields: tuple[ProfileField, ...] = ()
    per_user: dict[str, Personal] = {}
    invitations: tuple[Invitation, ...] = ()
    uploads: tuple[Upload, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    pictures: dict[str, bytes] = {}
    """What is uploaded of pictures, by path."""

    bot_storage: dict[int, dict[str, str]] = {}
    """What bots keep, by user ID."""

    next_ids: dict[str, int] = {}
    """The number that each kind of thing is given next, where it is not simply one more than the highest."""


DERIVED = frozenset(
    {
        *("recorded_at", "counts", "channels[].subscribers", "channels[].is_announcement_only"),
        *("channels[].first_message_id", "channels[].stream_weekly_traffic", "users[].avatar_url"),
        *("per_user[].recent_private_conversations", "per_user[].starred_messages", "per_user[].unread_msgs"),
    }
)
"""Keys that follow from the others: passed over when a dump is read, told anew when one is written."""
