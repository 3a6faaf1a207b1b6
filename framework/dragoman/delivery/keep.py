"""The transactions of plugins' state: small values under a plugin, a scope and a key, each with a version."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, select

from dragoman.delivery.database import Statement, Transaction
from dragoman.delivery.statements import insert_or_ignore, upsert
from dragoman.delivery.tables import KV
from dragoman.plugin import Change, Kept

_C = KV.c
_SCOPE = (_C.bot_id == bindparam("bot"), _C.plugin == bindparam("whose"), _C.scope == bindparam("within"))
_THIS = (*_SCOPE, _C.key == bindparam("name"))
_READ = Statement(select(_C.value, _C.version).where(*_THIS))
_KEYS = Statement(select(_C.key).where(*_SCOPE).order_by(_C.key))
_WRITE = upsert(KV)
_ADD = insert_or_ignore(KV)
_FORGET = Statement(delete(KV).where(*_THIS))
_FORGET_SCOPE = Statement(delete(KV).where(*_SCOPE))


class Overtaken(Exception):
    """A value was changed by another handler since this one read it."""


def read(tx: Transaction, bot_id: str, plugin: str, scope: str, key: str) -> Kept:
    """Return a value and its version, which is 0 where there is none."""
    found = tx.fetch(_READ, bot=bot_id, whose=plugin, within=scope, name=key)
    return Kept(value=bytes(found[0][0]), version=int(found[0][1])) if found else Kept(value=None, version=0)


def keys(tx: Transaction, bot_id: str, plugin: str, scope: str) -> list[str]:
    """Return the keys of a scope."""
    return [str(key) for (key,) in tx.fetch(_KEYS, bot=bot_id, whose=plugin, within=scope)]


def apply(tx: Transaction, bot_id: str, plugin: str, changes: Sequence[Change]) -> None:
    """Write what a handler changed; fails with Overtaken when something that it had read is no longer so."""
    for change in changes:
        now = read(tx, bot_id, plugin, change.scope, change.key)
        if change.read is not None and now.version != change.read:
            raise Overtaken(f"{plugin}/{change.scope}/{change.key}")
        if change.is_only_read:
            continue
        if change.value is None:
            tx.run(_FORGET, bot=bot_id, whose=plugin, within=change.scope, name=change.key)
        else:
            tx.run(_WRITE, **_values(bot_id, plugin, change.scope, change.key, change.value, now.version + 1))


def remove(tx: Transaction, bot_id: str, plugin: str, scope: str, key: str) -> None:
    """Forget a value."""
    tx.run(_FORGET, bot=bot_id, whose=plugin, within=scope, name=key)


def put(tx: Transaction, bot_id: str, plugin: str, scope: str, key: str, value: bytes) -> None:
    """Write a value, whatever it was."""
    tx.run(_WRITE, **_values(bot_id, plugin, scope, key, value, 1))


def add_once(tx: Transaction, bot_id: str, plugin: str, scope: str, key: str) -> bool:
    """Make a mark, and return whether it was not there."""
    return tx.run(_ADD, **_values(bot_id, plugin, scope, key, b"true", 1)) == 1


def forget_scope(tx: Transaction, bot_id: str, plugin: str, scope: str) -> None:
    """Forget all values of a scope."""
    tx.run(_FORGET_SCOPE, bot=bot_id, whose=plugin, within=scope)


def _values(bot_id: str, plugin: str, scope: str, key: str, value: bytes, version: int) -> dict[str, object]:
    return {
        "bot_id": bot_id,
        "plugin": plugin,
        "scope": scope,
        "key": key,
        "value": value,
        "version": version,
    }
