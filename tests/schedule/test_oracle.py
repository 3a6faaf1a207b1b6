"""A sample of the comparison with brute force; and that it sees a planner that is less careful."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from cronsim import CronSim

from dragoman.planner import Cron, Occurrence
from schedule import oracle

ZONES = ["Europe/Berlin", "Australia/Lord_Howe", "America/Nuuk", "Africa/Casablanca", "Asia/Kathmandu"]
SEED = 7


def test_the_planner_does_what_brute_force_finds() -> None:
    comparison = oracle.Comparison(14, ZONES, (2026, 2026), SEED)
    tally = comparison.run(chain=60)
    assert tally.differences == 0, comparison.told
    assert tally.compared > 1_500
    assert tally.changes == 8


def test_a_planner_that_takes_the_wall_for_the_truth_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def next_after(plan: Cron, after: float) -> Occurrence | None:
        zone = ZoneInfo(plan.zone)
        wall = datetime.fromtimestamp(after, zone).replace(tzinfo=None)
        due = next(CronSim(plan.expression, wall)).replace(tzinfo=zone)
        return Occurrence(at=due.timestamp(), key=due.strftime("%Y-%m-%dT%H:%M"))

    monkeypatch.setattr(oracle, "next_after", next_after)
    monkeypatch.setattr(oracle, "draw_expressions", lambda *_: ["30 2 * * *"])
    comparison = oracle.Comparison(1, ["Europe/Berlin"], (2026, 2026), SEED)
    assert comparison.run(chain=0).differences > 0
    title = "'30 2 * * *' in Europe/Berlin, gap fire, fold first"
    assert comparison.told[0].startswith(f"{title}: next after 2026-")


def test_the_whole_tz_database_is_read() -> None:
    zones = oracle.pick_zones("all", SEED)
    assert "Europe/Berlin" in zones
    assert len(zones) > 500
    assert datetime.fromtimestamp(0, ZoneInfo(zones[0])).astimezone(UTC) == datetime(1970, 1, 1, tzinfo=UTC)
