"""Which messages of the bot's account are its own doing: what is none of them was said by somebody else."""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

MOST_KNOWN = 10_000
"""Messages that are remembered; the oldest are forgotten first."""


class OwnMessages:
    """The messages that this process knows to have sent, or is sending."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: OrderedDict[int, None] = OrderedDict()
        self._expected: Counter[tuple[str, str]] = Counter()

    def __contains__(self, message_id: int) -> bool:
        """Whether a message is one of them."""
        return message_id in self._known

    def know(self, message_id: int) -> None:
        """Remember a message."""
        self._known[message_id] = None
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    @contextmanager
    def sending(self, recipient: str, sha: str) -> Iterator[None]:
        """Expect a message of this content there, while the block lasts."""
        self._expected[recipient, sha] += 1
        try:
            yield
        finally:
            self._expected[recipient, sha] -= 1
            if not self._expected[recipient, sha]:
                del self._expected[recipient, sha]

    def expects(self, recipient: str, sha: str) -> bool:
        """Whether a message of this content is being sent there."""
        return (recipient, sha) in self._expected
