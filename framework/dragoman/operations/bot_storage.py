"""Keep a bot's own small texts at the server."""

from dragoman.model import UNSET, Maybe
from dragoman.operations.operation import Answer, Done, Operation


class StorageFound(Answer):
    """What the bot has kept."""

    storage: dict[str, str]


class GetStorage(Operation[StorageFound], method="GET", path="/bot_storage"):
    """Fetch what the bot has kept.

    Fails with code ``BAD_REQUEST`` for a key that is not there.
    Source: not in the spec.
    """

    keys: tuple[str, ...] | Maybe = UNSET
    """All of them when left out."""


class UpdateStorage(Operation[Done], method="PUT", path="/bot_storage"):
    """Keep texts under their keys; other keys stay.

    Fails with code ``BAD_REQUEST`` when the bot's room is full.
    Source: not in the spec.
    """

    storage: dict[str, str]


class RemoveStorage(Operation[Done], method="DELETE", path="/bot_storage"):
    """Forget what the bot has kept.

    Fails with code ``BAD_REQUEST`` for a key that is not there.
    Source: not in the spec.
    """

    keys: tuple[str, ...] | Maybe = UNSET
    """All of them when left out."""
