"""The answers that stand for a message, and what makes them those of what it says now."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from dragoman.delivery.evidence import conversation_of, recipient_of, sha_of
from dragoman.delivery.records import Effect
from dragoman.model import Record
from dragoman.operations import DeleteMessage, EditMessage, Operation, SendMessage


class Standing(Record):
    """A message of the bot's own that answers another."""

    message_id: int | None
    """``None`` when nobody knows whether it was sent, and it is not to be sent twice."""
    target: str
    """The conversation for which it was recorded."""
    recipient: str
    sha: str
    """By what its content is known again; empty when nobody knows it."""


class Past(Record):
    """What became of one effect."""

    op: str
    target: str
    recipient: str
    sha: str
    state: str
    mode: str
    sent_as: int | None
    replaces: int | None
    in_doubt: bool
    """Whether nobody knows if it was done."""


def standing(past: Iterable[Past]) -> tuple[Standing, ...]:
    """Return the answers that stand after effects that are over, in the order in which they were sent."""
    found: dict[object, Standing] = {}
    for number, one in enumerate(past):
        if one.op == "SendMessage" and one.sent_as is not None:
            found[one.sent_as] = Standing(
                message_id=one.sent_as, target=one.target, recipient=one.recipient, sha=one.sha
            )
        elif one.op == "SendMessage" and one.in_doubt and one.mode == "at_most_once":
            found[-1 - number] = Standing(message_id=None, target=one.target, recipient=one.recipient, sha="")
        elif one.replaces in found and one.op == "DeleteMessage" and one.state == "SENT":
            del found[one.replaces]
        elif one.replaces in found and one.op == "EditMessage":
            # A change that failed may have been made all the same.
            sha = one.sha if one.state == "SENT" else ""
            found[one.replaces] = structs.replace(found[one.replaces], sha=sha)
    return tuple(found.values())


def succeed(old: Sequence[Standing], new: Sequence[Effect], limit: int) -> tuple[Effect, ...]:
    """Return what makes the old answers the new ones: each is changed in its place, or deleted, or sent.

    They belong together in their order within a conversation, then among the same people or channel, for a
    topic may have been renamed. One that says the same stays as it is.
    """
    left = list(old)
    partners: dict[int, Standing] = {}
    for by_target in (True, False):
        for number, effect in enumerate(new):
            if number in partners or not isinstance(effect.operation, SendMessage):
                continue
            fits = (one for one in left if _fits(one, effect, by_target=by_target))
            partner = next(fits, None)
            if partner is not None:
                partners[number] = partner
                left.remove(partner)
    effects = [
        changed
        for number, effect in enumerate(new)
        if (changed := _changed(effect, partners.get(number), limit)) is not None
    ]
    return (*effects, *withdraw(left))


def withdraw(old: Iterable[Standing]) -> tuple[Effect, ...]:
    """Return what takes answers back."""
    return tuple(
        Effect(operation=DeleteMessage(message_id=one.message_id), target=one.target, replaces=one.message_id)
        for one in old
        if one.message_id is not None
    )


def _fits(one: Standing, effect: Effect, *, by_target: bool) -> bool:
    if by_target:
        return one.target == effect.target
    place = conversation_of(effect.operation)
    return place is not None and one.recipient == recipient_of(place)


def _changed(effect: Effect, partner: Standing | None, limit: int) -> Effect | None:
    if partner is None or not isinstance(effect.operation, SendMessage):
        return effect
    content = effect.operation.content
    if partner.message_id is None or partner.sha == sha_of(content, limit):
        return None
    change: Operation[Any] = EditMessage(message_id=partner.message_id, content=content)
    return structs.replace(effect, operation=change, follows=False, replaces=partner.message_id)
