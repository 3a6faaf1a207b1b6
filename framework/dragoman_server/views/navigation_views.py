"""The views that people put into their sidebars."""

from typing import Annotated, Any

import msgspec

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.event import Event
from dragoman_server.parameters import Json, Rest
from dragoman_server.payloads.keepsakes import view_payload
from dragoman_server.shapes.keepsakes import NavigationViewsFound
from dragoman_server.world.keepsakes import NavigationView

BUILT_IN = frozenset(
    (
        *("inbox", "recent", "feed", "drafts", "scheduled", "reminders"),
        *("narrow/has/reaction/sender/me", "narrow/is/mentioned", "narrow/is/starred"),
    )
)
"""Views that every client knows under names of its own."""

SINCE = 390


@endpoint("GET", "/navigation_views", since=SINCE, answers=NavigationViewsFound)
def get_navigation_views(call: Call) -> dict[str, Any]:
    """Return one's navigation views.

    Not in the spec: the operation.
    """
    return {"navigation_views": [view_payload(one) for one in _own(call).values()]}


@endpoint(
    "POST",
    "/navigation_views",
    fails=(
        failures.CANNOT_BE_BLANK,
        failures.BUILT_IN_VIEW_NAME,
        failures.VIEW_NAME_MISSING,
        failures.VIEW_EXISTS,
    ),
    emits=("navigation_view/add",),
    since=SINCE,
)
def add_navigation_view(call: Call, *, fragment: str, is_pinned: Json[bool], name: str | None = None) -> None:
    """Put a view into one's sidebar.

    Source: POST /navigation_views.
    """
    fragment = fragment.strip()
    if not fragment:
        raise failures.CANNOT_BE_BLANK(name="fragment")
    name = _check_name(call, fragment, name)
    if fragment in _own(call):
        raise failures.VIEW_EXISTS
    view = NavigationView(fragment=fragment, is_pinned=is_pinned, name=name)
    _own(call)[fragment] = view
    _tell(call, op="add", navigation_view=view_payload(view))


@endpoint(
    "PATCH",
    "/navigation_views/{fragment}",
    fails=(
        failures.NO_SUCH_VIEW,
        failures.BUILT_IN_VIEW_NAME,
        failures.VIEW_NAME_MISSING,
        failures.VIEW_EXISTS,
    ),
    emits=("navigation_view/update",),
    since=SINCE,
)
def update_navigation_view(
    call: Call,
    *,
    fragment: Annotated[str, Rest()],
    is_pinned: Json[bool] | None = None,
    name: str | None = None,
) -> None:
    """Change a view in one's sidebar.

    Not in the spec: the operation.
    """
    view, changes = _access_view(call, fragment), dict[str, Any]()
    if is_pinned is not None:
        changes["is_pinned"] = is_pinned
    if name is not None:
        changes["name"] = _check_name(call, fragment, name)
    if changes:
        _own(call)[fragment] = msgspec.structs.replace(view, **changes)
        _tell(call, op="update", fragment=fragment, data=changes)


@endpoint(
    "DELETE",
    "/navigation_views/{fragment}",
    fails=(failures.NO_SUCH_VIEW,),
    emits=("navigation_view/remove",),
    since=SINCE,
)
def remove_navigation_view(call: Call, *, fragment: Annotated[str, Rest()]) -> None:
    """Take a view out of one's sidebar.

    Not in the spec: the operation.
    """
    del _own(call)[_access_view(call, fragment).fragment]
    _tell(call, op="remove", fragment=fragment)


def _own(call: Call) -> dict[str, NavigationView]:
    return call.world.keepsakes.views_of(call.user.user_id)


def _access_view(call: Call, fragment: str) -> NavigationView:
    view = _own(call).get(fragment)
    if view is None:
        raise failures.NO_SUCH_VIEW
    return view


def _check_name(call: Call, fragment: str, name: str | None) -> str | None:
    """Return the name under which the view is kept; no two views of a person share one."""
    if fragment in BUILT_IN:
        if name is not None:
            raise failures.BUILT_IN_VIEW_NAME
        return None
    if name is None or not name.strip():
        raise failures.VIEW_NAME_MISSING
    name = name.strip()
    if any(one.name == name and one.fragment != fragment for one in _own(call).values()):
        raise failures.VIEW_EXISTS
    return name


def _tell(call: Call, **fields: Any) -> None:
    call.world.send(Event("navigation_view", **fields), (call.user.user_id,))
