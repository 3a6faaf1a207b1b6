"""The numbers by which the organisation said who may do what, before permissions were held by groups."""

from dragoman_server.world.records import Role, User
from dragoman_server.world.world import World

MEMBERS, ADMINISTRATORS, FULL_MEMBERS, MODERATORS, EVERYONE, NOBODY, OWNERS = range(1, 8)

_LEAST_ROLE = {
    MEMBERS: Role.MEMBER,
    ADMINISTRATORS: Role.ADMINISTRATOR,
    FULL_MEMBERS: Role.MEMBER,
    MODERATORS: Role.MODERATOR,
    EVERYONE: Role.GUEST,
    OWNERS: Role.OWNER,
}


def policy_allows(world: World, user: User, name: str) -> bool:
    """Tell whether a policy of the organisation, by its wire name, allows somebody what it is about."""
    policy = world.setting(name)
    least = _LEAST_ROLE.get(policy)
    if least is None or user.role > least:
        return False
    return policy != FULL_MEMBERS or user.role < Role.MEMBER or not world.is_new(user)
