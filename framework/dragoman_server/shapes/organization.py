"""The organisation and the server: settings, linkifiers, emoji."""

from typing import Annotated, Any, NotRequired, TypedDict

from dragoman_server import levels
from dragoman_server.parameters import Offered
from dragoman_server.shapes.shape import loose


class CustomEmoji(TypedDict):
    """An emoji of the organisation's own."""

    id: str
    name: str
    source_url: str
    still_url: str | None
    deactivated: bool
    author_id: int | None


class CustomEmojiFound(TypedDict):
    """The organisation's own emoji, by ID."""

    emoji: dict[str, CustomEmoji]


class Linkifier(TypedDict):
    """A pattern that becomes a link."""

    id: int
    pattern: str
    url_template: str
    example_input: Annotated[str | None, Offered(since=471)]
    reverse_template: Annotated[str | None, Offered(since=471)]
    alternative_url_templates: Annotated[list[str], Offered(since=478)]


class LinkifiersFound(TypedDict):
    """The linkifiers in the order in which they are tried."""

    linkifiers: list[Linkifier]


class LinkifierCreated(TypedDict):
    """The ID of a new linkifier."""

    id: int


@loose
class OrganizationChanged(TypedDict):
    """The settings that were changed, by name; a text is told as `updated`."""


class Export(TypedDict):
    """An export of the organisation."""

    id: int
    export_time: float
    acting_user_id: int
    export_url: str | None
    deleted_timestamp: float | None
    failed_timestamp: float | None
    pending: bool


class ExportsFound(TypedDict):
    """The exports of the organisation."""

    exports: list[Export]


class EmailDomain(TypedDict):
    """A domain of which addresses may be."""

    domain: str
    allow_subdomains: bool


class DomainsFound(TypedDict):
    """The domains of which addresses must be, where they are restricted."""

    domains: list[EmailDomain]


class DomainCreated(TypedDict):
    """Number and name of a new domain."""

    new_domain: tuple[int, str]


class PlaygroundCreated(TypedDict):
    """The ID of a new playground."""

    id: int


class ServerSettingsFound(TypedDict):
    """What a server tells before anybody has logged in."""

    zulip_version: str
    zulip_merge_base: str
    zulip_feature_level: int
    server_feature_level: Annotated[int, Offered(since=levels.SERVER_FEATURE_LEVEL)]
    is_incompatible: bool
    push_notifications_enabled: bool
    email_auth_enabled: bool
    require_email_format_usernames: bool
    authentication_methods: dict[str, bool]
    external_authentication_methods: list[dict[str, Any]]
    realm_url: str
    realm_uri: str
    realm_name: str
    realm_icon: str
    realm_description: str
    realm_web_public_access_enabled: bool


class Choice(TypedDict):
    """Something that may be chosen for a setting, and what people call it."""

    key: str
    text: str


@loose
class Settings(TypedDict):
    """The settings of an account, or those with which new accounts begin; each says its own type."""

    timezone: NotRequired[str]
    emojiset_choices: list[Choice]
    available_notification_sounds: list[str]


class ProfileFieldType(TypedDict):
    """A kind of profile field."""

    id: int
    name: str
