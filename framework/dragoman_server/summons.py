"""That a message concerns an outgoing-web-hook bot, which has to be called."""

import msgspec


class Summons(msgspec.Struct, frozen=True, kw_only=True):
    """One bot, one message, and why the bot is called."""

    bot_id: int
    message_id: int
    trigger: str
    """`mention` or `direct_message`."""
