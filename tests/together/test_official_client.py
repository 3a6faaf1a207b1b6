"""The official Python client, from PyPI and unchanged, talks to a bot on the bundled server."""

import json
import sys
from pathlib import Path

from processes import process
from serving import RunBot, Serve

PROGRAM = Path(__file__).parent / "official_client.py"


async def test_it_asks_a_bot_in_a_channel_and_directly_and_receives_the_replies(
    serve: Serve, run_bot: RunBot, tmp_path: Path
) -> None:
    question = "my NAS will not mount after a power cut"
    async with serve() as served, run_bot("recovery_desk", served, "recovery-desk-bot"):
        arguments = (served.zuliprc("paulo"), "Recovery Desk", "help desk", question)
        async with process(sys.executable, PROGRAM, *arguments, cwd=tmp_path) as client:
            assert await client.ended() == 0, client.said
    replies = {reply["type"]: reply for reply in map(json.loads, client.said[0].splitlines())}
    assert set(replies) == {"stream", "private"}
    assert replies["stream"]["subject"] == "a question"
    assert replies["private"]["subject"] == ""
    for reply in replies.values():
        assert reply["content_type"] == "text/x-markdown"
        assert "/nas" in reply["content"]
