"""The guide's operations: the one declaration from which the OpenAPI document and the page are made."""

from typing import Any, Literal, get_args

import msgspec

from dragoman_server.guide.records import ApiIndex, Problem, ServiceGuide
from dragoman_server.guide.settings import DeviceType

INDEX_PATH = "/api/v1"
GUIDE_PATH = "/api/v1/service-guide"
OPENAPI_PATH = "/openapi.json"
DOCUMENTATION_PATH = "/docs"

DEVICE_TYPES: tuple[DeviceType, ...] = get_args(DeviceType)

MediaType = Literal["application/json", "application/problem+json"]
JSON: MediaType = "application/json"
PROBLEM_JSON: MediaType = "application/problem+json"


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """A header of an answer."""

    name: str
    description: str
    schema: dict[str, Any]
    required: bool = True


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which an operation may answer."""

    status: int
    media_type: MediaType
    body: type[msgspec.Struct]
    description: str
    headers: tuple[Header, ...] = ()


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """A query parameter."""

    name: str
    type: Any
    description: str


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be asked, always by GET."""

    operation_id: str
    path: str
    summary: str
    description: str
    answers: tuple[Answer, ...]
    parameters: tuple[Parameter, ...] = ()
    has_lifecycle: bool = False
    """Whether its answers say when this version is deprecated and removed."""


_HTTP_DATE: dict[str, Any] = {"type": "string", "examples": ["Sun, 11 Nov 2018 23:59:59 GMT"]}

RATE_LIMIT_HEADERS = (
    Header(
        name="RateLimit-Limit",
        description="Reads that a caller may make in the current window.",
        schema={"type": "integer", "minimum": 1},
    ),
    Header(
        name="RateLimit-Remaining",
        description="Reads that this caller has left in it.",
        schema={"type": "integer", "minimum": 0},
    ),
    Header(
        name="RateLimit-Reset",
        description="Seconds until the window ends.",
        schema={"type": "integer", "minimum": 0},
    ),
)
LIFECYCLE_HEADERS = (
    Header(
        name="Deprecation",
        description="When this version was deprecated; absent while it is current.",
        schema=_HTTP_DATE,
        required=False,
    ),
    Header(
        name="Sunset",
        description="When this deprecated version will be removed; absent while no date is set.",
        schema=_HTTP_DATE,
        required=False,
    ),
)
RETRY_AFTER = Header(
    name="Retry-After",
    description="Seconds after which another request should be attempted.",
    schema={"type": "integer", "minimum": 1},
)

INDEX = Operation(
    operation_id="getApiIndex",
    path=INDEX_PATH,
    summary="Find your way around",
    description="Names the service and the addresses of everything it offers.",
    answers=(Answer(status=200, media_type=JSON, body=ApiIndex, description="The index."),),
)
SERVICE_GUIDE = Operation(
    operation_id="getRecoveryServiceGuide",
    path=GUIDE_PATH,
    summary="Find the official service page for a device",
    description=(
        "Without a parameter it lists every supported device category; with device_type it holds the one "
        "page of that category. A match is navigational guidance only."
    ),
    parameters=(
        Parameter(
            name="device_type",
            type=DeviceType,
            description="The device category. Letter case matters, and it may be given once.",
        ),
    ),
    answers=(
        Answer(
            status=200,
            media_type=JSON,
            body=ServiceGuide,
            description="The guide.",
            headers=RATE_LIMIT_HEADERS + LIFECYCLE_HEADERS,
        ),
        Answer(
            status=400,
            media_type=PROBLEM_JSON,
            body=Problem,
            description="The device type is not supported.",
            headers=RATE_LIMIT_HEADERS + LIFECYCLE_HEADERS,
        ),
        Answer(
            status=429,
            media_type=PROBLEM_JSON,
            body=Problem,
            description="The read limit is exceeded.",
            headers=(*RATE_LIMIT_HEADERS, RETRY_AFTER),
        ),
    ),
    has_lifecycle=True,
)

OPERATIONS = (SERVICE_GUIDE, INDEX)
