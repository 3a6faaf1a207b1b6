"""Who may use which command: role by command by rule."""

import pytest

from dragoman.model import ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, User
from dragoman.plugin import Conversation, MessageContext, NoOptions, Plugin, command
from dragoman.plugin.commands import commands_of
from dragoman.runtime.access import Access
from dragoman.runtime.directory import KnownDirectory
from dragoman.runtime.rules import AccessRule, Who
from runtime.double import RecordingZulip, queue_registered

ROLES = (OWNER, ADMINISTRATOR, MODERATOR, MEMBER, GUEST)
CHANNEL = Conversation(channel_id=5, topic="t")


class Sample(Plugin[NoOptions]):
    """Has a command for all and one for administrators."""

    @command("free")
    async def free(self, context: MessageContext) -> None:
        """Do nothing."""

    @command("kept", access="administrator")
    async def kept(self, context: MessageContext) -> None:
        """Do nothing."""


async def access(*rules: AccessRule) -> Access:
    directory = KnownDirectory(RecordingZulip())
    await directory.fill(queue_registered(1).registered)
    return Access(rules, commands_of(Sample(name="sample")), directory)


def person(role: int = MEMBER, user_id: int = 50) -> User:
    return User(user_id=user_id, full_name="Boss", email="boss@example.org", role=role)


async def may(*rules: AccessRule) -> dict[str, tuple[int, ...]]:
    """Return the roles that may use each command."""
    decision = await access(*rules)
    return {
        each.method: tuple(role for role in ROLES if decision.may(person(role), each, CHANNEL))
        for each in commands_of(Sample(name="sample"))
    }


ADMINS = (OWNER, ADMINISTRATOR)


@pytest.mark.parametrize(
    ("rules", "free", "kept"),
    [
        ((), ROLES, ADMINS),
        ((AccessRule(allow="*"),), ROLES, ADMINS),
        ((AccessRule(deny="*"),), (), ()),
        ((AccessRule(deny="sample.*", unless=Who(role="moderator")),), ROLES[:3], ADMINS),
        ((AccessRule(deny="*"), AccessRule(allow="sample.free")), ROLES, ()),
        ((AccessRule(allow="sample.kept", only=Who(role="member")),), ROLES, ROLES[:4]),
        ((AccessRule(allow="sample.*", only=Who(role="member")),), ROLES, ADMINS),
        ((AccessRule(deny=("sample.free", "sample.kept"), only=Who(role="owner")),), ROLES[1:], ADMINS[1:]),
        ((AccessRule(deny="other.*"),), ROLES, ADMINS),
    ],
)
async def test_the_last_rule_that_fits_counts(
    rules: tuple[AccessRule, ...], free: tuple[int, ...], kept: tuple[int, ...]
) -> None:
    assert await may(*rules) == {"free": free, "kept": kept}


async def test_an_address_is_resolved_to_an_id_once_and_a_name_is_nothing() -> None:
    decision = await access(AccessRule(deny="*", unless=Who(user=("boss@example.org", 77))))
    (free, _) = commands_of(Sample(name="sample"))
    assert decision.may(person(user_id=11), free, CHANNEL)
    assert decision.may(person(user_id=77), free, CHANNEL)
    assert not decision.may(person(user_id=50), free, CHANNEL)


async def test_a_rule_can_be_for_a_channel_or_for_direct_messages() -> None:
    decision = await access(
        AccessRule(deny="*", unless=Who(channel="#Ops")), AccessRule(allow="*", only=Who(direct=True))
    )
    (free, _) = commands_of(Sample(name="sample"))
    assert decision.may(person(), free, CHANNEL)
    assert not decision.may(person(), free, Conversation(channel_id=6, topic="t"))
    assert decision.may(person(), free, Conversation(user_ids=(50,)))


@pytest.mark.parametrize(
    ("user", "role"),
    [
        (User(user_id=1, is_owner=True, is_admin=True), OWNER),
        (User(user_id=1, is_admin=True), ADMINISTRATOR),
        (User(user_id=1, is_guest=True), GUEST),
        (User(user_id=1), MEMBER),
    ],
)
async def test_a_server_without_roles_is_understood(user: User, role: int) -> None:
    decision = await access(AccessRule(deny="*", unless=Who(role="administrator")))
    (free, _) = commands_of(Sample(name="sample"))
    assert decision.may(user, free, CHANNEL) == (role <= ADMINISTRATOR)
