"""List channels and their topics."""

from dragoman.model import UNSET, Channel, Maybe, Topic
from dragoman.operations.operation import Answer, Operation


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
    exclude_archived: bool | Maybe = UNSET
    """True when left out. Feature level 315."""
    include_all: bool | Maybe = UNSET
    """All whose metadata one may see. Feature level 356."""
    include_default: bool | Maybe = UNSET
    include_owner_subscribed: bool | Maybe = UNSET
    """For a bot: those that its owner is subscribed to."""
    include_can_access_content: bool | Maybe = UNSET
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
