"""The messages of the organisation, in order and by conversation."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence

from dragoman_server.world.records import Message
from dragoman_server.world.tables import Holder, Table


class Messages(Holder):
    """All messages by ID, and the IDs of each conversation in rising order."""

    FOLLOWS = frozenset(("_ids", "_by_recipient"))

    def __init__(self) -> None:
        """Start empty."""
        self._by_id: Table[int, Message] = Table("message", int, Message)
        self._ids: list[int] = []
        self._by_recipient: dict[int, list[int]] = {}

    def __iter__(self) -> Iterator[Message]:
        """Walk over all messages, oldest first."""
        return (self._by_id[message_id] for message_id in self._ids)

    def index(self) -> None:
        """Put all messages in their order again."""
        self._ids = sorted(self._by_id)
        self._by_recipient = {}
        for message_id in self._ids:
            self._by_recipient.setdefault(self._by_id[message_id].recipient.id, []).append(message_id)

    def get(self, message_id: int) -> Message | None:
        """Return the message of that ID, or `None`."""
        return self._by_id.get(message_id)

    def __getitem__(self, message_id: int) -> Message:
        """Return the message of that ID, which must exist."""
        return self._by_id[message_id]

    @property
    def ids(self) -> Sequence[int]:
        """The IDs of all messages, rising."""
        return self._ids

    def ids_of(self, recipient_id: int) -> Sequence[int]:
        """Return the IDs of one conversation, rising."""
        return self._by_recipient.get(recipient_id, ())

    def of(self, recipient_id: int) -> Iterable[Message]:
        """Walk over the messages of one conversation, oldest first."""
        return (self._by_id[message_id] for message_id in self.ids_of(recipient_id))

    def newest_first(self, recipient_id: int) -> Iterable[Message]:
        """Walk over the messages of one conversation, newest first."""
        return (self._by_id[message_id] for message_id in reversed(self.ids_of(recipient_id)))

    def put(self, message: Message) -> None:
        """Add a message, or put a changed one in the place of the old."""
        old = self._by_id.get(message.id)
        self._by_id[message.id] = message
        if old is None:
            insort(self._ids, message.id)
        elif old.recipient.id == message.recipient.id:
            return
        else:
            _take_out(self._by_recipient[old.recipient.id], message.id)
        insort(self._by_recipient.setdefault(message.recipient.id, []), message.id)

    def remove(self, message_id: int) -> None:
        """Forget a message."""
        message = self._by_id.pop(message_id)
        _take_out(self._ids, message_id)
        _take_out(self._by_recipient[message.recipient.id], message_id)


def _take_out(ids: list[int], message_id: int) -> None:
    del ids[bisect_left(ids, message_id)]
