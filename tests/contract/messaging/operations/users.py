"""Presence, status, profile data, creating users and invitations, as the messaging specification has them."""

from contract.messaging.records import LEGACY_PRESENCE, PRESENCE, REACTION_TYPE
from contract.shapes import (
    any_of,
    array,
    boolean,
    fields,
    integer,
    mapping,
    null,
    nullable,
    number,
    one_of,
    string,
)
from contract.terms import Operation, Parameter, Refusal, has, may_have, path_integer

UPDATE_PRESENCE = Operation(
    heading="POST /users/me/presence",
    method="POST",
    path="/users/me/presence",
    parameters=(
        Parameter(
            name="status", shape=one_of("active", "idle"), required=True, example="active", wire="active"
        ),
        Parameter(
            name="last_update_id",
            shape=integer,
            since=263,
            rule="-1 the first time; forces the modern format",
            example=-1,
            wire="-1",
        ),
        Parameter(
            name="history_limit_days",
            shape=integer,
            default=14,
            rule="passed over when last_update_id is above 0",
            example=7,
            wire="7",
        ),
        Parameter(name="new_user_input", shape=boolean, default=False, example=True, wire="true"),
        Parameter(name="ping_only", shape=boolean, default=False, example=True, wire="true"),
        Parameter(
            name="slim_presence", shape=boolean, default=False, rule="deprecated", example=True, wire="true"
        ),
    ),
    answer=(
        has("presence_last_update_id", integer),
        may_have("server_timestamp", number, "ping_only is false"),
        may_have(
            "presences",
            any_of(mapping(PRESENCE.shape), mapping(LEGACY_PRESENCE.shape)),
            "ping_only is false",
        ),
    ),
    emits=("presence",),
)

UPDATE_STATUS_OF_USER = Operation(
    heading="POST /users/{user_id}/status",
    method="POST",
    path="/users/{user_id}/status",
    parameters=(
        path_integer("user_id", 9),
        Parameter(
            name="status_text",
            shape=string,
            rule="at most 60 code points; empty clears",
            example="on vacation",
            wire="on vacation",
        ),
        Parameter(
            name="emoji_name",
            shape=string,
            when="emoji_code or reaction_type is sent",
            example="car",
            wire="car",
        ),
        Parameter(name="emoji_code", shape=string, example="1f697", wire="1f697"),
        Parameter(name="reaction_type", shape=REACTION_TYPE, example="unicode_emoji", wire="unicode_emoji"),
    ),
    refusals=(
        Refusal(condition="no new values"),
        Refusal(condition="status_text too long"),
        Refusal(condition="emoji_name missing beside emoji_code or reaction_type"),
        Refusal(condition="unknown or invalid emoji or custom emoji"),
    ),
    administrators=True,
    emits=("user_status",),
)

UPDATE_PROFILE_DATA = Operation(
    heading="PATCH /users/me/profile_data",
    method="PATCH",
    path="/users/me/profile_data",
    parameters=(
        Parameter(
            name="data",
            shape=array(fields({"id": integer, "value": any_of(string, array(integer), null)})),
            required=True,
            rule="null removes the value",
            example=[{"id": 4, "value": "vim"}, {"id": 6, "value": [11]}, {"id": 7, "value": None}],
            wire='[{"id": 4, "value": "vim"}, {"id": 6, "value": [11]}, {"id": 7, "value": null}]',
        ),
    ),
    refusals=(Refusal(condition="profile field not editable or field id not found"),),
    emits=("realm_user/update",),
)

CREATE_USER = Operation(
    heading="POST /users",
    method="POST",
    path="/users",
    parameters=(
        Parameter(
            name="email", shape=string, required=True, example="new@example.com", wire="new@example.com"
        ),
        Parameter(name="password", shape=string, required=True, example="abcd1234", wire="abcd1234"),
        Parameter(name="full_name", shape=string, required=True, example="New User", wire="New User"),
    ),
    answer=(has("user_id", integer),),
    refusals=(Refusal(condition="duplicate email"),),
    administrators=True,
    emits=("realm_user/add",),
)

INVITE = Operation(
    heading="POST /invites",
    method="POST",
    path="/invites",
    parameters=(
        Parameter(
            name="invitee_emails",
            shape=string,
            required=True,
            rule="separated by commas or newlines",
            example="ann@example.com, bob@example.com",
            wire="ann@example.com, bob@example.com",
        ),
        Parameter(
            name="invite_expires_in_minutes",
            shape=nullable(integer),
            default=14400,
            since=126,
            rule="null never expires",
            example=1440,
            wire="1440",
        ),
        Parameter(
            name="invite_as",
            shape=one_of(100, 200, 300, 400, 600),
            default=400,
            rule="no role above one's own",
            example=600,
            wire="600",
        ),
        Parameter(
            name="stream_ids",
            shape=array(integer),
            required=True,
            rule="may be empty since level 180",
            example=[1, 10],
            wire="[1, 10]",
        ),
        Parameter(name="group_ids", shape=array(integer), since=322, example=[3], wire="[3]"),
        Parameter(
            name="include_realm_default_subscriptions",
            shape=boolean,
            default=False,
            since=261,
            example=True,
            wire="true",
        ),
        Parameter(
            name="notify_referrer_on_join",
            shape=boolean,
            default=True,
            since=267,
            example=False,
            wire="false",
        ),
        Parameter(
            name="welcome_message_custom_text",
            shape=nullable(string),
            since=416,
            rule="at most 8000 code points; administrators only",
            example="Welcome!",
            wire="Welcome!",
        ),
    ),
    refusals=(
        Refusal(
            condition="some invitees already have accounts",
            code="INVITATION_FAILED",
            extra=(
                has("daily_limit_reached", boolean),
                has("license_limit_reached", boolean),
                has("sent_invitations", boolean),
                has("errors", array(array(any_of(string, boolean)))),
            ),
        ),
        Refusal(condition="insufficient permission"),
        Refusal(condition="no email"),
        Refusal(condition="invalid channel id"),
        Refusal(condition="permission to subscribe others missing"),
    ),
    emits=("invites_changed",),
)

OPERATIONS = (UPDATE_PRESENCE, UPDATE_STATUS_OF_USER, UPDATE_PROFILE_DATA, CREATE_USER, INVITE)
