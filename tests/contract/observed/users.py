"""Asking for people, which the specification does not describe."""

from contract.messaging.records import USER
from contract.shapes import array, boolean, integer, string
from contract.terms import OBSERVED, Operation, Parameter, Refusal, has, path_integer

GRAVATAR = Parameter(name="client_gravatar", shape=boolean, default=True, example=False, wire="false")
PROFILE = Parameter(
    name="include_custom_profile_fields", shape=boolean, default=False, example=True, wire="true"
)

GET_USERS = Operation(
    spec=OBSERVED,
    heading="GET /users",
    method="GET",
    path="/users",
    parameters=(
        GRAVATAR,
        PROFILE,
        Parameter(name="user_ids", shape=array(integer), since=384, example=[9, 10], wire="[9, 10]"),
    ),
    answer=(has("members", array(USER.shape)),),
)
GET_USER = Operation(
    spec=OBSERVED,
    heading="GET /users/{user_id}",
    method="GET",
    path="/users/{user_id}",
    parameters=(path_integer("user_id", 9), GRAVATAR, PROFILE),
    answer=(has("user", USER.shape),),
    refusals=(Refusal(condition="no such user"),),
)
GET_OWN_USER = Operation(
    spec=OBSERVED,
    heading="GET /users/me",
    method="GET",
    path="/users/me",
    answer=USER.observed,
    answer_observed=(has("max_message_id", integer),),
)

GET_USER_BY_EMAIL = Operation(
    spec=OBSERVED,
    heading="GET /users/{email}",
    method="GET",
    path="/users/{email}",
    parameters=(
        Parameter(
            name="email",
            shape=string,
            required=True,
            in_path=True,
            example="user9@example.com",
            wire="user9@example.com",
        ),
        GRAVATAR,
        PROFILE,
    ),
    answer=(has("user", USER.shape),),
    refusals=(Refusal(condition="no such user"),),
)

OPERATIONS = (GET_USERS, GET_USER, GET_OWN_USER, GET_USER_BY_EMAIL)
