"""A program as its author would write it with the official Python client: ask a bot, print what it answers.

Arguments: the zuliprc, the bot's full name, the channel, the question. Prints one JSON object a reply.
"""

import json
import sys
from typing import Any

import zulip

RCFILE, BOT, CHANNEL, QUESTION = sys.argv[1:]


class Asker(zulip.Client):
    """Asks as soon as its event queue is there, so that no reply can come too early."""

    def register(self, *arguments: Any, **options: Any) -> dict[str, Any]:
        answer: dict[str, Any] = super().register(*arguments, **options)
        bots = [user for user in self.get_users()["members"] if user["full_name"] == BOT]
        mentioning = f"@**{BOT}** {QUESTION}"
        in_channel = {"type": "stream", "to": CHANNEL, "topic": "a question", "content": mentioning}
        direct = {"type": "private", "to": [bots[0]["user_id"]], "content": QUESTION}
        for message in (in_channel, direct):
            sent = self.send_message(message)
            assert sent["result"] == "success", sent
        return answer


missing = {"stream", "private"}


def show(message: dict[str, Any]) -> None:
    """Print a reply of the bot's, and end when both have come."""
    if message["sender_full_name"] != BOT:
        return
    keys = ("type", "subject", "content", "content_type", "client")
    print(json.dumps({key: message[key] for key in keys}), flush=True)
    missing.discard(message["type"])
    if not missing:
        raise SystemExit


Asker(config_file=RCFILE).call_on_each_message(show)
