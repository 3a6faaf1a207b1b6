"""User groups: listing, making, changing and ending them, and who is in them."""

from contract.messaging.records import GROUP_SETTING, USER_GROUP
from contract.observed.rights import changed_rights
from contract.observed.words import listed, operation, switch, text, value
from contract.shapes import array, integer
from contract.terms import Parameter, Refusal, has, may_have, path_integer

GROUP = path_integer("user_group_id", 38)
NO_GROUP = Refusal(condition="no such group")
RIGHTS: dict[str, int | None] = {
    "can_add_members_group": 305,
    "can_join_group": 301,
    "can_leave_group": 308,
    "can_manage_group": 283,
    "can_mention_group": None,
    "can_remove_members_group": 324,
}
"""The permissions of a group, and the levels that brought them."""


def _given() -> tuple[Parameter, ...]:
    return tuple(value(name, GROUP_SETTING, 11, since=since) for name, since in RIGHTS.items())


OPERATIONS = (
    operation(
        "GET",
        "/user_groups",
        switch("include_deactivated_groups", False, since=290),
        answer=listed("user_groups", USER_GROUP.shape),
    ),
    operation(
        "POST",
        "/user_groups/create",
        text("name", "night shift", required=True),
        text("description", "awake when others sleep", required=True),
        value("members", array(integer), [9, 10], required=True),
        value("subgroups", array(integer), [39], since=311),
        *_given(),
        answer=(may_have("group_id", integer, "always", since=317),),
        refusals=(Refusal(condition="the name is taken"), Refusal(condition="empty name")),
        emits=("user_group/add",),
    ),
    operation(
        "PATCH",
        "/user_groups/{user_group_id}",
        GROUP,
        text("name", "day shift"),
        text("description", "asleep when others are awake"),
        *changed_rights(RIGHTS),
        switch("deactivated", since=386),
        refusals=(Refusal(condition="nothing to change"), NO_GROUP),
        emits=("user_group/update",),
    ),
    operation(
        "POST",
        "/user_groups/{user_group_id}/deactivate",
        GROUP,
        refusals=(NO_GROUP,),
        emits=("user_group/update",),
        since=290,
    ),
    operation(
        "GET",
        "/user_groups/{user_group_id}/members",
        GROUP,
        switch("direct_member_only", False),
        answer=listed("members", integer),
        refusals=(NO_GROUP,),
    ),
    operation(
        "GET",
        "/user_groups/{user_group_id}/subgroups",
        GROUP,
        switch("direct_subgroup_only", False),
        answer=(has("subgroups", array(integer)),),
        refusals=(NO_GROUP,),
    ),
    operation(
        "POST",
        "/user_groups/{user_group_id}/subgroups",
        GROUP,
        value("add", array(integer), [39]),
        value("delete", array(integer), [40]),
        refusals=(Refusal(condition="nothing to do"), NO_GROUP),
        emits=("user_group/add_subgroups",),
    ),
    operation(
        "DELETE",
        "/user_groups/{user_group_id}",
        GROUP,
        refusals=(Refusal(condition="insufficient permission"),),
        emits=("user_group/remove",),
    ),
)
