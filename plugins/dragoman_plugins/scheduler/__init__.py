"""Sends messages later: once, through the server's scheduled messages, or again and again by the clock."""

from dragoman_plugins.scheduler.options import SchedulerOptions
from dragoman_plugins.scheduler.plugin import Scheduler
from dragoman_plugins.scheduler.recurring import RecurringMessage

__all__ = ["RecurringMessage", "Scheduler", "SchedulerOptions"]
