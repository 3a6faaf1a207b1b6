"""What the organisation consists of: one frozen record a person, channel, subscription, message, group."""

from enum import IntEnum
from typing import Any

import msgspec


class Role(IntEnum):
    """A person's rank in the organisation; a smaller number may do more."""

    OWNER = 100
    ADMINISTRATOR = 200
    MODERATOR = 300
    MEMBER = 400
    GUEST = 600


class BotType(IntEnum):
    """What a bot may do and who runs it."""

    GENERIC = 1
    INCOMING_WEBHOOK = 2
    OUTGOING_WEBHOOK = 3
    EMBEDDED = 4


class EmailVisibility(IntEnum):
    """Who may see a person's real address."""

    EVERYONE = 1
    MEMBERS = 2
    ADMINISTRATORS = 3
    NOBODY = 4
    MODERATORS = 5


GroupSetting = int | tuple[tuple[int, ...], tuple[int, ...]]
"""Who holds a permission: a group's ID, or people and groups named one by one."""


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """A named set of people; a system group stands for a role."""

    id: int
    name: str
    description: str = ""
    members: frozenset[int] = frozenset()
    subgroups: tuple[int, ...] = ()
    is_system: bool = False
    creator_id: int | None = None
    date_created: int | None = None
    deactivated: bool = False
    permissions: dict[str, GroupSetting] = {}
    """Where they are not as usual, by wire name: `can_mention_group` and so on."""


class Organization(msgspec.Struct, frozen=True, kw_only=True):
    """What is true of the organisation as a whole."""

    name: str = "Organization"
    description: str = ""
    string_id: str = "dragoman"
    bot_domain: str = "example.test"
    date_created: int = 0
    empty_topic_name: str = "general chat"
    edit_limit_seconds: int | None = 600
    delete_limit_seconds: int | None = 600
    mandatory_topics: bool = False
    deactivated: bool = False
    """Whether the organisation was closed, so that nobody can log in."""

    wildcard_limit: int = 15
    """Channels with more subscribers than this take a channel-wide mention from moderators only."""

    settings: dict[str, Any] = {}
    """What clients are told beside this, by its wire name without `realm_`; nothing here depends on it."""

    permissions: dict[str, GroupSetting] = {}
    """Who holds the organisation's permissions, by wire name, where that is not as at first."""

    user_defaults: dict[str, Any] = {}
    """The settings with which new accounts begin, where they are not the server's own."""


class BotService(msgspec.Struct, frozen=True, kw_only=True):
    """What an outgoing-web-hook bot is there for: where messages to it are carried."""

    name: str
    base_url: str
    """Where messages are posted; empty where nobody said."""

    interface: int = 1
    """In which form: 1 the service's own, 2 that of a program which is much used."""

    token: str
    """What each such post carries, so that the receiver knows who sends it."""


class User(msgspec.Struct, frozen=True, kw_only=True):
    """A person or a bot with an account."""

    user_id: int
    full_name: str
    delivery_email: str
    """The real address, with which the account logs in."""

    email: str
    """The address that everybody is shown; a stand-in while the real one is hidden."""

    role: Role = Role.MEMBER
    is_active: bool = True
    bot_type: BotType | None = None
    bot_owner_id: int | None = None
    is_system_bot: bool = False
    date_joined: float = 0.0
    timezone: str = ""
    avatar_version: int = 1
    email_visibility: EmailVisibility = EmailVisibility.EVERYONE
    receives_typing_notifications: bool = True
    sends_direct_typing: bool = True
    sends_channel_typing: bool = True
    default_all_public_streams: bool = False
    default_sending_channel: int | None = None
    """Of a bot: where its messages go that do not say where."""

    default_events_channel: int | None = None
    """Of a bot: the channel to which its event queues are narrowed that do not say to which."""

    services: tuple[BotService, ...] = ()
    """Of an outgoing-web-hook bot: where messages to it are carried."""

    bot_config: dict[str, str] = {}
    """Of a bot: what its program wants to know."""

    owner_told_at: float | None = None
    """Of a bot: when its owner was last told that what it says reaches nobody."""

    picture: str | None = None
    """Where an uploaded picture lies, below `/user_avatars/`; `None` takes the one made from the address."""

    recipient_id: int | None = None
    """Under which number the API speaks of this account as a receiver, where that is known."""

    can_create_users: bool = False
    """Whether an operator of the server allowed this account to make others."""

    can_change_user_emails: bool = False
    """Whether an operator of the server allowed this account to give others new addresses."""

    settings: dict[str, Any] = {}
    """The settings that differ from the organisation's defaults, by wire name."""

    profile_data: dict[str, Any] = {}
    """What the person says about themselves, by the profile field's ID as text."""

    def __hash__(self) -> int:
        """Tell accounts apart by ID, for the settings cannot be hashed."""
        return self.user_id

    @property
    def is_bot(self) -> bool:
        """Whether this account is a program's."""
        return self.bot_type is not None

    @property
    def is_guest(self) -> bool:
        """Whether this account sees only what it was added to."""
        return self.role == Role.GUEST

    @property
    def is_admin(self) -> bool:
        """Whether this account administers the organisation; owners do."""
        return self.role <= Role.ADMINISTRATOR


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """A place for topics."""

    id: int
    name: str
    description: str = ""
    rendered_description: str = ""
    date_created: int = 0
    creator_id: int | None = None
    invite_only: bool = False
    is_web_public: bool = False
    history_public: bool = True
    is_archived: bool = False
    is_default: bool = False
    topics_policy: str = "inherit"
    message_retention_days: int | None = None
    folder_id: int | None = None
    counted_from: int = 0
    """From when on all its messages are here: what a dump brought of older ones may be a part."""

    groups: dict[str, GroupSetting] = {}
    """The permission settings by their wire name, `can_send_message_group` and so on."""


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """How one person follows one channel; kept, inactive, after leaving."""

    user_id: int
    channel_id: int
    color: str
    active: bool = True
    is_muted: bool = False
    pin_to_top: bool = False
    desktop_notifications: bool | None = None
    audible_notifications: bool | None = None
    push_notifications: bool | None = None
    email_notifications: bool | None = None
    wildcard_mentions_notify: bool | None = None


class Recipient(msgspec.Struct, frozen=True):
    """Where a message goes: a channel, or a set of people that includes the sender."""

    id: int
    channel_id: int | None = None
    user_ids: tuple[int, ...] = ()


class Reaction(msgspec.Struct, frozen=True):
    """One person's emoji under a message."""

    emoji_name: str
    emoji_code: str
    reaction_type: str
    user_id: int


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """What was said, where and by whom."""

    id: int
    sender_id: int
    recipient: Recipient
    topic: str
    content: str
    rendered: str
    timestamp: int
    client: str
    reactions: tuple[Reaction, ...] = ()
    edit_history: tuple[dict[str, Any], ...] = ()
    """Most recent first."""

    last_edit_timestamp: int | None = None
    last_moved_timestamp: int | None = None
    holds: frozenset[str] = frozenset()
    """What the text holds beside words: `link`, `image`, `attachment`."""

    submessages: tuple[dict[str, Any], ...] = ()
    """The state of a widget, as the API tells it."""

    @property
    def is_me(self) -> bool:
        """Whether this is a status message, `/me waves`."""
        return self.content.startswith("/me ")


class ScheduledMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message that waits for its time."""

    id: int
    sender_id: int
    recipient: Recipient
    topic: str
    content: str
    rendered: str
    due: int
    client: str
    read_by_sender: bool
    failed: bool = False
