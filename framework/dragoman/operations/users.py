"""Look up accounts."""

from dragoman.model import UNSET, Maybe, User
from dragoman.operations.operation import Answer, Operation


class UsersFound(Answer):
    """The organization's accounts, bots and deactivated ones included."""

    members: tuple[User, ...]


class GetUsers(Operation[UsersFound], method="GET", path="/users"):
    """List the accounts that one may see.

    Source: not in the spec.
    """

    client_gravatar: bool | Maybe = UNSET
    include_custom_profile_fields: bool | Maybe = UNSET
    user_ids: tuple[int, ...] | Maybe = UNSET
    """Only these. Feature level 384."""


class UserFound(Answer):
    """One account."""

    user: User


class GetUser(Operation[UserFound], method="GET", path="/users/{user_id}"):
    """Fetch one account.

    Fails with code ``BAD_REQUEST`` when there is none.
    Source: not in the spec.
    """

    user_id: int
    client_gravatar: bool | Maybe = UNSET
    include_custom_profile_fields: bool | Maybe = UNSET


class OwnUser(User):
    """The account that asks."""

    max_message_id: int | Maybe = UNSET
    """The newest message that it received."""
    ignored_parameters_unsupported: tuple[str, ...] = ()


class GetOwnUser(Operation[OwnUser], method="GET", path="/users/me"):
    """Fetch the account that asks; the cheapest proof that its key is accepted.

    Source: not in the spec.
    """
