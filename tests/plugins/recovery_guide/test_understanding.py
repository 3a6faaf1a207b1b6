"""What the guide makes of people's words."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dragoman_plugins.recovery_guide.categories import GLOSSES, TITLES, Category
from dragoman_plugins.recovery_guide.understanding import understand
from dragoman_plugins.recovery_guide.verdict import Kind, Verdict
from plugins.recovery_guide.table import Row, fits, rows

TABLES = (
    "known.txt",
    "unseen.txt",
    "wild.txt",
    "third.txt",
    "fourth.txt",
    "fifth.txt",
    "sixth.txt",
    "seventh.txt",
    "eighth.txt",
    "ninth.txt",
    "tenth.txt",
    "final.txt",
    "eleventh.txt",
    "twelfth.txt",
)
QUESTIONS = [row for table in TABLES for row in rows(table)]


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row.question)
def test_the_question_of_the_table_is_understood(row: Row) -> None:
    verdict = understand(row.question)
    assert fits(verdict, row.expected), f"wanted {row.expected}, found {verdict}"


def test_the_tables_hold_many_questions_and_no_question_twice() -> None:
    assert len(QUESTIONS) >= 1500
    assert len({row.question for row in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("category", Category)
def test_the_guides_own_word_for_a_category_is_understood(category: Category) -> None:
    assert understand(category.value) == Verdict(kind=Kind.PAGE, categories=(category,))
    assert understand(TITLES[category]) == Verdict(kind=Kind.PAGE, categories=(category,))
    assert category in GLOSSES


def test_shouting_and_punctuation_do_not_matter() -> None:
    assert understand("MY  NAS ... is DEAD!!!") == understand("my nas is dead")


def test_typographic_apostrophes_are_apostrophes() -> None:
    assert understand("my NAS won’t mount, it’s not the phone") == understand(
        "my NAS won't mount, it's not the phone"
    )


@pytest.mark.parametrize("emptiness", ["", " ", "\n", "???", "🤷", "。"])
def test_a_text_without_words_is_a_call_for_help(emptiness: str) -> None:
    assert understand(emptiness).kind is Kind.HELP


@given(st.text(max_size=300))
def test_any_text_at_all_gets_a_verdict(text: str) -> None:
    assert isinstance(understand(text), Verdict)


@settings(max_examples=30)
@given(
    st.lists(
        st.sampled_from(["my", "not", "the", "nas", "plug", "into", "will", "you", "what", "is"]),
        max_size=250,
    )
)
def test_no_text_keeps_the_bot_busy(said: list[str]) -> None:
    begun = time.perf_counter()
    understand(" ".join(said))
    assert time.perf_counter() - begun < 1.0


@given(st.sampled_from(QUESTIONS), st.sampled_from(["", " ", "  please", " !", "?!"]))
def test_a_page_stays_the_same_page_with_a_polite_end(row: Row, end: str) -> None:
    verdict = understand(row.question)
    if verdict.kind is Kind.PAGE:
        assert understand(row.question + end).categories == verdict.categories
