"""The organisation's domains, playgrounds, exports and end, bots' keys, and a few calls beside all else."""

from contract.observed.words import listed, operation, path_text, switch, text, whole
from contract.shapes import any_of, anything, array, boolean, fields, integer, nullable, number, string
from contract.terms import Refusal, has, path_integer

DOMAIN = fields({"domain": string, "allow_subdomains": boolean}, name="domain")
NAMED = path_text("domain", "example.org")
NO_DOMAIN = Refusal(condition="no such domain")
BOT_ID = path_integer("bot_id", 23)
NO_BOT = Refusal(condition="no such bot")
EXPORT = fields(
    {
        "id": integer,
        "acting_user_id": integer,
        "export_time": number,
        "deleted_timestamp": nullable(number),
        "failed_timestamp": nullable(number),
        "export_url": nullable(string),
        "pending": boolean,
    },
    {"export_type": integer},
    name="export",
)
LOGIN = fields({"email": string, "realm_url": string}, name="login")

OPERATIONS = (
    operation("GET", "/realm/domains", answer=listed("domains", DOMAIN)),
    operation(
        "POST",
        "/realm/domains",
        text("domain", "example.org", required=True),
        switch("allow_subdomains", required=True),
        answer=(has("new_domain", array(any_of(integer, string))),),
        refusals=(Refusal(condition="the domain is there already"),),
        emits=("realm_domains/add",),
    ),
    operation(
        "PATCH",
        "/realm/domains/{domain}",
        NAMED,
        switch("allow_subdomains", required=True),
        refusals=(NO_DOMAIN,),
        emits=("realm_domains/change",),
    ),
    operation(
        "DELETE", "/realm/domains/{domain}", NAMED, refusals=(NO_DOMAIN,), emits=("realm_domains/remove",)
    ),
    operation(
        "POST",
        "/realm/playgrounds",
        text("name", "Rust playground", required=True),
        text("pygments_language", "Rust", required=True),
        text("url_template", "https://play.example.org/?code={code}", required=True),
        answer=(has("id", integer),),
        refusals=(Refusal(condition="a template without code", extra=(has("errors", anything),)),),
        emits=("realm_playgrounds",),
        administrators=True,
    ),
    operation(
        "DELETE",
        "/realm/playgrounds/{playground_id}",
        path_integer("playground_id", 1),
        refusals=(Refusal(condition="no such playground"),),
        emits=("realm_playgrounds",),
        administrators=True,
    ),
    operation(
        "GET",
        "/bots/{bot_id}/api_key",
        BOT_ID,
        answer=(has("api_key", string),),
        refusals=(NO_BOT,),
        since=463,
    ),
    operation(
        "POST",
        "/bots/{bot_id}/api_key/regenerate",
        BOT_ID,
        answer=(has("api_key", string),),
        refusals=(NO_BOT,),
    ),
    operation("DELETE", "/bots/{bot_id}", BOT_ID, refusals=(NO_BOT,), emits=("realm_user/update",)),
    operation(
        "GET",
        "/users/{user_id}/channels",
        path_integer("user_id", 9),
        answer=(has("subscribed_channel_ids", array(integer)),),
        refusals=(Refusal(condition="no such user"),),
        since=440,
    ),
    operation(
        "GET",
        "/streams/{stream_id}/email_address",
        path_integer("stream_id", 7),
        whole("sender_id", 9, since=226),
        answer=(has("email", string),),
        refusals=(Refusal(condition="inaccessible channel"),),
    ),
    operation("GET", "/export/realm", answer=listed("exports", EXPORT), administrators=True),
    operation("POST", "/realm/deactivate", administrators=True),
    operation(
        "GET",
        "/dev_list_users",
        answer=(*listed("direct_admins", LOGIN), *listed("direct_users", LOGIN)),
        login=False,
    ),
    operation(
        "POST",
        "/zcommand",
        text("command", "/ping", required=True),
        refusals=(Refusal(condition="no such command"),),
    ),
)
