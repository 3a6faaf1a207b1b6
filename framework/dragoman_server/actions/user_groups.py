"""Making user groups, changing them and who is in them."""

from collections.abc import Iterable

import msgspec

from dragoman_server.actions.messages import send_as_system
from dragoman_server.event import Event
from dragoman_server.payloads.groups import group_payload, setting_payload
from dragoman_server.queues import EventQueue
from dragoman_server.world.group_permissions import OF_THE_CREATOR, PERMISSIONS
from dragoman_server.world.records import Group, GroupSetting, User
from dragoman_server.world.world import World

DEACTIVATED_GROUPS = 294
"""From this level on clients say whether they know deactivated groups; others are told of an end."""


def do_create_group(
    world: World,
    creator: User,
    *,
    name: str,
    description: str,
    members: Iterable[int],
    subgroups: Iterable[int],
    permissions: dict[str, GroupSetting],
) -> Group:
    """Make a group and tell everybody; its creator manages it, unless something else is chosen."""
    own: dict[str, GroupSetting] = dict.fromkeys(OF_THE_CREATOR, ((creator.user_id,), ()))
    group = Group(
        id=world.number("group"),
        name=name,
        description=description,
        members=frozenset(members),
        subgroups=tuple(sorted(set(subgroups))),
        creator_id=creator.user_id,
        date_created=int(world.clock.now()),
        permissions={**own, **permissions},
    )
    world.groups.put(group)
    _tell(world, "add", group=group_payload(world, group))
    return group


def do_update_group(world: World, group: Group, **changes: str) -> None:
    """Change the name or the description of a group."""
    world.groups.put(msgspec.structs.replace(group, **changes))
    for name, value in changes.items():
        _tell(world, "update", group_id=group.id, data={name: value})


def do_change_group_permission(world: World, group: Group, name: str, setting: GroupSetting) -> None:
    """Give one of the group's permissions to others."""
    world.groups.put(msgspec.structs.replace(group, permissions={**group.permissions, name: setting}))
    if world.level >= PERMISSIONS[name][0]:
        _tell(world, "update", group_id=group.id, data={name: setting_payload(setting)})


def do_delete_group(world: World, group: Group) -> None:
    """Let a group be gone."""
    world.groups.remove(group.id)
    _tell(world, "remove", group_id=group.id)


def do_deactivate_group(world: World, group: Group) -> None:
    """Put a group out of use; clients that do not know of such groups hear that it is gone."""
    world.groups.put(msgspec.structs.replace(group, deactivated=True))
    _tell_each(
        world,
        Event("user_group", op="update", group_id=group.id, data={"deactivated": True}),
        Event("user_group", op="remove", group_id=group.id),
    )


def do_reactivate_group(world: World, group: Group) -> None:
    """Put a group into use again; clients to which it was gone hear that there is one more."""
    active = msgspec.structs.replace(group, deactivated=False)
    world.groups.put(active)
    _tell_each(
        world,
        Event("user_group", op="update", group_id=group.id, data={"deactivated": False}),
        Event("user_group", op="add", group=group_payload(world, active)),
    )


def do_add_members(world: World, actor: User, group: Group, user_ids: list[int]) -> None:
    """Put people into a group, and tell them."""
    current = world.groups.get(group.id) or group
    world.groups.put(msgspec.structs.replace(current, members=current.members | set(user_ids)))
    _tell(world, "add_members", group_id=group.id, user_ids=user_ids)
    _note(world, actor, user_ids, f"added you to the group @_*{group.name}*.")


def do_remove_members(world: World, actor: User, group: Group, user_ids: list[int]) -> None:
    """Take people out of a group, and tell them."""
    current = world.groups.get(group.id) or group
    world.groups.put(msgspec.structs.replace(current, members=current.members - set(user_ids)))
    _tell(world, "remove_members", group_id=group.id, user_ids=user_ids)
    _note(world, actor, user_ids, f"removed you from the group @_*{group.name}*.")


def do_add_subgroups(world: World, group: Group, group_ids: list[int]) -> None:
    """Let a group hold others."""
    current = world.groups.get(group.id) or group
    world.groups.put(msgspec.structs.replace(current, subgroups=(*current.subgroups, *group_ids)))
    _tell(world, "add_subgroups", group_id=group.id, direct_subgroup_ids=group_ids)


def do_remove_subgroups(world: World, group: Group, group_ids: list[int]) -> None:
    """Let a group hold others no longer."""
    current = world.groups.get(group.id) or group
    left = tuple(one for one in current.subgroups if one not in group_ids)
    world.groups.put(msgspec.structs.replace(current, subgroups=left))
    _tell(world, "remove_subgroups", group_id=group.id, direct_subgroup_ids=group_ids)


def _tell(world: World, op: str, **fields: object) -> None:
    world.send_to_all(Event("user_group", op=op, **fields))


def _tell_each(world: World, knowing: Event, unknowing: Event) -> None:
    """Tell clients that know deactivated groups one thing, and the others another."""
    modern = world.level >= DEACTIVATED_GROUPS

    def choose(queue: EventQueue) -> tuple[Event]:
        knows = modern and "include_deactivated_groups" in queue.choices.capabilities
        return (knowing if knows else unknowing,)

    for event in (knowing, unknowing):
        world.ledger.emitted(event.kind)
    world.queues.push_each(world.queues.owners(), choose)


def _note(world: World, actor: User, user_ids: Iterable[int], what: str) -> None:
    for user_id in user_ids:
        user = world.users[user_id]
        if user_id != actor.user_id and not user.is_bot and user.is_active:
            recipient = world.direct_recipient((world.notification_bot.user_id, user_id))
            send_as_system(world, recipient, "", f"@_**{actor.full_name}|{actor.user_id}** {what}")
