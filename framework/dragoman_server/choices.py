"""Choices to press under a message, which its sender hands over beside the text."""

from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.conversion import convert_json, decode_json
from dragoman_server.errors import Refusal
from dragoman_server.markdown import Widget


class Choice(msgspec.Struct, frozen=True):
    """One choice: its sign, its words, and what is said for whoever presses it."""

    short_name: str
    long_name: str
    reply: str


class Choices(msgspec.Struct, frozen=True):
    """What there is to choose from."""

    heading: str
    choices: list[Choice]


def read_choices(sent: Any) -> Widget:
    """Return the widget that the JSON text `sent` describes; refuses all but choices."""
    if not isinstance(sent, str):
        raise failures.WIDGET_NOT_JSON
    try:
        widget = decode_json("widget_content", sent)
    except Refusal:
        raise failures.WIDGET_NOT_JSON from None
    return Widget(widget_type="zform", extra_data=_check_widget(widget))


def _check_widget(widget: Any) -> dict[str, Any]:
    """Return the widget's own data."""
    if not isinstance(widget, dict):
        raise failures.BAD_WIDGET(what="widget_content is not a dict")
    for key in ("widget_type", "extra_data"):
        if key not in widget:
            raise failures.BAD_WIDGET(what=f"{key} is not in widget_content")
    kind, data = widget["widget_type"], widget["extra_data"]
    if not isinstance(data, dict):
        raise failures.BAD_WIDGET(what="extra_data is not a dict")
    if kind != "zform":
        raise failures.BAD_WIDGET(what=f"unknown widget type: {kind}")
    _check_choices(data)
    return data


def _check_choices(data: dict[str, Any]) -> None:
    if "type" not in data:
        raise failures.BAD_WIDGET(what="zform is missing type field")
    if data["type"] != "choices":
        raise failures.BAD_WIDGET(what=f"unknown zform type: {data['type']}")
    try:
        convert_json("extra_data", data, Choices)
    except Refusal as wrong:
        raise failures.BAD_WIDGET(what=str(wrong)) from None
