"""The organisation's own emoji."""

from typing import Any

from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.payloads.custom_emoji import custom_emoji_payload
from dragoman_server.shapes.organization import CustomEmojiFound


@endpoint("GET", "/realm/emoji", answers=CustomEmojiFound)
def get_custom_emoji(call: Call) -> dict[str, Any]:
    """Return the organisation's own emoji by ID, the deactivated included.

    Not in the spec: the operation; the objects are those of register.
    """
    return {"emoji": custom_emoji_payload(call.world)}
