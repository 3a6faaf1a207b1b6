"""The life of a bot, on a messaging service in memory and a clock that is moved by hand."""

from pathlib import Path

from runtime.double import BOT, running, write_bot

ECHO = '''
"""A sample."""
from datetime import timedelta
from dragoman.plugin import *

class Sample(Plugin[NoOptions]):
    """Repeats things."""

    @command("echo <text...>", help="Says it again.")
    async def echo(self, context: MessageContext, text: str) -> None:
        await context.reply(text)

    @command("wait <span>")
    async def wait(self, context: MessageContext, span: timedelta) -> None:
        await context.reply("before")
        await context.clock.sleep(span.total_seconds())
        await context.reply("after")

    @command("break")
    async def breaks(self, context: MessageContext) -> None:
        await context.reply("never seen")
        raise RuntimeError("inside")
'''


async def test_a_command_reaches_the_bot_by_prefix_by_mention_and_directly(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, ECHO)) as desk:
        assert await desk.say("!echo one") == ["one"]
        assert await desk.say("@**Recovery Desk** echo two") == ["two"]
        assert await desk.say("echo three", to=(BOT,)) == ["three"]
        assert await desk.say("echo nothing") == []
