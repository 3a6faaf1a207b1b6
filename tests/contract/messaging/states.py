"""The messaging specification's table "States and transitions"."""

from msgspec import Struct

from contract.terms import MESSAGING, Line

SUBSCRIPTION_UPDATES = (
    "POST /users/me/subscriptions/properties",
    "PATCH /users/me/subscriptions/{stream_id}",
)


class Transition(Struct, frozen=True, kw_only=True):
    """One line of the table: what moves a subject from one state to the next."""

    subject: str
    state: str
    moved_by: str
    condition: str = ""
    next_state: str
    also: str = ""
    of: tuple[str, ...]
    """The operations without which it cannot be seen."""

    @property
    def line(self) -> Line:
        """Return the line of the table."""
        key = f"{self.subject}: {self.state} by {self.moved_by} to {self.next_state}"
        return Line(spec=MESSAGING, table="States and transitions", key=key, of=self.of)


QUEUE_REGISTERED = Transition(
    subject="Event queue",
    state="none",
    moved_by="register",
    condition="valid request",
    next_state="registered",
    also="answers queue_id and last_event_id",
    of=("POST /register",),
)
QUEUE_COLLECTED = Transition(
    subject="Event queue",
    state="registered",
    moved_by="server",
    condition="idle for idle_queue_timeout_secs",
    next_state="garbage-collected",
    also="a later fetch fails with BAD_EVENT_QUEUE_ID",
    of=("POST /register", "GET /events"),
)
QUEUE_DELETED = Transition(
    subject="Event queue",
    state="registered",
    moved_by="DELETE events",
    condition="queue_id known",
    next_state="deleted",
    also="success",
    of=("DELETE /events",),
)
QUEUE_GONE = Transition(
    subject="Event queue",
    state="deleted or unknown",
    moved_by="DELETE events",
    next_state="unchanged",
    also="BAD_EVENT_QUEUE_ID",
    of=("DELETE /events",),
)
QUEUE_HEARTBEAT = Transition(
    subject="Event queue",
    state="registered",
    moved_by="server, every minute",
    next_state="registered",
    also="heartbeat event",
    of=("GET /events",),
)
PRESENCE_ACTIVE = Transition(
    subject="User presence",
    state="any",
    moved_by="POST presence",
    condition="status active",
    next_state="active",
    of=("POST /users/me/presence",),
)
PRESENCE_IDLE = Transition(
    subject="User presence",
    state="any",
    moved_by="POST presence",
    condition="status idle",
    next_state="idle",
    of=("POST /users/me/presence",),
)
TYPING_STARTS = Transition(
    subject="Typing",
    state="not typing",
    moved_by="POST typing",
    condition="op start",
    next_state="typing",
    also="typing start event to the recipients",
    of=("POST /typing",),
)
TYPING_STOPS = Transition(
    subject="Typing",
    state="typing",
    moved_by="POST typing",
    condition="op stop",
    next_state="not typing",
    also="typing stop event",
    of=("POST /typing",),
)
TYPING_FADES = Transition(
    subject="Typing",
    state="typing",
    moved_by="nobody",
    condition="server_typing_started_expiry_period_milliseconds passed without a new start",
    next_state="shown as not typing by the client",
    also="the server tells nothing",
    of=("POST /typing",),
)
FLAG_SET = Transition(
    subject="Message flag",
    state="unset",
    moved_by="flags op add",
    condition="directly changeable",
    next_state="set",
    of=("POST /messages/flags",),
)
FLAG_UNSET = Transition(
    subject="Message flag",
    state="set",
    moved_by="flags op remove",
    condition="directly changeable",
    next_state="unset",
    also="for read, channels not subscribed to are skipped and listed",
    of=("POST /messages/flags",),
)
SUBSCRIPTION_ENDS = Transition(
    subject="Subscription",
    state="subscribed",
    moved_by="DELETE subscriptions",
    condition="permitted actor",
    next_state="unsubscribed",
    also="listed in removed",
    of=("DELETE /users/me/subscriptions",),
)
SUBSCRIPTION_ABSENT = Transition(
    subject="Subscription",
    state="unsubscribed",
    moved_by="DELETE subscriptions",
    next_state="unchanged",
    also="listed in not_removed",
    of=("DELETE /users/me/subscriptions",),
)
MUTING = Transition(
    subject="Subscription muting",
    state="any",
    moved_by="update of is_muted or in_home_view",
    next_state="changed",
    also="two subscription update events, one a property (level 139)",
    of=SUBSCRIPTION_UPDATES,
)
INVITATION_EXPIRES = Transition(
    subject="Invitation",
    state="sent",
    moved_by="time",
    condition="invite_expires_in_minutes passed; null never",
    next_state="expired",
    of=("POST /invites",),
)
INVITATION_ACCEPTED = Transition(
    subject="Invitation",
    state="sent",
    moved_by="acceptance",
    next_state="user created with role invite_as",
    also="subscribed to stream_ids, to the default channels if asked for, added to group_ids",
    of=("POST /invites",),
)
ATTACHMENT_UNUSED = Transition(
    subject="Attachment",
    state="uploaded, unused",
    moved_by="time",
    condition="a few weeks",
    next_state="deleted",
    of=("DELETE /attachments/{attachment_id}",),
)
ATTACHMENT_UNREFERENCED = Transition(
    subject="Attachment",
    state="referenced",
    moved_by="deletion of the last message that refers to it",
    condition="directly or by retention",
    next_state="deleted",
    of=("DELETE /attachments/{attachment_id}",),
)
ATTACHMENT_REMOVED = Transition(
    subject="Attachment",
    state="any",
    moved_by="DELETE attachments",
    condition="valid id",
    next_state="deleted",
    of=("DELETE /attachments/{attachment_id}",),
)

TRANSITIONS = (
    QUEUE_REGISTERED,
    QUEUE_COLLECTED,
    QUEUE_DELETED,
    QUEUE_GONE,
    QUEUE_HEARTBEAT,
    PRESENCE_ACTIVE,
    PRESENCE_IDLE,
    TYPING_STARTS,
    TYPING_STOPS,
    TYPING_FADES,
    FLAG_SET,
    FLAG_UNSET,
    SUBSCRIPTION_ENDS,
    SUBSCRIPTION_ABSENT,
    MUTING,
    INVITATION_EXPIRES,
    INVITATION_ACCEPTED,
    ATTACHMENT_UNUSED,
    ATTACHMENT_UNREFERENCED,
    ATTACHMENT_REMOVED,
)
