"""A person's subscriptions on the wire."""

from typing import Any

from dragoman_server.payloads.channels import subscription_payload
from dragoman_server.world.records import User
from dragoman_server.world.world import World


def get_own_subscriptions(
    world: World,
    user: User,
    *,
    subscribers: bool = False,
    null_settings: bool = True,
    active: bool = True,
    archived: bool = False,
) -> list[dict[str, Any]]:
    """Return a person's active or former subscriptions by channel name, to archived channels if wanted."""
    own = (people[user.user_id] for people in world.subscriptions.values() if user.user_id in people)
    chosen = [
        one
        for one in own
        if one.active is active and (archived or not world.channels[one.channel_id].is_archived)
    ]
    chosen.sort(key=lambda one: world.channels[one.channel_id].name)
    return [
        subscription_payload(world, one, null_settings=null_settings, subscribers=subscribers)
        for one in chosen
    ]
