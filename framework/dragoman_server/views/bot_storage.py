"""A small store in which a bot keeps what it must not forget."""

from typing import Any

from dragoman_server import failures, levels
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json
from dragoman_server.shapes.keepsakes import StorageFound

MOST_CHARACTERS = 10_000_000
"""How much one account may keep, keys included."""


@endpoint(
    "GET", "/bot_storage", fails=(failures.ONLY_BOTS, failures.NO_SUCH_STORAGE_KEY), answers=StorageFound
)
def get_storage(call: Call, *, keys: Json[list[str]] | None = None) -> dict[str, Any]:
    """Return what is kept under these keys, or under all.

    Not in the spec: the operation.
    """
    kept = _kept(call)
    return {"storage": {key: kept[key] for key in _known(kept, keys)}}


@endpoint("PUT", "/bot_storage", fails=(failures.ONLY_BOTS, failures.STORAGE_FULL))
def update_storage(call: Call, *, storage: Json[dict[str, str]]) -> None:
    """Keep texts under keys; what was kept there before is gone.

    Not in the spec: the operation.
    """
    kept = _kept(call)
    after = kept | storage
    if sum(len(key) + len(value) for key, value in after.items()) > MOST_CHARACTERS:
        raise failures.STORAGE_FULL
    kept.update(storage)


@endpoint("DELETE", "/bot_storage", fails=(failures.ONLY_BOTS, failures.NO_SUCH_STORAGE_KEY))
def remove_storage(call: Call, *, keys: Json[list[str]] | None = None) -> None:
    """Forget what is kept under these keys, or everything.

    Not in the spec: the operation.
    """
    kept = _kept(call)
    for key in set(_known(kept, keys)):
        del kept[key]


def _kept(call: Call) -> dict[str, str]:
    if call.level >= levels.STORAGE_FOR_BOTS and not call.user.is_bot:
        raise failures.ONLY_BOTS
    return call.world.keepsakes.storage_of(call.user.user_id)


def _known(kept: dict[str, str], keys: list[str] | None) -> list[str]:
    if keys is None:
        return list(kept)
    if not kept.keys() >= set(keys):
        raise failures.NO_SUCH_STORAGE_KEY
    return keys
