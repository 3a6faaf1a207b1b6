"""Reactions, which the specification does not describe."""

from contract.messaging.records import REACTION_TYPE
from contract.shapes import string
from contract.terms import OBSERVED, Operation, Parameter, Refusal, path_integer


def _reaction(method: str, *, name_required: bool, code: str, condition: str, event: str) -> Operation:
    return Operation(
        spec=OBSERVED,
        heading=f"{method} /messages/{{message_id}}/reactions",
        method=method,
        path="/messages/{message_id}/reactions",
        parameters=(
            path_integer("message_id", 43),
            Parameter(
                name="emoji_name", shape=string, required=name_required, example="octopus", wire="octopus"
            ),
            Parameter(name="emoji_code", shape=string, example="1f419", wire="1f419"),
            Parameter(
                name="reaction_type",
                shape=REACTION_TYPE,
                default="unicode_emoji",
                example="unicode_emoji",
                wire="unicode_emoji",
                wrong=None if name_required else (),
            ),
        ),
        refusals=(Refusal(condition=condition, code=code), Refusal(condition="invalid message")),
        emits=(event,),
    )


ADD_REACTION = _reaction(
    "POST",
    name_required=True,
    code="REACTION_ALREADY_EXISTS",
    condition="the reaction is there already",
    event="reaction/add",
)
REMOVE_REACTION = _reaction(
    "DELETE",
    name_required=False,
    code="REACTION_DOES_NOT_EXIST",
    condition="the reaction is not there",
    event="reaction/remove",
)

OPERATIONS = (ADD_REACTION, REMOVE_REACTION)
