"""What an organization has beside people and channels: profile fields, linkifiers, emoji, invitations."""

from typing import Any

from dragoman.model.record import UNSET, Maybe, Record


class ProfileChoice(Record):
    """One choice of a dropdown field."""

    text: str
    order: str
    """A number as text."""


class ProfileField(Record):
    """A field that people may fill in about themselves.

    Source: messaging API, "Other records"; the names are those that servers send.
    """

    id: int
    name: str
    type: int
    """1 short text, 2 paragraph, 3 dropdown, 4 date, 5 link, 6 users, 7 external account, 8 pronouns."""
    hint: str = ""
    field_data: str | Maybe = UNSET
    """JSON; empty where there is none."""
    order: int | Maybe = UNSET
    display_in_profile_summary: bool | Maybe = UNSET
    """Present only when true."""
    required: bool | Maybe = UNSET
    editable_by_user: bool | Maybe = UNSET
    """Feature level 296."""
    use_for_user_matching: bool | Maybe = UNSET
    """Present only when true. Feature level 455."""


class Linkifier(Record):
    """A pattern in messages that becomes a link.

    Source: messaging API, "POST /realm/filters".
    """

    id: int
    pattern: str
    """A regular expression; its named groups fill the template."""
    url_template: str
    """RFC 6570."""
    example_input: str | Maybe | None = UNSET
    """Feature level 471; so is the next."""
    reverse_template: str | Maybe | None = UNSET
    alternative_url_templates: tuple[str, ...] | Maybe = UNSET
    """Feature level 478."""


class RealmEmoji(Record):
    """An emoji that the organization has uploaded.

    Source: not in the spec.
    """

    id: str
    name: str
    source_url: str = ""
    """Below the organization's address."""
    still_url: str | Maybe | None = UNSET
    """A picture that does not move; ``None`` when the first one does not."""
    deactivated: bool = False
    author_id: int | Maybe | None = UNSET


class Invitation(Record):
    """An invitation that nobody has followed yet, or a link that many may follow.

    Source: not in the spec.
    """

    id: int
    """Ids of links are counted apart from those of invitations by e-mail."""
    is_multiuse: bool = False
    """Whether it is a link for many."""
    email: str | Maybe = UNSET
    """Absent for a link."""
    link_url: str | Maybe = UNSET
    """Present for a link."""
    invited: int | Maybe = UNSET
    """When, UNIX seconds, UTC."""
    expiry_date: int | Maybe | None = UNSET
    """UNIX seconds, UTC; ``None`` for never."""
    invited_as: int | Maybe = UNSET
    """The role, as in ``User.role``."""
    invited_by_user_id: int | Maybe = UNSET
    notify_referrer_on_join: bool | Maybe = UNSET
    """Feature level 267."""


class Playground(Record):
    """A place where code of one language may be tried.

    Source: not in the spec.
    """

    id: int
    name: str
    pygments_language: str
    url_template: str | Maybe = UNSET


class ChannelFolder(Record):
    """A folder of channels. Feature level 389.

    Source: not in the spec.
    """

    id: int
    name: str
    description: str = ""
    """Markdown."""
    rendered_description: str = ""
    """HTML."""
    date_created: int | Maybe | None = UNSET
    """UNIX seconds, UTC."""
    creator_id: int | Maybe | None = UNSET
    is_archived: bool = False
    order: int | Maybe = UNSET


class Domain(Record):
    """A domain from which people may join.

    Source: not in the spec.
    """

    domain: str
    allow_subdomains: bool = False


class BotAccount(Record):
    """What is set for a bot; newer servers tell only id, defaults and services.

    Source: not in the spec.
    """

    user_id: int
    full_name: str | Maybe = UNSET
    email: str | Maybe = UNSET
    bot_type: int | Maybe = UNSET
    """1 generic, 2 incoming web-hook, 3 outgoing web-hook, 4 embedded."""
    is_active: bool | Maybe = UNSET
    owner_id: int | Maybe | None = UNSET
    avatar_url: str | Maybe | None = UNSET
    default_sending_stream: str | Maybe | None = UNSET
    default_events_register_stream: str | Maybe | None = UNSET
    default_all_public_streams: bool | Maybe = UNSET
    services: tuple[dict[str, Any], ...] | Maybe = UNSET


class ConfigOption(Record):
    """An option of an integration that its bot is given.

    Source: messaging API, "Other records".
    """

    key: str
    label: str
    validator: str | Maybe = UNSET


class UrlOption(Record):
    """An option of an integration that stands in its address.

    Source: messaging API, "Other records".
    """

    key: str
    label: str
    input_type: str | Maybe = UNSET
    """Feature level 485."""
    validator: str | Maybe = UNSET
    """Its older name."""


class IntegrationBot(Record):
    """An integration that posts by web-hook.

    Source: not in the spec, but for its options.
    """

    name: str
    display_name: str = ""
    all_event_types: tuple[str, ...] | Maybe | None = UNSET
    config: dict[str, Any] | Maybe = UNSET
    """Until feature level 317."""
    config_options: tuple[ConfigOption, ...] | Maybe | None = UNSET
    url_options: tuple[UrlOption, ...] | Maybe | None = UNSET
    """Feature level 403."""
