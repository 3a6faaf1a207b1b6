"""The organisation's own emoji."""

import re
from typing import Any

from dragoman_server import emoji, failures
from dragoman_server.actions.custom_emoji import do_add_emoji, do_deactivate_emoji
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.payloads.custom_emoji import custom_emoji_payload
from dragoman_server.permissions import PEOPLE_BUT_GUESTS
from dragoman_server.sent_pictures import PICTURE_FAILS, check_picture
from dragoman_server.shapes.organization import CustomEmojiFound
from dragoman_server.world.organization_rights import ADD_EMOJI, has_right

_SIGNS = re.compile(r"[0-9a-z.\-_]+")


@endpoint("GET", "/realm/emoji", answers=CustomEmojiFound)
def get_custom_emoji(call: Call) -> dict[str, Any]:
    """Return the organisation's own emoji by ID, the deactivated included.

    Not in the spec: the operation; the objects are those of register.
    """
    return {"emoji": custom_emoji_payload(call.world)}


@endpoint(
    "POST",
    "/realm/emoji/{emoji_name}",
    permission=PEOPLE_BUT_GUESTS,
    fails=(
        *(failures.BAD_EMOJI_SIGNS, failures.BAD_EMOJI_END, failures.INSUFFICIENT, failures.EMOJI_NAME_TAKEN),
        *(failures.ONE_PICTURE, failures.BUILT_IN_EMOJI),
        *PICTURE_FAILS,
    ),
    emits=("realm_emoji/update",),
)
def upload_custom_emoji(call: Call, *, emoji_name: str) -> None:
    """Add an emoji, whose picture is the one file of the form.

    Not in the spec: the operation.
    """
    name = emoji_name.strip().replace(" ", "_").lower()
    _check_name(name)
    if not has_right(call.world, call.user, ADD_EMOJI):
        raise failures.INSUFFICIENT
    if call.world.custom_emoji.named(name) is not None:
        raise failures.EMOJI_NAME_TAKEN
    if len(call.files) != 1:
        raise failures.ONE_PICTURE
    if emoji.code_of(name) is not None and not call.user.is_admin:
        raise failures.BUILT_IN_EMOJI
    do_add_emoji(call.world, call.user, name, check_picture(call.files[0]))


def _check_name(name: str) -> None:
    if not _SIGNS.fullmatch(name):
        raise failures.BAD_EMOJI_SIGNS
    if name[-1] in "-_.":
        raise failures.BAD_EMOJI_END


@endpoint(
    "DELETE",
    "/realm/emoji/{emoji_name}",
    permission=PEOPLE_BUT_GUESTS,
    fails=(failures.NO_SUCH_CUSTOM_EMOJI, failures.NOT_YOUR_EMOJI),
    emits=("realm_emoji/update",),
)
def deactivate_custom_emoji(call: Call, *, emoji_name: str) -> None:
    """Take an emoji out of use, which its author and administrators may.

    Not in the spec: the operation.
    """
    found = call.world.custom_emoji.named(emoji_name)
    if found is None:
        raise failures.NO_SUCH_CUSTOM_EMOJI(emoji_name=emoji_name)
    if not call.user.is_admin and found.author_id != call.user.user_id:
        raise failures.NOT_YOUR_EMOJI
    do_deactivate_emoji(call.world, found)
