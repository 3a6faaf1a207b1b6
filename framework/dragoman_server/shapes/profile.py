"""The fields of profiles."""

from typing import Annotated, NotRequired, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered


class ProfileField(TypedDict):
    """A field of everybody's profile."""

    id: int
    name: str
    type: int
    hint: str
    field_data: str
    order: int
    required: bool
    display_in_profile_summary: NotRequired[bool]
    use_for_user_matching: NotRequired[bool]
    editable_by_user: Annotated[bool, Offered(since=levels.EDITABLE_PROFILE_FIELDS)]


class ProfileFieldsFound(TypedDict):
    """The fields of everybody's profile."""

    custom_fields: list[ProfileField]


class ProfileFieldCreated(TypedDict):
    """The ID of a new field."""

    id: int
