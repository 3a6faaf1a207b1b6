"""``dragoman schedules``, on a state file that a bot has left."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dragoman.delivery import Journal, Transaction, arrivals, occurrences, schedules
from dragoman.planner import Cron
from dragoman.plugin import Schedule
from dragoman_cli.main import main

# 2027-01-15T08:00Z, a Friday.
NOW = 1_800_000_000.0
BOT = "name: desk\nzulip: {zuliprc: ./zuliprc}\nplugins: [{use: scheduler}]\n"


@pytest.fixture
async def bot(tmp_path: Path) -> Path:
    """A bot whose schedule came once, and was missed once."""
    (tmp_path / "bot.yaml").write_text(BOT)
    daily = Schedule(name="tea", plan=Cron(expression="0 9 * * *"))
    journal = Journal.open(tmp_path / ".dragoman" / "desk.db", bot="desk", threaded=False)

    def work(tx: Transaction) -> None:
        schedules.declare(tx, "desk", {"scheduler": [daily]}, NOW)
        for day, late in ((0, 0.0), (1, 3_600.0)):
            now = NOW + 3_600 + day * 86_400 + late
            claim = arrivals.claim(tx, "desk", ["scheduler"], now=now, since=NOW, epoch=1, at_once=0)
            for row in claim.fired:
                occurrences.end(tx, "desk", row, "DONE")

    await journal.do(work)
    await journal.aclose()
    return tmp_path


def ran(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in ("schedules", *arguments)])


def test_schedules_are_listed_with_their_next_time(bot: Path) -> None:
    assert json.loads(ran("list", bot, "--json").stdout) == [
        {
            "schedule": "scheduler.tea",
            "when": "every day at 09:00 (UTC)",
            "next": "2027-01-17T09:00:00Z",
            "paused": False,
            "last": "MISSED",
        }
    ]
    assert "scheduler.tea" in ran("list", bot).stdout


def test_a_history_tells_what_became_of_each_time(bot: Path) -> None:
    done = {"due": "2027-01-15T09:00:00Z", "state": "DONE", "attempts": 0, "times": 1, "error": None}
    missed = {
        "due": "2027-01-16T09:00:00Z",
        "state": "MISSED",
        "attempts": 0,
        "times": 1,
        "error": "it came too late",
    }
    assert json.loads(ran("history", bot, "scheduler.tea", "--json").stdout) == [missed, done]


def test_a_schedule_is_held_back_and_let_go(bot: Path) -> None:
    assert ran("skip", bot, "scheduler.tea").stdout == "scheduler.tea: next at 2027-01-18T09:00:00Z\n"
    assert ran("pause", bot, "scheduler.tea").stdout == "scheduler.tea: paused\n"
    assert json.loads(ran("list", bot, "--json").stdout)[0]["next"] is None
    assert ran("skip", bot, "scheduler.tea").stderr == (
        "dragoman: scheduler.tea is paused, and has no next time that could be left out\n"
    )
    assert ran("resume", bot, "scheduler.tea").stdout.startswith("scheduler.tea: next at ")


@pytest.mark.parametrize("order", ["pause", "resume", "skip", "history"])
def test_what_is_not_there_is_explained(bot: Path, order: str) -> None:
    unknown = ran(order, bot, "scheduler.coffee")
    assert (unknown.exit_code, unknown.stderr) == (
        1,
        "dragoman: there is no schedule 'scheduler.coffee'; there are: scheduler.tea\n",
    )
    assert "write PLUGIN.NAME" in ran(order, bot, "tea").stderr
