"""All that the author of a plugin needs: the base, the marks, the contexts, and types for options."""

from dragoman.errors import UserError
from dragoman.planner import CronExpression, Duration, TimeOfDay
from dragoman.plugin.base import Plugin
from dragoman.plugin.context import Caller, Context, GuideCaller, MessageContext, Surroundings
from dragoman.plugin.conversation import Conversation
from dragoman.plugin.directory import Directory
from dragoman.plugin.marks import at, command, cron, every, on
from dragoman.plugin.mode import Mode
from dragoman.plugin.options import ChannelTopic, NoOptions, Unreadable
from dragoman.plugin.schedules import Firing, MemorySchedules, Past, Schedule, Schedules, Standing
from dragoman.plugin.state import Change, Kept, MemoryStore, State, Store
from dragoman.plugin.timer import Interval, Timer

__all__ = [
    "Caller",
    "Change",
    "ChannelTopic",
    "Context",
    "Conversation",
    "CronExpression",
    "Directory",
    "Duration",
    "Firing",
    "GuideCaller",
    "Interval",
    "Kept",
    "MemorySchedules",
    "MemoryStore",
    "MessageContext",
    "Mode",
    "NoOptions",
    "Past",
    "Plugin",
    "Schedule",
    "Schedules",
    "Standing",
    "State",
    "Store",
    "Surroundings",
    "TimeOfDay",
    "Timer",
    "Unreadable",
    "UserError",
    "at",
    "command",
    "cron",
    "every",
    "on",
]
