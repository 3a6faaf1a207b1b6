"""The account's own settings, as the messaging specification has them."""

from contract.shapes import Shape, array, boolean, fields, integer, one_of, string
from contract.terms import Operation, Parameter


def _flag(name: str) -> Parameter:
    return Parameter(name=name, shape=boolean, example=True, wire="true")


def _number(name: str, shape: Shape, example: int) -> Parameter:
    return Parameter(name=name, shape=shape, example=example, wire=str(example))


def _text(name: str, shape: Shape, example: str, *, when: str = "") -> Parameter:
    return Parameter(name=name, shape=shape, when=when, example=example, wire=example)


PARAMETERS = (
    Parameter(
        name="target_users",
        shape=fields(
            {},
            {"user_ids": array(integer), "group_ids": array(integer), "skip_if_already_edited": boolean},
        ),
        since=444,
        rule="administrators only; without it the account's own settings change",
        example={"user_ids": [9, 10], "group_ids": [4], "skip_if_already_edited": True},
        wire='{"user_ids": [9, 10], "group_ids": [4], "skip_if_already_edited": true}',
    ),
    _text("full_name", string, "Rosa Parks"),
    _text("email", string, "rosa@example.com"),
    _text("old_password", string, "old secret", when="new_password is sent"),
    _text("new_password", string, "new secret"),
    _flag("twenty_four_hour_time"),
    _number("web_channel_default_view", one_of(1, 2, 3, 4), 2),
    _flag("starred_message_counts"),
    _flag("receives_typing_notifications"),
    _flag("web_suggest_update_timezone"),
    _flag("fluid_layout_width"),
    _flag("high_contrast_mode"),
    _number("web_font_size_px", integer, 16),
    _number("web_line_height_percent", integer, 140),
    _number("color_scheme", one_of(1, 2, 3), 2),
    _flag("enable_drafts_synchronization"),
    _flag("translate_emoticons"),
    _flag("display_emoji_reaction_users"),
    _text("default_language", string, "de"),
    _text("web_home_view", one_of("recent", "inbox", "all_messages"), "inbox"),
    _flag("web_escape_navigates_to_home_view"),
    _flag("left_side_userlist"),
    _text("emojiset", one_of("set_a", "set_b", "text"), "text"),
    _number("demote_inactive_streams", one_of(1, 2, 3), 3),
    _number("user_list_style", one_of(1, 2, 3), 3),
    _text("web_animate_image_previews", one_of("always", "on_hover", "never"), "on_hover"),
)

UPDATE_SETTINGS = Operation(
    heading="PATCH /settings",
    method="PATCH",
    path="/settings",
    parameters=PARAMETERS,
    emits=("user_settings/update",),
)

ALIASES = ("/settings/display", "/settings/notifications")
"""Paths that mean the same since level 80, deprecated."""

OPERATIONS = (UPDATE_SETTINGS,)
