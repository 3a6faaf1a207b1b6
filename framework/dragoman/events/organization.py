"""Events about what an organization has beside people, groups and channels."""

from typing import Any

from dragoman.events.event import Event
from dragoman.model import (
    UNSET,
    BotAccount,
    Domain,
    Linkifier,
    Maybe,
    Playground,
    ProfileField,
    RealmEmoji,
    Record,
)


class RealmDeactivated(Event, type="realm", op="deactivated"):
    """The organization was deactivated.

    Source: not in the spec.
    """

    realm_id: int | Maybe = UNSET


class ProfileFieldsEvent(Event, type="custom_profile_fields"):
    """The profile fields changed.

    Source: not in the spec.
    """

    fields: tuple[ProfileField, ...]
    """All of them, in their order."""


class LinkifiersEvent(Event, type="realm_linkifiers"):
    """The linkifiers changed; only with the capability ``linkifier_url_template``.

    Source: messaging API, "Events"; the payload is not in the spec.
    """

    realm_linkifiers: tuple[Linkifier, ...]
    """All of them, in their order."""


class EmojiReplaced(Event, type="realm_emoji", op="update"):
    """The organization's own emoji changed.

    Source: not in the spec.
    """

    realm_emoji: dict[str, RealmEmoji]
    """All of them, by id."""


class EmojiAdded(Event, type="realm_emoji", op="add"):
    """An emoji was uploaded; with the capability ``individual_emoji_changes`` (feature level 491).

    Source: not in the spec.
    """

    emoji: RealmEmoji


class EmojiChange(Record):
    """What changed of an emoji."""

    deactivated: bool | Maybe = UNSET


class EmojiUpdated(Event, type="realm_emoji", op="update_one"):
    """An emoji changed; with the capability ``individual_emoji_changes`` (feature level 491).

    Source: not in the spec.
    """

    emoji_id: str
    data: EmojiChange


class DomainAdded(Event, type="realm_domains", op="add"):
    """People of another domain may join.

    Source: not in the spec.
    """

    realm_domain: Domain


class DomainChanged(Event, type="realm_domains", op="change"):
    """Whether subdomains count changed.

    Source: not in the spec.
    """

    realm_domain: Domain


class DomainRemoved(Event, type="realm_domains", op="remove"):
    """People of a domain may no longer join.

    Source: not in the spec.
    """

    domain: str


class PlaygroundsEvent(Event, type="realm_playgrounds"):
    """The places where code may be tried changed.

    Source: not in the spec.
    """

    realm_playgrounds: tuple[Playground, ...]
    """All of them."""


class ExportsEvent(Event, type="realm_export"):
    """The organization's exports changed.

    Source: not in the spec.
    """

    exports: tuple[dict[str, Any], ...]
    """All of them."""


class ExportConsentEvent(Event, type="realm_export_consent"):
    """Somebody allowed or refused to have private data exported. Feature level 312.

    Source: not in the spec.
    """

    user_id: int
    consented: bool


class BotAdded(Event, type="realm_bot", op="add"):
    """A bot came into being.

    Source: not in the spec.
    """

    bot: BotAccount
    """Its key, which servers before feature level 474 send along, is not read."""


class BotUpdated(Event, type="realm_bot", op="update"):
    """Something of a bot changed.

    Source: not in the spec.
    """

    bot: BotAccount
    """The id, and what changed."""


class BotDeleted(Event, type="realm_bot", op="delete"):
    """A bot was deleted, or is no longer to be seen.

    Source: not in the spec.
    """

    bot: BotAccount
    """The id alone."""


class InvitesChanged(Event, type="invites_changed"):
    """The open invitations changed; which ones has to be asked for.

    Source: not in the spec.
    """


class ZoomTokenEvent(Event, type="has_zoom_token"):
    """Whether the account can start calls by Zoom changed.

    Source: not in the spec.
    """

    value: bool


class WebexTokenEvent(Event, type="has_webex_token"):
    """Whether the account can start calls by Webex changed. Feature level 493.

    Source: not in the spec.
    """

    value: bool


class OnboardingStepsEvent(Event, type="onboarding_steps"):
    """What the account has still to be shown changed.

    Source: not in the spec.
    """

    onboarding_steps: tuple[dict[str, Any], ...]
    """All of it."""
