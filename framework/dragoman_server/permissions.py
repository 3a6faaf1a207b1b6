"""Which accounts an endpoint serves at all, said at its head and checked before its parameters are read."""

from collections.abc import Callable

import msgspec

from dragoman_server import failures
from dragoman_server.errors import Failure
from dragoman_server.world.records import BotType, Role, User


class Permission(msgspec.Struct, frozen=True, kw_only=True):
    """A rule about accounts, and the refusals that follow from it."""

    name: str
    authenticated: bool = True
    """Whether the caller must log in; without it the view gets no user."""

    optional: bool = False
    """Whether whoever sends no credentials at all is served too, as nobody."""

    visitors: bool = False
    """Whether visitors of the web's own client are served, who have no account."""

    webhook_bots: bool = False
    """Whether incoming-webhook bots are served."""

    refusals: tuple[tuple[Failure, Callable[[User], bool]], ...] = ()
    """Who is refused, and how; the first that fits is told."""

    former: tuple[tuple[int, Failure, Callable[[User], bool]], ...] = ()
    """Who was refused before a feature level, and how."""

    def check(self, user: User, level: int) -> None:
        """Refuse an account that is not served."""
        if user.bot_type is BotType.INCOMING_WEBHOOK and not self.webhook_bots:
            raise failures.WEBHOOK_BOT
        formerly = tuple((failure, fits) for until, failure, fits in self.former if level < until)
        for failure, fits in (*formerly, *self.refusals):
            if fits(user):
                raise failure()


def _is_bot(user: User) -> bool:
    return user.is_bot


def _is_guest(user: User) -> bool:
    return user.is_guest


def _is_no_owner(user: User) -> bool:
    return user.role > Role.OWNER


def _is_no_administrator(user: User) -> bool:
    return user.role > Role.ADMINISTRATOR


ANYONE = Permission(name="anyone", authenticated=False)
"""No account is needed."""

ACCOUNTS = Permission(name="every account")
"""People and bots, guests included."""

ACCOUNTS_OR_NOBODY = Permission(name="every account, or nobody", optional=True, visitors=True)

ACCOUNTS_OR_VISITORS = Permission(name="every account, and visitors of the web's own client", visitors=True)

SENDERS = Permission(name="every account, incoming-webhook bots included", webhook_bots=True)

NO_GUESTS = Permission(name="every account but guests", refusals=((failures.NO_GUESTS, _is_guest),))

ADMINISTRATORS = Permission(
    name="administrators", refusals=((failures.NOT_ADMINISTRATOR, _is_no_administrator),)
)

OWNERS = Permission(name="owners", refusals=((failures.NOT_OWNER, _is_no_owner),))

PEOPLE = Permission(name="people, not bots", refusals=((failures.NO_BOTS, _is_bot),))

PEOPLE_BUT_GUESTS = Permission(
    name="people but guests, not bots",
    refusals=((failures.NO_BOTS, _is_bot), (failures.NO_GUESTS, _is_guest)),
)

GROUP_KEEPERS = Permission(
    name="every account but guests; bots since level 496",
    refusals=((failures.NO_GUESTS, _is_guest),),
    former=((496, failures.NO_BOTS, _is_bot),),
)
"""Who may ask about user groups, and change them where they hold the permission."""

STATUS_KEEPERS = Permission(
    name="administrators; bots among them since level 473",
    refusals=((failures.NOT_ADMINISTRATOR, _is_no_administrator),),
    former=((473, failures.NO_BOTS, _is_bot),),
)
"""Who may say how others are."""
