"""When something is due: times and recurrences read from text, their occurrences, and a sentence back.

Pure: a text and the present moment in, moments out.
"""

from dragoman.planner.durations import Duration, format_duration, parse_duration
from dragoman.planner.errors import Impossible, NoPlan, Unclear, Unknown
from dragoman.planner.expressions import CronExpression
from dragoman.planner.occurrences import Occurrence, next_after, previous_before
from dragoman.planner.plans import (
    Cron,
    Days,
    Every,
    Fold,
    Gap,
    Once,
    Plan,
    Recurrence,
    Several,
    Within,
    decode_plan,
    encode_plan,
)
from dragoman.planner.reading import find_plan_first, find_plan_last, read_moment, read_plan
from dragoman.planner.times_of_day import TimeOfDay, parse_time
from dragoman.planner.wording import in_words
from dragoman.planner.zones import UnknownZone, zone_of

__all__ = [
    "Cron",
    "CronExpression",
    "Days",
    "Duration",
    "Every",
    "Fold",
    "Gap",
    "Impossible",
    "NoPlan",
    "Occurrence",
    "Once",
    "Plan",
    "Recurrence",
    "Several",
    "TimeOfDay",
    "Unclear",
    "Unknown",
    "UnknownZone",
    "Within",
    "decode_plan",
    "encode_plan",
    "find_plan_first",
    "find_plan_last",
    "format_duration",
    "in_words",
    "next_after",
    "parse_duration",
    "parse_time",
    "previous_before",
    "read_moment",
    "read_plan",
    "zone_of",
]
