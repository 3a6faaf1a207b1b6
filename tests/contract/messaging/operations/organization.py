"""Profile fields, linkifiers, groups, views, attachments, push, as the messaging specification has them."""

from contract.shapes import array, boolean, fields, integer, mapping, nullable, one_of, string
from contract.terms import Operation, Parameter, Refusal, has, path_integer

CREATE_PROFILE_FIELD = Operation(
    heading="POST /realm/profile_fields",
    method="POST",
    path="/realm/profile_fields",
    parameters=(
        Parameter(name="name", shape=string, example="Favourite IDE", wire="Favourite IDE"),
        Parameter(name="hint", shape=string, example="Pick one", wire="Pick one"),
        Parameter(
            name="field_type",
            shape=one_of(1, 2, 3, 4, 5, 6, 7, 8),
            required=True,
            example=3,
            wire="3",
        ),
        Parameter(
            name="field_data",
            shape=mapping(fields({"text": string, "order": string})),
            rule="for a dropdown: its choices; for an external account unstable",
            example={"vi": {"text": "Vim", "order": "1"}, "em": {"text": "Emacs", "order": "2"}},
            wire='{"vi": {"text": "Vim", "order": "1"}, "em": {"text": "Emacs", "order": "2"}}',
        ),
        Parameter(
            name="display_in_profile_summary",
            shape=boolean,
            default=False,
            rule="true for at most 2 fields of an organization; not for the users type",
            example=True,
            wire="true",
        ),
        Parameter(name="required", shape=boolean, default=False, example=True, wire="true"),
        Parameter(name="editable_by_user", shape=boolean, default=True, example=False, wire="false"),
        Parameter(
            name="use_for_user_matching",
            shape=boolean,
            default=False,
            rule="only for short text and external account",
            example=True,
            wire="true",
        ),
    ),
    answer=(has("id", integer),),
    administrators=True,
    emits=("custom_profile_fields",),
)

CREATE_LINKIFIER = Operation(
    heading="POST /realm/filters",
    method="POST",
    path="/realm/filters",
    parameters=(
        Parameter(
            name="pattern", shape=string, required=True, example="#(?P<id>[0-9]+)", wire="#(?P<id>[0-9]+)"
        ),
        Parameter(
            name="url_template",
            shape=string,
            required=True,
            example="https://example.com/{id}",
            wire="https://example.com/{id}",
        ),
        Parameter(
            name="example_input",
            shape=nullable(string),
            when="reverse_template is sent",
            example="#123",
            wire="#123",
        ),
        Parameter(name="reverse_template", shape=nullable(string), example="#{id}", wire="#{id}"),
        Parameter(
            name="alternative_url_templates",
            shape=array(string),
            example=["https://old.example.com/{id}"],
            wire='["https://old.example.com/{id}"]',
        ),
    ),
    answer=(has("id", integer),),
    emits=("realm_linkifiers",),
)

UPDATE_GROUP_MEMBERS = Operation(
    heading="POST /user_groups/{user_group_id}/members",
    method="POST",
    path="/user_groups/{user_group_id}/members",
    parameters=(
        path_integer("user_group_id", 38),
        Parameter(name="delete", shape=array(integer), example=[10], wire="[10]"),
        Parameter(name="add", shape=array(integer), example=[12, 13], wire="[12, 13]"),
        Parameter(name="delete_subgroups", shape=array(integer), since=311, example=[9], wire="[9]"),
        Parameter(name="add_subgroups", shape=array(integer), since=311, example=[8], wire="[8]"),
    ),
    emits=("user_group/add_members", "user_group/remove_members"),
)

GET_IS_GROUP_MEMBER = Operation(
    heading="GET /user_groups/{user_group_id}/members/{user_id}",
    method="GET",
    path="/user_groups/{user_group_id}/members/{user_id}",
    parameters=(
        path_integer("user_group_id", 38),
        path_integer("user_id", 10),
        Parameter(name="direct_member_only", shape=boolean, default=False, example=True, wire="true"),
    ),
    answer=(has("is_user_group_member", boolean),),
)

ADD_NAVIGATION_VIEW = Operation(
    heading="POST /navigation_views",
    method="POST",
    path="/navigation_views",
    parameters=(
        Parameter(
            name="fragment",
            shape=string,
            required=True,
            rule="not blank",
            example="narrow/is/alerted",
            wire="narrow/is/alerted",
        ),
        Parameter(name="is_pinned", shape=boolean, required=True, example=True, wire="true"),
        Parameter(
            name="name",
            shape=nullable(string),
            rule="left out for built-in views",
            example="Alert words",
            wire="Alert words",
        ),
    ),
    refusals=(Refusal(condition="blank fragment"),),
    emits=("navigation_view/add",),
)

REMOVE_ATTACHMENT = Operation(
    heading="DELETE /attachments/{attachment_id}",
    method="DELETE",
    path="/attachments/{attachment_id}",
    parameters=(path_integer("attachment_id", 1),),
    refusals=(
        Refusal(condition="invalid id"),
        Refusal(condition="not logged in", code="UNAUTHORIZED", status=401),
    ),
    emits=("attachment/remove",),
)

TEST_NOTIFICATION = Operation(
    heading="POST /mobile_push/test_notification",
    method="POST",
    path="/mobile_push/test_notification",
    parameters=(Parameter(name="token", shape=string, example="111222", wire="111222"),),
    refusals=(
        Refusal(condition="token unknown to the server", code="INVALID_PUSH_DEVICE_TOKEN"),
        Refusal(condition="token unknown to the push bouncer", code="INVALID_REMOTE_PUSH_DEVICE_TOKEN"),
    ),
)

OPERATIONS = (
    CREATE_PROFILE_FIELD,
    CREATE_LINKIFIER,
    UPDATE_GROUP_MEMBERS,
    GET_IS_GROUP_MEMBER,
    ADD_NAVIGATION_VIEW,
    REMOVE_ATTACHMENT,
    TEST_NOTIFICATION,
)
