"""``dragoman dev``: a server and a bot in one, for any client to talk to."""

import asyncio
import stat
from pathlib import Path

from cli.commands import BOTS
from cli.commands import dragoman as finished
from dragoman import Credentials, QueueRegistered, Zulip
from dragoman.events import MessageEvent
from dragoman.operations import GetMessages, GetUsers, RegisterQueue, SendMessage
from processes import dragoman

BOT = """
name: desk
plugins:
  - use: scheduler
    schedules:
      - {name: standup, cron: "0 9 * * *", to: "#general > stand-up", text: "What are you on today?"}
"""


async def test_a_person_talks_to_the_bot_with_the_zuliprc_that_it_wrote(tmp_path: Path) -> None:
    async with dragoman("dev", BOTS / "recovery_desk", "--port", "0", cwd=tmp_path) as running:
        url = (await running.line(r"^Recovery Desk is at (http://127\.0\.0\.1:\d+)$")).group(1)
        await running.line("Ctrl-C")
        paulo = Credentials.from_zuliprc(tmp_path / ".dragoman" / "paulo.zuliprc")
        assert paulo.site == url
        async with Zulip(paulo) as zulip:
            async with asyncio.timeout(20):
                assert "/services/phone" in await answer(zulip, "My phone fell into the sea")
        assert await running.end() == 0


async def test_time_may_stand_still_until_it_is_moved(tmp_path: Path) -> None:
    (tmp_path / "bot.yaml").write_text(BOT)
    at = ("--at", "2027-01-15T08:00+00:00", "--frozen")
    async with dragoman("dev", tmp_path, "--port", "0", *at, cwd=tmp_path) as running:
        await running.line(
            "^it is Friday 2027-01-15 08:00:00 UTC, until dragoman control advance SPAN, or to TIME$"
        )
        await running.line("Ctrl-C")
        told = []
        for order in (("now",), ("advance", "2h"), ("thaw",), ("freeze",)):
            ran = await asyncio.to_thread(finished, "control", *order, cwd=tmp_path)
            told.append(ran.out)
        still = "it is Friday 2027-01-15 {}:00:00 UTC, and the time stands still\n"
        assert told[:2] == [still.format("08"), still.format("10")]
        assert told[2] == "it is Friday 2027-01-15 10:00:00 UTC\n"
        assert told[3].endswith(", and the time stands still\n")
        assert await running.end() == 0


async def test_time_passes_for_the_bot_and_its_server_together(tmp_path: Path) -> None:
    (tmp_path / "bot.yaml").write_text(BOT)
    at = ("--at", "2027-01-15T08:00+00:00")
    async with dragoman("dev", tmp_path, "--port", "0", *at, cwd=tmp_path) as running:
        await running.line("Ctrl-C")
        file = tmp_path / ".dragoman" / "control.json"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        told = await asyncio.to_thread(finished, "control", "to", "9:00", cwd=tmp_path)
        assert (told.code, told.err) == (0, "")
        assert told.out.startswith("it is Friday 2027-01-15 09:00:00 UTC")
        async with Zulip(Credentials.from_zuliprc(tmp_path / ".dragoman" / "paulo.zuliprc")) as zulip:
            found = await zulip(GetMessages(anchor="newest", num_before=1, num_after=0, apply_markdown=False))
        assert found.messages[-1].content == "What are you on today?"
        assert found.messages[-1].timestamp == 1_800_003_600
        now = await asyncio.to_thread(finished, "control", "now", cwd=tmp_path)
        assert now.out.startswith("it is Friday 2027-01-15 09:0")
        wrong = await asyncio.to_thread(finished, "control", "advance", "soon", cwd=tmp_path)
        assert (wrong.code, wrong.out) == (1, "")
        assert wrong.err == "dragoman: “soon” is not a length of time such as 30m, 2h, 1h30m or 7d\n"
        over = await asyncio.to_thread(finished, "control", "to", "yesterday", cwd=tmp_path)
        assert (over.code, over.out) == (1, "")
        assert over.err.startswith("dragoman: “yesterday” is over, for it is Friday 2027-01-15 09:0")
        assert await running.end() == 0


async def answer(zulip: Zulip, question: str) -> str:
    """Ask the bot directly and return what it says."""
    (bot,) = [user for user in (await zulip(GetUsers())).members if user.full_name == "Recovery Desk"]
    queue = zulip.events(RegisterQueue(event_types=("message",)))
    async for event in queue:
        if isinstance(event, QueueRegistered):
            await zulip(SendMessage(type="direct", to=(bot.user_id,), content=question))
        elif isinstance(event, MessageEvent) and event.message.sender_id == bot.user_id:
            await queue.aclose()
            return event.message.content
    raise AssertionError("the queue ended")
