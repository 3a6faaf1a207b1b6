"""Durations, times and places, as people write them in chat and in YAML."""

from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.planner import format_duration, parse_duration, parse_time, read_moment
from dragoman.plugin import ChannelTopic, CronExpression, Duration, TimeOfDay
from dragoman.plugin.options import read_option, read_zone

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
"""A Saturday, 13:00 in Berlin."""


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("2h", timedelta(hours=2)),
        ("1h30m", timedelta(minutes=90)),
        ("1h 30m", timedelta(minutes=90)),
        ("1 hour and 30 minutes", timedelta(minutes=90)),
        ("1 hour, 30 min", timedelta(minutes=90)),
        ("30d", timedelta(days=30)),
        ("1w2d", timedelta(days=9)),
        ("90 Seconds", timedelta(seconds=90)),
        ("1.5h", timedelta(minutes=90)),
        ("2h:", timedelta(hours=2)),
        ("0s", timedelta()),
    ],
)
def test_durations_are_read(text: str, span: timedelta) -> None:
    assert parse_duration(text) == span


@pytest.mark.parametrize(
    "text", ["", "2", "h", "2x", "2h3", "30m1h", "2h2h", "-2h", "1e3s", "2h and", "999999999d", "٣h"]
)
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_duration(text)


@given(st.timedeltas(min_value=timedelta(), max_value=timedelta(days=36_000)))
def test_a_duration_that_is_written_is_read_back(span: timedelta) -> None:
    whole = timedelta(seconds=round(span.total_seconds()))
    assert Duration.parse(format_duration(whole)) == whole


@given(st.text(max_size=30))
def test_no_text_raises_anything_but_value_error(text: str) -> None:
    readers = (parse_duration, parse_time, read_zone, ChannelTopic.parse, CronExpression.parse)
    for read in (*readers, lambda said: read_moment(said, NOW, BERLIN)):
        with suppress(ValueError):
            read(text)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("09:00", time(9)),
        ("9am", time(9)),
        ("9:30 PM", time(21, 30)),
        ("12am", time(0)),
        ("12pm", time(12)),
        ("noon", time(12)),
    ],
)
def test_times_of_day_are_read(text: str, moment: time) -> None:
    assert parse_time(text) == moment


@pytest.mark.parametrize("text", ["", "9", "24:00", "9:60", "0am", "13pm", "nine", "09:00:00"])
def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time of day"):
        parse_time(text)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("14:30", "2026-11-21T14:30+01:00"),
        ("9am", "2026-11-22T09:00+01:00"),
        ("at 9am", "2026-11-22T09:00+01:00"),
        ("today 23:00", "2026-11-21T23:00+01:00"),
        ("tomorrow", "2026-11-22T09:00+01:00"),
        ("tomorrow at 8:15", "2026-11-22T08:15+01:00"),
        ("Friday 14:30", "2026-11-27T14:30+01:00"),
        ("sat 9am", "2026-11-28T09:00+01:00"),
        ("2026-12-01", "2026-12-01T09:00+01:00"),
        ("2026-12-01 08:00", "2026-12-01T08:00+01:00"),
        ("2026-12-01T08:00Z", "2026-12-01T08:00+00:00"),
        ("<time:2026-12-01T08:00:00+02:00>", "2026-12-01T08:00+02:00"),
        ("in 2h", "2026-11-21T14:00+00:00"),
        ("90m", "2026-11-21T13:30+00:00"),
    ],
)
def test_moments_are_read_in_the_askers_zone(text: str, moment: str) -> None:
    assert read_moment(text, NOW, BERLIN) == datetime.fromisoformat(moment)


def test_options_read_them_from_text() -> None:
    class Options(msgspec.Struct, frozen=True, kw_only=True):
        every: Duration
        at: TimeOfDay
        zone: ZoneInfo
        to: ChannelTopic
        cron: CronExpression

    written = {
        "every": "1h30m",
        "at": "9am",
        "zone": "Europe/Berlin",
        "to": "#**ops>a > b**",
        "cron": "0  9 * * 1",
    }
    read = msgspec.convert(written, Options, dec_hook=read_option)
    assert read == Options(
        every=Duration(minutes=90),
        at=TimeOfDay(9),
        zone=BERLIN,
        to=ChannelTopic("ops", "a > b"),
        cron=CronExpression("0 9 * * 1"),
    )
    assert (str(read.every), str(read.to)) == ("1h30m", "#ops > a > b")


@pytest.mark.parametrize(
    "text", ["ops", "#ops", "# > x", "#ops >", "#" + "a" * 61 + " > x", "#a > " + "b" * 61]
)
def test_what_is_no_place_in_a_channel_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        ChannelTopic.parse(text)
