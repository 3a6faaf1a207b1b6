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
_DAY = 86400


def policy_allows(world: World, user: User, name: str) -> bool:
    """Tell whether a policy of the organisation, by its wire name, allows somebody what it is about."""
    policy = world.setting(name)
    least = _LEAST_ROLE.get(policy)
    if least is None or user.role > least:
        return False
    return policy != FULL_MEMBERS or user.role < Role.MEMBER or not is_new(world, user)


def is_new(world: World, user: User) -> bool:
    """Tell whether a member has not been here for as long as full members must be."""
    waiting: int = world.setting("waiting_period_threshold") * _DAY
    return world.clock.now() - user.date_joined < waiting
