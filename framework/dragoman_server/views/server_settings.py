"""What a server tells before anybody has logged in."""

from typing import Any

from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.payloads.organization import icon_url
from dragoman_server.payloads.server import version_payload
from dragoman_server.permissions import ANYONE
from dragoman_server.rendering import render_description
from dragoman_server.shapes.organization import ServerSettingsFound


@endpoint("GET", "/server_settings", permission=ANYONE, answers=ServerSettingsFound)
def get_server_settings(call: Call) -> dict[str, Any]:
    """Return the server's version and how one logs in.

    Not in the spec: the operation.
    """
    world = call.world
    told = world.kept.told("server_settings", world.url, {})
    own = _own(call)
    # What a dump tells of its server's doors is told on; who the organisation is, it no longer decides.
    return own | {name: told[name] for name in _DOORS if name in told}


_DOORS = (
    *("authentication_methods", "external_authentication_methods", "push_notifications_enabled"),
    *("email_auth_enabled", "require_email_format_usernames"),
)


def _own(call: Call) -> dict[str, Any]:
    world = call.world
    return {
        "authentication_methods": {
            "password": True,
            "dev": bool(world.settings.development),
            "email": True,
            "ldap": False,
            "remoteuser": False,
            "github": False,
            "azuread": False,
            "gitlab": False,
            "google": False,
            "apple": False,
            "saml": False,
            "openid connect": False,
        },
        **version_payload(world),
        "push_notifications_enabled": False,
        "is_incompatible": call.client == "ZulipInvalid",
        "email_auth_enabled": True,
        "require_email_format_usernames": True,
        "realm_url": world.url,
        "realm_name": world.organization.name,
        "realm_icon": icon_url(world),
        "realm_description": render_description(
            world, world.notification_bot, world.organization.description
        ),
        "realm_web_public_access_enabled": world.setting("enable_spectator_access"),
        "external_authentication_methods": [],
        "realm_uri": world.url,
    }
