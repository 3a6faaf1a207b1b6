"""The organisation: its settings, its exports and its end."""

from typing import Any, Unpack

from dragoman_server.actions.organization import (
    CHANGING_EMITS,
    do_change_organization_permission,
    do_change_organization_setting,
    do_deactivate_organization,
)
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.organization_parameters import OrganizationParameters
from dragoman_server.organization_rules import CHOICE_FAILS, read_choices
from dragoman_server.payloads.groups import setting_payload
from dragoman_server.permissions import ADMINISTRATORS, OWNERS
from dragoman_server.shapes.organization import ExportsFound, OrganizationChanged


@endpoint(
    "PATCH",
    "/realm",
    permission=ADMINISTRATORS,
    fails=CHOICE_FAILS,
    emits=CHANGING_EMITS,
    answers=OrganizationChanged,
)
def update_organization(call: Call, **settings: Unpack[OrganizationParameters]) -> dict[str, Any]:
    """Change the organisation's settings, all that are sent or none; the answer tells what has changed.

    Not in the spec: the operation.
    """
    world = call.world
    choices = read_choices(world, call.user, settings)
    changed: dict[str, Any] = {}
    for name, value in choices.settings.items():
        if world.setting(name) != value:
            do_change_organization_setting(world, name, value)
            changed[name] = "updated" if isinstance(value, str) else value
    if "authentication_methods" in changed:
        changed["authentication_methods"] = choices.sent_logins
    for name, setting in choices.permissions.items():
        if world.permission(name) != setting:
            do_change_organization_permission(world, name, setting)
            changed[name] = setting_payload(setting)
    return changed


@endpoint("POST", "/realm/deactivate", permission=OWNERS, emits=("realm/deactivated",))
def deactivate_organization(call: Call) -> None:
    """Close the organisation: nobody can log in any more.

    Not in the spec: the operation.
    """
    do_deactivate_organization(call.world)


@endpoint("GET", "/export/realm", permission=ADMINISTRATORS, answers=ExportsFound)
def get_exports(_call: Call) -> dict[str, Any]:
    """Return the exports of the organisation that were asked for here: this server makes them by its command.

    Not in the spec: the operation.
    """
    return {"exports": []}
