"""Register an event queue, fetch what it holds, delete it."""

from typing import Annotated

import msgspec
from msgspec import Raw

from dragoman.events import Event, read_list
from dragoman.model import UNSET, Maybe, Record
from dragoman.model.repair import repair
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since
from dragoman.operations.snapshot import Snapshot


class ClientCapabilities(Record):
    """What this client understands; a server sends the older forms of what is not claimed."""

    notification_settings_null: bool = True
    """The one that servers insist on."""
    bulk_message_deletion: bool | Maybe = UNSET
    user_avatar_url_field_optional: bool | Maybe = UNSET
    stream_typing_notifications: bool | Maybe = UNSET
    user_settings_object: bool | Maybe = UNSET
    linkifier_url_template: bool | Maybe = UNSET
    """Without it there are no linkifiers, nor events about them."""
    user_list_incomplete: bool | Maybe = UNSET
    include_deactivated_groups: bool | Maybe = UNSET
    archived_channels: bool | Maybe = UNSET
    empty_topic_name: bool | Maybe = UNSET
    """Without it the empty topic comes under its display name."""
    simplified_presence_events: bool | Maybe = UNSET
    individual_emoji_changes: bool | Maybe = UNSET


USUAL_LENGTH = 10_000
"""Code points that servers take in a message unless they are set otherwise."""


class Registered(Snapshot):
    """A queue, and the state as of its beginning. A section that was not asked for is ``UNSET``."""

    queue_id: str | None
    """``None`` for an anonymous registration."""
    last_event_id: int
    """What the first fetch acknowledges; events up to it are already in the state."""
    idle_queue_timeout_secs: int | Maybe = UNSET
    """How long the queue lives unasked. Feature level 481."""
    server_feature_level: int | Maybe = UNSET
    """The spec's name; ``feature_level`` reads either."""
    zulip_feature_level: int | Maybe = UNSET
    zulip_version: str | Maybe = UNSET
    zulip_merge_base: str | Maybe = UNSET

    @property
    def feature_level(self) -> int | None:
        """The feature level under whichever name it came."""
        levels = (self.server_feature_level, self.zulip_feature_level)
        return next((level for level in levels if isinstance(level, int)), None)

    @property
    def longest_message(self) -> int:
        """How many code points a message may have; the usual number where the server does not tell."""
        return self.max_message_length if isinstance(self.max_message_length, int) else USUAL_LENGTH


class RegisterQueue(Operation[Registered], method="POST", path="/register"):
    """Register an event queue and get the state that its events will change.

    Fails with code ``BAD_REQUEST`` when one may not have all public channels, or the narrow is not
    understood.
    Source: messaging API, "POST /register".
    """

    event_types: tuple[str, ...] | Maybe = UNSET
    """Kinds of events wanted; all when left out."""
    fetch_event_types: tuple[str, ...] | Maybe = UNSET
    """Sections of the state wanted; the kinds of events when left out."""
    apply_markdown: bool | Maybe = UNSET
    """HTML when true; raw Markdown when false, which is the server's default here."""
    all_public_streams: bool | Maybe = UNSET
    """Messages of all public channels, subscribed or not."""
    client_gravatar: bool | Maybe = UNSET
    include_subscribers: bool | str | Maybe = UNSET
    """True, false, or ``partial`` (feature level 412)."""
    slim_presence: bool | Maybe = UNSET
    presence_history_limit_days: int | Maybe = UNSET
    narrow: tuple[tuple[str, str], ...] | Maybe = UNSET
    """Pairs of operator and operand, which message events must meet; not in the spec."""
    idle_queue_timeout: Annotated[int | Maybe, Since(481, spare=True)] = UNSET
    """Seconds that the queue may live unasked. Feature level 481."""
    client_capabilities: ClientCapabilities | Maybe = UNSET


class EventsFetched(Answer):
    """What had happened; an empty list is no error."""

    events: tuple[Event, ...]
    queue_id: str | Maybe = UNSET
    """Left out when the answer came at once."""


class _EventsRaw(Record):
    events: Raw
    queue_id: str | Maybe = UNSET
    ignored_parameters_unsupported: tuple[str, ...] = ()


_raw = msgspec.json.Decoder(_EventsRaw)


class GetEvents(Operation[EventsFetched], method="GET", path="/events"):
    """Fetch events that are newer than the last one seen, waiting for one if there is none.

    Fails with ``QueueExpired`` when the queue is gone; with code ``BAD_REQUEST`` when ``last_event_id`` is
    not one that the queue can go on from.
    Source: messaging API, "Events"; the shape is not in the spec.
    """

    queue_id: str
    last_event_id: int
    """Acknowledges the events up to it, which the server then forgets."""
    dont_block: bool | Maybe = UNSET
    """True: answer at once, with nothing if need be."""

    @classmethod
    def read_answer(cls, body: bytes) -> tuple[EventsFetched, tuple[str, ...]]:
        """Read the events, each as its own kind; one that is not understood becomes ``UnknownEvent``."""
        try:
            raw = _raw.decode(body)
        except msgspec.DecodeError:
            raw = _raw.decode(repair(body))
        fetched = EventsFetched(
            events=tuple(read_list(raw.events)),
            queue_id=raw.queue_id,
            ignored_parameters_unsupported=raw.ignored_parameters_unsupported,
        )
        return fetched, ()


class DeleteQueue(Operation[Done], method="DELETE", path="/events"):
    """Delete an event queue.

    Fails with ``QueueExpired`` when it is not there.
    Source: messaging API, "DELETE /events".
    """

    queue_id: str
