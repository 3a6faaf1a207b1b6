"""The history of a message on the wire: how it stood at first and after each change."""

from collections.abc import Iterable
from typing import Any

from dragoman_server import levels
from dragoman_server.payloads.html_difference import html_difference
from dragoman_server.world.records import Message
from dragoman_server.world.world import World

_OF_CONTENT = ("prev_content", "prev_rendered_content", "content_html_diff")


def history_policy(world: World) -> str:
    """Return how much of messages' histories is shown: `all`, `moves` or `none`."""
    if world.level >= levels.HISTORY_POLICY:
        policy: str = world.setting("message_edit_history_visibility_policy")
        return policy
    return "all" if world.setting("allow_edit_history") else "none"


def shown_history(world: World, entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries of a history that the organisation lets people see, and what of them."""
    policy = history_policy(world)
    if policy != "moves":
        return list(entries) if policy == "all" else []
    moves = (one for one in entries if "prev_content" not in one or "prev_topic" in one)
    return [{name: value for name, value in one.items() if name not in _OF_CONTENT} for one in moves]


def history_payload(message: Message) -> list[dict[str, Any]]:
    """Return the message as it was sent, and as each edit and move left it."""
    content, rendered, topic = message.content, message.rendered, message.topic
    states: list[dict[str, Any]] = []
    for entry in message.edit_history:
        states.append(_state(entry["timestamp"], entry["user_id"], content, rendered, topic) | _former(entry))
        if "prev_content" in entry:
            states[-1]["content_html_diff"] = html_difference(entry["prev_rendered_content"], rendered)
        content = entry.get("prev_content", content)
        rendered = entry.get("prev_rendered_content", rendered)
        topic = entry.get("prev_topic", topic)
    states.append(_state(message.timestamp, message.sender_id, content, rendered, topic))
    return states[::-1]


def _state(timestamp: int, user_id: int | None, content: str, rendered: str, topic: str) -> dict[str, Any]:
    return {
        "content": content,
        "rendered_content": rendered,
        "timestamp": timestamp,
        "topic": topic,
        "user_id": user_id,
    }


def _former(entry: dict[str, Any]) -> dict[str, Any]:
    names = ("prev_topic", "prev_content", "prev_rendered_content", "prev_stream", "stream")
    return {name: entry[name] for name in names if name in entry}
