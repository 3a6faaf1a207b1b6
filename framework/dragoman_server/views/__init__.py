"""The operations of the API: each view reads its parameters, checks access, refuses, or lets an action act.

Importing this package completes `ENDPOINTS`.
"""

from dragoman_server.endpoint import ENDPOINTS
from dragoman_server.views import (
    events,
    flags,
    keys,
    linkifiers,
    message_details,
    message_edits,
    message_list,
    messages,
    presence,
    reactions,
    register,
    scheduled_messages,
    server_settings,
    settings,
    statuses,
    streams,
    submessages,
    subscription_properties,
    subscriptions,
    topics,
    typing,
    user_groups,
    users,
)

__all__ = [
    "ENDPOINTS",
    "events",
    "flags",
    "keys",
    "linkifiers",
    "message_details",
    "message_edits",
    "message_list",
    "messages",
    "presence",
    "reactions",
    "register",
    "scheduled_messages",
    "server_settings",
    "settings",
    "statuses",
    "streams",
    "submessages",
    "subscription_properties",
    "subscriptions",
    "topics",
    "typing",
    "user_groups",
    "users",
]
