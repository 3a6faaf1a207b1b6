"""What a person needs in order to use an account of the running server."""

import msgspec

from dragoman_server.world.records import Role
from dragoman_server.world.world import World

_ROLES = {
    Role.OWNER: "owner",
    Role.ADMINISTRATOR: "admin",
    Role.MODERATOR: "moderator",
    Role.MEMBER: "member",
    Role.GUEST: "guest",
}


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """One account, with its key."""

    user_id: int
    full_name: str
    email: str
    """The address that logs in."""

    role: str
    """`owner`, `admin`, `moderator`, `member` or `guest`."""

    is_bot: bool
    api_key: str
    site: str
    token: str | None = None
    """What an outgoing-web-hook bot is called with; `None` for all others."""

    def __repr__(self) -> str:
        """Tell everything but the key."""
        return f"Account(user_id={self.user_id}, full_name={self.full_name!r}, role={self.role!r})"

    @property
    def zuliprc(self) -> str:
        """The text of a configuration file that clients of this API read."""
        token = "" if self.token is None else f"token={self.token}\n"
        return f"[api]\nemail={self.email}\nkey={self.api_key}\nsite={self.site}\n{token}"


def get_accounts(world: World) -> tuple[Account, ...]:
    """Return the accounts of all active people and bots, by rising ID."""
    return tuple(
        Account(
            user_id=user.user_id,
            full_name=user.full_name,
            email=user.delivery_email,
            role=_ROLES[Role(user.role)],
            is_bot=user.is_bot,
            api_key=world.keys.key(user.user_id),
            site=world.url,
            token=next((service.token for service in user.services), None),
        )
        for user in world.users
        if user.is_active and not user.is_system_bot
    )
