"""Texts that people keep for being sent again."""

from typing import Any

import msgspec

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.drafting import MAX_CONTENT
from dragoman_server.endpoint import endpoint
from dragoman_server.event import Event
from dragoman_server.payloads.keepsakes import snippet_payload
from dragoman_server.shapes.keepsakes import SavedSnippetCreated, SavedSnippetsFound
from dragoman_server.world.keepsakes import Snippet

SINCE = 297
MAX_TITLE = 60


@endpoint("GET", "/saved_snippets", since=SINCE, answers=SavedSnippetsFound)
def get_saved_snippets(call: Call) -> dict[str, Any]:
    """Return one's saved snippets, the oldest first.

    Not in the spec: the operation.
    """
    own = call.world.keepsakes.snippets.of(call.user.user_id)
    return {"saved_snippets": [snippet_payload(one) for one in own]}


@endpoint(
    "POST",
    "/saved_snippets",
    fails=(failures.CANNOT_BE_BLANK, failures.LONG_DESCRIPTION),
    emits=("saved_snippets/add",),
    since=SINCE,
    answers=SavedSnippetCreated,
)
def create_saved_snippet(call: Call, *, title: str, content: str) -> dict[str, Any]:
    """Keep a text under a title.

    Not in the spec: the operation.
    """
    snippet = Snippet(
        title=_check("title", title, MAX_TITLE),
        content=_check("content", content, MAX_CONTENT),
        id=call.world.number("snippet"),
        owner_id=call.user.user_id,
        date_created=int(call.world.clock.now()),
    )
    call.world.keepsakes.snippets.put(snippet)
    _tell(call, op="add", saved_snippet=snippet_payload(snippet))
    return {"saved_snippet_id": snippet.id}


@endpoint(
    "PATCH",
    "/saved_snippets/{saved_snippet_id}",
    fails=(failures.NO_SUCH_SNIPPET, failures.CANNOT_BE_BLANK, failures.LONG_DESCRIPTION),
    emits=("saved_snippets/update",),
    since=368,
)
def update_saved_snippet(
    call: Call, *, saved_snippet_id: int, title: str | None = None, content: str | None = None
) -> None:
    """Change a saved snippet.

    Not in the spec: the operation.
    """
    old, changes = _access(call, saved_snippet_id), dict[str, str]()
    if title is not None:
        changes["title"] = _check("title", title, MAX_TITLE)
    if content is not None:
        changes["content"] = _check("content", content, MAX_CONTENT)
    changed = msgspec.structs.replace(old, **changes)
    if changed != old:
        call.world.keepsakes.snippets.put(changed)
        _tell(call, op="update", saved_snippet=snippet_payload(changed))


@endpoint(
    "DELETE",
    "/saved_snippets/{saved_snippet_id}",
    fails=(failures.NO_SUCH_SNIPPET,),
    emits=("saved_snippets/remove",),
    since=SINCE,
)
def delete_saved_snippet(call: Call, *, saved_snippet_id: int) -> None:
    """Forget a saved snippet.

    Not in the spec: the operation.
    """
    call.world.keepsakes.snippets.remove(_access(call, saved_snippet_id))
    _tell(call, op="remove", saved_snippet_id=saved_snippet_id)


def _access(call: Call, snippet_id: int) -> Snippet:
    snippet = call.world.keepsakes.snippets.get(snippet_id)
    if snippet is None or snippet.owner_id != call.user.user_id:
        raise failures.NO_SUCH_SNIPPET
    return snippet


def _check(name: str, text: str, limit: int) -> str:
    text = text.strip()
    if not text:
        raise failures.CANNOT_BE_BLANK(name=name)
    if len(text) > limit:
        raise failures.LONG_DESCRIPTION(place=name, limit=limit)
    return text


def _tell(call: Call, **fields: Any) -> None:
    call.world.send(Event("saved_snippets", **fields), (call.user.user_id,))
