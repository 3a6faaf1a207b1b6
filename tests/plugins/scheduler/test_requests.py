"""What is read out of what people type after the command."""

from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.planner import Unclear, encode_plan, read_plan
from dragoman_plugins.scheduler.questions import unclear_in
from dragoman_plugins.scheduler.requests import Request, read_reminder, read_request

NOW = datetime(2027, 1, 18, 12, tzinfo=UTC)
UTC_ZONE = ZoneInfo("UTC")
LONG = ("we meet on tuesdays, and " * 9).rstrip()
"""Times stand in it further back than a topic is long."""
PARTS = [
    "#ops > deploys",
    "#**ops>deploys**",
    "@**Iris Adler**",
    "@*bench*",
    "in",
    "to",
    ":",
    ",",
    "and",
    "every weekday at 9:00",
    "tomorrow at 5",
    "in 2h",
    "friday",
    "freeze ends",
    "{date}",
    "\n",
    "#",
    ">",
    "**",
]


@given(st.lists(st.sampled_from(PARTS), max_size=7) | st.lists(st.text(max_size=8), max_size=5))
def test_whatever_is_typed_is_read_or_explained(parts: list[str]) -> None:
    text = " ".join(parts)
    for read in (read_request, read_reminder):
        with suppress(ValueError):
            assert read(text, NOW, UTC_ZONE).text in text


@pytest.mark.parametrize(
    ("text", "place", "plan", "rest"),
    [
        ("every weekday at 9:00 in #ops > x: up?", "#ops > x", "every weekday at 9:00", "up?"),
        ("#ops > x every weekday at 9:00: up?", "#ops > x", "every weekday at 9:00", "up?"),
        ("#ops > x every friday at 16:00: " + "we meet on tuesdays, and " * 9, "#ops > x", "friday", LONG),
        ("to @**A** and @**B|2**, every friday 16:00 go home", "@**A** and @**B|2**", "friday", "go home"),
        ("every friday 16:00 to @**A**, @**B**: go home", "@**A**, @**B**", "friday", "go home"),
        ("every friday 16:00 @**A** goes home", None, "friday", "@**A** goes home"),
        ("every friday 16:00 #**ops>x**: go", "#ops > x", "friday", "go"),
    ],
)
def test_place_time_and_text_stand_in_either_order(
    text: str, place: str | None, plan: str, rest: str
) -> None:
    words = "every friday at 16:00" if plan == "friday" else plan
    request = read_request(text, NOW, UTC_ZONE)
    wanted = read_plan(words, NOW, UTC_ZONE)
    assert (request.place, encode_plan(request.plan), request.text) == (place, encode_plan(wanted), rest)
    assert isinstance(request, Request)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tomorrow at 5 to sleep", "tomorrow at 5"),
        ("#ops > deploys tomorrow at 5: freeze ends", "tomorrow at 5"),
        ("to sleep tomorrow at 5", "tomorrow at 5"),
        ("every month on the 31st at 9:00 pay", "every month on the 31st at 9:00"),
    ],
)
def test_the_words_that_are_not_clear_are_found(text: str, words: str) -> None:
    with pytest.raises(Unclear) as caught:
        read_plan(words, NOW, UTC_ZONE)
    place = unclear_in(text, caught.value.choices, NOW, UTC_ZONE)
    assert place is not None
    assert text[place] == words
