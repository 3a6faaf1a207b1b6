"""Whose turn it is."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from dragoman.planner import Cron
from dragoman.plugin import TimeOfDay, Unreadable
from dragoman_plugins.scheduler import RecurringMessage, SchedulerOptions
from dragoman_plugins.scheduler.destinations import Destination
from dragoman_plugins.scheduler.rotas import Rota, Swaps, Turns
from dragoman_plugins.scheduler.templates import Template
from dragoman_plugins.scheduler.written import Written
from plugins.desk import IRIS, OTTO
from plugins.scheduler.counter import Counter

PEOPLE = (Written("Iris Adler"), Written("Otto Berg"), Written("Nobody Known"))
OTTO_ALONE, IRIS_ALONE = (PEOPLE[1],), (PEOPLE[0],)
BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("moment", "turn"),
    [
        ("2026-01-05T08:59", -1),
        ("2026-01-05T09:00", 0),
        ("2026-01-12T08:59", 0),
        ("2026-01-12T09:00", 1),
        ("2026-03-30T09:00", 12),
    ],
)
def test_turns_are_counted_by_the_calendar(moment: str, turn: int) -> None:
    assert Rota(people=PEOPLE, at=TimeOfDay(9)).turn(at(moment)) == turn


def test_a_turn_begins_at_its_hour_whatever_the_clocks_do() -> None:
    rota = Rota(people=PEOPLE, at=TimeOfDay(9))
    assert rota.begins(12, BERLIN) == at("2026-03-30T09:00")
    daily = Rota(people=PEOPLE, period="daily", since=date(2026, 1, 1))
    assert (daily.turn(at("2026-01-31T23:59")), daily.begins(31, BERLIN)) == (30, at("2026-02-01T00:00"))


def test_turns_are_counted_by_what_is_sent() -> None:
    plan, since = Cron(expression="0 9 * * mon-fri"), datetime(2026, 1, 5, tzinfo=UTC)
    turns = Turns()
    count = [
        turns.turn("standup", plan, datetime(2026, 1, day, 9, tzinfo=UTC).timestamp(), since)
        for day in (5, 6, 9, 12, 6)
    ]
    assert count == [0, 1, 4, 5, 1]


def test_turns_are_exchanged_and_covered_and_forgotten_when_they_are_over() -> None:
    swapped = Swaps().exchanged(PEOPLE, 3)
    assert [swapped.person(PEOPLE, turn) for turn in range(2, 7)] == [
        "Nobody Known",
        "Otto Berg",
        "Iris Adler",
        "Nobody Known",
        "Iris Adler",
    ]
    assert swapped.exchanged(PEOPLE, 3) == Swaps()
    assert swapped.covered(PEOPLE, 9, "Somebody") == Swaps({9: "Somebody"})


def message(**changes: object) -> RecurringMessage:
    given: dict[str, object] = {
        "name": "duty",
        "when": "every weekday at 9:00",
        "to": Destination.parse("#ops > duty"),
        "text": Template.parse("{on_duty}, then {next_on_duty}"),
        "rota": PEOPLE,
        "since": date(2027, 1, 19),
    }
    return RecurringMessage(**{**given, **changes})  # type: ignore[arg-type]


async def test_people_take_one_message_each() -> None:
    counter = Counter(SchedulerOptions(schedules=(message(),)))
    await counter.start()
    said = [sent.content for _ in range(4) for sent in await counter.comes("duty")]
    assert said == [
        "@**Iris Adler|1**, then @_**Otto Berg|2**",
        "@**Otto Berg|2**, then Nobody Known",
        "Nobody Known, then @_**Iris Adler|1**",
        "@**Iris Adler|1**, then @_**Otto Berg|2**",
    ]


async def test_a_rota_of_its_own_is_named_by_schedules_and_texts() -> None:
    weekly = message(rota="ops", text=Template.parse("{on_duty} = {rota.ops}; {rota.daily}"))
    rotas = {"ops": Rota(people=PEOPLE), "daily": Rota(people=OTTO_ALONE, period="daily")}
    counter = Counter(SchedulerOptions(schedules=(weekly,), rotas=rotas))
    await counter.start()
    assert [each.content for each in await counter.comes("duty")] == [
        "@**Iris Adler|1** = @**Iris Adler|1**; @**Otto Berg|2**"
    ]


async def test_turns_are_told_and_changed_in_chat() -> None:
    rotas = {"ops": Rota(people=PEOPLE[:2])}
    counter = Counter(SchedulerOptions(rotas=rotas))
    monday = "<time:2027-01-25T00:00:00+00:00>"
    iris, otto = "@_**Iris Adler|1**", "@_**Otto Berg|2**"
    assert await counter.says("rota") == f"* **ops**: {iris} until {monday}, then {otto}"
    assert await counter.says("rota swap ops") == f"Swapped.\n* **ops**: {otto} until {monday}, then {iris}"
    assert await counter.says("rota cover ops") == f"Covered.\n* **ops**: {otto} until {monday}, then {iris}"
    assert await counter.says("rota cover ops @**Iris Adler**", by=IRIS) == (
        f"Covered.\n* **ops**: {iris} until {monday}, then {iris}"
    )
    await counter.clock.advance(7 * 86400)
    assert await counter.says("rota ops") == (
        f"* **ops**: {iris} until <time:2027-02-01T00:00:00+00:00>, then {iris}"
    )
    assert await counter.says("rota oops") == "There is no rota called “oops”. Did you mean “ops”?"


async def test_turns_are_for_those_whose_they_are_to_change() -> None:
    counter = Counter(SchedulerOptions(rotas={"ops": Rota(people=IRIS_ALONE)}))
    refusal = "The rota “ops” is for its people and for moderators to change."
    assert await counter.says("rota swap ops", by=OTTO) == refusal
    assert await counter.says("rota cover ops @**Iris Adler**", by=OTTO) == refusal
    assert await counter.says("rota cover ops", by=OTTO) == (
        "Covered.\n* **ops**: @_**Otto Berg|2** until <time:2027-01-25T00:00:00+00:00>, "
        "then @_**Iris Adler|1**"
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rota": None}, "{next_on_duty} needs a rota. Add: rota: [Iago, Desdemona]"),
        ({"rota": ("",)}, "a person of the rota has no name. Write full names: [Iago, Desdemona]"),
        (
            {"when": None, "cron": "* * * * *"},
            "people cannot take turns more often than every six hours. Name one of the rotas, by day or week",
        ),
    ],
)
def test_a_rota_that_makes_no_sense_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        message(**changes)
    assert str(caught.value) == sentence


def test_a_rota_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        SchedulerOptions(schedules=(message(rota="opps"),), rotas={"ops": Rota(people=PEOPLE)})
    assert str(caught.value) == (
        "the schedule “duty” has the rota “opps”, which is not among the rotas. Did you mean “ops”?"
    )
