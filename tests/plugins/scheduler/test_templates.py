"""Texts with fields."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.plugin import Unreadable
from dragoman_plugins.scheduler.templates import FIELDS, Moment, Template, lenient

MOMENT = Moment(
    name="stand-up",
    at=datetime(2027, 1, 18, 9, tzinfo=ZoneInfo("Europe/Berlin")),
    next=datetime(2027, 1, 19, 8, tzinfo=UTC),
)


def test_fields_are_filled_in() -> None:
    text = "{date}|{time}|{weekday}|{day}|{month}|{year}|{week}|{name}|{next}"
    assert Template.parse(text).filled(MOMENT.values()) == (
        "2027-01-18|09:00|Monday|18|January|2027|3|stand-up|<time:2027-01-19T08:00:00+00:00>"
    )


def test_what_comes_no_more_comes_never() -> None:
    values = Moment(name="x", at=MOMENT.at, next=None).values()
    assert Template.parse("again {next}").filled(values) == "again never"


def test_braces_are_written_twice() -> None:
    assert Template.parse("{{date}} {date}").filled(MOMENT.values()) == "{date} 2027-01-18"


def test_what_is_filled_in_is_not_read_again() -> None:
    assert Template.parse("{name}").filled({"name": "{date}", "date": "x"}) == "{date}"


def test_a_name_does_nothing() -> None:
    values = Moment(name="@**all** [x](https://x.org)", at=MOMENT.at, next=None).values()
    assert values["name"] == "@\u200b**all** [x]\u200b(https:/\u200b/x.\u200borg)"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{dat}", "there is no field “{dat}”. Did you mean “date”?"),
        ("{date", "the text has a lone “{”. Write it twice: {{"),
        ("date}", "the text has a lone “}”. Write it twice: }}"),
        ("{}", "the text has a lone “{”. Write it twice: {{"),
        ("{rota.}", "there is no field “{rota.}”. "),
        ("{date.__class__}", "there is no field “{date.__class__}”. "),
    ],
)
def test_what_is_no_field_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Template.parse(text)
    assert str(caught.value).startswith(sentence)


def test_a_persons_braces_are_only_fields_where_they_are_fields() -> None:
    assert lenient("{date} {dat} {{ } f{x}").filled(MOMENT.values()) == "2027-01-18 {dat} {{ } f{x}"


@given(st.lists(st.sampled_from([*"{}ab. ", "date", "rota.", "{{", "}}"]), max_size=12))
def test_without_values_a_persons_text_is_as_it_was_typed(parts: list[str]) -> None:
    text = "".join(parts)
    assert lenient(text).filled({}) == text


@given(st.text())
def test_a_text_without_braces_is_itself(text: str) -> None:
    plain = text.replace("{", "").replace("}", "")
    assert Template.parse(plain).filled(dict.fromkeys(FIELDS, "x")) == plain
