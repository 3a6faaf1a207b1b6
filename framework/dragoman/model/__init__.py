"""What the two services talk about: pure, frozen values with the wire's field names."""

from dragoman.model.channel import Channel, ChannelName, Subscription, Topic
from dragoman.model.guide import (
    DEVICE_TYPES,
    ApiIndex,
    ApiIndexEndpoints,
    DeviceType,
    Lab,
    ReadLimit,
    ServiceGuide,
    ServiceLink,
)
from dragoman.model.message import (
    DirectRecipient,
    EditHistoryEntry,
    Message,
    NarrowTerm,
    NarrowTerms,
    Reaction,
    Submessage,
    TopicLink,
)
from dragoman.model.record import UNSET, Maybe, Record
from dragoman.model.scheduled import ScheduledMessage
from dragoman.model.secret import Secret
from dragoman.model.user import (
    ADMINISTRATOR,
    GUEST,
    MEMBER,
    MODERATOR,
    OWNER,
    GroupMembers,
    GroupSetting,
    User,
    UserGroup,
)

__all__ = [
    "ADMINISTRATOR",
    "DEVICE_TYPES",
    "GUEST",
    "MEMBER",
    "MODERATOR",
    "OWNER",
    "UNSET",
    "ApiIndex",
    "ApiIndexEndpoints",
    "Channel",
    "ChannelName",
    "DeviceType",
    "DirectRecipient",
    "EditHistoryEntry",
    "GroupMembers",
    "GroupSetting",
    "Lab",
    "Maybe",
    "Message",
    "NarrowTerm",
    "NarrowTerms",
    "Reaction",
    "ReadLimit",
    "Record",
    "ScheduledMessage",
    "Secret",
    "ServiceGuide",
    "ServiceLink",
    "Submessage",
    "Subscription",
    "Topic",
    "TopicLink",
    "User",
    "UserGroup",
]
