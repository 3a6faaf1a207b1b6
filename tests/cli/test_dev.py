"""``dragoman dev``: a server and a bot in one, for any client to talk to."""

import asyncio
from pathlib import Path

from cli.commands import BOTS
from dragoman import Credentials, QueueRegistered, Zulip
from dragoman.events import MessageEvent
from dragoman.operations import GetUsers, RegisterQueue, SendMessage
from processes import dragoman


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
