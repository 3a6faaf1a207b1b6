"""Lists of messages around an anchor."""

from datetime import UTC, datetime
from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.message_window import NEWEST, Window, first_since, get_window
from dragoman_server.narrow import Narrow, Term, read_narrow
from dragoman_server.parameters import MISSING, Converted, Json, NonNegativeInt, Offered
from dragoman_server.payloads.messages import message_payload
from dragoman_server.permissions import ACCOUNTS_OR_VISITORS
from dragoman_server.search_match import mark_words
from dragoman_server.shapes.messages import MessagesFound
from dragoman_server.world.flags import Flag
from dragoman_server.world.records import Message
from dragoman_server.world.world import World

MOST_MESSAGES = 5000

_WORDS = {"newest": NEWEST, "oldest": 0}


def read_moment(text: str) -> float:
    """Read a date, or a date and a time, in ISO 8601; without a zone it is UTC."""
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


@endpoint(
    "GET",
    "/messages",
    permission=ACCOUNTS_OR_VISITORS,
    fails=(
        failures.MISSING_ANCHOR,
        failures.INVALID_ANCHOR,
        failures.ANCHOR_EXCLUDED,
        failures.TOO_MANY_MESSAGES,
        failures.UNSUPPORTED_COMBINATION,
        failures.BAD_NARROW,
    ),
    answers=MessagesFound,
)
def get_messages(
    call: Call,
    *,
    anchor: str | None = None,
    include_anchor: Json[bool] = True,
    num_before: NonNegativeInt | None = None,
    num_after: NonNegativeInt | None = None,
    narrow: Annotated[tuple[Term, ...], Converted(read_narrow)] = (),
    use_first_unread_anchor: Json[bool] = False,
    client_gravatar: Json[bool] = True,
    apply_markdown: Json[bool] = True,
    message_ids: Annotated[Json[list[int]] | None, Offered(since=300)] = None,
    allow_empty_topic_name: Annotated[Json[bool], Offered(since=334)] = False,
    anchor_date: Annotated[float | None, Converted(read_moment), Offered(since=levels.ANCHOR_DATE)] = None,
) -> dict[str, Any]:
    """Return messages around an anchor that fit a narrow, oldest first.

    Not in the spec: the operation as a whole.
    """
    if call.is_anonymous:
        check_visitor(call.world, narrow)
    chosen = Narrow(call.world, call.viewer, narrow)

    def show(message: Message, flags: int) -> dict[str, Any]:
        payload = message_payload(
            call.world,
            message,
            apply_markdown=apply_markdown,
            client_gravatar=client_gravatar and not call.is_anonymous,
            empty_topic=allow_empty_topic_name,
            flags=Flag.READ if call.is_anonymous else flags,
        )
        if chosen.search_words:
            payload |= mark_words(message, chosen.search_words)
        return payload

    if message_ids is not None:
        return _get_by_ids(call, chosen, message_ids, (anchor, num_before, num_after), show)
    if num_before is None or num_after is None:
        raise MISSING(var_name="num_before" if num_before is None else "num_after")
    check_counts(num_before, num_after, include_anchor=include_anchor)
    if anchor == "date" and call.level >= levels.ANCHOR_DATE:
        if anchor_date is None:
            raise MISSING(var_name="anchor_date")
        place: int | None = first_since(call.world, chosen, anchor_date)
    else:
        place = read_anchor("first_unread" if use_first_unread_anchor else anchor)
    window = get_window(
        call.world, chosen, place, num_before=num_before, num_after=num_after, include_anchor=include_anchor
    )
    return _answer(window, [show(message, flags) for message, flags in window.found])


def check_visitor(world: World, narrow: tuple[Term, ...]) -> None:
    """Refuse whoever has no account and does not ask for what is open to the web."""
    asks_for_open = any(
        term.operator in ("channels", "streams") and term.operand == "web-public" and not term.negated
        for term in narrow
    )
    if not asks_for_open or not world.organization.settings.get("enable_spectator_access", False):
        raise failures.NOT_LOGGED_IN


def check_counts(num_before: int, num_after: int, *, include_anchor: bool) -> None:
    """Refuse counts that are too large, or that leave a hole in the middle."""
    if num_before + num_after > MOST_MESSAGES:
        raise failures.TOO_MANY_MESSAGES(limit=MOST_MESSAGES)
    if num_before and num_after and not include_anchor:
        raise failures.ANCHOR_EXCLUDED


def read_anchor(text: str | None) -> int | None:
    """Return the message ID that an anchor means; `None` for the first unread message."""
    if text is None:
        raise failures.MISSING_ANCHOR
    if text == "first_unread":
        return None
    if text in _WORDS:
        return _WORDS[text]
    try:
        return max(0, min(int(text), NEWEST))
    except ValueError:
        raise failures.INVALID_ANCHOR from None


def _get_by_ids(
    call: Call, chosen: Narrow, message_ids: list[int], others: tuple[object, ...], show: Any
) -> dict[str, Any]:
    if any(other is not None for other in others):
        names = "num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor"
        raise failures.UNSUPPORTED_COMBINATION(parameters=names)
    found = (call.world.messages.get(message_id) for message_id in sorted(set(message_ids)))
    flagged = [(message, chosen.flags_of(message)) for message in found if message is not None]
    return {"messages": [show(message, flags) for message, flags in flagged if flags is not None]}


def _answer(window: Window, messages: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "messages": messages,
        "found_anchor": window.found_anchor,
        "found_oldest": window.found_oldest,
        "found_newest": window.found_newest,
        "history_limited": False,
        "anchor": window.anchor,
    }
