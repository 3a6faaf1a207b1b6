"""When things recur: occurrences computed here, APScheduler as the timer."""

from dragoman.schedule.alarm import Alarm, ApSchedulerAlarm, ClockAlarm, alarm_for
from dragoman.schedule.occurrences import next_occurrence
from dragoman.schedule.timetable import Timetable

__all__ = ["Alarm", "ApSchedulerAlarm", "ClockAlarm", "Timetable", "alarm_for", "next_occurrence"]
