"""The messages that wait at the server, and who asked for them."""

from collections import OrderedDict
from datetime import UTC, datetime

from dragoman.model import MODERATOR, ScheduledMessage, User
from dragoman.plugin import Conversation
from dragoman.text import escape, time_tag

MOST = 10_000
"""Messages whose askers are remembered; the oldest is forgotten first."""
SHOWN = 60
"""Characters of a text that a list shows."""


class Askers:
    """Who asked for which message; a restart forgets it."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._askers: OrderedDict[int, int] = OrderedDict()

    def remember(self, message_id: int, user_id: int) -> None:
        """Remember who asked for a message."""
        self._askers[message_id] = user_id
        while len(self._askers) > MOST:
            self._askers.popitem(last=False)

    def forget(self, message_id: int) -> None:
        """Forget a message that is no more."""
        self._askers.pop(message_id, None)

    def asked(self, user: User, message: ScheduledMessage) -> bool:
        """Tell whether a person asked for a message, or is alone in getting it."""
        asker = self._askers.get(message.scheduled_message_id)
        return asker == user.user_id or (asker is None and message.to == (user.user_id,))

    def may_cancel(self, user: User, message: ScheduledMessage) -> bool:
        """Tell whether a person may see and cancel a message: an own one, as a moderator any."""
        moderates = isinstance(user.role, int) and user.role <= MODERATOR
        return moderates or self.asked(user, message)


def place_of(message: ScheduledMessage) -> Conversation:
    """Return where a scheduled message goes."""
    if isinstance(message.to, int):
        return Conversation(
            channel_id=message.to, topic=message.topic if isinstance(message.topic, str) else ""
        )
    return Conversation(user_ids=tuple(sorted(message.to)))


def line_of(message: ScheduledMessage, place: str, *, private: bool) -> str:
    """Return a scheduled message as a line of a list, without its text where others would read it."""
    number = message.scheduled_message_id
    tag = time_tag(datetime.fromtimestamp(message.scheduled_delivery_timestamp, UTC))
    failed = " (**failed**)" if message.failed else ""
    text = "" if private else f": {excerpt(message.content)}"
    return f"* **{number}**: {tag} to {place}{failed}{text}"


def excerpt(text: str) -> str:
    """Return the beginning of a text in one harmless line."""
    flat = " ".join(text.split())
    return escape(flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 1]}…").replace("`", "'")
