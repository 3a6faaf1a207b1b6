"""Where something is said: a topic of a channel, or a direct conversation between some people."""

from typing import Self

import msgspec

from dragoman.model import Message
from dragoman.operations import SendMessage


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """A place to which one can answer; equal for all messages of the same topic or the same people."""

    channel_id: int | None = None
    """``None`` for a direct conversation."""
    topic: str = ""
    """As the message had it; empty for a direct conversation."""
    user_ids: tuple[int, ...] = ()
    """Those who are written to directly, in the order of their ids, without the bot unless it is alone."""

    @classmethod
    def of(cls, message: Message, own_id: int) -> Self:
        """Return where a message was said, as the account of this id answers there."""
        if message.channel_id is not None:
            return cls(channel_id=message.channel_id, topic=message.topic)
        everybody = {participant.id for participant in message.participants} or {message.sender_id}
        return cls(user_ids=tuple(sorted(everybody - {own_id})) or (own_id,))

    @property
    def is_direct(self) -> bool:
        """Whether it goes to people rather than to a channel."""
        return self.channel_id is None

    @property
    def key(self) -> str:
        """A text that is the same for the same conversation; a topic's capitals do not matter."""
        if self.channel_id is None:
            return f"direct:{','.join(map(str, self.user_ids))}"
        return f"channel:{self.channel_id}:{self.topic.casefold()}"

    def to_operation(self, text: str) -> SendMessage:
        """Return the call that says this text here."""
        if self.channel_id is None:
            return SendMessage(type="direct", to=self.user_ids, content=text)
        return SendMessage(type="channel", to=self.channel_id, topic=self.topic, content=text)
