"""Other people's accounts and presence, and what an account keeps: storage, keys, devices, files."""

from contract.messaging.records import ROLE
from contract.observed.events import ATTACHMENT
from contract.observed.words import listed, operation, path_text, text, value
from contract.shapes import anything, array, boolean, fields, integer, mapping, number, string
from contract.terms import Refusal, has, may_have, path_integer

USER = path_integer("user_id", 9)
NO_USER = Refusal(condition="no such user")
LAST = (has("is_last_owner", boolean), has("entity", string))
PRESENCE = fields(
    {},
    {"active_timestamp": integer, "idle_timestamp": integer},
    name="presence of one person",
)
_PROFILE = [{"id": 4, "value": "vim"}, {"id": 5, "value": None}]

OPERATIONS = (
    operation(
        "PATCH",
        "/users/{user_id}",
        USER,
        text("full_name", "New Name"),
        value("role", ROLE, 300),
        value("profile_data", array(anything), _PROFILE, wrong=("some", "{}", "5")),
        text("new_email", "rosa2@example.com", since=313),
        refusals=(NO_USER,),
        emits=("realm_user/update",),
    ),
    operation(
        "DELETE",
        "/users/{user_id}",
        USER,
        text("deactivation_notification_comment", "Farewell"),
        refusals=(NO_USER,),
        emits=("realm_user/update",),
    ),
    operation(
        "DELETE",
        "/users/me",
        refusals=(Refusal(condition="the last owner", code="CANNOT_DEACTIVATE_LAST_USER", extra=LAST),),
        emits=("realm_user/update",),
    ),
    operation("POST", "/users/{user_id}/reactivate", USER, refusals=(NO_USER,), emits=("realm_user/update",)),
    operation(
        "GET",
        "/users/{user_id}/presence",
        USER,
        answer=(has("presence", PRESENCE), may_have("server_timestamp", number, "level 497", since=497)),
        refusals=(NO_USER, Refusal(condition="a bot")),
    ),
    operation(
        "GET",
        "/users/{email}/presence",
        path_text("email", "rosa@example.com"),
        answer=(has("presence", PRESENCE),),
        refusals=(NO_USER,),
    ),
    operation(
        "GET",
        "/realm/presence",
        answer=(has("server_timestamp", number), has("presences", mapping(anything))),
    ),
    operation(
        "GET",
        "/users/{user_id}/subscriptions/{stream_id}",
        USER,
        path_integer("stream_id", 7),
        answer=(has("is_subscribed", anything),),
        refusals=(NO_USER, Refusal(condition="inaccessible channel")),
    ),
    operation(
        "GET",
        "/bot_storage",
        value("keys", array(string), ["colour"]),
        answer=(has("storage", mapping(string)),),
        refusals=(Refusal(condition="no such key"),),
    ),
    operation(
        "PUT",
        "/bot_storage",
        value("storage", mapping(string), {"colour": "blue"}, required=True),
    ),
    operation("DELETE", "/bot_storage", value("keys", array(string), ["colour"])),
    operation("POST", "/users/me/api_key/regenerate", answer=(has("api_key", string),)),
    operation(
        "GET",
        "/attachments",
        answer=(*listed("attachments", ATTACHMENT), has("upload_space_used", integer)),
    ),
)
