"""The strict YAML reader: places, values from outside, and no exception but its own whatever it is given."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import ConfigurationError
from dragoman.runtime.nodes import Entry, Mapping, Place, Scalar, Sequence
from dragoman.runtime.strict_yaml import DEEPEST, Document, parse_yaml

FILE = Path("bot.yaml")


def parse(text: str, environment: dict[str, str] | None = None, file: Path = FILE) -> Document:
    return parse_yaml(text.encode(), file, environment or {})


def complaints(text: str) -> str:
    try:
        return "\n".join(map(str, parse(text).problems))
    except ConfigurationError as error:
        return str(error)


def test_every_key_and_value_has_its_place() -> None:
    assert parse("a: 1\nb:\n  - x\n").root == Mapping(
        entries=(
            Entry(key="a", place=Place(1, 1), value=Scalar(value=1, written="1", place=Place(1, 4))),
            Entry(
                key="b",
                place=Place(2, 1),
                value=Sequence(items=(Scalar(value="x", written="x", place=Place(3, 5)),), place=Place(3, 3)),
            ),
        ),
        place=Place(1, 1),
    )


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", 1),
        ("-7", -7),
        ("0", 0),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("3.10", 3.1),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("010", "010"),
        ("0o17", "0o17"),
        ("0x1f", "0x1f"),
        ("1:30", "1:30"),
        ("09:00", "09:00"),
        ("1_000", "1_000"),
        ("2026-11-21", "2026-11-21"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        (".5", ".5"),
        ("1e999", "1e999"),
        ("9" * 40, "9" * 40),
        ("'1'", "1"),
        ('"true"', "true"),
        ("! 5", "5"),
    ],
)
def test_only_the_plainest_words_are_more_than_text(written: str, value: object) -> None:
    root = parse(f"key: {written}").root
    assert root.plain() == {"key": value}
    assert isinstance(root, Mapping)
    assert type(root.entries[0].value.plain()) is type(value)


def test_a_key_is_text_whatever_it_looks_like() -> None:
    assert parse("2026: a\ntrue: b\n").root.plain() == {"2026": "a", "true": "b"}


def test_the_environment_is_read_and_kept_secret() -> None:
    root = parse("a: !env NAME\nb: !env {name: OTHER, default: 5}\n", {"NAME": "v"}).root
    assert isinstance(root, Mapping)
    first, second = (entry.value for entry in root.entries)
    assert first == Scalar(value="v", place=Place(1, 4), secret=True)
    assert second == Scalar(value=5, written="5", place=Place(2, 4), secret=True)


def test_a_file_is_read_beside_the_yaml_and_trimmed(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("  abc\n")
    root = parse("a: !file key\n", file=tmp_path / "bot.yaml").root
    assert root.plain() == {"a": "abc"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a: !file\n", "!file needs the path of a file"),
        ("a: !file .\n", "cannot be read: is a directory"),
        ("a: !env {default: 5}\n", "!env takes the name of a variable"),
        ("a: !env {name: A, default: [1]}\n", "the default of !env must be a single value"),
        ("a: !env [A]\n", "the tag !env is not known"),
        ("[a]: 1\n", "a key must be text"),
        ('"": 1\n', "a key is missing before the colon"),
        ("a: &x 1\nb: *x\n", "the alias *x is not supported"),
        ("a: 'b\n", "never closed"),
        ("a: b\nc\n", "a colon is missing after a key"),
        ("a: {b: c\n", "for the bracket of line 1"),
        ("%YAML 9.9\n---\na: 1\n", "this is not YAML"),
        ('a: "\\q"\n', "means nothing between double quotes"),
        ("a: " + "[" * (DEEPEST + 5), "more than 50 levels are nested here"),
    ],
)
def test_what_is_easily_meant_otherwise_is_refused(text: str, complaint: str) -> None:
    assert complaint in complaints(text)


def test_both_places_of_a_double_key_are_named() -> None:
    assert complaints("a: 1\nb: 2\na: 3\n") == (
        "bot.yaml:3:1: the key “a” is here a second time; the first is in line 1. Keep one of them."
    )


def test_a_large_file_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="larger than 1 MiB"):
        parse_yaml(b"a" * 1_048_577, FILE, {})


def survives(content: bytes) -> None:
    try:
        document = parse_yaml(content, FILE, {})
    except ConfigurationError:
        return
    document.root.plain()


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_undeclared(content: bytes) -> None:
    survives(content)


PIECES = (
    *("a", ": ", "\n", "  ", "- ", "[", "]", "{", "}", ", ", "'", '"', "!env ", "!file ", "&x ", "*x", "<<"),
    *(
        "|\n",
        ">\n",
        "? ",
        "#",
        "%",
        "@",
        "---\n",
        "...\n",
        "!!int ",
        "\t",
        "1",
        "\\",
        "é",
        "😀",
        "\x85",
        "\ufeff",
    ),
)


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_no_yaml_like_text_raises_anything_undeclared(parts: list[str]) -> None:
    survives("".join(parts).encode())
