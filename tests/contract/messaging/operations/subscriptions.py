"""Channel settings of one account and leaving channels, as the messaging specification has them."""

from contract.shapes import any_of, array, boolean, fields, integer, one_of, string
from contract.terms import Operation, Parameter, Refusal, Sample, has, path_integer

PROPERTIES = (
    "color",
    "is_muted",
    "in_home_view",
    "pin_to_top",
    "desktop_notifications",
    "audible_notifications",
    "push_notifications",
    "email_notifications",
    "wildcard_mentions_notify",
)
"""What may be set for a channel; the value is a hex colour for the first and a boolean for the others."""

UPDATE_SUBSCRIPTION_PROPERTIES = Operation(
    heading="POST /users/me/subscriptions/properties",
    method="POST",
    path="/users/me/subscriptions/properties",
    parameters=(
        Parameter(
            name="subscription_data",
            shape=array(
                fields(
                    {
                        "stream_id": integer,
                        "property": one_of(*PROPERTIES),
                        "value": any_of(boolean, string),
                    }
                )
            ),
            required=True,
            example=[
                {"stream_id": 1, "property": "pin_to_top", "value": True},
                {"stream_id": 3, "property": "color", "value": "#f00f00"},
            ],
            wire='[{"stream_id": 1, "property": "pin_to_top", "value": true},'
            ' {"stream_id": 3, "property": "color", "value": "#f00f00"}]',
            wrong=(
                "some",
                "{}",
                "[5]",
                '[{"property": "pin_to_top", "value": true}]',
                '[{"stream_id": 1, "value": true}]',
                '[{"stream_id": 1, "property": "pin_to_top"}]',
                '[{"stream_id": "1", "property": "pin_to_top", "value": true}]',
                '[{"stream_id": 1, "property": 5, "value": true}]',
                '[{"stream_id": 1, "property": "pin_to_top", "value": 5}]',
            ),
        ),
    ),
    emits=("subscription/update",),
)

UPDATE_SUBSCRIPTION_PROPERTY = Operation(
    heading="PATCH /users/me/subscriptions/{stream_id}",
    method="PATCH",
    path="/users/me/subscriptions/{stream_id}",
    parameters=(
        path_integer("stream_id", 1),
        Parameter(
            name="property", shape=one_of(*PROPERTIES), required=True, example="is_muted", wire="is_muted"
        ),
        Parameter(
            name="value",
            shape=any_of(boolean, string),
            required=True,
            rule="a hex colour for color, else a boolean",
            example=True,
            wire="true",
            also=(Sample("#f00f00", ("#f00f00", '"#f00f00"')),),
        ),
    ),
    emits=("subscription/update",),
)

UNSUBSCRIBE = Operation(
    heading="DELETE /users/me/subscriptions",
    method="DELETE",
    path="/users/me/subscriptions",
    parameters=(
        Parameter(
            name="subscriptions",
            shape=array(string),
            required=True,
            example=["Verona", "social"],
            wire='["Verona", "social"]',
        ),
        Parameter(
            name="principals",
            shape=any_of(array(string), array(integer), wrong=("some", "{}", "5", "[true]", "[null]")),
            rule="ids preferred; without it the caller leaves",
            example=[11, 12],
            wire="[11, 12]",
            also=(Sample(["rosa@example.com"], ('["rosa@example.com"]',)),),
        ),
    ),
    answer=(has("removed", array(string)), has("not_removed", array(string))),
    refusals=(
        Refusal(
            condition="nonexistent channel", code="STREAM_DOES_NOT_EXIST", extra=(has("stream", string),)
        ),
        Refusal(condition="insufficient permission"),
        Refusal(condition="nonexistent principal"),
    ),
    emits=("subscription/remove", "subscription/peer_remove"),
)

OPERATIONS = (UPDATE_SUBSCRIPTION_PROPERTIES, UPDATE_SUBSCRIPTION_PROPERTY, UNSUBSCRIBE)
