"""What is known beside a message: its history, its readers, whether it fits a narrow; and rendering."""

from html import escape
from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.call import Call
from dragoman_server.drafting import check_content
from dragoman_server.endpoint import endpoint
from dragoman_server.narrow import Narrow, Term, read_narrow
from dragoman_server.parameters import Converted, Json, Offered
from dragoman_server.payloads.message_history import history_payload, history_policy, shown_history
from dragoman_server.payloads.messages import topic_payload
from dragoman_server.payloads.settings import user_settings
from dragoman_server.rendering import render_message
from dragoman_server.search_match import mark_words
from dragoman_server.shapes.messages import MatchesFound, MessageHistoryFound, ReadReceiptsFound, Rendered
from dragoman_server.world.access import access_message
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import Message


@endpoint(
    "GET",
    "/messages/{message_id}/history",
    fails=(failures.INVALID_MESSAGES, failures.HISTORY_OFF),
    answers=MessageHistoryFound,
)
def get_message_history(
    call: Call,
    *,
    message_id: int,
    allow_empty_topic_name: Annotated[Json[bool], Offered(since=levels.EMPTY_TOPIC)] = False,
) -> dict[str, Any]:
    """Return what a message said before each edit, the oldest first.

    Not in the spec: the operation.
    """
    message = access_message(call.world, call.user, message_id)
    if history_policy(call.world) == "none":
        raise failures.HISTORY_OFF
    shown = shown_history(call.world, history_payload(message))
    channel_id = message.recipient.channel_id
    if channel_id is not None and not allow_empty_topic_name:
        shown = [_with_topics_named(call, channel_id, one) for one in shown]
    return {"message_history": shown}


def _with_topics_named(call: Call, channel_id: int, entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry of a history for clients that do not know that topics may be empty."""
    return entry | {
        name: topic_payload(call.world, entry[name], channel_id, empty_topic=False)
        for name in ("topic", "prev_topic")
        if name in entry
    }


@endpoint(
    "GET",
    "/messages/{message_id}/read_receipts",
    fails=(failures.INVALID_MESSAGES, failures.READ_RECEIPTS_OFF),
    answers=ReadReceiptsFound,
)
def get_read_receipts(call: Call, *, message_id: int) -> dict[str, Any]:
    """Return who has read a message, its sender left out, and those who do not tell or are muted.

    Not in the spec: the operation.
    """
    message = access_message(call.world, call.user, message_id)
    if not call.world.organization.settings.get("enable_read_receipts", True):
        raise failures.READ_RECEIPTS_OFF
    holders = call.world.holders(message.id)
    return {"user_ids": [user_id for user_id in holders if _tells_that_read(call, user_id, message)]}


def _tells_that_read(call: Call, user_id: int, message: Message) -> bool:
    user = call.world.users[user_id]
    if user_id == message.sender_id or not user.is_active:
        return False
    muted, muting = call.world.personal.of(call.user.user_id), call.world.personal.of(user_id)
    if user_id in muted.muted_users or call.user.user_id in muting.muted_users:
        return False
    has_read = (call.world.flags(user_id, message.id) or 0) & Flag.READ
    return bool(has_read) and bool(user_settings(call.world, user)["send_read_receipts"])


@endpoint("POST", "/messages/render", fails=(failures.EMPTY_MESSAGE, failures.NULL_BYTE), answers=Rendered)
def render(call: Call, *, content: str) -> dict[str, Any]:
    """Return what a text would look like as a message.

    Not in the spec: the operation.
    """
    return {"rendered": render_message(call.world, call.user, check_content(content)).html}


@endpoint("GET", "/messages/matches_narrow", fails=(failures.BAD_NARROW,), answers=MatchesFound)
def get_matches(
    call: Call, *, msg_ids: Json[list[int]], narrow: Annotated[tuple[Term, ...], Converted(read_narrow)]
) -> dict[str, Any]:
    """Return which of these messages are in a narrow, with the words found in them marked.

    Not in the spec: the operation.
    """
    chosen = Narrow(call.world, call.user, narrow)
    known = (call.world.messages.get(message_id) for message_id in msg_ids)
    found = [one for one in known if one is not None and chosen.flags_of(one) is not None]
    return {"messages": {str(one.id): _match(one, chosen.search_words) for one in found}}


def _match(message: Message, words: list[str]) -> dict[str, str]:
    if words:
        return mark_words(message, words)
    return {"match_content": message.rendered, "match_subject": escape(message.topic, quote=False)}
