"""Look up accounts, make and change them."""

from typing import Annotated

from dragoman.model import UNSET, File, Maybe, Secret, User
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.profile_fields import ProfileValue
from dragoman.operations.request import Since


class UsersFound(Answer):
    """The organization's accounts, bots and deactivated ones included."""

    members: tuple[User, ...]


class GetUsers(Operation[UsersFound], method="GET", path="/users"):
    """List the accounts that one may see.

    Source: not in the spec.
    """

    client_gravatar: bool | Maybe = UNSET
    include_custom_profile_fields: bool | Maybe = UNSET
    user_ids: Annotated[tuple[int, ...] | Maybe, Since(384)] = UNSET
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


class GetUserByEmail(Operation[UserFound], method="GET", path="/users/{email}"):
    """Fetch one account by its e-mail address.

    Fails with code ``BAD_REQUEST`` when there is none.
    Source: not in the spec.
    """

    email: str
    """The real one if it is to be seen, or the one that the API shows."""
    client_gravatar: bool | Maybe = UNSET
    include_custom_profile_fields: bool | Maybe = UNSET


class UserCreated(Answer):
    """An account was made."""

    user_id: int


class CreateUser(Operation[UserCreated], method="POST", path="/users"):
    """Make an account; administrators that may do so only.

    Fails with code ``BAD_REQUEST`` for an address that is in use or not allowed, a name or password that is
    not good enough, or when one may not; with ``UNAUTHORIZED_PRINCIPAL`` when one is no administrator.
    Source: messaging API, "POST /users".
    """

    email: str
    password: Secret
    full_name: str


class UpdateUser(Operation[Done], method="PATCH", path="/users/{user_id}"):
    """Change an account; administrators only.

    Fails with code ``BAD_REQUEST`` when there is none, one may not, a value is not valid, or the last owner
    would be none; with ``UNAUTHORIZED_PRINCIPAL`` for an owner's role when one is none.
    Source: not in the spec.
    """

    user_id: int
    full_name: str | Maybe = UNSET
    role: int | Maybe = UNSET
    """100 owner, 200 administrator, 300 moderator, 400 member, 600 guest."""
    profile_data: tuple[ProfileValue, ...] | Maybe = UNSET
    new_email: Annotated[str | Maybe, Since(313)] = UNSET
    """Takes effect at once. Feature level 313."""


class DeactivateUser(Operation[Done], method="DELETE", path="/users/{user_id}"):
    """Deactivate an account; administrators, and a bot's owner.

    Fails with code ``BAD_REQUEST`` when there is none or one may not; with ``UNAUTHORIZED_PRINCIPAL`` for an
    owner when one is none; with ``CANNOT_DEACTIVATE_LAST_USER`` for the last owner.
    Source: not in the spec.
    """

    user_id: int
    deactivation_notification_comment: str | Maybe = UNSET
    """Sent to the person by e-mail; nothing is sent when left out."""


class ReactivateUser(Operation[Done], method="POST", path="/users/{user_id}/reactivate"):
    """Bring a deactivated account back; administrators only.

    Fails with code ``BAD_REQUEST`` when there is none or one may not.
    Source: not in the spec.
    """

    user_id: int


class DeactivateOwnUser(Operation[Done], method="DELETE", path="/users/me"):
    """Deactivate the account that asks.

    Fails with code ``CANNOT_DEACTIVATE_LAST_USER`` for the last owner or the last person.
    Source: not in the spec.
    """


class AvatarChanged(Answer):
    """The account has another picture."""

    avatar_url: str


class UploadAvatar(Operation[AvatarChanged], method="POST", path="/users/me/avatar"):
    """Set the account's picture.

    Fails with code ``BAD_REQUEST`` when it is too large or may not be changed, ``BAD_IMAGE`` for what is no
    picture.
    Source: not in the spec.
    """

    file: File


class RemoveAvatar(Operation[AvatarChanged], method="DELETE", path="/users/me/avatar"):
    """Take the account's own picture away.

    Fails with code ``BAD_REQUEST`` when it may not be changed.
    Source: not in the spec.
    """
