"""What register tells about things that the user keeps here: drafts, snippets, views in the sidebar."""

from typing import Any

from dragoman_server.payloads.keepsakes import (
    newest_drafts,
    reminder_payload,
    snippet_payload,
    steps_left,
    view_payload,
)
from dragoman_server.snapshot.section import Asked, section


@section("drafts")
def drafts(asked: Asked) -> dict[str, Any]:
    """Return the drafts, the one that was changed last first."""
    return {"drafts": newest_drafts(asked.world, asked.user.user_id)}


@section("saved_snippets", since=297)
def saved_snippets(asked: Asked) -> dict[str, Any]:
    """Return the saved snippets, the oldest first."""
    own = asked.world.keepsakes.snippets.of(asked.user.user_id)
    return {"saved_snippets": [snippet_payload(one) for one in own]}


@section("navigation_views", since=390)
def navigation_views(asked: Asked) -> dict[str, Any]:
    """Return the views in the sidebar."""
    own = asked.world.keepsakes.views_of(asked.user.user_id)
    return {"navigation_views": [view_payload(one) for one in own.values()]}


@section("reminders", since=399)
def reminders(asked: Asked) -> dict[str, Any]:
    """Return the reminders, the earliest first."""
    own = asked.world.keepsakes.reminders.of(asked.user.user_id)
    return {"reminders": [reminder_payload(one) for one in sorted(own, key=lambda one: (one.due, one.id))]}


@section("onboarding_steps")
def onboarding_steps(asked: Asked) -> dict[str, Any]:
    """Return what is still to be explained to the user."""
    return {"onboarding_steps": steps_left(asked.world, asked.user.user_id)}
