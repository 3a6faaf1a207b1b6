"""The messaging specification's table "Limits"."""

from msgspec import Struct

from contract.terms import MESSAGING, Line


class Limit(Struct, frozen=True, kw_only=True):
    """One number that bounds something."""

    what: str
    value: float | None
    """``None`` where no number is given."""
    unit: str
    of: tuple[str, ...]

    @property
    def line(self) -> Line:
        """Return the line of the table."""
        return Line(spec=MESSAGING, table="Limits", key=self.what, of=self.of)


STATUS_TEXT = Limit(
    what="status_text length", value=60, unit="code points", of=("POST /users/{user_id}/status",)
)
WELCOME_TEXT = Limit(
    what="welcome_message_custom_text length", value=8000, unit="code points", of=("POST /invites",)
)
SUMMARY_FIELDS = Limit(
    what="profile fields with display_in_profile_summary",
    value=2,
    unit="fields of an organization",
    of=("POST /realm/profile_fields",),
)
INVITATION_VALIDITY = Limit(
    what="default invitation validity", value=14400, unit="minutes", of=("POST /invites",)
)
SUBSCRIBERS_GUARANTEED = Limit(
    what="subscribers list guaranteed",
    value=250,
    unit="subscribers of a channel, fewer than",
    of=("POST /register",),
)
PARTIAL_SUBSCRIBERS = Limit(
    what="partial_subscribers guarantee",
    value=14,
    unit="days since a user was active; and all bots",
    of=("POST /register",),
)
PRESENCE_HISTORY = Limit(
    what="presence history default",
    value=14,
    unit="days",
    of=("POST /users/me/presence", "GET /users/{user_id_or_email}/presence"),
)
HEARTBEAT = Limit(what="heartbeat interval", value=60, unit="seconds", of=("GET /events",))
UNUSED_UPLOAD = Limit(
    what="unused upload lifetime", value=None, unit="weeks", of=("DELETE /attachments/{attachment_id}",)
)

LIMITS = (
    STATUS_TEXT,
    WELCOME_TEXT,
    SUMMARY_FIELDS,
    INVITATION_VALIDITY,
    SUBSCRIBERS_GUARANTEED,
    PARTIAL_SUBSCRIBERS,
    PRESENCE_HISTORY,
    HEARTBEAT,
    UNUSED_UPLOAD,
)

TOLD_BY_REGISTER = ("max_message_length", "max_topic_length")
"""Limits whose numbers the specification leaves to the register answer."""
