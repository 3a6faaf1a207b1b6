"""The messaging specification's numbered sentences: conventions, authentication, events, versioning."""

from contract.terms import MESSAGING, Line


def _rule(table: str, key: str, *of: str) -> Line:
    return Line(spec=MESSAGING, table=table, key=key, of=of)


CONVENTIONS = "Conventions"
ENCODING = _rule(CONVENTIONS, "1 forms and queries; lists and objects as JSON")
SUCCESS = _rule(CONVENTIONS, "2 a success has result success and an empty msg")
IGNORED = _rule(CONVENTIONS, "3 ignored_parameters_unsupported names what is not supported")
FAILURE = _rule(CONVENTIONS, "4 an error has result error, msg, code and extra fields")
TIMESTAMPS = _rule(CONVENTIONS, "5 timestamps are integers, UTC seconds")
TOPICS = _rule(CONVENTIONS, "6 the empty topic and its other names", "POST /messages")

AUTHENTICATION = "Authentication"
BASIC = _rule(AUTHENTICATION, "1 HTTP Basic with address and key, bots with their own")
ANONYMOUS_REGISTER = _rule(AUTHENTICATION, "2 register without login, with restrictions", "POST /register")
NOT_LOGGED_IN = _rule(AUTHENTICATION, "3 not logged in: UNAUTHORIZED")
ADMINISTRATORS_ONLY = _rule(
    AUTHENTICATION,
    "4 operations of administrators",
    "POST /realm/profile_fields",
    "POST /users/{user_id}/status",
    "POST /users",
    "PATCH /settings",
)
ROLES = _rule(AUTHENTICATION, "5 the numbers of the roles", "GET /users")
DEVELOPMENT_KEY = _rule(
    AUTHENTICATION, "6 development key without login, on development servers", "POST /dev_fetch_api_key"
)

EVENTS = "Events"
QUEUE_AND_HEARTBEAT = _rule(
    EVENTS, "1 register, then long-poll; idle time; a heartbeat a minute", "GET /events"
)
EVENT_TYPES = _rule(EVENTS, "2 the types that are named", "GET /events")
TYPING_EMISSION = _rule(EVENTS, "3 typing reaches those who receive typing notifications", "PATCH /settings")
MUTING_EMISSION = _rule(EVENTS, "3 muting tells two events", "POST /users/me/subscriptions/properties")

SCHEDULED_ID = _rule(
    "Scheduled message", "scheduled_message_id is not the id of the message sent", "POST /scheduled_messages"
)
LENGTHS_FROM_REGISTER = _rule("Limits", "message and topic length come from register", "POST /register")
TYPING_FROM_REGISTER = _rule("Limits", "typing intervals come from register", "POST /register")

VERSIONING = "Versioning"
PATH_VERSION = _rule(VERSIONING, "1 the path carries /api/v1")
FEATURE_LEVEL = _rule(VERSIONING, "2 register tells server_feature_level", "POST /register")
SETTINGS_ALIASES = _rule("PATCH /settings", "two deprecated aliases", "PATCH /settings")

RULES = (
    ENCODING,
    SUCCESS,
    IGNORED,
    FAILURE,
    TIMESTAMPS,
    TOPICS,
    BASIC,
    ANONYMOUS_REGISTER,
    NOT_LOGGED_IN,
    ADMINISTRATORS_ONLY,
    ROLES,
    DEVELOPMENT_KEY,
    QUEUE_AND_HEARTBEAT,
    EVENT_TYPES,
    TYPING_EMISSION,
    MUTING_EMISSION,
    SCHEDULED_ID,
    LENGTHS_FROM_REGISTER,
    TYPING_FROM_REGISTER,
    PATH_VERSION,
    FEATURE_LEVEL,
    SETTINGS_ALIASES,
)
