"""Declare what people may tell about themselves, and tell it."""

from typing import Annotated, Literal

from dragoman.model import UNSET, Maybe, ProfileChoice, ProfileField, Record
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since

FieldData = dict[str, ProfileChoice] | dict[str, str]
"""Choices by their key for a dropdown; ``subtype`` and perhaps ``url_pattern`` for an external account."""


class ProfileFieldsFound(Answer):
    """The organization's profile fields, in their order."""

    custom_fields: tuple[ProfileField, ...]


class GetProfileFields(Operation[ProfileFieldsFound], method="GET", path="/realm/profile_fields"):
    """List the organization's profile fields.

    Source: not in the spec.
    """


class ProfileFieldCreated(Answer):
    """A profile field was made."""

    id: int


class CreateProfileField(Operation[ProfileFieldCreated], method="POST", path="/realm/profile_fields"):
    """Make a profile field, which comes last; administrators only.

    Fails with code ``BAD_REQUEST`` for a name that is blank or taken, or data that do not fit the type; with
    ``UNAUTHORIZED_PRINCIPAL`` when one is no administrator.
    Source: messaging API, "POST /realm/profile_fields".
    """

    field_type: Literal[1, 2, 3, 4, 5, 6, 7, 8]
    """1 short text, 2 paragraph, 3 dropdown, 4 date, 5 link, 6 users, 7 external account, 8 pronouns."""
    name: str | Maybe = UNSET
    """At most 40 code points; an external account has its own."""
    hint: str | Maybe = UNSET
    """At most 80 code points."""
    field_data: FieldData | Maybe = UNSET
    display_in_profile_summary: bool | Maybe = UNSET
    """True for at most two fields of an organization."""
    required: bool | Maybe = UNSET
    editable_by_user: Annotated[bool | Maybe, Since(296)] = UNSET
    """Feature level 296."""
    use_for_user_matching: Annotated[bool | Maybe, Since(455)] = UNSET
    """For short texts and external accounts only. Feature level 455."""


class UpdateProfileField(
    Operation[Done], method="PATCH", path="/realm/profile_fields/{field_id}", repeatable=True
):
    """Change a profile field; administrators only.

    Fails with code ``BAD_REQUEST`` when there is none, or as making one does; with ``UNAUTHORIZED_PRINCIPAL``
    when one is no administrator.
    Source: not in the spec.
    """

    field_id: int
    name: str | Maybe = UNSET
    hint: str | Maybe = UNSET
    field_data: FieldData | Maybe = UNSET
    display_in_profile_summary: bool | Maybe = UNSET
    required: bool | Maybe = UNSET
    editable_by_user: bool | Maybe = UNSET
    use_for_user_matching: bool | Maybe = UNSET


class DeleteProfileField(Operation[Done], method="DELETE", path="/realm/profile_fields/{field_id}"):
    """Delete a profile field and what people wrote into it; administrators only.

    Fails with code ``BAD_REQUEST`` when there is none; with ``UNAUTHORIZED_PRINCIPAL`` when one is no
    administrator.
    Source: not in the spec.
    """

    field_id: int


class ReorderProfileFields(Operation[Done], method="PATCH", path="/realm/profile_fields", repeatable=True):
    """Bring the profile fields into another order; administrators only.

    Fails with code ``BAD_REQUEST`` unless every one is named; with ``UNAUTHORIZED_PRINCIPAL`` when one is no
    administrator.
    Source: not in the spec.
    """

    order: tuple[int, ...]
    """Ids of all fields."""


class ProfileValue(Record):
    """What one account has in one field."""

    id: int
    """The field's id."""
    value: str | tuple[int, ...] | None
    """A text that fits the field's type, user ids for its users type, or ``None`` to take it away."""


class UpdateProfileData(Operation[Done], method="PATCH", path="/users/me/profile_data", repeatable=True):
    """Fill in one's own profile fields; for people, not for bots.

    Fails with code ``BAD_REQUEST`` for a field that there is not or that one may not change, and for a value
    that does not fit.
    Source: messaging API, "PATCH /users/me/profile_data".
    """

    data: tuple[ProfileValue, ...]


class DeleteProfileData(Operation[Done], method="DELETE", path="/users/me/profile_data", repeatable=True):
    """Empty some of one's own profile fields; for people, not for bots.

    Fails with code ``BAD_REQUEST`` when there is no such field, or it is not one's own to change.
    Source: not in the spec.
    """

    data: tuple[int, ...]
    """Ids of fields."""
