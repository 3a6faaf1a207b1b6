"""Holds the planner against brute force: cron expressions in every zone of the tz database, 2020 to 2040.

    python tests/schedule/oracle.py --expressions 300 --seed 1 --json

`cron_walk` says by itself at which minutes a line of a crontab runs. Zones whose clocks agree all the time
are one class; each expression takes another zone of the class. For each expression in each class the planner
is asked

- around every change of the clocks: from 26 h before it six times forward, from 26 h after it six times
  backward, and once each way from 3 h and a minute before it, at it, and where the repeated time ends;
- at moments drawn at random, to the fraction of a second, forward and backward;
- in one of the classes, through all of the years (`CHAIN` steps at most) forward and backward; in all of them
  with ``--whole``, which takes days.

Each answer is compared in its moment and in its key. cronsim is asked for a second opinion around one change
in each class. The last line is the count.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError
from msgspec import Struct, structs

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from dragoman.planner import Cron, Fold, Gap, NoPlan, Occurrence, next_after, previous_before  # noqa: E402
from schedule.cron_walk import Daemon, Job  # noqa: E402
from schedule.expressions import draw_expressions  # noqa: E402
from schedule.zone_classes import ZoneClass, all_zones, read_classes  # noqa: E402

CHAIN = 4_000
"""Steps of a chain through the years, each way."""
MOMENTS = 6
"""Moments drawn at random for each expression in each class."""
TOLD = 2
"""Differences that are printed of each expression."""
PROGRESS = 10
"""Expressions after which the count so far is told."""
HOURS = 60
FAR = 26 * HOURS


class Tally(Struct, kw_only=True):
    """What was compared, and what differed."""

    expressions: int
    zones: int
    classes: int
    changes: int
    """Changes of the clocks in all classes together."""
    cronsim_compared: int = 0
    cronsim_differences: dict[str, int] = {}
    seed: int
    seconds: float = 0.0
    compared: int = 0
    differences: int = 0


class Question(Struct, frozen=True):
    """From where to ask, and how often."""

    at: float
    """UNIX seconds."""
    steps: int
    forward: bool = True


class Trial:
    """One plan, and what is expected of it."""

    def __init__(self, job: Job, plan: Cron, zone_class: ZoneClass) -> None:
        """Prepare both sides."""
        self.plan, self._zone = plan, ZoneInfo(plan.zone)
        self._daemon = Daemon(job, zone_class.offsets, plan.gap, plan.fold)
        self._by_instant = job.is_wild
        self._by_wall = not job.is_wild and plan.fold != "both"
        self._title = f"{plan.expression!r} in {plan.zone}, gap {plan.gap}, fold {plan.fold}"

    def compare(self, question: Question, first: int, last: int) -> Iterator[str | None]:
        """Ask on as long as the answers lie between two minutes; give for each what differs, or ``None``."""
        at, key = question.at, ""
        for _ in range(question.steps):
            found = next_after(self.plan, at) if question.forward else previous_before(self.plan, at)
            expected = self._expect(at, forward=question.forward)
            if expected is None or not first <= expected.at < last * 60:
                if found is not None and first <= found.at // 60 < last:
                    yield self._tell(at, question, expected, found)
                return
            if found is None or not self._agrees(found, expected):
                yield self._tell(at, question, expected, found)
                return
            if found.key == key:
                yield f"{self._title}: the key {key} comes twice"
                return
            yield None
            at, key = expected.at, found.key

    def _expect(self, at: float, *, forward: bool) -> Occurrence | None:
        minute = int(at // 60)
        if forward:
            due = self._daemon.after(minute)
        else:
            due = self._daemon.before(minute if at % 60 == 0 else minute + 1)
        return None if due is None else Occurrence(at=due * 60.0, key=self._key(due))

    def _agrees(self, found: Occurrence, expected: Occurrence) -> bool:
        """Compare; where a wall time occurs both times, any keys do that differ."""
        return found == expected or (found.at == expected.at and not self._by_wall and not self._by_instant)

    def _key(self, minute: int) -> str:
        if self._by_instant:
            return datetime.fromtimestamp(minute * 60, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return datetime.fromtimestamp(minute * 60, self._zone).strftime("%Y-%m-%dT%H:%M")

    def _tell(self, at: float, question: Question, expected: Occurrence | None, found: object) -> str:
        way = "next after" if question.forward else "previous before"
        return f"{self._title}: {way} {datetime.fromtimestamp(at, UTC)}: expected {expected}, found {found}"


class Comparison:
    """Everything that is asked."""

    def __init__(self, expressions: int, zones: list[str], years: tuple[int, int], seed: int) -> None:
        """Draw the expressions, and read the zones."""
        self._expressions = draw_expressions(expressions, seed)
        self._classes = read_classes(zones)
        first, last = (datetime(year, 1, 1, tzinfo=UTC).timestamp() for year in (years[0], years[1] + 1))
        self._first, self._last = int(first) // 60, int(last) // 60
        self._chance = random.Random(seed)
        self._cronsim: Counter[str] = Counter()
        self._told: Counter[str] = Counter()
        self.told: list[str] = []
        self.tally = Tally(
            expressions=expressions,
            zones=len(zones),
            classes=len(self._classes),
            changes=sum(len(self._changes(one)) for one in self._classes),
            seed=seed,
        )

    def run(self, *, whole: bool = False, chain: int = CHAIN, tell: bool = False) -> Tally:
        """Compare all, and count."""
        began = time.monotonic()
        for number, expression in enumerate(self._expressions):
            self._judge(number, expression, whole=whole, chain=chain)
            if tell and number % PROGRESS == PROGRESS - 1:
                print(f"{number + 1} expressions: {self.tally}", file=sys.stderr, flush=True)
        self.tally.cronsim_differences = dict(self._cronsim)
        self.tally.seconds = round(time.monotonic() - began, 1)
        return self.tally

    def _judge(self, number: int, expression: str, *, whole: bool, chain: int) -> None:
        job, rules = Job(expression), self._draw_rules()
        if 1 not in job.wall:
            self._refuse(expression)
            return
        for place, zone_class in enumerate(self._classes):
            zone = zone_class.names[number % len(zone_class.names)]
            plan = structs.replace(rules, expression=expression, zone=zone)
            trial = Trial(job, plan, zone_class)
            self._ask(trial, self._questions(zone_class))
            if whole or number % len(self._classes) == place:
                self._ask(trial, self._chain(chain, whole))
            self._ask_cronsim(job, expression, zone_class, zone)

    def _draw_rules(self) -> Cron:
        """Draw what is done when the clocks are changed: mostly the usual."""
        if self._chance.random() < 0.7:
            return Cron(expression="* * * * *")
        gaps: tuple[Gap, ...] = ("fire", "skip")
        folds: tuple[Fold, ...] = ("first", "second", "both")
        return Cron(expression="* * * * *", gap=self._chance.choice(gaps), fold=self._chance.choice(folds))

    def _refuse(self, expression: str) -> None:
        """Expect of what never comes that it is refused, or not found in these years."""
        self.tally.compared += 1
        try:
            found = next_after(Cron(expression=expression), self._first * 60)
        except NoPlan:
            return
        if found is not None and found.at < self._last * 60:
            self._count(expression, f"{expression!r} never comes, found {found}")

    def _count(self, expression: str, difference: str) -> None:
        """Count a difference, and tell the first few of each expression."""
        self.tally.differences += 1
        self._told[expression] += 1
        if self._told[expression] <= TOLD:
            self.told.append(difference)

    def _ask(self, trial: Trial, questions: Iterable[Question]) -> None:
        for question in questions:
            for difference in trial.compare(question, self._first, self._last):
                self.tally.compared += 1
                if difference is not None:
                    self._count(trial.plan.expression, difference)

    def _changes(self, zone_class: ZoneClass) -> list[tuple[int, int]]:
        return [change for change in zone_class.changes if self._first <= change[0] < self._last]

    def _questions(self, zone_class: ZoneClass) -> Iterator[Question]:
        for minute, change in self._changes(zone_class):
            repeated = abs(change)
            yield Question((minute - FAR) * 60, 6)
            for near in (-180, -1, 0, repeated - 1, repeated):
                yield Question((minute + near) * 60, 1)
            yield Question((minute + FAR) * 60, 6, forward=False)
            for near in (0, 1, repeated, repeated + 1, repeated + 5):
                yield Question((minute + near) * 60, 1, forward=False)
        for _ in range(MOMENTS):
            at = self._chance.uniform(self._first * 60, self._last * 60)
            yield Question(at, 2)
            yield Question(at, 2, forward=False)

    def _chain(self, chain: int, whole: bool) -> Iterator[Question]:
        steps = self._last - self._first if whole else chain
        yield Question(self._first * 60.0, steps)
        yield Question(self._last * 60.0, steps, forward=False)

    def _ask_cronsim(self, job: Job, expression: str, zone_class: ZoneClass, zone: str) -> None:
        changes = self._changes(zone_class)
        if not changes:
            return
        since = self._chance.choice(changes)[0] - FAR
        expected = list(islice(_steps(Daemon(job, zone_class.offsets), since), 6))
        try:
            walker = CronSim(expression, datetime.fromtimestamp(since * 60, ZoneInfo(zone)))
            found = [int(moment.timestamp()) // 60 for moment in islice(walker, 6)]
        except CronSimError:
            self._cronsim["not read"] += 1
            return
        self.tally.cronsim_compared += 1
        if found[: len(expected)] != expected:
            same_moments = sorted(set(found)) == expected[: len(set(found))]
            kind = "a moment told twice" if same_moments else "other moments"
            if not self._cronsim[kind]:
                told = [_utc(minute) for minute in found]
                self.told.append(f"cronsim: {kind}: {expression!r} in {zone} from {_utc(since)}: {told}")
            self._cronsim[kind] += 1


def _utc(minute: int) -> str:
    return datetime.fromtimestamp(minute * 60, UTC).isoformat()


def _steps(daemon: Daemon, minute: int) -> Iterator[int]:
    found = daemon.after(minute)
    while found is not None:
        yield found
        found = daemon.after(found)


def pick_zones(asked: str, seed: int) -> list[str]:
    """Return all zones, or so many of them."""
    zones = all_zones()
    return zones if asked == "all" else random.Random(seed).sample(zones, int(asked))


def _years(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--expressions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--zones", default="all", help="all, or how many")
    parser.add_argument("--years", type=_years, default=(2020, 2040), help="from 2020 to 2040 at most")
    parser.add_argument("--whole", action="store_true", help="walk every chain to its end")
    parser.add_argument("--json", action="store_true", help="print the count as JSON")
    asked = parser.parse_args()
    comparison = Comparison(asked.expressions, pick_zones(asked.zones, asked.seed), asked.years, asked.seed)
    tally = comparison.run(whole=asked.whole, tell=True)
    print("\n".join(comparison.told), file=sys.stderr)
    told = structs.asdict(tally)
    print(json.dumps(told) if asked.json else "\n".join(f"{name}: {value}" for name, value in told.items()))
    sys.exit(1 if tally.differences else 0)


if __name__ == "__main__":
    main()
