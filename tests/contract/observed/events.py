"""Events that neither the specification names nor one of its operations makes, as servers send them."""

from contract.messaging.events import Event
from contract.messaging.records import SAVED_SNIPPET, USER_GROUP
from contract.shapes import (
    Shape,
    anything,
    array,
    boolean,
    fields,
    integer,
    mapping,
    nullable,
    number,
    one_of,
    string,
)


def _event(kind: str, required: dict[str, Shape] | None = None, **optional: Shape) -> Event:
    """Return a kind of event, which carries all of the first and perhaps some of the others."""
    name, _, op = kind.partition("/")
    return Event(
        type=name, op=op or None, required=required or {}, optional=optional, of=("events of all kinds",)
    )


FOLDER = fields(
    {
        "id": integer,
        "name": string,
        "description": string,
        "rendered_description": string,
        "date_created": integer,
        "creator_id": nullable(integer),
        "is_archived": boolean,
        "order": integer,
    },
    name="channel folder",
)
DRAFT = fields(
    {
        "id": integer,
        "type": one_of("", "stream", "private"),
        "to": array(integer),
        "topic": string,
        "content": string,
        "timestamp": number,
    },
    name="draft",
)
REMINDER = fields(
    {
        "reminder_id": integer,
        "type": string,
        "to": array(integer),
        "content": string,
        "rendered_content": string,
        "scheduled_delivery_timestamp": integer,
        "failed": boolean,
        "reminder_target_message_id": integer,
    },
    name="reminder",
)
ATTACHMENT = fields(
    {
        "id": integer,
        "name": string,
        "path_id": string,
        "size": integer,
        "create_time": integer,
        "message_ids": array(integer),
    },
    name="attachment",
)
_DOMAIN = fields({"domain": string, "allow_subdomains": boolean}, name="domain")
_EMOJI = anything

EVENTS = (
    _event("default_streams", {"default_streams": array(integer)}),
    _event("default_stream_groups", {"default_stream_groups": array(anything)}),
    _event("channel_folder/add", {"channel_folder": FOLDER}),
    _event("channel_folder/update", {"channel_folder_id": integer, "data": mapping(anything)}),
    _event("channel_folder/reorder", {"order": array(integer)}),
    _event("muted_topics", {"muted_topics": array(anything)}),
    _event("muted_users", {"muted_users": array(fields({"id": integer, "timestamp": integer}))}),
    _event("realm_bot/add", {"bot": anything}),
    _event("realm_bot/update", {"bot": anything}),
    _event("realm_bot/delete", {"bot": fields({"user_id": integer})}),
    _event("realm_user_settings_defaults/update", {"property": string, "value": anything}),
    _event("user_group/add", {"group": USER_GROUP.shape}),
    _event("user_group/update", {"group_id": integer, "data": mapping(anything)}),
    _event("user_group/remove", {"group_id": integer}),
    _event("alert_words", {"alert_words": array(string)}),
    _event("device/add", {"device_id": integer}),
    _event("device/remove", {"device_id": integer}),
    _event(
        "device/update",
        {"device_id": integer},
        push_key_id=anything,
        push_token_id=anything,
        pending_push_token_id=anything,
        push_token_last_updated_timestamp=anything,
        push_registration_error_code=anything,
    ),
    _event("realm/deactivated", {"realm_id": integer}),
    _event("realm_emoji/update", {"realm_emoji": mapping(_EMOJI)}),
    _event("realm_emoji/add", {"emoji": _EMOJI}),
    _event("realm_emoji/update_one", {"emoji_id": string, "data": mapping(anything)}),
    _event("realm_domains/add", {"realm_domain": _DOMAIN}),
    _event("realm_domains/change", {"realm_domain": _DOMAIN}),
    _event("realm_domains/remove", {"domain": string}),
    _event("realm_playgrounds", {"realm_playgrounds": array(anything)}),
    _event("realm_export", {"exports": array(anything)}),
    _event("realm_export_consent", {"user_id": integer, "consented": boolean}),
    _event("reminders/add", {"reminders": array(REMINDER)}),
    _event("reminders/remove", {"reminder_id": integer}),
    _event("drafts/add", {"drafts": array(DRAFT)}),
    _event("drafts/update", {"draft": DRAFT}),
    _event("drafts/remove", {"draft_id": integer}),
    _event("saved_snippets/add", {"saved_snippet": SAVED_SNIPPET.shape}),
    _event("saved_snippets/update", {"saved_snippet": SAVED_SNIPPET.shape}),
    _event("saved_snippets/remove", {"saved_snippet_id": integer}),
    _event("navigation_view/update", {"fragment": string, "data": mapping(anything)}),
    _event("navigation_view/remove", {"fragment": string}),
    _event("attachment/add", {"attachment": ATTACHMENT, "upload_space_used": integer}),
    _event("attachment/update", {"attachment": ATTACHMENT, "upload_space_used": integer}),
    _event("onboarding_steps", {"onboarding_steps": array(anything)}),
    _event("has_zoom_token", {"value": boolean}),
    _event("web_reload_client", {"immediate": boolean}),
)
