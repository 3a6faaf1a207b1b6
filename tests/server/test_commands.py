"""Commands that are typed instead of messages."""

import pytest

from server.household import Actor, House, refused


async def test_commands_change_how_the_client_looks_and_say_so(cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["user_settings"]')
    said = [
        (await cleo.post("/zcommand", command=command))["msg"]
        for command in ("/ping", "/night", "/dark", "/light", "/fluid-width", "/fluid-width", "/fixed-width")
    ]
    assert said == [
        "",
        "Changed to dark theme! To revert dark theme, type `/light`.",
        "You are still in dark theme.",
        "Changed to light theme! To revert light theme, type `/dark`.",
        "Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.",
        "You are still in fluid width mode.",
        "Changed to fixed-width mode! To revert fixed-width mode, type `/fluid-width`.",
    ]
    changed = [(event["property"], event["value"]) for event in await queue.events()]
    assert changed == [
        ("color_scheme", 2),
        ("color_scheme", 3),
        ("fluid_layout_width", True),
        ("fluid_layout_width", False),
    ]


async def test_in_older_days_the_change_was_told_in_the_old_way_too(old_house: House) -> None:
    cleo = old_house.actor("Cleo")
    queue = await cleo.queue(event_types='["update_display_settings"]')
    await cleo.post("/zcommand", command="/night")
    (event,) = await queue.events()
    assert (event["setting_name"], event["setting"]) == ("color_scheme", 2)


@pytest.mark.parametrize(
    ("command", "msg"),
    [("/zzz", "No such command: zzz"), ("dark", "There should be a leading slash in the zcommand.")],
)
async def test_what_is_no_command_is_refused(cleo: Actor, command: str, msg: str) -> None:
    assert await cleo.call("POST", "/zcommand", {"command": command}) == (400, refused(msg))
