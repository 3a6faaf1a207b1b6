"""The messaging specification's table "Errors": each code with its extra fields."""

from msgspec import Struct

from contract.shapes import Shape, any_of, array, boolean, integer, string
from contract.terms import MESSAGING, Field, Line, has, may_have


class Code(Struct, frozen=True, kw_only=True):
    """One error code."""

    code: str
    extra: tuple[Field, ...] = ()
    status: int
    """Observed, since the specification gives it for principals only."""
    of: tuple[str, ...] = ()

    @property
    def line(self) -> Line:
        """Return the line of the table."""
        return Line(spec=MESSAGING, table="Errors", key=self.code, of=self.of)

    @property
    def extras(self) -> dict[str, Shape]:
        """The extra fields by name."""
        return {field.name: field.shape for field in self.extra}


INVITATION_ROW = array(any_of(string, boolean))

CODES = (
    Code(code="BAD_REQUEST", status=400),
    Code(
        code="STREAM_DOES_NOT_EXIST",
        extra=(
            may_have("stream_id", integer, "scheduling"),
            may_have("stream", string, "unsubscribing"),
        ),
        status=400,
        of=("POST /scheduled_messages", "DELETE /users/me/subscriptions"),
    ),
    Code(
        code="INVITATION_FAILED",
        extra=(
            has("daily_limit_reached", boolean),
            has("license_limit_reached", boolean),
            has("sent_invitations", boolean),
            has("errors", array(INVITATION_ROW)),
        ),
        status=400,
        of=("POST /invites",),
    ),
    Code(code="UNAUTHORIZED", status=401),
    Code(code="UNAUTHORIZED_PRINCIPAL", status=403, of=("DELETE /users/me/subscriptions",)),
    Code(
        code="BAD_EVENT_QUEUE_ID",
        extra=(has("queue_id", string),),
        status=400,
        of=("DELETE /events", "GET /events"),
    ),
    Code(code="INVALID_PUSH_DEVICE_TOKEN", status=400, of=("POST /mobile_push/test_notification",)),
    Code(code="INVALID_REMOTE_PUSH_DEVICE_TOKEN", status=400, of=("POST /mobile_push/test_notification",)),
)


class Condition(Struct, frozen=True, kw_only=True):
    """One of the conditions that the table gathers under ``BAD_REQUEST``."""

    what: str
    of: tuple[str, ...]

    @property
    def line(self) -> Line:
        """Return the condition as a line of its own."""
        return Line(spec=MESSAGING, table="Errors: BAD_REQUEST", key=self.what, of=self.of)


BAD_REQUEST_CONDITIONS = (
    Condition(what="invalid user id", of=("POST /scheduled_messages",)),
    Condition(what="insufficient permission", of=("DELETE /users/me/subscriptions",)),
    Condition(what="no email in invite", of=("POST /invites",)),
    Condition(what="invalid channel id in invite", of=("POST /invites",)),
    Condition(what="invalid channel id in topics", of=("GET /users/me/{stream_id}/topics",)),
    Condition(what="invite stream permission missing", of=("POST /invites",)),
    Condition(what="no new values for status", of=("POST /users/{user_id}/status",)),
    Condition(what="status_text too long", of=("POST /users/{user_id}/status",)),
    Condition(
        what="emoji_name missing beside emoji_code or reaction_type", of=("POST /users/{user_id}/status",)
    ),
    Condition(what="unknown or invalid emoji or custom emoji", of=("POST /users/{user_id}/status",)),
    Condition(what="profile field not editable or field id not found", of=("PATCH /users/me/profile_data",)),
    Condition(what="duplicate email on create user", of=("POST /users",)),
    Condition(what="blank navigation fragment", of=("POST /navigation_views",)),
    Condition(what="invalid attachment", of=("DELETE /attachments/{attachment_id}",)),
    Condition(what="missing channel id in channel typing", of=("POST /typing",)),
    Condition(what="invalid or inaccessible channel", of=("GET /users/me/{stream_id}/topics",)),
)
