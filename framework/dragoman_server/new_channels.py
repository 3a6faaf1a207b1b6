"""Whether a channel that is to be made may be made, and what it is then like."""

from collections.abc import Iterable

import msgspec

from dragoman_server import failures
from dragoman_server.actions.channels import NewChannel
from dragoman_server.wanted_channels import Wanted
from dragoman_server.world.channel_permissions import (
    DELETION_PERMISSIONS,
    has_web_public_channels,
    may_create_channels,
    may_open_to_the_web,
    may_subscribe_others,
)
from dragoman_server.world.records import Role, User
from dragoman_server.world.world import World

MAKING_FAILS = (
    failures.INSUFFICIENT,
    failures.DEFAULT_IS_PUBLIC,
    failures.PUBLIC_IS_NOT_PRIVATE,
    failures.NOT_WEB_PUBLIC_HERE,
    failures.NOT_OWNER,
)
"""With what a channel that is to be made may be refused, beside its name and its permissions."""


def check_making(world: World, creator: User, new: NewChannel) -> None:
    """Refuse a channel that cannot be, or that its creator may not make."""
    if not may_create_channels(world, creator, private=new.invite_only):
        raise failures.INSUFFICIENT
    if new.is_default and not creator.is_admin:
        raise failures.INSUFFICIENT
    if new.is_default and new.invite_only:
        raise failures.DEFAULT_IS_PUBLIC
    if new.is_web_public:
        check_web_public(world, creator, invite_only=new.invite_only)
    check_rights_over_topics(world, creator, topics_policy=new.topics_policy != "inherit", groups=new.groups)
    if new.message_retention_days is not None and creator.role != Role.OWNER:
        raise failures.NOT_OWNER


def check_rights_over_topics(world: World, user: User, *, topics_policy: bool, groups: Iterable[str]) -> None:
    """Refuse to choose a channel's topics policy, or who deletes in it, to whoever may not."""
    if topics_policy and not world.holds(user, "can_set_topics_policy_group"):
        raise failures.INSUFFICIENT
    if DELETION_PERMISSIONS.intersection(groups) and not world.holds(
        user, "can_set_delete_message_policy_group"
    ):
        raise failures.INSUFFICIENT


def check_web_public(world: World, user: User, *, invite_only: bool) -> None:
    """Refuse to let all the web read a channel where that cannot be or the person may not decide it."""
    if invite_only:
        raise failures.PUBLIC_IS_NOT_PRIVATE
    if not has_web_public_channels(world):
        raise failures.NOT_WEB_PUBLIC_HERE
    if not may_open_to_the_web(world, user):
        raise failures.INSUFFICIENT


def check_adding_others(world: World, adder: User, principals: Iterable[int | str]) -> None:
    """Refuse to let others follow channels to whoever may not; before channels had a permission for it."""
    others = set(principals) - {adder.user_id, adder.email}
    if others and world.level < ADDERS_OF_A_CHANNEL and not may_subscribe_others(world, adder):
        raise failures.INSUFFICIENT


ADDERS_OF_A_CHANNEL = 342
"""From this level on each channel may say who adds others to it."""


def history_of(*, invite_only: bool, chosen: bool | None) -> bool:
    """Tell whether newcomers see what was said before; in a private channel only where that was chosen."""
    return bool(chosen) if invite_only else True


def made_of(wanted: Wanted, like: NewChannel) -> NewChannel:
    """Return the channel of that name and description that is otherwise like another."""
    description = wanted.description.strip().replace("\n", " ")
    return msgspec.structs.replace(like, name=wanted.name.strip(), description=description)
