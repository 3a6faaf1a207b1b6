"""What people may say about themselves: the fields of a profile, in their order."""

from collections.abc import Iterator

import msgspec

from dragoman_server.world.tables import Holder, Table

SHORT_TEXT, LONG_TEXT, SELECT, DATE, LINK, USERS, EXTERNAL, PRONOUNS = range(1, 9)
"""The types of fields by their numbers."""


class ProfileField(msgspec.Struct, frozen=True, kw_only=True):
    """One field of every profile."""

    id: int
    name: str
    type: int
    hint: str = ""
    field_data: str = ""
    """What belongs to the type, as JSON; empty where nothing does."""

    order: int = 0
    display_in_profile_summary: bool = False
    required: bool = False
    editable_by_user: bool = True
    use_for_user_matching: bool = False


class ProfileFields(Holder):
    """All fields of a profile."""

    def __init__(self) -> None:
        """Start without any."""
        self._by_id: Table[int, ProfileField] = Table("profile_field", int, ProfileField)

    def __iter__(self) -> Iterator[ProfileField]:
        """Walk over the fields in their order."""
        return iter(sorted(self._by_id.values(), key=lambda field: (field.order, field.id)))

    def get(self, field_id: int) -> ProfileField | None:
        """Return the field of that ID, or `None`."""
        return self._by_id.get(field_id)

    def put(self, field: ProfileField) -> None:
        """Add or replace a field."""
        self._by_id[field.id] = field

    def remove(self, field: ProfileField) -> None:
        """Take a field away."""
        del self._by_id[field.id]
