"""The server's own settings and the fetching of keys, which the specification does not describe."""

from contract.shapes import anything, array, boolean, integer, mapping, string
from contract.terms import OBSERVED, Operation, Parameter, Refusal, has, may_have

GET_SERVER_SETTINGS = Operation(
    spec=OBSERVED,
    heading="GET /server_settings",
    method="GET",
    path="/server_settings",
    answer=(
        has("authentication_methods", mapping(boolean)),
        has("external_authentication_methods", array(anything)),
        has("zulip_version", string),
        has("zulip_merge_base", string),
        has("zulip_feature_level", integer),
        has("push_notifications_enabled", boolean),
        has("is_incompatible", boolean),
        has("email_auth_enabled", boolean),
        has("require_email_format_usernames", boolean),
        may_have("realm_url", string, "one organization is meant"),
        may_have("realm_uri", string, "one organization is meant"),
        may_have("realm_name", string, "one organization is meant"),
        may_have("realm_icon", string, "one organization is meant"),
        may_have("realm_description", string, "one organization is meant"),
        may_have("realm_web_public_access_enabled", boolean, "one organization is meant"),
    ),
    answer_observed=(may_have("server_feature_level", integer, "under the specification's name"),),
    login=False,
)
FETCH_API_KEY = Operation(
    spec=OBSERVED,
    heading="POST /fetch_api_key",
    method="POST",
    path="/fetch_api_key",
    parameters=(
        Parameter(
            name="username", shape=string, required=True, example="rosa@example.com", wire="rosa@example.com"
        ),
        Parameter(name="password", shape=string, required=True, example="abcd1234", wire="abcd1234"),
    ),
    answer=(has("api_key", string), has("email", string), has("user_id", integer)),
    refusals=(Refusal(condition="wrong password", code="AUTHENTICATION_FAILED", status=401),),
    login=False,
)

OPERATIONS = (GET_SERVER_SETTINGS, FETCH_API_KEY)
