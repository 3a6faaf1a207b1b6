"""What may be said to a poll and to a to-do list, checked before it is kept."""

from typing import Any, Literal

import msgspec

from dragoman_server import failures
from dragoman_server.conversion import convert_json


class Vote(msgspec.Struct, frozen=True, tag="vote", forbid_unknown_fields=True):
    """A vote given, or taken back."""

    key: str
    vote: Literal[1, -1]


class Question(msgspec.Struct, frozen=True, tag="question", forbid_unknown_fields=True):
    """Another question over the poll; its author's right."""

    question: str


class NewOption(msgspec.Struct, frozen=True, tag="new_option", forbid_unknown_fields=True):
    """One more thing to vote for."""

    option: str
    idx: int


class NewTask(msgspec.Struct, frozen=True, tag="new_task", forbid_unknown_fields=True):
    """One more thing to do."""

    key: int
    task: str
    desc: str
    completed: bool


class Strike(msgspec.Struct, frozen=True, tag="strike", forbid_unknown_fields=True):
    """A task done, or not done after all."""

    key: str


class NewTitle(msgspec.Struct, frozen=True, tag="new_task_list_title", forbid_unknown_fields=True):
    """Another title over the list; its author's right."""

    title: str


_OF_AUTHORS = {
    Question: failures.QUESTION_OF_AUTHOR,
    NewTitle: failures.TITLE_OF_AUTHOR,
}
_WIDGETS: dict[str, tuple[str, Any, frozenset[str]]] = {
    "poll": ("poll data", Vote | Question | NewOption, frozenset(("vote", "question", "new_option"))),
    "todo": (
        "todo data",
        NewTask | Strike | NewTitle,
        frozenset(("new_task", "strike", "new_task_list_title")),
    ),
}


def check_widget_data(content: str, widget: str | None, *, is_author: bool) -> None:
    """Refuse what is no JSON, what the widget does not understand, and what only its author may say."""
    try:
        value = msgspec.json.decode(content)
    except (ValueError, RecursionError):
        raise failures.BAD_SUBMESSAGE from None
    if widget not in _WIDGETS:
        return
    place, data_type, known = _WIDGETS[widget]
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in known:
        raise failures.UNKNOWN_WIDGET_DATA(place=place, kind=kind)
    data = convert_json(place.replace(" ", "_"), value, data_type)
    if type(data) in _OF_AUTHORS and not is_author:
        raise _OF_AUTHORS[type(data)]
