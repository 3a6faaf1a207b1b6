"""Commands that people type into the web's client instead of a message, such as `/dark`."""

from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.actions.settings import do_change_setting
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.payloads.settings import user_settings
from dragoman_server.shapes.keepsakes import CommandDone


class Switch(msgspec.Struct, frozen=True):
    """A command that changes a setting."""

    setting: str
    value: Any
    what: str
    """What one has then."""

    still: str
    """What one is told to be in, if it was so already."""

    back: str
    """The command that takes it back."""


_DARK = Switch("color_scheme", 2, "dark theme", "dark theme", "light")
_LIGHT = Switch("color_scheme", 3, "light theme", "light theme", "dark")
_SWITCHES = {
    "dark": _DARK,
    "night": _DARK,
    "light": _LIGHT,
    "day": _LIGHT,
    "fluid-width": Switch("fluid_layout_width", True, "fluid-width mode", "fluid width mode", "fixed-width"),
    "fixed-width": Switch("fluid_layout_width", False, "fixed-width mode", "fixed width mode", "fluid-width"),
}


@endpoint(
    "POST",
    "/zcommand",
    fails=(failures.NO_SLASH, failures.NO_SUCH_COMMAND),
    emits=("user_settings/update", "update_display_settings"),
    answers=CommandDone,
)
def run_command(call: Call, *, command: str) -> dict[str, Any]:
    """Do what a command says, and say what was done.

    Not in the spec: the operation.
    """
    if not command.startswith("/"):
        raise failures.NO_SLASH
    if command == "/ping":
        return {}
    switch = _SWITCHES.get(command[1:])
    if switch is None:
        raise failures.NO_SUCH_COMMAND(command=command[1:])
    if user_settings(call.world, call.user)[switch.setting] == switch.value:
        return {"msg": f"You are still in {switch.still}."}
    do_change_setting(call.world, call.user.user_id, switch.setting, switch.value)
    return {"msg": f"Changed to {switch.what}! To revert {switch.what}, type `/{switch.back}`."}
