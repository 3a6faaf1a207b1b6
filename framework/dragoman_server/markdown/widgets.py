"""Messages that are more than text: polls, to-do lists, and ``/me``."""

import re
from typing import Any

from dragoman_server.markdown.rendered import Widget

_COMMAND = re.compile(r"/(poll|todo)(?=\s|$)")
_BULLET = re.compile(r"\s*[-*]?\s*")


def find_widget(content: str) -> Widget | None:
    """Return the widget that a message begins, None for plain text."""
    match = _COMMAND.match(content)
    if match is None:
        return None
    title, *lines = content[match.end() :].splitlines() or [""]
    entries = [entry for line in lines if (entry := _BULLET.sub("", line.strip(), count=1))]
    if match[1] == "poll":
        return Widget(widget_type="poll", extra_data={"question": title.strip(), "options": entries})
    tasks = [_task(entry) for entry in entries]
    return Widget(widget_type="todo", extra_data={"task_list_title": title.strip(), "tasks": tasks})


def is_me_message(content: str, html: str) -> bool:
    """Say whether a message tells what its sender does; one that holds more than a paragraph does not."""
    return content.startswith("/me ") and html.startswith("<p>") and html.endswith("</p>")


def _task(entry: str) -> dict[str, Any]:
    task, _, description = entry.partition(":")
    return {"task": task.strip(), "desc": description.strip()}
