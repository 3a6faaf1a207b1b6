"""The planner plans what the judge reckons: cron, days, intervals, one-offs and several of them together."""

import random

import pytest

from dragoman.planner import Occurrence, Plan, next_after
from schedule.orders import DAY, changes, draw_orders, dues


def planned(plan: Plan, since: float, until: float) -> list[Occurrence]:
    """Return what the planner has between two moments."""
    found: list[Occurrence] = []
    while (occurrence := next_after(plan, found[-1].at if found else since)) and occurrence.at <= until:
        found.append(occurrence)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_orders_of_all_kinds_are_planned_as_they_are_reckoned(seed: int) -> None:
    chance = random.Random(seed)
    begin = chance.choice(changes()) - 3 * DAY + 17
    for order in draw_orders(chance, 50, begin):
        reckoned = [Occurrence(at=due.at, key=due.key) for due in dues(order.plan, begin, begin + 7 * DAY)]
        assert planned(order.plan, begin, begin + 7 * DAY) == reckoned, order.plan
