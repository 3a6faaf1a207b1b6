"""What belongs to the whole organisation: profile fields, linkifiers, invitations, emoji, defaults."""

from contract.messaging.records import CUSTOM_PROFILE_FIELD, LINKIFIER
from contract.observed.words import listed, operation, path_text, switch, text, value, whole
from contract.shapes import anything, array, boolean, fields, integer, mapping, nullable, one_of, string
from contract.terms import Refusal, has, path_integer

EMOJI = fields(
    {
        "id": string,
        "name": string,
        "source_url": string,
        "still_url": nullable(string),
        "deactivated": boolean,
        "author_id": nullable(integer),
    },
    name="custom emoji",
)
INVITATION = fields(
    {
        "id": integer,
        "invited_by_user_id": integer,
        "invited": integer,
        "expiry_date": nullable(integer),
        "invited_as": one_of(100, 200, 300, 400, 600),
        "is_multiuse": boolean,
    },
    {"email": string, "notify_referrer_on_join": boolean, "link_url": string},
    name="invitation",
)
FIELD = path_integer("field_id", 4)
NO_FIELD = Refusal(condition="no such field")
FILTER = path_integer("filter_id", 3)
NO_FILTER = Refusal(condition="no such linkifier")
INVITE = path_integer("invite_id", 5)
NO_INVITE = Refusal(condition="no such invitation")

OPERATIONS = (
    operation("GET", "/realm/profile_fields", answer=listed("custom_fields", CUSTOM_PROFILE_FIELD.shape)),
    operation(
        "PATCH",
        "/realm/profile_fields",
        value("order", array(integer), [4, 3, 2], required=True),
        refusals=(Refusal(condition="an order that leaves fields out"),),
        emits=("custom_profile_fields",),
        administrators=True,
    ),
    operation(
        "PATCH",
        "/realm/profile_fields/{field_id}",
        FIELD,
        text("name", "Favourite editor"),
        text("hint", "vim or emacs"),
        value("field_data", anything, {"vi": {"text": "Vim", "order": "1"}}),
        switch("required"),
        switch("display_in_profile_summary"),
        switch("editable_by_user", since=296),
        switch("use_for_user_matching", since=455),
        refusals=(NO_FIELD,),
        emits=("custom_profile_fields",),
        administrators=True,
    ),
    operation(
        "DELETE",
        "/realm/profile_fields/{field_id}",
        FIELD,
        refusals=(NO_FIELD,),
        emits=("custom_profile_fields",),
        administrators=True,
    ),
    operation(
        "DELETE",
        "/users/me/profile_data",
        value("data", array(integer), [4], required=True),
        emits=("realm_user/update",),
    ),
    operation("GET", "/realm/linkifiers", answer=listed("linkifiers", LINKIFIER.shape)),
    operation(
        "PATCH",
        "/realm/linkifiers",
        value("ordered_linkifier_ids", array(integer), [3, 2, 1], required=True),
        refusals=(Refusal(condition="an order that leaves linkifiers out"),),
        emits=("realm_linkifiers",),
        administrators=True,
    ),
    operation(
        "PATCH",
        "/realm/filters/{filter_id}",
        FILTER,
        text("pattern", "#(?P<id>[0-9]+)", required=True),
        text("url_template", "https://example.com/{id}", required=True),
        text("example_input", "#123", since=471),
        text("reverse_template", "#{id}", since=471),
        value("alternative_url_templates", array(string), ["https://example.org/{id}"], since=478),
        refusals=(NO_FILTER,),
        emits=("realm_linkifiers",),
        administrators=True,
    ),
    operation(
        "DELETE",
        "/realm/filters/{filter_id}",
        FILTER,
        refusals=(NO_FILTER,),
        emits=("realm_linkifiers",),
        administrators=True,
    ),
    operation("GET", "/invites", answer=listed("invites", INVITATION)),
    operation(
        "DELETE",
        "/invites/{invite_id}",
        INVITE,
        refusals=(NO_INVITE,),
        emits=("invites_changed",),
    ),
    operation("POST", "/invites/{invite_id}/resend", INVITE, refusals=(NO_INVITE,)),
    operation(
        "POST",
        "/invites/multiuse",
        value("invite_expires_in_minutes", nullable(integer), 14400),
        value("invite_as", one_of(100, 200, 300, 400, 600), 600, default=400),
        value("stream_ids", array(integer), [7], default=[]),
        value("group_ids", array(integer), [38], since=322),
        switch("include_realm_default_subscriptions", False),
        text("welcome_message_custom_text", "Come in", since=416),
        answer=(has("invite_link", string),),
        refusals=(Refusal(condition="no such channel"),),
        emits=("invites_changed",),
    ),
    operation(
        "DELETE",
        "/invites/multiuse/{invite_id}",
        INVITE,
        refusals=(NO_INVITE,),
        emits=("invites_changed",),
    ),
    operation("GET", "/realm/emoji", answer=(has("emoji", mapping(EMOJI)),)),
    operation(
        "DELETE",
        "/realm/emoji/{emoji_name}",
        path_text("emoji_name", "party"),
        refusals=(Refusal(condition="no such emoji", status=404),),
        emits=("realm_emoji/update",),
    ),
    operation(
        "POST",
        "/default_streams",
        whole("stream_id", 7, required=True),
        refusals=(Refusal(condition="inaccessible channel"),),
        emits=("default_streams",),
        administrators=True,
    ),
    operation(
        "DELETE",
        "/default_streams",
        whole("stream_id", 7, required=True),
        refusals=(Refusal(condition="inaccessible channel"),),
        emits=("default_streams",),
        administrators=True,
    ),
)
