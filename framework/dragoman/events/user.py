"""Events about accounts."""

from typing import Any

from dragoman.events.event import Event
from dragoman.model import UNSET, Maybe, Record, User


class RealmUserAdded(Event, type="realm_user", op="add"):
    """An account came into being, or into this account's sight.

    Source: messaging API, "Events"; the payload is not in the spec.
    """

    person: User


class PersonName(Record):
    """An account by id and name only."""

    user_id: int
    full_name: str = ""


class RealmUserRemoved(Event, type="realm_user", op="remove"):
    """An account is no longer to be seen; deactivation comes as an update of ``is_active``.

    Source: not in the spec.
    """

    person: PersonName


class PersonChange(Record):
    """What changed of an account: ``user_id`` and whichever fields are set."""

    user_id: int
    full_name: str | Maybe = UNSET
    role: int | Maybe = UNSET
    is_active: bool | Maybe = UNSET
    email: str | Maybe = UNSET
    new_email: str | Maybe = UNSET
    delivery_email: str | Maybe | None = UNSET
    timezone: str | Maybe = UNSET
    bot_owner_id: int | Maybe | None = UNSET
    avatar_source: str | Maybe = UNSET
    avatar_url: str | Maybe | None = UNSET
    avatar_url_medium: str | Maybe | None = UNSET
    avatar_version: int | Maybe = UNSET
    custom_profile_field: dict[str, Any] | Maybe = UNSET
    """``id``, ``value`` (``None`` when removed) and perhaps ``rendered_value``."""
    is_imported_stub: bool | Maybe = UNSET
    date_joined: str | Maybe = UNSET


class RealmUserUpdated(Event, type="realm_user", op="update"):
    """Something of an account changed.

    Source: not in the spec.
    """

    person: PersonChange
