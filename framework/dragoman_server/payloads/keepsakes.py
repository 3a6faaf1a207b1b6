"""Drafts, snippets, views and reminders on the wire."""

from typing import Any

from dragoman_server.world.keepsakes import KeptDraft, NavigationView, Reminder, Snippet
from dragoman_server.world.world import World


def draft_payload(draft: KeptDraft) -> dict[str, Any]:
    """Return a draft."""
    return {
        "id": draft.id,
        "type": draft.type,
        "to": list(draft.to),
        "topic": draft.topic,
        "content": draft.content,
        "timestamp": int(draft.timestamp),
    }


def newest_drafts(world: World, user_id: int) -> list[dict[str, Any]]:
    """Return a person's drafts, the one that was changed last first."""
    own = sorted(world.keepsakes.drafts.of(user_id), key=lambda one: (one.timestamp, one.id), reverse=True)
    return [draft_payload(one) for one in own]


def snippet_payload(snippet: Snippet) -> dict[str, Any]:
    """Return a saved snippet."""
    names = ("id", "title", "content", "date_created")
    return {name: getattr(snippet, name) for name in names}


def view_payload(view: NavigationView) -> dict[str, Any]:
    """Return a navigation view."""
    return {"fragment": view.fragment, "is_pinned": view.is_pinned, "name": view.name}


def steps_left(world: World, user_id: int) -> list[dict[str, Any]]:
    """Return what is still to be explained to a person."""
    steps = world.kept.per_user.get(user_id, {}).get("onboarding_steps", [])
    known = [one for one in steps if isinstance(one, dict)] if isinstance(steps, list) else []
    done = world.keepsakes.steps_done.get(user_id, frozenset())
    return [one for one in known if one.get("name") not in done]


def reminder_payload(reminder: Reminder) -> dict[str, Any]:
    """Return a reminder as whoever asked for it sees it."""
    return {
        "reminder_id": reminder.id,
        "type": "private",
        "to": [reminder.owner_id],
        "content": reminder.content,
        "rendered_content": reminder.rendered,
        "scheduled_delivery_timestamp": reminder.due,
        "failed": False,
        "reminder_target_message_id": reminder.message_id,
    }
