"""``dragoman control``: orders to a running server."""

import asyncio
import json
import stat
from pathlib import Path

import pytest

from cli.commands import Ran, invoke
from cli.commands import dragoman as finished
from dragoman import Credentials, Zulip
from dragoman.operations import CreateScheduledMessage, GetMessages, GetScheduledMessages
from processes import dragoman


async def control(folder: Path, *arguments: str) -> Ran:
    return await asyncio.to_thread(finished, "control", *arguments, cwd=folder)


async def test_time_passes_on_the_server_when_it_is_told_to(tmp_path: Path) -> None:
    async with dragoman("serve", "--port", "0", "--control", cwd=tmp_path) as server:
        await server.line(r"^control +http://127\.0\.0\.1:\d+/control/ +\(token: \.dragoman/control\.json\)$")
        await server.line("Ctrl-C")
        async with Zulip(Credentials.from_zuliprc(tmp_path / ".dragoman" / "paulo.zuliprc")) as paulo:
            found = await paulo(GetMessages(anchor="newest", num_before=1, num_after=0))
            moment = found.messages[-1].timestamp + 14 * 3600
            await paulo(
                CreateScheduledMessage(
                    type="channel",
                    to=found.messages[-1].channel_id or 31,
                    topic="later",
                    content="It is time.",
                    scheduled_delivery_timestamp=moment,
                )
            )
            passed = await control(tmp_path, "advance", "86400")
            assert (passed.code, passed.err) == (0, "")
            assert passed.out.startswith("it is ")
            assert (await paulo(GetScheduledMessages())).scheduled_messages == ()
            found = await paulo(GetMessages(anchor="newest", num_before=1, num_after=0, apply_markdown=False))
            assert found.messages[-1].content == "It is time."
            assert await control(tmp_path, "reset") == Ran(0, "all is as it was at the start\n", "")
            found = await paulo(GetMessages(anchor="newest", num_before=1, num_after=0, apply_markdown=False))
            assert found.messages[-1].content != "It is time."


async def test_a_right_is_granted_and_a_wrong_order_explained(tmp_path: Path) -> None:
    async with dragoman("serve", "--port", "0", "--control", cwd=tmp_path) as server:
        await server.line("Ctrl-C")
        file = tmp_path / ".dragoman" / "control.json"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        said = "idris-okonkwo@lighthouse.example has the right can_create_users now\n"
        name = "idris-okonkwo@lighthouse.example"
        assert await control(tmp_path, "grant", name, "can_create_users") == Ran(0, said, "")
        refused = await control(tmp_path, "grant", "nobody", "can_create_users")
        assert (refused.code, refused.out) == (1, "")
        assert refused.err.startswith("dragoman: the server refused: ")
        token = json.loads(file.read_text())["token"]
        assert token not in refused.err
    gone = await control(tmp_path, "reset")
    assert (gone.code, gone.out) == (1, "")
    assert gone.err.startswith("dragoman: no server answers at http://127.0.0.1:")
    assert gone.err.endswith(": Connection refused. Has it ended?\n")


START = "Start the server here with dragoman dev, or with dragoman serve --control; or name its --zuliprc-dir"


def test_a_server_without_control_takes_no_orders(tmp_path: Path) -> None:
    said = f"dragoman: {tmp_path}/control.json: there is none. {START}.\n"
    assert invoke("control", "--zuliprc-dir", tmp_path, "reset") == Ran(1, "", said)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("", "it is not what a server has written"),
        ('{"url": "http://localhost:1"}', "it is not what a server has written"),
        ('{"url": "file:///etc/passwd", "token": "0123"}', "it names no server"),
    ],
)
def test_orders_are_given_only_where_a_server_has_written_down_how(
    tmp_path: Path, content: str, what: str
) -> None:
    (tmp_path / "control.json").write_text(content)
    said = f"dragoman: {tmp_path}/control.json: {what}. {START}.\n"
    assert invoke("control", "--zuliprc-dir", tmp_path, "now") == Ran(1, "", said)


async def test_a_token_is_not_shown_to_a_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    async with dragoman("serve", "--port", "0", "--control", cwd=tmp_path) as server:
        await server.line("Ctrl-C")
        assert (await control(tmp_path, "now")).code == 0
