"""The guide specification, written down as data by the judge."""

from msgspec import Struct

from contract.shapes import Shape, array, constant, fields, integer, one_of, string, uri
from contract.terms import GUIDE, Line, Operation, Parameter, Record, has

DEVICE_TYPES = ("hard_drive", "phone", "laptop", "nas", "raid", "sd_card", "ssd", "usb_drive")

SERVICE_LINK = Record(
    name="ServiceLink",
    heading="ServiceLink",
    spec=GUIDE,
    of=("GET /service-guide",),
    fields=(has("deviceType", one_of(*DEVICE_TYPES)), has("url", uri)),
)
LAB = Record(
    name="Lab",
    heading="Lab",
    spec=GUIDE,
    of=("GET /service-guide",),
    fields=(has("address", string), has("physicalLocations", constant(1))),
)
SERVICE_GUIDE = Record(
    name="ServiceGuide",
    heading="ServiceGuide",
    spec=GUIDE,
    of=("GET /service-guide",),
    fields=(
        has("services", array(SERVICE_LINK.shape)),
        has("mailInUrl", uri),
        has("contactUrl", uri),
        has("lab", LAB.shape),
        has("guardrails", array(string)),
    ),
)
PROBLEM = Record(
    name="Problem",
    heading="Problem",
    spec=GUIDE,
    of=("GET /service-guide",),
    fields=(
        has("type", uri),
        has("title", string),
        has("status", integer),
        has("detail", string),
        has("instance", string),
        has("code", string),
        has("resolution", string),
    ),
)
API_INDEX = Record(
    name="ApiIndex",
    heading="ApiIndex",
    spec=GUIDE,
    of=("GET /service-guide",),
    fields=(
        has("name", string),
        has("version", string),
        has("authentication", constant("none")),
        has("access", constant("public-read-only")),
        has("endpoints", fields({"serviceGuide": uri, "openapi": uri, "documentation": uri})),
    ),
)
RECORDS = (SERVICE_GUIDE, SERVICE_LINK, LAB, PROBLEM, API_INDEX)

LEAST_GUARDRAILS = 1
STATUS_RANGE = (400, 599)
LEAST_RETRY_AFTER = 1
VERSION = "1.0.0"
OPERATION_NAME = "getRecoveryServiceGuide"

GET_SERVICE_GUIDE = Operation(
    spec=GUIDE,
    heading="GET /api/v1/service-guide",
    method="GET",
    path="/service-guide",
    parameters=(
        Parameter(name="device_type", shape=one_of(*DEVICE_TYPES), example="sd_card", wire="sd_card"),
    ),
    answer=SERVICE_GUIDE.fields,
    login=False,
)

LIMIT_HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


class Response(Struct, frozen=True, kw_only=True):
    """One status with which the guide operation answers."""

    status: int
    content_type: str
    body: Shape
    headers: tuple[str, ...]
    """Those that are always there."""
    conditional: tuple[str, ...] = ()

    @property
    def line(self) -> Line:
        """Return the line of the table."""
        return Line(spec=GUIDE, table="Responses", key=str(self.status), of=(GET_SERVICE_GUIDE.key,))


OK = Response(
    status=200,
    content_type="application/json",
    body=SERVICE_GUIDE.shape,
    headers=LIMIT_HEADERS,
    conditional=("Deprecation", "Sunset"),
)
BAD_DEVICE_TYPE = Response(
    status=400,
    content_type="application/problem+json",
    body=PROBLEM.shape,
    headers=LIMIT_HEADERS,
    conditional=("Deprecation", "Sunset"),
)
TOO_MANY = Response(
    status=429,
    content_type="application/problem+json",
    body=PROBLEM.shape,
    headers=(*LIMIT_HEADERS, "Retry-After"),
)
RESPONSES = (OK, BAD_DEVICE_TYPE, TOO_MANY)


def _rule(table: str, key: str) -> Line:
    return Line(spec=GUIDE, table=table, key=key, of=(GET_SERVICE_GUIDE.key,))


RULES_TABLE = "GET /api/v1/service-guide: rules"
ALL_CATEGORIES = _rule(RULES_TABLE, "1 every category when device_type is left out")
ONE_CATEGORY = _rule(RULES_TABLE, "2 the page of one category when it is given")
REFUSED_CATEGORY = _rule(RULES_TABLE, "3 400 with a Problem for another word")
READ_LIMIT = _rule(RULES_TABLE, "4 429 with a Problem beyond the read limit")
NO_LOGIN = _rule("Authentication", "none")
READ_ONLY = _rule("What the service does", "public, unauthenticated, read-only")
CLOSED_OBJECTS = _rule("ServiceGuide", "no additional properties")
ERROR_DEVICE = _rule("Errors", "device_type not supported: 400")
ERROR_LIMIT = _rule("Errors", "read limit exceeded: 429 with Retry-After")
LIMIT_WINDOW = _rule("Limits", "reads are limited for each window of time")
LIMIT_HEADER_MEANING = _rule("Limits", "the three RateLimit headers, integers")
RETRY_AFTER = _rule("Limits", "Retry-After is an integer of at least 1")
PATH_VERSION = _rule("Versioning", "1 version in the path; version string 1.0.0")
CURRENT = _rule("Versioning", "current: neither Deprecation nor Sunset")
DEPRECATED = _rule("Versioning", "deprecated: Deprecation as an HTTP date")
SCHEDULED_REMOVAL = _rule("Versioning", "deprecated with a removal date: also Sunset")
INDEX = _rule("ApiIndex", "the index object is served")

RULES = (
    ALL_CATEGORIES,
    ONE_CATEGORY,
    REFUSED_CATEGORY,
    READ_LIMIT,
    NO_LOGIN,
    READ_ONLY,
    CLOSED_OBJECTS,
    ERROR_DEVICE,
    ERROR_LIMIT,
    LIMIT_WINDOW,
    LIMIT_HEADER_MEANING,
    RETRY_AFTER,
    PATH_VERSION,
    CURRENT,
    DEPRECATED,
    SCHEDULED_REMOVAL,
    INDEX,
)
