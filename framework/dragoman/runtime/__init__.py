"""A bot at run time: its settings, its plugins, and its life."""

from dragoman.runtime.bot import Bot
from dragoman.runtime.catalogue import PluginDescription, describe
from dragoman.runtime.heartbeat import Heartbeat
from dragoman.runtime.loader import available_plugins
from dragoman.runtime.loading import check, load_settings
from dragoman.runtime.messaging import Messaging
from dragoman.runtime.settings import BotSettings
from dragoman.runtime.successor import check_successor

__all__ = [
    "Bot",
    "BotSettings",
    "Heartbeat",
    "Messaging",
    "PluginDescription",
    "available_plugins",
    "check",
    "check_successor",
    "describe",
    "load_settings",
]
