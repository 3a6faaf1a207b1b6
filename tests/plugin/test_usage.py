"""Usage strings: read, written, and laid against what people type."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.plugin.matching import Filled, Mismatch, leading_words, match, nearest
from dragoman.plugin.usage import Argument, Element, Flag, Usage, UsageMistake, Word

REMIND = "remind [--to <whom>] [--loud] <when> <text...>"


def test_a_usage_string_is_read_into_its_elements() -> None:
    assert Usage.parse(
        "Remind --to <whom> [--very-loud] <when> (in|at) <state:on|off> [note...]"
    ).elements == (
        Word(("remind",)),
        Flag(word="to", value="whom"),
        Flag(word="very-loud"),
        Argument(name="when"),
        Word(("in", "at")),
        Argument(name="state", choices=("on", "off")),
        Argument(name="note", optional=True, rest=True),
    )


names = st.from_regex(r"[a-z][a-z_]{0,5}", fullmatch=True)
words = st.builds(lambda each: Word(tuple(each)), st.lists(names, min_size=1, max_size=3, unique=True))
plain = st.builds(lambda name: Argument(name=name), names)
choices = st.builds(
    lambda name, each: Argument(name=name, choices=tuple(each)),
    names,
    st.lists(names, min_size=2, max_size=3, unique=True),
)
flags = st.builds(
    lambda word, value: Flag(word=word, value=value),
    st.from_regex(r"[a-z][a-z-]{0,5}", fullmatch=True),
    st.none() | names,
)


@given(st.lists(words | plain | choices | flags, min_size=1, max_size=6))
def test_what_is_written_is_read_back(elements: list[Element]) -> None:
    written = str(Usage(tuple(elements)))
    try:
        usage = Usage.parse(written)
    except UsageMistake:
        return
    assert usage.elements == tuple(elements)
    assert str(usage) == written


@given(st.text(max_size=40))
def test_no_text_raises_anything_but_a_usage_mistake(text: str) -> None:
    with suppress(UsageMistake):
        Usage.parse(text)


@given(st.text(alphabet="abcx <>[]()|-.:_", max_size=30))
def test_no_text_of_signs_raises_anything_but_a_usage_mistake(text: str) -> None:
    try:
        usage = Usage.parse(text)
    except UsageMistake:
        return
    assert Usage.parse(str(usage)) == usage


@pytest.mark.parametrize(
    ("usage", "complaint"),
    [
        ("", "needs a word or an argument"),
        ("--loud", "needs a word or an argument"),
        ("a<b>", "a space is missing after “a”"),
        ("a <B>", "in small letters"),
        ("a <b", "cannot be read"),
        ("a [b>", "cannot be read"),
        ("a (b)", "cannot be read"),
        ("a [--b", "a flag is written"),
        ("a <b> <b>", "names “b” twice"),
        ("a <b> [--b]", "names “b” twice"),
        ("a <b...> <c>", "only a word can follow “<b...>”"),
        ("a [b] <c>", "“<c>” must be given, so it cannot follow “[b]”"),
        ("a <b...> [--c]", "flags come before the rest"),
        ("a <b:c|d...>", "a choice and the rest of the message at once"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(usage: str, complaint: str) -> None:
    with pytest.raises(UsageMistake) as raised:
        Usage.parse(usage)
    assert complaint in str(raised.value)


@pytest.mark.parametrize(
    ("usage", "text", "filled"),
    [
        (REMIND, "remind 2h  rotate\n the backups", {"when": "2h", "text": "rotate\n the backups"}),
        (REMIND, "REMIND --loud 2h x --y", {"loud": True, "when": "2h", "text": "x --y"}),
        (REMIND, "remind 2h --to @**A B** x", {"whom": "@**A B**", "when": "2h", "text": "x"}),
        (REMIND, 'remind --to="x" 2h y', {"whom": '"x"', "when": "2h", "text": "y"}),
        (REMIND, 'remind "in two hours" x', {"when": "in two hours", "text": "x"}),
        (REMIND, "remind “in two hours” x", {"when": "in two hours", "text": "x"}),
        (REMIND, "remind <time:2026-01-01T09:00Z> x", {"when": "<time:2026-01-01T09:00Z>", "text": "x"}),
        ("join <channel>", "join #**a b>c d**", {"channel": "#**a b>c d**"}),
        ("say <a...> in <b>", "say one in two in 3h", {"a": "one in two", "b": "3h"}),
        ("say <a...> in <b...>", "say one in two in 3h", {"a": "one", "b": "two in 3h"}),
        ("turn <state:on|off> [why...]", "turn ON.", {"state": "on"}),
        ("turn <state:on|off> [why...]", "turn off, now", {"state": "off", "why": "now"}),
        ("(list|ls) [n]", "ls 5", {"n": "5"}),
        ("<question...>", " why? ", {"question": "why?"}),
        ("guide", "guide!", {}),
        ("say <text...>", "say --loud", {"text": "--loud"}),
        ("say <a> [b]", 'say "" x', {"a": "", "b": "x"}),
    ],
)  # fmt: skip
def test_words_fill_parameters(usage: str, text: str, filled: Filled) -> None:
    assert match(Usage.parse(usage), text) == filled


@pytest.mark.parametrize(
    ("usage", "text", "reason"),
    [
        (REMIND, "remind", "“<when>” is missing."),
        (REMIND, "remind 2h", "“<text>” is missing."),
        (REMIND, "remind --lod 2h x", "There is no flag “--lod”. Did you mean “loud”?"),
        (REMIND, "remind --to", "The flag “--to” needs a value."),
        (REMIND, "remind --loud=1 2h x", "The flag “--loud” takes no value."),
        ("turn <state:on|off>", "turn onn", "“onn” is none of “on”, “off”. Did you mean “on”?"),
        ("list", "list all of it", "I do not know what to do with “all of it”."),
        ("say <a...> in <b>", "say one two", "The word “in” is missing after “<a>”."),
        ("do (now|later)", "do", "The word “now” or “later” belongs here."),
        ("do later", "do latr", "The word “later” belongs here, not “latr”. Did you mean “later”?"),
        ("do it", "do", "The word “it” belongs here."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_in_a_sentence(usage: str, text: str, reason: str) -> None:
    found = match(Usage.parse(usage), text)
    assert isinstance(found, Mismatch)
    assert found.reason == reason


@given(st.text(max_size=60))
def test_no_message_raises_anything(text: str) -> None:
    for usage in (REMIND, "say <a...> in <b...>", "turn <state:on|off> [why...]"):
        assert isinstance(match(Usage.parse(usage), text), Mismatch | dict)


def test_leading_words_are_counted() -> None:
    usage = Usage.parse("schedule list <what>")
    assert [leading_words(usage, text) for text in ("schedule list x", "Schedule x", "x", "")] == [2, 1, 0, 0]


@pytest.mark.parametrize(
    ("word", "meant"), [("ehco", "echo"), ("rem", "remind"), ("re", None), ("zzz", None), ("ECHO", "echo")]
)
def test_the_nearest_word_is_offered_when_it_is_near(word: str, meant: str | None) -> None:
    assert nearest(word, ("echo", "remind", "list")) == meant
