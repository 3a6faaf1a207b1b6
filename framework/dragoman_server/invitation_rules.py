"""Who may invite whom to what, and which addresses can be invited."""

import re
from collections.abc import Iterable
from email.utils import parseaddr

from dragoman_server import failures
from dragoman_server.address_rules import SENTENCES, address_trouble
from dragoman_server.user_group_rules import check_subgroups
from dragoman_server.world.access import may_read_channel
from dragoman_server.world.group_permissions import may_add_members
from dragoman_server.world.policies import policy_allows
from dragoman_server.world.records import Role, User
from dragoman_server.world.world import World

MAX_WELCOME = 8000
INVITING_BY_GROUP = 321
SUBSCRIBING_BY_GROUP = 341

Row = tuple[str, str, bool]
"""An address, why it was not invited, and whether an account of it is deactivated."""

MAY_INVITE = (failures.INSUFFICIENT, failures.OWNERS_INVITE_OWNERS, failures.ADMINISTRATORS_INVITE_THOSE)
"""What inviting as somebody may be refused with."""


def check_may_invite(world: World, user: User, role: Role) -> None:
    """Refuse an inviter who may not invite at all, or not to that role."""
    if not _allows(world, user, "invite_to_realm_policy", "can_invite_users_group", INVITING_BY_GROUP):
        raise failures.INSUFFICIENT
    _check_role(user, role)


def check_may_make_link(world: World, user: User, role: Role) -> None:
    """Refuse somebody who may not make links by which many may join, or not to that role."""
    if not world.holds(user, "create_multiuse_invite_group"):
        raise failures.INSUFFICIENT
    _check_role(user, role)


def _check_role(user: User, role: Role) -> None:
    if role < user.role:
        if role == Role.OWNER:
            raise failures.OWNERS_INVITE_OWNERS
        raise failures.ADMINISTRATORS_INVITE_THOSE


def _allows(world: World, user: User, policy: str, permission: str, since: int) -> bool:
    """Tell what the organisation says, by an old policy or by the permission that took its place."""
    return policy_allows(world, user, policy) if world.level < since else world.holds(user, permission)


def read_addresses(text: str) -> list[str]:
    """Return the addresses in a text, each once: between commas or line ends, a name before each or not."""
    written = (piece.strip() for piece in re.split(r"[,\n]", text))
    found = (parseaddr(one)[1] or one for one in written if one)
    addresses = list(dict.fromkeys(found))
    if not addresses:
        raise failures.NO_ADDRESSES
    return addresses


def check_channels(world: World, user: User, channel_ids: Iterable[int]) -> tuple[int, ...]:
    """Return the channels that newcomers are to follow; refuses one that the inviter may not give."""
    wanted = tuple(dict.fromkeys(channel_ids))
    for channel_id in wanted:
        channel = world.channels.get(channel_id)
        if channel is None or not may_read_channel(world, user, channel):
            raise failures.INVALID_INVITE_CHANNEL(channel_id=channel_id)
    may_add = _allows(
        world, user, "invite_to_stream_policy", "can_add_subscribers_group", SUBSCRIBING_BY_GROUP
    )
    if wanted and not may_add:
        raise failures.NO_SUBSCRIBING_OTHERS
    return wanted


def check_groups(world: World, user: User, group_ids: Iterable[int]) -> tuple[int, ...]:
    """Return the groups that newcomers are to be in; refuses one to which the inviter may not add."""
    wanted = check_subgroups(world, group_ids)
    for group_id in wanted:
        group = world.groups.get(group_id)
        if group is None or not may_add_members(world, user, group, set()):
            raise failures.INSUFFICIENT
    return tuple(wanted)


def check_welcome(user: User, text: str | None) -> str | None:
    """Return a greeting for newcomers; only administrators choose one."""
    if text is None:
        return None
    if not user.is_admin:
        raise failures.NOT_ADMINISTRATOR
    if len(text) > MAX_WELCOME:
        raise failures.LONG_WELCOME(limit=MAX_WELCOME)
    return text


def sort_addresses(world: World, addresses: list[str]) -> tuple[list[str], list[Row], list[Row]]:
    """Return which addresses can be invited, which are wrong, and which belong to accounts."""
    wrong = [
        (one, SENTENCES[trouble], False)
        for one in addresses
        if (trouble := address_trouble(world, one)) is not None
    ]
    bad = {row[0] for row in wrong}
    taken: list[Row] = []
    for address in addresses:
        user = world.users.by_login(address)
        if address in bad or user is None:
            continue
        why = "Already has an account." if user.is_active else "Account has been deactivated."
        taken.append((address, why, not user.is_active))
    used = bad | {row[0] for row in taken}
    return [one for one in addresses if one not in used], wrong, taken
