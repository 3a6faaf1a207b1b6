"""Sends messages later: once, through the server's scheduled messages, or again and again by the clock."""

from dragoman_plugins.scheduler.options import RecurringMessage, SchedulerOptions
from dragoman_plugins.scheduler.plugin import Scheduler

__all__ = ["RecurringMessage", "Scheduler", "SchedulerOptions"]
