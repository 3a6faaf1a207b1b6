"""What people keep for themselves, out of a dump and into one."""

from typing import Any

import msgspec

from dragoman_server.payloads.keepsakes import newest_drafts, snippet_payload, steps_left, view_payload
from dragoman_server.world.keepsakes import KeptDraft, NavigationView, Snippet
from dragoman_server.world.world import World


class _Draft(msgspec.Struct):
    id: int
    type: str
    to: tuple[int, ...]
    topic: str
    content: str
    timestamp: float


class _Snippet(msgspec.Struct):
    id: int
    title: str
    content: str
    date_created: int


def put_keepsakes(world: World) -> None:
    """Give people back what the dump says they keep; what is no such thing stays only kept."""
    for user_id, fields in world.kept.per_user.items():
        for draft in _things(fields.get("drafts"), _Draft):
            world.keepsakes.drafts.put(KeptDraft(owner_id=user_id, **msgspec.structs.asdict(draft)))
            world.number_from("draft", draft.id + 1)
        for snippet in _things(fields.get("saved_snippets"), _Snippet):
            world.keepsakes.snippets.put(Snippet(owner_id=user_id, **msgspec.structs.asdict(snippet)))
            world.number_from("snippet", snippet.id + 1)
        for view in _things(fields.get("navigation_views"), NavigationView):
            world.keepsakes.views_of(user_id)[view.fragment] = view


def keepsakes_of(world: World, user_id: int) -> dict[str, Any]:
    """Return what a person keeps in the dump's form, where there is or was something."""
    snippets, views = world.keepsakes.snippets.of(user_id), world.keepsakes.views_of(user_id)
    told = {
        "drafts": newest_drafts(world, user_id),
        "onboarding_steps": steps_left(world, user_id),
        "saved_snippets": [snippet_payload(one) for one in snippets],
        "navigation_views": [view_payload(one) for one in views.values()],
    }
    before = world.kept.per_user.get(user_id, {})
    return {name: value for name, value in told.items() if value or name in before}


def _things(value: Any, kind: type[Any]) -> list[Any]:
    try:
        return msgspec.convert(value, list[kind])  # type: ignore[valid-type]
    except msgspec.ValidationError:
        return []
