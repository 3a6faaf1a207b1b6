"""Mute people for the account itself."""

from dragoman.operations.operation import Done, Operation


class MuteUser(Operation[Done], method="POST", path="/users/me/muted_users/{muted_user_id}"):
    """Mute a person.

    Fails with code ``BAD_REQUEST`` for oneself, for nobody, and for one who is muted already.
    Source: not in the spec.
    """

    muted_user_id: int


class UnmuteUser(Operation[Done], method="DELETE", path="/users/me/muted_users/{muted_user_id}"):
    """Unmute a person.

    Fails with code ``BAD_REQUEST`` for one who is not muted.
    Source: not in the spec.
    """

    muted_user_id: int
