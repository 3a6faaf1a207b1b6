"""Turns what is in a table into text for the store, and back into the very same values."""

from typing import Any

import msgspec

from dragoman_server.world.tables import AnyTable

_encode = msgspec.json.Encoder().encode

Stored = str | bytes


class Codec:
    """The form in which one table is stored: keys and values as JSON, bytes as they are."""

    def __init__(self, table: AnyTable) -> None:
        """Prepare for the types of the table."""
        self._key = msgspec.json.Decoder(table.key_type)
        self._value = msgspec.json.Decoder(table.value_type)
        self._is_raw = table.value_type is bytes

    def write_key(self, key: Any) -> str:
        """Return the text of a key."""
        return _encode(key).decode()

    def write_value(self, value: Any) -> Stored:
        """Return what is stored for a value."""
        return value if isinstance(value, bytes) else _encode(value).decode()

    def read(self, key: str, value: Stored) -> tuple[Any, Any]:
        """Return key and value. Fails with msgspec.DecodeError when they are not what the table takes."""
        read_key = self._key.decode(key)
        return read_key, value if self._is_raw else self._value.decode(value)
