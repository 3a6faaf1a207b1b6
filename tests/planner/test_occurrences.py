"""When plans come next and came last, around the changes of the clocks in zones of every kind."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman.planner import (
    Cron,
    Days,
    Every,
    Fold,
    Gap,
    Impossible,
    NoPlan,
    Occurrence,
    Once,
    Plan,
    Several,
    Unknown,
    Within,
    decode_plan,
    encode_plan,
    next_after,
    previous_before,
)


def at(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def following(plan: Plan, after: str, count: int) -> list[str]:
    """Return the next occurrences in UTC."""
    moment, found = at(after), list[str]()
    for _ in range(count):
        occurrence = next_after(plan, moment)
        if occurrence is None:
            return [*found, "none"]
        moment = occurrence.at
        found.append(datetime.fromtimestamp(moment, UTC).strftime("%m-%d %H:%M"))
    return found


@pytest.mark.parametrize(
    ("expression", "zone", "after", "found"),
    [
        ("0 9 * * mon-fri", "UTC", "2026-11-20T10:00Z", ["11-23 09:00", "11-24 09:00"]),
        ("0 9 * * 1", "UTC", "2026-11-21T10:00Z", ["11-23 09:00", "11-30 09:00"]),
        ("0 9 * * 7", "UTC", "2026-11-21T10:00Z", ["11-22 09:00", "11-29 09:00"]),
        ("*/15 * * * *", "UTC", "2026-11-21T10:01Z", ["11-21 10:15", "11-21 10:30"]),
        ("0 0 13 * 5", "UTC", "2026-11-21T10:00Z", ["11-27 00:00", "12-04 00:00"]),
        ("46-46/8,50 9 * * *", "UTC", "2026-11-20T10:00Z", ["11-21 09:46", "11-21 09:50"]),
        ("0 9 * * MON-mon/2", "UTC", "2026-11-21T10:00Z", ["11-23 09:00", "11-30 09:00"]),
        ("0 9 L * *", "UTC", "2028-01-31T10:00Z", ["02-29 09:00", "03-31 09:00"]),
        ("0 9 LW * *", "UTC", "2027-01-01T10:00Z", ["01-29 09:00", "02-26 09:00"]),
        ("0 9 L-1 * *", "UTC", "2028-01-31T10:00Z", ["02-28 09:00", "03-30 09:00"]),
        ("0 9 3,l-28 2 *", "UTC", "2027-01-31T10:00Z", ["02-03 09:00", "02-01 09:00"]),
        ("0 9 L-7 * mon", "UTC", "2027-06-21T10:00Z", ["06-23 09:00", "06-28 09:00"]),
        ("0 9 * * fri#-2", "UTC", "2027-06-19T10:00Z", ["07-23 09:00", "08-20 09:00"]),
        ("0 9 * * Friday#-2,0#-5", "UTC", "2027-07-24T10:00Z", ["08-01 09:00", "08-20 09:00"]),
        ("0 9 * * fri#-1", "UTC", "2027-06-19T10:00Z", ["06-25 09:00", "07-30 09:00"]),
        ("0 9 1W * *", "UTC", "2027-04-02T10:00Z", ["05-03 09:00", "06-01 09:00"]),
        ("0 9 1,15W * *", "UTC", "2027-08-02T10:00Z", ["08-16 09:00", "09-01 09:00", "09-15 09:00"]),
        ("0 9 31W 1-12/2 *", "UTC", "2027-01-02T10:00Z", ["01-29 09:00", "03-31 09:00", "05-31 09:00"]),
        ("0 9 31,1W 2 *", "UTC", "2027-01-02T10:00Z", ["02-01 09:00", "02-01 09:00", "02-01 09:00"]),
        ("0 9 31 2 tue", "UTC", "2027-01-02T10:00Z", ["02-02 09:00", "02-09 09:00", "02-16 09:00"]),
        ("0 9 ? january friday", "UTC", "2027-01-02T10:00Z", ["01-08 09:00", "01-15 09:00", "01-22 09:00"]),
        ("0 9 * * sat-mon", "UTC", "2027-01-02T10:00Z", ["01-03 09:00", "01-04 09:00", "01-09 09:00"]),
        ("0 22-2/2 * * *", "UTC", "2027-01-02T10:00Z", ["01-02 22:00", "01-03 00:00", "01-03 02:00"]),
        ("0 9 * * friL", "UTC", "2027-01-02T10:00Z", ["01-29 09:00", "02-26 09:00", "03-26 09:00"]),
        ("0 9 1W * mon", "UTC", "2027-05-30T10:00Z", ["05-31 09:00", "06-01 09:00", "06-07 09:00"]),
        ("0 9 01 * *", "UTC", "2027-05-30T10:00Z", ["06-01 09:00"]),
        ("0 9 * * 5L", "UTC", "2027-01-01T10:00Z", ["01-29 09:00", "02-26 09:00"]),
        ("0 9 * * mon#2,5#5", "UTC", "2027-01-01T10:00Z", ["01-11 09:00", "01-29 09:00", "02-08 09:00"]),
        ("0 0 29 2 *", "UTC", "2097-01-01T10:00Z", ["02-29 00:00"]),
        ("@daily", "Asia/Kolkata", "2026-11-21T10:00Z", ["11-21 18:30", "11-22 18:30"]),
        # The gap of spring: what falls into it comes at its end, once.
        ("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29 01:00", "03-30 00:30"]),
        ("0,30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29 01:00", "03-30 00:00"]),
        ("0 2,3 * * *", "Europe/Berlin", "2026-03-29T00:00Z", ["03-29 01:00", "03-30 00:00"]),
        ("*/30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-30 00:00", "03-30 00:30"]),
        # Midnight after the gap of spring, which a well-known scheduler misses.
        ("0 0 * * mon", "Europe/Berlin", "2026-03-28T12:00Z", ["03-29 22:00", "04-05 22:00"]),
        ("0 0 1 * *", "Europe/Berlin", "2026-03-28T12:00Z", ["03-31 22:00", "04-30 22:00"]),
        # The repeated hour of autumn: once, the first; an expression with * goes on in real time.
        ("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", ["10-25 00:30", "10-26 01:30"]),
        ("30 2 * * *", "Europe/Berlin", "2026-10-25T01:15Z", ["10-26 01:30"]),
        ("*/30 * * * *", "Europe/Berlin", "2026-10-25T00:00Z", ["10-25 00:30", "10-25 01:00", "10-25 01:30"]),
        ("30 * * * *", "Europe/Berlin", "2026-10-25T00:00Z", ["10-25 00:30", "10-25 01:30", "10-25 02:30"]),
        # Half an hour, and a midnight that there is not.
        ("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00Z", ["10-03 15:30", "10-04 15:15"]),
        ("45 1 * * *", "Australia/Lord_Howe", "2026-04-04T12:00Z", ["04-04 14:45", "04-05 15:15"]),
        ("0 0 * * *", "Africa/Cairo", "2026-04-23T12:00Z", ["04-23 22:00", "04-24 21:00"]),
        # Days that were skipped on the other side of the Pacific.
        ("0 9 * * *", "Pacific/Apia", "2011-12-29T12:00Z", ["12-29 19:00", "12-30 10:00", "12-30 19:00"]),
        ("0 9 * * *", "Pacific/Kwajalein", "1993-08-20T22:00Z", ["08-21 12:00", "08-21 21:00"]),
    ],
)  # fmt: skip
def test_cron_keeps_the_rules(expression: str, zone: str, after: str, found: list[str]) -> None:
    assert following(Cron(expression=expression, zone=zone), after, len(found)) == found


@pytest.mark.parametrize(
    ("gap", "fold", "spring", "autumn"),
    [
        ("fire", "first", ["03-29 01:00", "03-30 00:30"], ["10-25 00:30", "10-26 01:30"]),
        ("skip", "second", ["03-30 00:30", "03-31 00:30"], ["10-25 01:30", "10-26 01:30"]),
        ("fire", "both", ["03-29 01:00", "03-30 00:30"], ["10-25 00:30", "10-25 01:30"]),
    ],
)
def test_the_rules_around_a_change_can_be_chosen(
    gap: Gap, fold: Fold, spring: list[str], autumn: list[str]
) -> None:
    by_cron = Cron(expression="30 2 * * *", zone="Europe/Berlin", gap=gap, fold=fold)
    by_days = Days(every=1, start=date(2026, 1, 1), minute=150, zone="Europe/Berlin", gap=gap, fold=fold)
    for plan in (by_cron, by_days):
        assert following(plan, "2026-03-28T12:00Z", 2) == spring
        assert following(plan, "2026-10-24T12:00Z", 2) == autumn


def walked(plan: Cron, start: int, minutes: int) -> Iterator[float]:
    """Yield the occurrences of a stretch of time, found by looking at the clock every minute."""
    zone = ZoneInfo(plan.zone)
    text = Cron(expression=plan.expression).expression
    goes_on = any(field.startswith("*") for field in text.split()[:2])
    shown: set[datetime] = set()
    last = datetime.fromtimestamp(start - 60, zone).replace(tzinfo=None)
    for moment in range(start, start + minutes * 60, 60):
        wall = datetime.fromtimestamp(moment, zone).replace(tzinfo=None)
        skipped = [last + timedelta(minutes=n) for n in range(1, int((wall - last).total_seconds() // 60))]
        candidates = [wall] if goes_on else [*skipped, wall]
        if any(fits(text, each) and (goes_on or each not in shown) for each in candidates):
            yield float(moment)
        shown.update(candidates)
        last = wall


def fits(text: str, wall: datetime) -> bool:
    """Tell whether a wall time fits, for fields of stars, steps and lists of numbers only."""

    def field(said: str, value: int) -> bool:
        if said.startswith("*"):
            return value % int(said.partition("/")[2] or 1) == 0
        return str(value) in said.split(",")

    minute, hour, day, month, weekday = text.split()
    by_day, by_weekday = field(day, wall.day), field(weekday, wall.isoweekday() % 7)
    days = by_day and by_weekday if "*" in (day[0], weekday[0]) else by_day or by_weekday
    return field(minute, wall.minute) and field(hour, wall.hour) and field(month, wall.month) and days


expressions = st.builds(
    lambda *fields: " ".join(fields),
    st.sampled_from(["0", "30", "0,15", "59", "*/7", "*"]),
    st.sampled_from(["0", "1,2", "2", "0,1,2,3", "23", "9", "*/2", "*"]),
    st.sampled_from(["*", "1", "25,29,30"]),
    st.just("*"),
    st.sampled_from(["*", "0", "1,6"]),
)
# A day before a change of the clocks, of one kind each.
changes = st.sampled_from(
    [
        ("Europe/Berlin", "2026-03-28T01:00Z"),
        ("Europe/Berlin", "2026-10-24T01:00Z"),
        ("America/Havana", "2026-03-07T05:00Z"),
        ("America/Havana", "2026-10-31T05:00Z"),
        ("Australia/Lord_Howe", "2026-10-02T15:30Z"),
        ("Australia/Lord_Howe", "2026-04-03T15:00Z"),
        ("Antarctica/Troll", "2026-10-24T01:00Z"),
        ("Antarctica/Casey", "2023-03-07T18:00Z"),
        ("Pacific/Apia", "2011-12-29T10:00Z"),
        ("Asia/Manila", "1978-09-20T16:00Z"),
    ]
)


@settings(max_examples=6, deadline=None)
@given(expressions, changes)
def test_occurrences_are_those_that_a_walk_over_the_minutes_finds(
    expression: str, change: tuple[str, str]
) -> None:
    zone, day_before = change
    plan = Cron(expression=expression, zone=zone)
    start, minutes = int(at(day_before)) // 60 * 60, 3 * 1_440
    # The walk begins a day earlier, so that it knows what was shown before.
    expected = [moment for moment in walked(plan, start - 86_400, minutes + 1_440) if moment >= start]
    end = start + minutes * 60
    moment, forward = start - 1.0, []
    while (found := next_after(plan, moment)) is not None and found.at < end:
        forward.append(moment := found.at)
    backward, moment = [], float(end)
    while (found := previous_before(plan, moment)) is not None and found.at >= start:
        backward.append(moment := found.at)
    assert forward == expected
    assert backward == expected[::-1]


def test_days_are_counted_from_the_first_one() -> None:
    plan = Days(every=3, start=date(2026, 3, 27), minute=570, zone="Europe/Berlin")
    assert following(plan, "2026-01-01T00:00Z", 3) == ["03-27 08:30", "03-30 07:30", "04-02 07:30"]
    assert previous_before(plan, at("2026-03-30T07:30Z")) == Occurrence(
        at=at("2026-03-27T08:30Z"), key="2026-03-27T09:30"
    )
    assert previous_before(plan, at("2026-03-27T08:30Z")) is None


def test_intervals_are_counted_from_their_anchor() -> None:
    hourly = Every(seconds=3_600, anchor=100)
    assert next_after(hourly, 100) == Occurrence(at=3_700.0, key="1970-01-01T01:01:40Z")
    assert next_after(hourly, 3_699.5) == Occurrence(at=3_700.0, key="1970-01-01T01:01:40Z")
    assert next_after(hourly, 0) == next_after(hourly, 100)
    assert previous_before(hourly, 7_300) == next_after(hourly, 100)
    assert previous_before(hourly, 3_700) is None


def test_one_moment_comes_once() -> None:
    once = Once(at=90)
    assert (next_after(once, 89.9), next_after(once, 90)) == (
        Occurrence(at=90.0, key="1970-01-01T00:01:30Z"),
        None,
    )
    assert (previous_before(once, 90), previous_before(once, 90.1)) == (None, next_after(once, 0))


def test_bounds_are_included() -> None:
    daily = Cron(expression="0 9 * * *")
    plan = Within(plan=daily, since=at("2026-11-23T09:00Z"), until=at("2026-11-24T09:00Z"))
    assert following(plan, "2026-01-01T00:00Z", 3) == ["11-23 09:00", "11-24 09:00", "none"]
    last = previous_before(plan, at("2030-01-01T00:00Z"))
    assert last == Occurrence(at=at("2026-11-24T09:00Z"), key="2026-11-24T09:00")
    assert previous_before(plan, at("2026-11-23T09:00Z")) is None


def test_what_several_plans_share_comes_once() -> None:
    plan = Several(plans=(Cron(expression="0 9 * * *"), Cron(expression="0 9,17 * * mon")))
    assert following(plan, "2026-11-22T00:00Z", 4) == [
        "11-22 09:00",
        "11-23 09:00",
        "11-23 17:00",
        "11-24 09:00",
    ]
    monday_night = previous_before(plan, at("2026-11-24T00:00Z"))
    assert monday_night == Occurrence(at=at("2026-11-23T17:00Z"), key="2026-11-23T17:00")


def test_one_wall_time_of_two_zones_has_two_keys() -> None:
    plan = Several(
        plans=(Cron(expression="0 9 * * *", zone="Europe/Berlin"), Cron(expression="0 9 * * *", zone="UTC"))
    )
    berlin = next_after(plan, at("2026-11-23T00:00Z"))
    utc = next_after(plan, at("2026-11-23T08:00Z"))
    assert (berlin, utc) == (
        Occurrence(at=at("2026-11-23T08:00Z"), key="2026-11-23T08:00:00Z"),
        Occurrence(at=at("2026-11-23T09:00Z"), key="2026-11-23T09:00:00Z"),
    )


@pytest.mark.parametrize(
    ("expression", "zone", "moment", "key"),
    [
        ("30 2 * * *", "Europe/Berlin", "2026-10-25T00:30Z", "2026-10-25T02:30"),
        ("30 2 * * *", "Europe/Berlin", "2026-03-29T01:00Z", "2026-03-29T03:00"),
        ("30 * * * *", "Europe/Berlin", "2026-10-25T01:30Z", "2026-10-25T01:30:00Z"),
    ],
)
def test_keys_are_wall_times_unless_the_plan_goes_by_the_hour(
    expression: str, zone: str, moment: str, key: str
) -> None:
    plan = Cron(expression=expression, zone=zone)
    assert next_after(plan, at(moment) - 1) == Occurrence(at=at(moment), key=key)


@pytest.mark.parametrize(
    ("expression", "refusal", "sentence"),
    [
        ("30 2 30 2 *", Impossible, "“30 2 30 2 *” names a day that never comes"),
        ("0 0 31 4,6 *", Impossible, "“0 0 31 4,6 *” names a day that never comes"),
        ("0 0 * 2 1#5", None, ""),
        ("0 0 30 2 mon", None, ""),
        ("99 * * * *", Impossible, "“99 * * * *” cannot be: there is no minute 99, minutes go from 0 to 59"),
        ("a9 * * * *", Unknown, "“a9 * * * *” is not a cron expression: its minute cannot be read"),
        ("0 9 31W 2 *", Impossible, "“0 9 31W 2 *” names a day that never comes"),
        (
            "0 9 32 2 *",
            Impossible,
            "“0 9 32 2 *” cannot be: there is no day of month 32, days go from 1 to 31",
        ),
        (
            "0 9 * *",
            Unknown,
            (
                "“0 9 * *” is not a cron expression: it has 4 fields instead of 5 "
                "(minute, hour, day of month, month, day of week)"
            ),
        ),
        (
            "1," * 600 + "1 * * * *",
            Unknown,
            "“1,1,1,1,1,1,1,1,1,1,…” is not a cron expression: it is longer than 1000 characters",
        ),
    ],
)  # fmt: skip
def test_an_expression_that_cannot_be_is_refused_at_once(
    expression: str, refusal: type[NoPlan] | None, sentence: str
) -> None:
    if refusal is None:
        assert next_after(Cron(expression=expression), at("2026-01-01T00:00Z")) is not None
    else:
        with pytest.raises(refusal) as caught:
            Cron(expression=expression)
        assert str(caught.value) == sentence


def test_an_expression_is_kept_in_one_way_of_writing() -> None:
    written = [
        Cron(expression=text).expression for text in ("@Daily", "0  9 l * MON-Fri", "0 9 lw JAN 5l,1#2")
    ]
    assert written == ["0 0 * * *", "0 9 L * mon-fri", "0 9 LW jan 5L,1#2"]


def test_plans_travel_as_json() -> None:
    plan = Several(
        plans=(
            Within(plan=Cron(expression="@daily", zone="Europe/Berlin"), until=3),
            Days(every=14, start=date(2026, 11, 27), minute=600),
            Every(seconds=90, anchor=0),
            Once(at=5),
        )
    )
    text = encode_plan(plan)
    assert decode_plan(text) == plan
    assert encode_plan(decode_plan(text)) == text
    assert encode_plan(Once(at=5)) == '{"kind":"once","at":5.0,"zone":"UTC"}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"kind":"cron","expression":"30 2 30 2 *"}',
        '{"kind":"cron","expression":"@daily","zone":"Mars"}',
        '{"kind":"every","seconds":0,"anchor":0}',
        '{"kind":"days","every":0,"start":"2026-01-01","minute":0}',
    ],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(Unknown, match="this is no plan: "):
        decode_plan(text)


@given(st.floats(allow_nan=False), st.sampled_from(["* * * * *", "0 9 29 2 *"]))
def test_any_moment_has_an_answer(moment: float, expression: str) -> None:
    plan = Several(
        plans=(Cron(expression=expression, zone="Pacific/Apia"), Every(seconds=0.001, anchor=-1e12))
    )
    found, before = next_after(plan, moment), previous_before(plan, moment)
    assert found is None or found.at > moment
    assert before is None or before.at < moment
