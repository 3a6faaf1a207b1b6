"""When something is due: times and recurrences read from text, their occurrences, and a sentence back.

Pure: a text and the present moment in, moments out.
"""

from dragoman.planner.errors import Impossible, NoPlan, Unclear, Unknown
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
from dragoman.planner.reading import find_plan_first, find_plan_last, read_plan
from dragoman.planner.wording import in_words
from dragoman.planner.zones import zone_of

__all__ = [
    "Cron",
    "Days",
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
    "Unclear",
    "Unknown",
    "Within",
    "decode_plan",
    "encode_plan",
    "find_plan_first",
    "find_plan_last",
    "in_words",
    "next_after",
    "previous_before",
    "read_plan",
    "zone_of",
]
