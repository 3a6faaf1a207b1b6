"""The base of every value: a frozen record with named fields."""

from typing import Any, dataclass_transform

import msgspec
from msgspec import UNSET, Struct, StructMeta, UnsetType

Maybe = UnsetType
"""``int | Maybe`` reads: it may be left out, and is ``UNSET`` then, never ``None``."""


class RecordMeta(StructMeta):
    """Makes each subclass frozen and keyword-only, and keeps it from the garbage collector's rounds.

    Records hold values only, so no cycle can go through them.
    """

    def __new__(
        mcls: type["RecordMeta"],
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        **options: Any,
    ) -> Any:
        """Make the class."""
        settings = {"frozen": True, "kw_only": True, "gc": False, **options}
        return super().__new__(mcls, name, bases, namespace, **settings)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class Record(Struct, frozen=True, metaclass=RecordMeta):
    """A value that two holders may share: compare with ``==``, change with ``msgspec.structs.replace``."""


__all__ = ["UNSET", "Maybe", "Record", "RecordMeta"]
