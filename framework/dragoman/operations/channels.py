"""List, make, change and archive channels, and list their topics."""

from typing import Annotated, Generic, TypeVar

from dragoman.model import UNSET, Channel, GroupSetting, Maybe, Topic
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since
from dragoman.operations.user_groups import GroupSettingChange

T = TypeVar("T")


class ChannelsFound(Answer):
    """Channels, by name."""

    streams: tuple[Channel, ...]


class GetChannels(Operation[ChannelsFound], method="GET", path="/streams"):
    """List channels: the union of those asked for.

    Fails with code ``BAD_REQUEST`` when one may not ask for all.
    Source: messaging API, "GET /streams".
    """

    include_public: bool | Maybe = UNSET
    """True when left out."""
    include_web_public: bool | Maybe = UNSET
    include_subscribed: bool | Maybe = UNSET
    """True when left out."""
    exclude_archived: Annotated[bool | Maybe, Since(315)] = UNSET
    """True when left out. Feature level 315."""
    include_all: Annotated[bool | Maybe, Since(356)] = UNSET
    """All whose metadata one may see. Feature level 356."""
    include_default: bool | Maybe = UNSET
    include_owner_subscribed: bool | Maybe = UNSET
    """For a bot: those that its owner is subscribed to."""
    include_can_access_content: Annotated[bool | Maybe, Since(356)] = UNSET
    """Feature level 356."""
    include_all_active: bool | Maybe = UNSET
    """Deprecated: say ``include_all``."""


class ChannelIdFound(Answer):
    """A channel's id."""

    stream_id: int


class GetChannelId(Operation[ChannelIdFound], method="GET", path="/get_stream_id"):
    """Find a channel's id by its name, in any case.

    Fails with code ``BAD_REQUEST`` when there is none or it is not to be seen.
    Source: not in the spec.
    """

    stream: str
    """The name."""


class TopicsFound(Answer):
    """A channel's topics, the one with the newest message first."""

    topics: tuple[Topic, ...]


class GetTopics(Operation[TopicsFound], method="GET", path="/users/me/{stream_id}/topics"):
    """List the topics of a channel; in a private one with protected history only those since one joined.

    Fails with code ``BAD_REQUEST`` for a channel that does not exist or is not to be seen.
    Source: messaging API, "GET /users/me/{stream_id}/topics".
    """

    stream_id: int
    allow_empty_topic_name: bool | Maybe = UNSET
    """When false, the empty topic comes under its display name."""


class ChannelFound(Answer):
    """One channel."""

    stream: Channel


class GetChannel(Operation[ChannelFound], method="GET", path="/streams/{stream_id}"):
    """Fetch one channel.

    Fails with code ``BAD_REQUEST`` when there is none or it is not to be seen.
    Source: not in the spec.
    """

    stream_id: int


class SubscribersFound(Answer):
    """Who is subscribed to a channel."""

    subscribers: tuple[int, ...]
    """User ids."""


class GetSubscribers(Operation[SubscribersFound], method="GET", path="/streams/{stream_id}/members"):
    """List who is subscribed to a channel.

    Fails with code ``BAD_REQUEST`` when there is none or it is not to be seen.
    Source: not in the spec.
    """

    stream_id: int


class ChannelAddressFound(Answer):
    """By which address a channel takes mail."""

    email: str


class GetChannelAddress(
    Operation[ChannelAddressFound], method="GET", path="/streams/{stream_id}/email_address", since=226
):
    """Ask by which address a channel takes mail, which becomes messages in it.

    Fails with code ``BAD_REQUEST`` for a channel not to be seen, or an unknown sender.
    Source: not in the spec.
    """

    stream_id: int
    sender_id: Annotated[int | Maybe, Since(394)] = UNSET
    """In whose name the messages come; the account itself when left out. Feature level 394."""


class ChannelCreated(Answer):
    """A channel was made."""

    id: int


class NewChannel(Operation[T], Generic[T]):
    """How a channel is to be that a call makes; what is left out is as the organization has it."""

    announce: bool | Maybe = UNSET
    invite_only: bool | Maybe = UNSET
    is_web_public: bool | Maybe = UNSET
    is_default_stream: bool | Maybe = UNSET
    history_public_to_subscribers: bool | Maybe = UNSET
    message_retention_days: int | str | Maybe = UNSET
    """Days, ``unlimited`` or ``realm_default``."""
    topics_policy: str | Maybe = UNSET
    folder_id: int | Maybe = UNSET
    can_add_subscribers_group: Annotated[GroupSetting | Maybe, Since(342)] = UNSET
    """Feature level 342."""
    can_remove_subscribers_group: GroupSetting | Maybe = UNSET
    can_administer_channel_group: Annotated[GroupSetting | Maybe, Since(349)] = UNSET
    """Feature level 349."""
    can_delete_any_message_group: Annotated[GroupSetting | Maybe, Since(407)] = UNSET
    """Feature level 407."""
    can_delete_own_message_group: Annotated[GroupSetting | Maybe, Since(407)] = UNSET
    """Feature level 407."""
    can_move_messages_out_of_channel_group: Annotated[GroupSetting | Maybe, Since(396)] = UNSET
    """Feature level 396."""
    can_move_messages_within_channel_group: Annotated[GroupSetting | Maybe, Since(396)] = UNSET
    """Feature level 396."""
    can_send_message_group: Annotated[GroupSetting | Maybe, Since(333)] = UNSET
    """Feature level 333."""
    can_subscribe_group: Annotated[GroupSetting | Maybe, Since(357)] = UNSET
    """Feature level 357."""
    can_resolve_topics_group: Annotated[GroupSetting | Maybe, Since(402)] = UNSET
    """Feature level 402."""
    can_create_topic_group: Annotated[GroupSetting | Maybe, Since(441)] = UNSET
    """Feature level 441."""
    send_new_subscription_messages: Annotated[bool | Maybe, Since(397, spare=True)] = UNSET
    """Feature level 397."""


class CreateChannel(NewChannel[ChannelCreated], method="POST", path="/channels/create", since=417):
    """Make a channel; ``Subscribe`` does so on every server.

    Fails with code ``CHANNEL_ALREADY_EXISTS`` for a name that is taken; with ``BAD_REQUEST`` for one that is
    not valid, and when one may not; with ``UNAUTHORIZED_PRINCIPAL`` for a retention of one who is no owner.
    Source: not in the spec.
    """

    name: str
    """At most 60 code points."""
    subscribers: tuple[int, ...]
    """User ids."""
    description: str | Maybe = UNSET
    """Markdown."""


class UpdateChannel(Operation[Done], method="PATCH", path="/streams/{stream_id}"):
    """Change a channel; what is left out stays.

    Fails with code ``BAD_REQUEST`` when there is none, or a name is taken or not valid; with
    ``CANNOT_ADMINISTER_CHANNEL`` when one may not, which is ``UNAUTHORIZED_PRINCIPAL`` before feature level
    349; with ``EXPECTATION_MISMATCH`` when a permission is no longer the one that was named.
    Source: not in the spec.
    """

    stream_id: int
    new_name: str | Maybe = UNSET
    """At most 60 code points."""
    description: str | Maybe = UNSET
    """Markdown."""
    is_private: bool | Maybe = UNSET
    is_web_public: bool | Maybe = UNSET
    is_default_stream: bool | Maybe = UNSET
    is_archived: Annotated[bool | Maybe, Since(388)] = UNSET
    """False brings an archived channel back. Feature level 388."""
    history_public_to_subscribers: bool | Maybe = UNSET
    message_retention_days: int | str | Maybe = UNSET
    """Days, ``unlimited`` or ``realm_default``."""
    stream_post_policy: int | Maybe = UNSET
    """Until feature level 333; ``can_send_message_group`` since."""
    is_announcement_only: bool | Maybe = UNSET
    """Deprecated."""
    topics_policy: str | Maybe = UNSET
    folder_id: Annotated[int | Maybe | None, Since(389)] = UNSET
    """``None`` takes it out of its folder. Feature level 389."""
    can_add_subscribers_group: Annotated[GroupSettingChange | int | Maybe, Since(342)] = UNSET
    """Feature level 342."""
    can_remove_subscribers_group: GroupSettingChange | int | Maybe = UNSET
    """The group's id alone before feature level 320."""
    can_administer_channel_group: Annotated[GroupSettingChange | int | Maybe, Since(349)] = UNSET
    """Feature level 349."""
    can_delete_any_message_group: Annotated[GroupSettingChange | int | Maybe, Since(407)] = UNSET
    """Feature level 407."""
    can_delete_own_message_group: Annotated[GroupSettingChange | int | Maybe, Since(407)] = UNSET
    """Feature level 407."""
    can_move_messages_out_of_channel_group: Annotated[GroupSettingChange | int | Maybe, Since(396)] = UNSET
    """Feature level 396."""
    can_move_messages_within_channel_group: Annotated[GroupSettingChange | int | Maybe, Since(396)] = UNSET
    """Feature level 396."""
    can_send_message_group: Annotated[GroupSettingChange | int | Maybe, Since(333)] = UNSET
    """Feature level 333."""
    can_subscribe_group: Annotated[GroupSettingChange | int | Maybe, Since(357)] = UNSET
    """Feature level 357."""
    can_resolve_topics_group: Annotated[GroupSettingChange | int | Maybe, Since(402)] = UNSET
    """Feature level 402."""
    can_create_topic_group: Annotated[GroupSettingChange | int | Maybe, Since(441)] = UNSET
    """Feature level 441."""


class ArchiveChannel(Operation[Done], method="DELETE", path="/streams/{stream_id}"):
    """Archive a channel.

    Fails with code ``BAD_REQUEST`` when there is none; with ``CANNOT_ADMINISTER_CHANNEL`` when one may not,
    which is ``UNAUTHORIZED_PRINCIPAL`` before feature level 349.
    Source: not in the spec.
    """

    stream_id: int


class TopicDeleted(Answer):
    """How far a topic was deleted."""

    complete: bool = True
    """False: the time was up; say it again."""


class DeleteTopic(Operation[TopicDeleted], method="POST", path="/streams/{stream_id}/delete_topic"):
    """Delete a topic with all its messages; administrators only.

    Fails with code ``BAD_REQUEST`` when there is no such channel; with ``UNAUTHORIZED_PRINCIPAL`` when one is
    no administrator.
    Source: not in the spec.
    """

    stream_id: int
    topic_name: str


class AddDefaultChannel(Operation[Done], method="POST", path="/default_streams"):
    """Make a channel one that new people are subscribed to; administrators only.

    Fails with code ``BAD_REQUEST`` for a private channel, or when it is one already; with
    ``UNAUTHORIZED_PRINCIPAL`` when one is no administrator.
    Source: not in the spec.
    """

    stream_id: int


class RemoveDefaultChannel(Operation[Done], method="DELETE", path="/default_streams"):
    """Make a channel one that new people are not subscribed to; administrators only.

    Fails with code ``BAD_REQUEST`` when there is no such channel; with ``UNAUTHORIZED_PRINCIPAL`` when one is
    no administrator.
    Source: not in the spec.
    """

    stream_id: int
