"""The log: one JSON object a line, and never a secret in it."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from dragoman.model import Secret
from dragoman.ops import configure_logging, hide

KEY = "k3y-that-nobody-may-see"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Put the logging back as it was."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    structlog.reset_defaults()
    root.handlers, root.level = handlers, level


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_one_json_object_with_the_common_keys_first() -> None:
    stream = io.StringIO()
    configure_logging("info", stream=stream)
    structlog.get_logger().bind(bot="desk").info("queue registered", queue_id="q1", count=1)
    (line,) = lines(stream)
    assert line.pop("ts").endswith("Z")
    assert line == {"level": "info", "event": "queue registered", "bot": "desk", "queue_id": "q1", "count": 1}
    assert stream.getvalue().startswith('{"ts":')


def test_less_important_lines_are_left_out() -> None:
    stream = io.StringIO()
    configure_logging("warning", stream=stream)
    structlog.get_logger().info("not seen")
    structlog.get_logger().warning("seen")
    assert [line["event"] for line in lines(stream)] == ["seen"]


def test_no_secret_gets_into_a_line_by_any_way() -> None:
    stream = io.StringIO()
    configure_logging("debug", stream=stream, secrets=[KEY])
    hide("learnt-later")
    log = structlog.get_logger()
    log.info(f"key {KEY}", deep={"a": [KEY, {KEY: Secret(KEY)}], "b": (1, None)}, what=ValueError(KEY))
    log.info("header", headers={"Authorization": "Basic ZGVzazprM3ktdGhhdA=="}, later="x learnt-later y")
    try:
        raise RuntimeError(f"with {KEY}")
    except RuntimeError:
        log.exception("failed")
    logging.getLogger("some.library").warning("library says %s", KEY)
    text = stream.getvalue()
    assert KEY not in text
    assert "learnt-later" not in text
    assert "ZGVzazprM3ktdGhhdA" not in text
    assert "RuntimeError: with ***" in text
    assert lines(stream)[0]["deep"] == {"a": ["***", {"***": "Secret(***)"}], "b": [1, None]}
    assert lines(stream)[-1]["event"] == "library says ***"


def test_a_terminal_gets_text_and_colours_unless_they_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for refused in ("", "1"):
        monkeypatch.setenv("NO_COLOR", refused)
        stream = Terminal()
        configure_logging("info", stream=stream)
        structlog.get_logger().info("started", bot="desk")
        seen.append(stream.getvalue())
    assert ["\x1b[" in text for text in seen] == [True, False]
    assert all("started" in text and "{" not in text for text in seen)
