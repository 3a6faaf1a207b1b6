"""Keeps the bot in the channels that its file names, and lets moderators change that in chat."""

from dragoman_plugins.subscriptions.options import ChannelWish, Color, SubscriptionsOptions
from dragoman_plugins.subscriptions.plugin import Subscriptions

__all__ = ["ChannelWish", "Color", "Subscriptions", "SubscriptionsOptions"]
