"""Ask the server about itself, and for keys."""

from typing import Any

from dragoman.model import UNSET, Maybe, Record, Secret
from dragoman.operations.operation import Answer, Operation


class ServerSettings(Answer):
    """What a server tells anybody."""

    server_feature_level: int | Maybe = UNSET
    """The spec's name; ``feature_level`` reads either."""
    zulip_feature_level: int | Maybe = UNSET
    zulip_version: str | Maybe = UNSET
    zulip_merge_base: str | Maybe = UNSET
    authentication_methods: dict[str, bool] | Maybe = UNSET
    external_authentication_methods: tuple[dict[str, Any], ...] | Maybe = UNSET
    push_notifications_enabled: bool | Maybe = UNSET
    is_incompatible: bool = False
    email_auth_enabled: bool | Maybe = UNSET
    require_email_format_usernames: bool | Maybe = UNSET
    realm_url: str | Maybe = UNSET
    """Absent at the root of a server with several organizations; so are the next ones."""
    realm_uri: str | Maybe = UNSET
    realm_name: str | Maybe = UNSET
    realm_icon: str | Maybe = UNSET
    realm_description: str | Maybe = UNSET
    """HTML."""
    realm_web_public_access_enabled: bool | Maybe = UNSET

    @property
    def feature_level(self) -> int | None:
        """The feature level under whichever name it came."""
        levels = (self.server_feature_level, self.zulip_feature_level)
        return next((level for level in levels if isinstance(level, int)), None)


class GetServerSettings(Operation[ServerSettings], method="GET", path="/server_settings", anonymous=True):
    """Ask a server about itself; needs no credentials.

    Source: not in the spec.
    """


class ApiKeyFetched(Answer):
    """An account's key."""

    api_key: Secret
    email: str
    user_id: int | Maybe = UNSET


class FetchApiKey(Operation[ApiKeyFetched], method="POST", path="/fetch_api_key", anonymous=True):
    """Get an account's key for its password.

    Fails with ``Unauthorized`` for a wrong password, ``RateLimited`` after a few of them; with code
    ``BAD_REQUEST`` for what is no address.
    Source: not in the spec.
    """

    username: str
    """The e-mail address."""
    password: Secret


class DevFetchApiKey(Operation[ApiKeyFetched], method="POST", path="/dev_fetch_api_key", anonymous=True):
    """Get an account's key without a password, from a development server only.

    Fails with code ``BAD_REQUEST`` on any other server and for what is no address; with ``Unauthorized`` for
    an unknown account.
    Source: messaging API, "POST /dev_fetch_api_key".
    """

    username: str
    """The e-mail address."""


class Login(Record):
    """Somebody who may ask a development server for a key."""

    email: str
    realm_url: str | Maybe = UNSET


class LoginsFound(Answer):
    """Who may ask a development server for a key."""

    direct_admins: tuple[Login, ...] = ()
    direct_users: tuple[Login, ...] = ()


class GetLogins(Operation[LoginsFound], method="GET", path="/dev_list_users", anonymous=True):
    """List who may ask a development server for a key, as ``DevFetchApiKey`` does.

    Fails with code ``BAD_REQUEST`` on any other server.
    Source: not in the spec.
    """


class ApiKeyRegenerated(Answer):
    """The account has another key."""

    api_key: Secret


class RegenerateApiKey(Operation[ApiKeyRegenerated], method="POST", path="/users/me/api_key/regenerate"):
    """Get another key for the account; the present one, and this client with it, is refused from then on.

    After an ``Ambiguous`` error nobody but the account's owner can tell which key holds.
    Source: not in the spec.
    """
