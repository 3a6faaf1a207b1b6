"""A bot that says everything back, with what the proofs of delivery need around it."""

from pathlib import Path

PLUGIN = '''"""Says everything back, and counts."""

from dragoman.plugin import MessageContext, Plugin, command


class Echo(Plugin):
    """Says everything back."""

    @command("<text...>")
    async def echo(self, context: MessageContext, text: str) -> None:
        """Say it back."""
        await context.reply(f"heard {text}")
'''
SETTINGS = """# A bot that is killed again and again: no attempt is one too many, and no message too old.
name: echo
zulip: {zuliprc: zuliprc}
limits: {attempts: 1000000, replies_per_minute: 10000, replies_per_minute_in_all: 1000000}
catch_up: {stale: handle, max_messages: 100000}
plugins:
  - use: ./echo.py:Echo
"""


def write_echo_bot(folder: Path, zuliprc: str, delivery: str = "") -> Path:
    """Write the bot's folder for an account, and return it; ``delivery`` is that section of its settings."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "echo.py").write_text(PLUGIN)
    (folder / "bot.yaml").write_text(SETTINGS + (f"delivery: {delivery}\n" if delivery else ""))
    rc = folder / "zuliprc"
    rc.touch(mode=0o600)
    rc.write_text(zuliprc)
    return folder
