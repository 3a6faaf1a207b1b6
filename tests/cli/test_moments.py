"""Times and spans as they are typed at the command line."""

import pytest

from dragoman.errors import UserError
from dragoman_cli.moments import moment, span, span_until

# 2027-01-15 08:00:00 UTC, a Friday.
NOW = 1_800_000_000.0
HOUR = 3600.0


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("9:00", 1),
        ("in 2h", 2),
        ("7:00", 23),
        ("monday 8:30", 72.5),
        ("every day at 9:00", 1),
        ("2027-01-15T08:00+00:00", 0),
    ],
)
def test_a_time_is_so_far_away(text: str, hours: float) -> None:
    assert span_until(text, NOW) == hours * HOUR


@pytest.mark.parametrize(("text", "hours"), [("yesterday", -23), ("2027-01-15T07:00+01:00", -2)])
def test_a_beginning_may_be_over(text: str, hours: float) -> None:
    assert moment(text, NOW) - NOW == hours * HOUR


@pytest.mark.parametrize("text", ["yesterday", "today 7:00"])
def test_a_time_that_is_over_cannot_be_waited_for(text: str) -> None:
    sentence = (
        f"“{text}” is over, for it is Friday 2027-01-15 08:00:00 UTC: name a time that is still to come"
    )
    with pytest.raises(UserError) as refused:
        span_until(text, NOW)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(("text", "seconds"), [("2h", 7200), ("90", 90), ("1.5", 1.5), ("1d 2h", 93_600)])
def test_a_span_has_so_many_seconds(text: str, seconds: float) -> None:
    assert span(text) == seconds


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("²", "“²” is not a length of time such as 30m, 2h, 1h30m or 7d"),
        ("soon", "“soon” is not a length of time such as 30m, 2h, 1h30m or 7d"),
        ("999999999999", "“999999999999” is too long to wait for: a hundred years at most"),
    ],
)
def test_what_is_no_span_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(UserError) as refused:
        span(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "said"),
    [("soon", "“soon” is not a time such as "), ("at 5", "“5” may be in the morning or in the afternoon")],
)
def test_what_is_no_time_is_explained(text: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        moment(text, NOW)
    assert str(refused.value).startswith(said)
