"""Types, in words for people who write a bot.yaml."""

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

_NAMES: dict[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    NoneType: "nothing",
    dict: "keys with values",
    list: "a list",
    tuple: "a list",
    set: "a list",
    frozenset: "a list",
    Any: "anything",
}
_CUSTOM = {
    "Duration": "a length of time such as 2h",
    "timedelta": "a length of time such as 2h",
    "TimeOfDay": "a time of day such as 09:00",
    "ZoneInfo": "a time zone such as Europe/Berlin",
    "CronExpression": "a cron expression such as 0 9 * * mon-fri",
    "ChannelTopic": 'a place such as "#channel > topic"',
    "BotName": "text",
    "Secret": "a secret text",
    "Url": "an address such as https://chat.example.org",
}


def kind_in_words(wanted: Any) -> str:
    """Return what a value of this type is, such as “a whole number”."""
    origin = get_origin(wanted) or wanted
    if origin is Annotated:
        return kind_in_words(get_args(wanted)[0])
    if origin is Literal:
        return " or ".join(f"“{value}”" for value in get_args(wanted))
    if origin in (Union, UnionType):
        return " or ".join(kind_in_words(kind) for kind in get_args(wanted) if kind is not NoneType)
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        return "keys with values"
    name = getattr(origin, "__name__", str(origin))
    return _NAMES.get(origin) or _CUSTOM.get(name) or f"a {name}"
