"""Emoji under messages."""

from dragoman_server import emoji, failures
from dragoman_server.actions.reactions import do_add_reaction, do_remove_reaction
from dragoman_server.actions.topic_choices import TOPIC_CHOICE_EMITS
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.world.access import access_message
from dragoman_server.world.records import Message, Reaction
from dragoman_server.world.world import World

UNICODE = "unicode_emoji"
CUSTOM = "realm_emoji"
EXTRA = "server_extra_emoji"
_EXTRA_BY_ANY_NAME = (EXTRA, "zulip_extra_emoji")
"""The type of the built-in special emoji: as the specification names it, and as servers in the wild do."""

EMOJI_FAILS = (
    *(failures.NO_SUCH_EMOJI, failures.BAD_EMOJI_CODE, failures.BAD_EMOJI_NAME, failures.BAD_EMOJI_TYPE),
    *(failures.BAD_CUSTOM_EMOJI, failures.BAD_CUSTOM_EMOJI_NAME, failures.EMOJI_DEACTIVATED),
)
"""How an emoji is refused."""


@endpoint(
    "POST",
    "/messages/{message_id}/reactions",
    fails=(
        failures.INVALID_MESSAGES,
        *EMOJI_FAILS,
        failures.REACTION_EXISTS,
    ),
    emits=("reaction/add", *TOPIC_CHOICE_EMITS),
)
def add_reaction(
    call: Call,
    *,
    message_id: int,
    emoji_name: str,
    emoji_code: str | None = None,
    reaction_type: str | None = None,
) -> None:
    """React to a message with an emoji.

    Not in the spec: the operation; its fields are those of a message's reaction.
    """
    message = access_message(call.world, call.user, message_id)
    code, kind = complete_emoji(call.world, emoji_name, emoji_code, reaction_type)
    if _find(message, call.user.user_id, code, kind) is not None:
        raise failures.REACTION_EXISTS
    if any(one.emoji_code == code and one.reaction_type == kind for one in message.reactions):
        # Joining a reaction needs no check of the name: old clients may know the emoji by another.
        first = next(one for one in message.reactions if one.emoji_code == code)
        emoji_name = first.emoji_name
    else:
        check_emoji(call.world, emoji_name, code, kind)
    reaction = Reaction(emoji_name, code, kind, call.user.user_id)
    do_add_reaction(call.world, call.user, message, reaction)


@endpoint(
    "DELETE",
    "/messages/{message_id}/reactions",
    fails=(
        failures.INVALID_MESSAGES,
        failures.NO_SUCH_EMOJI,
        failures.EMOJI_MISSING,
        failures.REACTION_MISSING,
    ),
    emits=("reaction/remove",),
)
def remove_reaction(
    call: Call,
    *,
    message_id: int,
    emoji_name: str | None = None,
    emoji_code: str | None = None,
    reaction_type: str = UNICODE,
) -> None:
    """Take back one's reaction to a message.

    Not in the spec: the operation; its fields are those of a message's reaction.
    """
    message = access_message(call.world, call.user, message_id)
    if emoji_name is None and emoji_code is None:
        raise failures.EMOJI_MISSING
    kind = EXTRA if reaction_type in _EXTRA_BY_ANY_NAME else reaction_type
    code = emoji_code or _code_and_kind(call.world, emoji_name or "")[0]
    found = _find(message, call.user.user_id, code, kind)
    if found is None:
        raise failures.REACTION_MISSING
    do_remove_reaction(call.world, message, found)


def complete_emoji(world: World, name: str, code: str | None, kind: str | None) -> tuple[str, str]:
    """Return code and type, found by the name where they were not given."""
    if code is None or kind is None:
        named = _code_and_kind(world, name)
        code, kind = code or named[0], kind or named[1]
    return code, EXTRA if kind in _EXTRA_BY_ANY_NAME else kind


def _code_and_kind(world: World, name: str) -> tuple[str, str]:
    """Return what a name means: the organisation's own emoji go before those of all."""
    own = world.custom_emoji.named(name)
    if own is not None:
        return own.id, CUSTOM
    if name in emoji.EXTRA_EMOJI:
        return name, EXTRA
    code = emoji.code_of(name)
    if code is None:
        raise failures.NO_SUCH_EMOJI(emoji_name=name)
    return code, UNICODE


def check_emoji(world: World, name: str, code: str, kind: str) -> None:
    """Refuse an emoji that does not exist, or a name that is not that of the code."""
    match kind:
        case "unicode_emoji":
            if not emoji.names_of(code):
                raise failures.BAD_EMOJI_CODE
            if not emoji.is_valid(name, code):
                raise failures.BAD_EMOJI_NAME
        case "server_extra_emoji":
            if code not in emoji.EXTRA_EMOJI:
                raise failures.BAD_EMOJI_CODE
            if name != code:
                raise failures.BAD_EMOJI_NAME
        case "realm_emoji":
            _check_own(world, name, code)
        case _:
            raise failures.BAD_EMOJI_TYPE


def _check_own(world: World, name: str, code: str) -> None:
    own = world.custom_emoji.get(code)
    if own is None:
        raise failures.BAD_CUSTOM_EMOJI
    if own.name != name:
        raise failures.BAD_CUSTOM_EMOJI_NAME
    if own.deactivated:
        raise failures.EMOJI_DEACTIVATED


def _find(message: Message, user_id: int, code: str, kind: str) -> Reaction | None:
    for reaction in message.reactions:
        if (reaction.user_id, reaction.emoji_code, reaction.reaction_type) == (user_id, code, kind):
            return reaction
    return None
