"""The fields of profiles, and what people say in them."""

from typing import Annotated, Any

import msgspec

from dragoman_server import failures, levels
from dragoman_server.actions.profile import (
    do_change_profile,
    do_clear_profile,
    do_order_profile_fields,
    do_put_profile_field,
    do_remove_profile_field,
)
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.profile import profile_fields_payload
from dragoman_server.permissions import ADMINISTRATORS, PEOPLE
from dragoman_server.profile_rules import FIELD_FAILS, SAID_FAILS, Said, check_field, check_said_all
from dragoman_server.shapes.profile import ProfileFieldCreated, ProfileFieldsFound
from dragoman_server.world.profile_fields import ProfileField

_EMITS = ("custom_profile_fields",)


@endpoint("GET", "/realm/profile_fields", answers=ProfileFieldsFound)
def get_profile_fields(call: Call) -> dict[str, Any]:
    """Return the fields of profiles.

    Not in the spec: the operation.
    """
    return {"custom_fields": profile_fields_payload(call.world)}


@endpoint(
    "POST",
    "/realm/profile_fields",
    permission=ADMINISTRATORS,
    fails=FIELD_FAILS,
    emits=_EMITS,
    answers=ProfileFieldCreated,
)
def create_profile_field(
    call: Call,
    *,
    name: str = "",
    hint: str = "",
    field_type: Json[int],
    field_data: Json[dict[str, Any]] | None = None,
    display_in_profile_summary: Json[bool] = False,
    required: Json[bool] = False,
    editable_by_user: Annotated[Json[bool], Offered(since=296)] = True,
    use_for_user_matching: Annotated[Json[bool], Offered(since=455)] = False,
) -> dict[str, Any]:
    """Add a field to profiles.

    Source: POST /realm/profile_fields.
    """
    field = ProfileField(
        id=0,
        name=name,
        hint=hint,
        type=field_type,
        display_in_profile_summary=display_in_profile_summary,
        required=required,
        editable_by_user=editable_by_user,
        use_for_user_matching=use_for_user_matching,
    )
    checked = check_field(call.world, field, field_data or {})
    field_id = call.world.number("field")
    do_put_profile_field(call.world, msgspec.structs.replace(checked, id=field_id, order=field_id))
    return {"id": field_id}


@endpoint(
    "PATCH",
    "/realm/profile_fields/{field_id}",
    permission=ADMINISTRATORS,
    fails=(*(one for one in FIELD_FAILS if one is not failures.BAD_FIELD_TYPE), failures.NO_SUCH_FIELD),
    emits=_EMITS,
)
def update_profile_field(
    call: Call,
    *,
    field_id: int,
    name: str | None = None,
    hint: str | None = None,
    field_data: Json[dict[str, Any]] | None = None,
    display_in_profile_summary: Json[bool] | None = None,
    required: Json[bool] | None = None,
    editable_by_user: Annotated[Json[bool] | None, Offered(since=296)] = None,
    use_for_user_matching: Annotated[Json[bool] | None, Offered(since=455)] = None,
) -> None:
    """Change a field of profiles.

    Not in the spec: the operation; its parameters are those of POST /realm/profile_fields.
    """
    field = _access_field(call, field_id)
    given = {
        "name": name,
        "hint": hint,
        "display_in_profile_summary": display_in_profile_summary,
        "required": required,
        "editable_by_user": editable_by_user,
        "use_for_user_matching": use_for_user_matching,
    }
    changes = {key: value for key, value in given.items() if value is not None}
    changed = msgspec.structs.replace(field, **changes)
    data = msgspec.json.decode(field.field_data) if field_data is None and field.field_data else field_data
    do_put_profile_field(call.world, check_field(call.world, changed, data or {}))


@endpoint(
    "DELETE",
    "/realm/profile_fields/{field_id}",
    permission=ADMINISTRATORS,
    fails=(failures.NO_SUCH_FIELD,),
    emits=_EMITS,
)
def remove_profile_field(call: Call, *, field_id: int) -> None:
    """Take a field away from profiles.

    Not in the spec: the operation.
    """
    do_remove_profile_field(call.world, _access_field(call, field_id))


@endpoint(
    "PATCH", "/realm/profile_fields", permission=ADMINISTRATORS, fails=(failures.BAD_ORDER,), emits=_EMITS
)
def order_profile_fields(call: Call, *, order: Json[list[int]]) -> None:
    """Put the fields of profiles into another order.

    Not in the spec: the operation.
    """
    if sorted(order) != sorted(field.id for field in call.world.profile_fields):
        raise failures.BAD_ORDER
    do_order_profile_fields(call.world, order)


@endpoint(
    "PATCH",
    "/users/me/profile_data",
    permission=PEOPLE,
    fails=(*SAID_FAILS, failures.NOT_ALLOWED_TYPE),
    emits=("realm_user/update",),
)
def update_profile(call: Call, *, data: Json[list[Said]]) -> None:
    """Say something about oneself in the fields of the profile.

    Source: PATCH /users/me/profile_data.
    """
    for number, one in enumerate(data):
        if one.value is None and call.level < levels.NULL_CLEARS_PROFILE:
            raise failures.NOT_ALLOWED_TYPE(name=f'data[{number}]["value"]')
    for field, value in check_said_all(call.world, data, by_owner=not call.user.is_admin):
        if value is None:
            do_clear_profile(call.world, call.user, field)
        else:
            do_change_profile(call.world, call.user, field, value)


@endpoint(
    "DELETE",
    "/users/me/profile_data",
    permission=PEOPLE,
    fails=(failures.NO_SUCH_FIELD, failures.NOT_SAID_HERE),
    emits=("realm_user/update",),
)
def clear_profile(call: Call, *, data: Json[list[int]]) -> None:
    """Say nothing in fields of the profile any longer.

    Not in the spec: the operation.
    """
    for field_id in data:
        field = _access_field(call, field_id)
        if not field.editable_by_user and not call.user.is_admin:
            raise failures.NOT_SAID_HERE
        do_clear_profile(call.world, call.user, field)


def _access_field(call: Call, field_id: int) -> ProfileField:
    field = call.world.profile_fields.get(field_id)
    if field is None:
        raise failures.NO_SUCH_FIELD(field_id=field_id)
    return field
