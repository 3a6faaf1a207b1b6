"""Which times are found in what people type."""

from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman_plugins.scheduler.when import When, when_first, when_last

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2027, 1, 18, 12, 0, tzinfo=UTC)
"""A Monday, 13:00 in Berlin."""

PHRASES = """
in 2h freeze ends                          | 2027-01-18 15:00 | freeze ends
in 2h: freeze ends                         | 2027-01-18 15:00 | freeze ends
in 2 hours freeze ends                     | 2027-01-18 15:00 | freeze ends
2h freeze ends                             | 2027-01-18 15:00 | freeze ends
in 90 minutes                              | 2027-01-18 14:30 |
in 1h30m stand up                          | 2027-01-18 14:30 | stand up
in 1 hour and 30 minutes stand up          | 2027-01-18 14:30 | stand up
in an hour call back                       | 2027-01-18 14:00 | call back
in half an hour call back                  | 2027-01-18 13:30 | call back
in a quarter of an hour tea                | 2027-01-18 13:15 | tea
in an hour and a half tea                  | 2027-01-18 14:30 | tea
in a couple of hours tea                   | 2027-01-18 15:00 | tea
in two days renew                          | 2027-01-20 13:00 | renew
in a week renew                            | 2027-01-25 13:00 | renew
three hours from now renew                 | 2027-01-18 16:00 | renew
in 30 days renew                           | 2027-02-17 13:00 | renew
at 17:00 deploy                            | 2027-01-18 17:00 | deploy
17:00 deploy                               | 2027-01-18 17:00 | deploy
at 5pm deploy                              | 2027-01-18 17:00 | deploy
at 5 pm deploy                             | 2027-01-18 17:00 | deploy
at 17 deploy                               | 2027-01-18 17:00 | deploy
at 17.30 deploy                            | 2027-01-18 17:30 | deploy
at 9am deploy                              | 2027-01-19 09:00 | deploy
at noon lunch                              | 2027-01-19 12:00 | lunch
at midnight sleep                          | 2027-01-19 00:00 | sleep
this evening water the plants              | 2027-01-18 18:00 | water the plants
tonight water the plants                   | 2027-01-18 20:00 | water the plants
tonight at 9pm water the plants            | 2027-01-18 21:00 | water the plants
today 17:00 go home                        | 2027-01-18 17:00 | go home
tomorrow 9am to rotate backups             | 2027-01-19 09:00 | to rotate backups
tomorrow at 9am, rotate backups            | 2027-01-19 09:00 | rotate backups
Tomorrow 9 AM rotate backups               | 2027-01-19 09:00 | rotate backups
tomorrow rotate backups                    | 2027-01-19 09:00 | rotate backups
tomorrow morning rotate backups            | 2027-01-19 09:00 | rotate backups
tomorrow in the afternoon rotate           | 2027-01-19 15:00 | rotate
9am tomorrow rotate backups                | 2027-01-19 09:00 | rotate backups
day after tomorrow 10:30 rotate            | 2027-01-20 10:30 | rotate
friday 17:00 beer                          | 2027-01-22 17:00 | beer
on friday at 17:00: beer                   | 2027-01-22 17:00 | beer
fri 17:00 beer                             | 2027-01-22 17:00 | beer
friday beer                                | 2027-01-22 09:00 | beer
17:00 on friday beer                       | 2027-01-22 17:00 | beer
next friday 17:00 beer                     | 2027-01-29 17:00 | beer
monday 9:00 stand-up                       | 2027-01-25 09:00 | stand-up
monday 14:00 stand-up                      | 2027-01-18 14:00 | stand-up
next monday 9:00 stand-up                  | 2027-01-25 09:00 | stand-up
24 december 18:00 presents                 | 2027-12-24 18:00 | presents
december 24th at 18:00 presents            | 2027-12-24 18:00 | presents
3 jan cake                                 | 2028-01-03 09:00 | cake
on 24.12.2028 at 18:00 presents            | 2028-12-24 18:00 | presents
24.12. presents                            | 2027-12-24 09:00 | presents
2027-12-01 08:00 new month                 | 2027-12-01 08:00 | new month
2027-12-01T08:00 new month                 | 2027-12-01 08:00 | new month
2027-12-01T08:00:00Z new month             | 2027-12-01 09:00 | new month
2027-12-01T08:00+05:00 new month           | 2027-12-01 04:00 | new month
2027-12-01 new month                       | 2027-12-01 09:00 | new month
<time:2027-12-01T08:00:00Z> new month      | 2027-12-01 09:00 | new month
next week retrospective                    | 2027-01-25 09:00 | retrospective
next month retrospective                   | 2027-02-01 09:00 | retrospective
in 2h the 5pm meeting moves                | 2027-01-18 15:00 | the 5pm meeting moves
tomorrow 9am 2h maintenance window         | 2027-01-19 09:00 | 2h maintenance window
may 5 things                               | 2027-05-05 09:00 | things
"""
ROWS = [tuple(part.strip() for part in line.split("|")) for line in PHRASES.strip().splitlines()]


@pytest.mark.parametrize(("text", "expected", "rest"), ROWS, ids=[row[0] for row in ROWS])
def test_the_time_at_the_beginning_is_found(text: str, expected: str, rest: str) -> None:
    moment = datetime.fromisoformat(expected).replace(tzinfo=BERLIN)
    assert when_first(text, NOW, BERLIN) == When(moment, rest)


@pytest.mark.parametrize(
    ("text", "expected", "rest"),
    [
        ("to rotate backups tomorrow 9am", "2027-01-19 09:00", "to rotate backups"),
        ("to rotate backups in 2 hours", "2027-01-18 15:00", "to rotate backups"),
        ("to call Iris on friday at 17:00.", "2027-01-22 17:00", "to call Iris"),
        ("that the freeze ends, at 17:00", "2027-01-18 17:00", "that the freeze ends"),
    ],
)
def test_the_time_at_the_end_is_found(text: str, expected: str, rest: str) -> None:
    assert when_last(text, NOW, BERLIN) == When(datetime.fromisoformat(expected).replace(tzinfo=BERLIN), rest)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("today 8am x", "Monday, 18 January 2027, 08:00 is over: name a time that is still to come"),
        ("2020-01-01 x", "Wednesday, 01 January 2020, 09:00 is over: name a time that is still to come"),
        ("in 0m x", "Monday, 18 January 2027, 12:00 is over: name a time that is still to come"),
        ("at 25:00 x", "there is no “25:00” on any clock"),
        ("13pm x", "there is no “13pm” on any clock"),
        ("30 february x", "there is no 30 February 2027"),
        ("31.11. x", "there is no 31 November 2027"),
        ("2027-02-30 x", "there is no “2027-02-30”: day is out of range for month"),
        (
            "2027-03-28 02:30 x",
            "there is no 02:30 on Sunday, 28 March 2027 in Europe/Berlin: the clocks go forward then",
        ),
        (
            "soon x",
            (
                "I cannot tell when: begin with a time such as "
                "in 2h, at 17:00, tomorrow 9am, friday 17:00 or 2027-12-01 08:00"
            ),
        ),
        (
            "",
            (
                "I cannot tell when: begin with a time such as "
                "in 2h, at 17:00, tomorrow 9am, friday 17:00 or 2027-12-01 08:00"
            ),
        ),
    ],
)
def test_a_time_that_cannot_be_is_explained_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        when_first(text, NOW, BERLIN)
    assert str(caught.value) == sentence


def test_the_repeated_hour_is_meant_the_first_time() -> None:
    found = when_first("2027-10-31 02:30 x", NOW, BERLIN)
    assert found.moment.astimezone(UTC) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


@given(st.text(max_size=80))
def test_any_text_gives_a_time_to_come_or_a_sentence(text: str) -> None:
    for find in (when_first, when_last):
        with suppress(ValueError):
            assert find(text, NOW, BERLIN).moment > NOW
