"""Listing channels and topics, as the messaging specification has them."""

from contract.messaging.records import CHANNEL, TOPIC
from contract.shapes import array, boolean
from contract.terms import Operation, Parameter, Refusal, has, path_integer


def _flag(name: str, *, default: bool, since: int | None = None) -> Parameter:
    example = not default
    return Parameter(
        name=name,
        shape=boolean,
        default=default,
        since=since,
        example=example,
        wire="true" if example else "false",
    )


GET_CHANNELS = Operation(
    heading="GET /streams",
    method="GET",
    path="/streams",
    parameters=(
        _flag("include_public", default=True),
        _flag("include_web_public", default=False),
        _flag("include_subscribed", default=True),
        _flag("exclude_archived", default=True, since=315),
        _flag("include_all", default=False, since=356),
        _flag("include_default", default=False),
        _flag("include_owner_subscribed", default=False),
        _flag("include_can_access_content", default=False, since=356),
        Parameter(
            name="include_all_active",
            shape=boolean,
            default=False,
            rule="deprecated for include_all; administrators only",
            example=True,
            wire="true",
        ),
    ),
    answer=(has("streams", array(CHANNEL.shape)),),
)

GET_TOPICS = Operation(
    heading="GET /users/me/{stream_id}/topics",
    method="GET",
    path="/users/me/{stream_id}/topics",
    parameters=(
        path_integer("stream_id", 1),
        _flag("allow_empty_topic_name", default=False, since=334),
    ),
    answer=(has("topics", array(TOPIC.shape)),),
    refusals=(Refusal(condition="invalid or inaccessible channel"),),
)

OPERATIONS = (GET_CHANNELS, GET_TOPICS)
