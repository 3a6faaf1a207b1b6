"""Fetching events, which the specification names but does not show."""

from contract.shapes import anything, array, boolean, integer, string
from contract.terms import OBSERVED, Operation, Parameter, Refusal, has, may_have

GET_EVENTS = Operation(
    spec=OBSERVED,
    heading="GET /events",
    method="GET",
    path="/events",
    parameters=(
        Parameter(name="queue_id", shape=string, required=True, example="1517:0", wire="1517:0"),
        Parameter(name="last_event_id", shape=integer, required=True, example=-1, wire="-1"),
        Parameter(name="dont_block", shape=boolean, default=False, example=True, wire="true"),
    ),
    answer=(has("events", array(anything)), may_have("queue_id", string, "not by all servers")),
    refusals=(
        Refusal(
            condition="unknown, collected or deleted queue",
            code="BAD_EVENT_QUEUE_ID",
            extra=(has("queue_id", string),),
        ),
        Refusal(condition="an event that was pruned"),
        Refusal(condition="an event that never was in the queue"),
    ),
)

OPERATIONS = (GET_EVENTS,)
