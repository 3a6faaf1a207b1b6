"""When things recur: what is due is looked up in the journal, and APScheduler is the timer."""

from dragoman.schedule.alarm import Alarm, ApSchedulerAlarm, ClockAlarm, alarm_for
from dragoman.schedule.timetable import Timetable

__all__ = ["Alarm", "ApSchedulerAlarm", "ClockAlarm", "Timetable", "alarm_for"]
