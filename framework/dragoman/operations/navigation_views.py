"""Arrange the account's navigation bar."""

from dragoman.model import UNSET, Maybe, NavigationView
from dragoman.operations.operation import Answer, Done, Operation


class NavigationViewsFound(Answer):
    """The views that the account has set."""

    navigation_views: tuple[NavigationView, ...]


class GetNavigationViews(Operation[NavigationViewsFound], method="GET", path="/navigation_views", since=390):
    """List the account's views.

    Source: not in the spec.
    """


class AddNavigationView(Operation[Done], method="POST", path="/navigation_views", since=390):
    """Add a view, or set a built-in one.

    Fails with code ``BAD_REQUEST`` for a blank fragment, a view that is there already, a built-in one with a
    name or another without.
    Source: messaging API, "POST /navigation_views".
    """

    fragment: str
    """What stands after ``#`` in the web client's address, as ``narrow/is/alerted``."""
    is_pinned: bool
    name: str | Maybe | None = UNSET
    """Left out for a built-in view."""


class UpdateNavigationView(
    Operation[Done], method="PATCH", path="/navigation_views/{fragment}", repeatable=True, since=390
):
    """Pin a view, or name it otherwise.

    Fails with ``NotFound`` when there is none; with code ``BAD_REQUEST`` for a name that is blank or taken.
    Source: not in the spec.
    """

    fragment: str
    is_pinned: bool | Maybe = UNSET
    name: str | Maybe = UNSET


class RemoveNavigationView(Operation[Done], method="DELETE", path="/navigation_views/{fragment}", since=390):
    """Remove a view.

    Fails with ``NotFound`` when there is none.
    Source: not in the spec.
    """

    fragment: str
