"""What register tells a visitor who may look around: what is open to the web, and nobody's own things."""

from typing import Any

import msgspec

from dragoman_server.call import VISITOR
from dragoman_server.payloads.channels import new_subscription, subscription_payload
from dragoman_server.payloads.users import user_payload
from dragoman_server.world.records import User
from dragoman_server.world.world import World

_OF_NO_CONCERN = ("is_active", "timezone", "is_billing_admin", "is_imported_stub", "bot_type", "bot_owner_id")


def visitor_subscriptions(world: World) -> list[dict[str, Any]]:
    """Return the channels that are open to the web, as if the visitor followed them."""
    opened = [one for one in world.channels.values() if one.is_web_public and not one.is_archived]
    followed = [
        msgspec.structs.replace(
            new_subscription(world, VISITOR.user_id, one.id),
            desktop_notifications=True,
            audible_notifications=True,
            push_notifications=True,
            email_notifications=True,
            wildcard_mentions_notify=True,
        )
        for one in opened
    ]
    return [subscription_payload(world, one, null_settings=False, subscribers=False) for one in followed]


def visitor_sees(world: World, user: User) -> dict[str, Any]:
    """Return a person as visitors see them: when they joined, but only the day."""
    payload = user_payload(world, VISITOR, user, client_gravatar=False)
    payload["date_joined"] = payload["date_joined"].partition("T")[0]
    return {name: value for name, value in payload.items() if name not in _OF_NO_CONCERN}
