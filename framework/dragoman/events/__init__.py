"""One record for each kind of event; a kind that is not known survives as ``UnknownEvent``."""

from dragoman.events.channel import (
    ChannelReference,
    StreamCreated,
    StreamDeleted,
    StreamUpdated,
    SubscriptionAdded,
    SubscriptionPeerAdded,
    SubscriptionPeerRemoved,
    SubscriptionRemoved,
    SubscriptionUpdated,
    UserTopicEvent,
)
from dragoman.events.event import Event, UnknownEvent
from dragoman.events.message import (
    DeleteMessageEvent,
    MessageDetails,
    MessageEvent,
    ReactionEvent,
    SubmessageEvent,
    TypingEditMessageEvent,
    TypingEvent,
    Typist,
    UpdateMessageEvent,
    UpdateMessageFlagsEvent,
)
from dragoman.events.reading import read, read_json, read_list
from dragoman.events.scheduled import (
    ScheduledMessagesAdded,
    ScheduledMessagesRemoved,
    ScheduledMessagesUpdated,
)
from dragoman.events.server import HeartbeatEvent, RealmSettingsUpdated, RealmUpdated, RestartEvent
from dragoman.events.user import (
    PersonChange,
    PersonName,
    RealmUserAdded,
    RealmUserRemoved,
    RealmUserUpdated,
)

__all__ = [
    "ChannelReference",
    "DeleteMessageEvent",
    "Event",
    "HeartbeatEvent",
    "MessageDetails",
    "MessageEvent",
    "PersonChange",
    "PersonName",
    "ReactionEvent",
    "RealmSettingsUpdated",
    "RealmUpdated",
    "RealmUserAdded",
    "RealmUserRemoved",
    "RealmUserUpdated",
    "RestartEvent",
    "ScheduledMessagesAdded",
    "ScheduledMessagesRemoved",
    "ScheduledMessagesUpdated",
    "StreamCreated",
    "StreamDeleted",
    "StreamUpdated",
    "SubmessageEvent",
    "SubscriptionAdded",
    "SubscriptionPeerAdded",
    "SubscriptionPeerRemoved",
    "SubscriptionRemoved",
    "SubscriptionUpdated",
    "TypingEditMessageEvent",
    "TypingEvent",
    "Typist",
    "UnknownEvent",
    "UpdateMessageEvent",
    "UpdateMessageFlagsEvent",
    "UserTopicEvent",
    "read",
    "read_json",
    "read_list",
]
