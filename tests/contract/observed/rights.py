"""The permissions of a channel, and how they are given and changed."""

from contract.messaging.records import GROUP_SETTING
from contract.observed.words import value
from contract.shapes import any_of, fields, integer
from contract.terms import Parameter, Sample

RIGHTS: dict[str, int | None] = {
    "can_remove_subscribers_group": 320,
    "can_administer_channel_group": 325,
    "can_send_message_group": 333,
    "can_add_subscribers_group": 342,
    "can_subscribe_group": 357,
    "can_move_messages_out_of_channel_group": 396,
    "can_move_messages_within_channel_group": 396,
    "can_resolve_topics_group": 402,
    "can_delete_any_message_group": 407,
    "can_delete_own_message_group": 407,
    "can_create_topic_group": 441,
}
"""By permission: the level that let it be given with a channel, and changed."""

CHANGED_RIGHT = fields({"new": GROUP_SETTING}, {"old": GROUP_SETTING}, name="change of a permission")
"""How a permission is changed: what it is to be, and what the client takes it to be."""
_SOME = {"direct_members": [9], "direct_subgroups": [12]}


def given_rights() -> tuple[Parameter, ...]:
    """Return the permissions as a new channel gets them; one is given to people and groups by name."""
    return tuple(
        value(name, GROUP_SETTING, _SOME if name == "can_administer_channel_group" else 11, since=since)
        for name, since in RIGHTS.items()
    )


def changed_rights(rights: dict[str, int | None]) -> tuple[Parameter, ...]:
    """Return permissions as they are changed later."""
    return tuple(
        value(name, CHANGED_RIGHT, {"new": 11, "old": 12}, since=since) for name, since in rights.items()
    )


def changed_rights_or_groups(rights: dict[str, int | None]) -> tuple[Parameter, ...]:
    """Return permissions that may be changed by a bare group too, as they once were."""
    shape, once = any_of(CHANGED_RIGHT, integer), (Sample(11, ("11",)),)
    return tuple(
        value(name, shape, {"new": 11, "old": 12}, since=since, also=once, wrong=("some", "[]", "true", "{}"))
        for name, since in rights.items()
    )
