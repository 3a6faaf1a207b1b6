"""Events about settings: the account's own, and those that new accounts begin with."""

from typing import Any

from dragoman.events.event import Event
from dragoman.model import UNSET, Maybe


class UserSettingsUpdated(Event, type="user_settings", op="update"):
    """One of this account's settings changed.

    Source: messaging API, "Events"; the payload is not in the spec.
    """

    property: str
    value: Any
    language_name: str | Maybe = UNSET
    """With ``default_language``."""


class DisplaySettingUpdated(Event, type="update_display_settings"):
    """One of this account's settings changed; the older form, never sent since feature level 439.

    Source: messaging API, "Events"; the payload is not in the spec.
    """

    setting_name: str
    setting: Any
    user: str = ""
    """The account's e-mail address."""
    language_name: str | Maybe = UNSET


class NotificationSettingUpdated(Event, type="update_global_notifications"):
    """One of this account's settings changed; the older form, never sent since feature level 439.

    Source: messaging API, "Events"; the payload is not in the spec.
    """

    notification_name: str
    setting: Any
    user: str = ""
    """The account's e-mail address."""


class SettingsDefaultUpdated(Event, type="realm_user_settings_defaults", op="update"):
    """A setting that new accounts begin with changed.

    Source: not in the spec.
    """

    property: str
    value: Any
