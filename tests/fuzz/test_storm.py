"""A sample of the storm: two thousand requests, the same each time, and that it would see what goes wrong."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fuzz.checking import Checking
from fuzz.composing import Operation, Request
from fuzz.storm import Storm
from fuzz.wire import Answer

REQUESTS = 2000
STORM = Path(__file__).with_name("storm.py")


@pytest.mark.parametrize("level", [261, 496])
async def test_no_request_brings_the_server_to_an_accident(level: int) -> None:
    storm = Storm(seed=7)
    await storm.rage(REQUESTS // 2, levels=(level,))
    assert storm.wrong == {}
    assert storm.sent == REQUESTS // 2
    assert storm.statuses[200] > storm.sent / 10
    assert len(storm.succeeded) > 50


def test_the_command_tells_what_it_did() -> None:
    ran = subprocess.run(
        [sys.executable, STORM, "--requests", "20", "--seed", "3", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    told = json.loads(ran.stdout)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (told["seed"], told["requests"], told["wrong"]) == (3, 20, {})


THING = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
DESCRIBED = {"responses": {"200": {"content": {"application/json": {"schema": THING}}}}}
DOCUMENT: dict[str, Any] = {"components": {"responses": {}}}
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("answer", "problems"),
    [
        (Answer(200, JSON, b'{"a": 1}'), []),
        (Answer(200, JSON, b'{"a": "b"}'), ["'b' is not of type 'integer' at $.a"]),
        (Answer(200, JSON, b"{}"), ["'a' is a required property at $"]),
        (Answer(418, JSON, b"{}"), ["418 as application/json is not in the document"]),
        (Answer(200, {"content-type": "text/plain"}, b""), ["200 as text/plain is not in the document"]),
        (Answer(500, JSON, b"{}"), ["it was answered with 500"]),
        (Answer(302, {"content-type": "text/html"}, b""), []),
        (None, ["the connection was closed without an answer"]),
    ],
)
def test_an_answer_that_breaks_the_document_is_seen(answer: Answer | None, problems: list[str]) -> None:
    request = Request(Operation("GET", "/things", DESCRIBED), b"")
    assert list(Checking(DOCUMENT).problems(request, answer)) == problems
