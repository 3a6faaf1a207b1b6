"""The messaging specification's table "Changes by feature level", and the sentences before it."""

from msgspec import Struct

from contract.terms import MESSAGING, Line

REGISTER = ("POST /register",)
PROPERTIES = ("POST /users/me/subscriptions/properties",)


class Level(Struct, frozen=True, kw_only=True):
    """One change that came with a feature level."""

    levels: tuple[int, ...]
    change: str
    of: tuple[str, ...] = ()
    """The operations in which it shows."""

    @property
    def line(self) -> Line:
        """Return the line of the table."""
        key = ", ".join(str(level) for level in self.levels)
        return Line(spec=MESSAGING, table="Changes by feature level", key=key, of=self.of)


LEVELS = (
    Level(levels=(1,), change="stream_post_policy in place of is_announcement_only", of=("GET /streams",)),
    Level(levels=(63, 64), change="some settings no longer JSON-encoded in vain", of=("PATCH /settings",)),
    Level(
        levels=(78,),
        change="ignored_parameters_unsupported on settings; no silent ignoring",
        of=("PATCH /settings",),
    ),
    Level(
        levels=(80,),
        change="settings endpoints merged, the old ones deprecated aliases",
        of=("PATCH /settings",),
    ),
    Level(
        levels=(111,), change="bulk subscription update tells ignored_parameters_unsupported", of=PROPERTIES
    ),
    Level(
        levels=(120,),
        change="single message has a message object and apply_markdown",
        of=("GET /messages/{message_id}",),
    ),
    Level(levels=(126,), change="invite_expires_in_minutes in place of ..._in_days", of=("POST /invites",)),
    Level(levels=(139,), change="muting tells two subscription update events", of=PROPERTIES),
    Level(levels=(167,), change="ignored_parameters_unsupported on every success"),
    Level(
        levels=(178,),
        change="legacy presence always has website and aggregated",
        of=("POST /users/me/presence",),
    ),
    Level(
        levels=(184,),
        change="editing a scheduled message is an operation of its own",
        of=("POST /scheduled_messages",),
    ),
    Level(
        levels=(208,),
        change="bad principals give 400 BAD_REQUEST instead of 403",
        of=("DELETE /users/me/subscriptions",),
    ),
    Level(
        levels=(215,),
        change="typing takes stream_id for channels and no type private",
        of=("POST /typing",),
    ),
    Level(levels=(248,), change="channel taken as a type", of=("POST /scheduled_messages",)),
    Level(
        levels=(263,),
        change="presence last_update_id; slim_presence deprecated",
        of=("POST /users/me/presence",),
    ),
    Level(
        levels=(303,),
        change="deactivated users leave group memberships",
        of=("GET /user_groups/{user_group_id}/members/{user_id}",),
    ),
    Level(
        levels=(333,),
        change="can_send_message_group in place of stream_post_policy",
        of=("GET /streams",),
    ),
    Level(levels=(334,), change="the empty string is a channel topic", of=("POST /scheduled_messages",)),
    Level(levels=(356,), change="include_all in place of include_all_active", of=("GET /streams",)),
    Level(
        levels=(361,),
        change="message typing path becomes /messages/{message_id}/typing",
        of=("POST /messages/{message_id}/typing",),
    ),
    Level(levels=(364,), change="dense_mode removed", of=("PATCH /settings",)),
    Level(
        levels=(403, 485),
        change="integration option objects reorganised",
        of=("realm_incoming_webhook_bots",),
    ),
    Level(
        levels=(420,),
        change="push test notification deprecated",
        of=("POST /mobile_push/test_notification",),
    ),
    Level(
        levels=(473, 481, 496),
        change="bots may update status; idle queue timeout parameter; bots may use groups",
        of=("POST /register",),
    ),
)

NEWEST = 496
"""The newest level that the specification names."""
