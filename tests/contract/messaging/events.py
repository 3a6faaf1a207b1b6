"""The event types that the messaging specification names, and those that its operations make servers send."""

from msgspec import Struct

from contract.messaging.records import (
    CHANNEL,
    CUSTOM_PROFILE_FIELD,
    LINKIFIER,
    MESSAGE,
    NAVIGATION_VIEW,
    ROLE,
    SCHEDULED_MESSAGE,
    SUBSCRIPTION,
    USER,
)
from contract.shapes import (
    Shape,
    any_of,
    anything,
    array,
    boolean,
    constant,
    fields,
    integer,
    mapping,
    nullable,
    number,
    one_of,
    string,
)
from contract.terms import MESSAGING, OBSERVED, Line


class Event(Struct, frozen=True, kw_only=True):
    """One kind of event.

    The specification shows no payload; the fields are those that servers send.
    """

    type: str
    op: str | None = None
    required: dict[str, Shape] = {}
    """The payload beside ``id``, ``type`` and ``op``."""
    optional: dict[str, Shape] = {}
    spec: str = OBSERVED
    """Whether the specification names the type."""
    of: tuple[str, ...] = ()
    """The operations without which a server does not send it."""

    @property
    def kind(self) -> str:
        """Return the type, with the op behind a slash."""
        return self.type if self.op is None else f"{self.type}/{self.op}"

    @property
    def line(self) -> Line:
        """Return the event as a line."""
        return Line(spec=self.spec, table="Event types", key=self.kind, of=self.of)

    @property
    def shape(self) -> Shape:
        """The kind of JSON value that the whole event is."""
        head = {"id": integer, "type": constant(self.type)}
        if self.op is not None:
            head["op"] = constant(self.op)
        return fields({**head, **self.required}, self.optional, name=self.kind)


_PERSON_BRIEF = fields({"user_id": integer, "email": string}, name="person")
_MESSAGE_OF_EVENT = fields(
    {field.name: field.shape for field in MESSAGE.fields if field.always and field.name != "flags"},
    {"stream_id": integer},
    name="message of an event",
)
_EMOJI = {
    "message_id": integer,
    "emoji_name": string,
    "emoji_code": string,
    "reaction_type": one_of("unicode_emoji", "realm_emoji", "server_extra_emoji"),
    "user_id": integer,
}
_FLAGS = {
    "operation": one_of("add", "remove"),
    "flag": string,
    "messages": array(integer),
    "all": boolean,
}
_TYPING_OPTIONAL = {"recipients": array(_PERSON_BRIEF), "stream_id": integer, "topic": string}
_PEERS = {"stream_ids": array(integer), "user_ids": array(integer)}
_SUBSCRIPTION_OF_EVENT = fields(
    {field.name: field.shape for field in (*SUBSCRIPTION.fields, *SUBSCRIPTION.observed) if field.always},
    {"subscribers": array(integer), "partial_subscribers": array(integer)},
    name="subscription of an event",
)

SUBSCRIBE = "POST /users/me/subscriptions"
LEAVE = "DELETE /users/me/subscriptions"
SEND = "POST /messages"

EVENTS = (
    Event(
        type="message",
        required={"flags": array(string), "message": _MESSAGE_OF_EVENT},
        optional={"local_message_id": string},
        spec=MESSAGING,
        of=(SEND,),
    ),
    Event(
        type="subscription",
        op="add",
        required={"subscriptions": array(_SUBSCRIPTION_OF_EVENT)},
        spec=MESSAGING,
        of=(SUBSCRIBE,),
    ),
    Event(
        type="subscription",
        op="remove",
        required={"subscriptions": array(fields({"stream_id": integer, "name": string}))},
        spec=MESSAGING,
        of=(LEAVE,),
    ),
    Event(
        type="subscription",
        op="update",
        required={"stream_id": integer, "property": string, "value": any_of(boolean, string)},
        spec=MESSAGING,
        of=("POST /users/me/subscriptions/properties",),
    ),
    Event(type="subscription", op="peer_add", required=_PEERS, spec=MESSAGING, of=(SUBSCRIBE,)),
    Event(type="subscription", op="peer_remove", required=_PEERS, spec=MESSAGING, of=(LEAVE,)),
    Event(type="realm_user", op="add", required={"person": USER.shape}, spec=MESSAGING, of=("POST /users",)),
    Event(
        type="realm_user",
        op="update",
        required={
            "person": fields(
                {"user_id": integer},
                {
                    "full_name": string,
                    "role": ROLE,
                    "avatar_source": string,
                    "avatar_url": nullable(string),
                    "avatar_url_medium": nullable(string),
                    "avatar_version": integer,
                    "email": string,
                    "timezone": string,
                    "bot_owner_id": integer,
                    "delivery_email": nullable(string),
                    "custom_profile_field": anything,
                    "new_email": string,
                    "is_active": boolean,
                    "is_imported_stub": boolean,
                    "date_joined": string,
                },
            )
        },
        spec=MESSAGING,
        of=("PATCH /users/me/profile_data", "PATCH /settings"),
    ),
    Event(
        type="realm_user",
        op="remove",
        required={"person": fields({"user_id": integer, "full_name": string})},
        of=("DELETE /users/{user_id}",),
    ),
    Event(
        type="realm_linkifiers",
        required={"realm_linkifiers": array(LINKIFIER.shape)},
        spec=MESSAGING,
        of=("POST /realm/filters",),
    ),
    Event(
        type="delete_message",
        required={"message_type": one_of("stream", "private")},
        optional={
            "message_ids": array(integer),
            "message_id": integer,
            "stream_id": integer,
            "topic": string,
        },
        spec=MESSAGING,
        of=("DELETE /messages/{message_id}",),
    ),
    Event(
        type="user_settings",
        op="update",
        required={"property": string, "value": anything},
        optional={"language_name": string},
        spec=MESSAGING,
        of=("PATCH /settings",),
    ),
    Event(
        type="update_global_notifications",
        required={"notification_name": string, "setting": anything, "user": string},
        spec=MESSAGING,
        of=("PATCH /settings",),
    ),
    Event(
        type="update_display_settings",
        required={"setting_name": string, "setting": anything, "user": string},
        optional={"language_name": string},
        spec=MESSAGING,
        of=("PATCH /settings",),
    ),
    Event(
        type="typing",
        op="start",
        required={"message_type": one_of("direct", "stream"), "sender": _PERSON_BRIEF},
        optional=_TYPING_OPTIONAL,
        spec=MESSAGING,
        of=("POST /typing",),
    ),
    Event(
        type="typing",
        op="stop",
        required={"message_type": one_of("direct", "stream"), "sender": _PERSON_BRIEF},
        optional=_TYPING_OPTIONAL,
        spec=MESSAGING,
        of=("POST /typing",),
    ),
    Event(
        type="presence",
        optional={
            "user_id": integer,
            "email": string,
            "server_timestamp": number,
            "presence": anything,
            "presences": mapping(fields({"active_timestamp": integer, "idle_timestamp": integer})),
        },
        spec=MESSAGING,
        of=("POST /users/me/presence",),
    ),
    Event(type="heartbeat", spec=MESSAGING, of=("GET /events",)),
    Event(
        type="update_message",
        required={
            "user_id": nullable(integer),
            "rendering_only": boolean,
            "message_id": integer,
            "message_ids": array(integer),
            "flags": array(string),
            "edit_timestamp": integer,
        },
        optional={
            "stream_id": integer,
            "stream_name": string,
            "orig_content": string,
            "orig_rendered_content": string,
            "content": string,
            "rendered_content": string,
            "is_me_message": boolean,
            "orig_subject": string,
            "subject": string,
            "topic_links": array(anything),
            "propagate_mode": one_of("change_one", "change_later", "change_all"),
            "new_stream_id": integer,
        },
        of=("PATCH /messages/{message_id}",),
    ),
    Event(type="reaction", op="add", required=_EMOJI, of=("POST /messages/{message_id}/reactions",)),
    Event(type="reaction", op="remove", required=_EMOJI, of=("DELETE /messages/{message_id}/reactions",)),
    Event(type="update_message_flags", op="add", required=_FLAGS, of=("POST /messages/flags",)),
    Event(
        type="update_message_flags",
        op="remove",
        required=_FLAGS,
        optional={"message_details": mapping(anything)},
        of=("POST /messages/flags",),
    ),
    Event(type="stream", op="create", required={"streams": array(CHANNEL.shape)}, of=(SUBSCRIBE,)),
    Event(
        type="stream",
        op="delete",
        required={"streams": array(anything), "stream_ids": array(integer)},
        of=(LEAVE,),
    ),
    Event(
        type="stream",
        op="update",
        required={"stream_id": integer, "name": string, "property": string, "value": anything},
        optional={
            "rendered_description": string,
            "history_public_to_subscribers": boolean,
            "is_web_public": boolean,
        },
        of=("PATCH /streams/{stream_id}",),
    ),
    Event(
        type="scheduled_messages",
        op="add",
        required={"scheduled_messages": array(SCHEDULED_MESSAGE.shape)},
        of=("POST /scheduled_messages",),
    ),
    Event(
        type="scheduled_messages",
        op="update",
        required={"scheduled_message": SCHEDULED_MESSAGE.shape},
        of=("PATCH /scheduled_messages/{scheduled_message_id}",),
    ),
    Event(
        type="scheduled_messages",
        op="remove",
        required={"scheduled_message_id": integer},
        of=("DELETE /scheduled_messages/{scheduled_message_id}",),
    ),
    *(
        Event(
            type="typing_edit_message",
            op=op,
            required={"sender_id": integer, "message_id": integer, "recipient": anything},
            of=("POST /messages/{message_id}/typing",),
        )
        for op in ("start", "stop")
    ),
    Event(
        type="user_status",
        required={"user_id": integer},
        optional={
            "away": boolean,
            "status_text": string,
            "emoji_name": string,
            "emoji_code": string,
            "reaction_type": string,
        },
        of=("POST /users/{user_id}/status",),
    ),
    Event(
        type="custom_profile_fields",
        required={"fields": array(CUSTOM_PROFILE_FIELD.shape)},
        of=("POST /realm/profile_fields",),
    ),
    Event(
        type="navigation_view",
        op="add",
        required={"navigation_view": NAVIGATION_VIEW.shape},
        of=("POST /navigation_views",),
    ),
    *(
        Event(
            type="user_group",
            op=op,
            required={"group_id": integer, members: array(integer)},
            of=("POST /user_groups/{user_group_id}/members",),
        )
        for op, members in (
            ("add_members", "user_ids"),
            ("remove_members", "user_ids"),
            ("add_subgroups", "direct_subgroup_ids"),
            ("remove_subgroups", "direct_subgroup_ids"),
        )
    ),
    Event(
        type="attachment",
        op="remove",
        required={"attachment": fields({"id": integer}), "upload_space_used": integer},
        of=("DELETE /attachments/{attachment_id}",),
    ),
    Event(type="invites_changed", of=("POST /invites",)),
    Event(
        type="submessage",
        required={
            "message_id": integer,
            "submessage_id": integer,
            "sender_id": integer,
            "msg_type": string,
            "content": string,
        },
        of=("POST /submessage",),
    ),
    Event(
        type="user_topic",
        required={
            "stream_id": integer,
            "topic_name": string,
            "last_updated": integer,
            "visibility_policy": one_of(0, 1, 2, 3),
        },
        of=("POST /user_topics",),
    ),
    Event(
        type="realm",
        op="update",
        required={"property": string, "value": anything},
        of=("PATCH /realm",),
    ),
    Event(
        type="realm",
        op="update_dict",
        required={"property": string, "data": mapping(anything)},
        of=("PATCH /realm",),
    ),
    Event(
        type="restart",
        required={
            "zulip_version": string,
            "zulip_merge_base": string,
            "zulip_feature_level": integer,
            "server_generation": integer,
        },
        optional={"server_feature_level": integer},
        of=("restart of the server",),
    ),
)
