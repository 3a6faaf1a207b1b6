"""Messages that people have begun to write, kept for all their clients."""

from typing import Any, Literal

import msgspec

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.drafting import MAX_TOPIC, check_content, cut
from dragoman_server.endpoint import endpoint
from dragoman_server.event import Event
from dragoman_server.parameters import Json
from dragoman_server.payloads.keepsakes import draft_payload
from dragoman_server.permissions import Permission
from dragoman_server.shapes.keepsakes import DraftsCreated, DraftsFound
from dragoman_server.world.access import access_channel
from dragoman_server.world.keepsakes import KeptDraft
from dragoman_server.world.records import User


class SentDraft(msgspec.Struct, frozen=True):
    """A draft as clients send it."""

    type: Literal["", "stream", "channel", "private", "direct"]
    to: list[int]
    topic: str
    content: str
    timestamp: float | None = None


def _keeps_none(user: User) -> bool:
    return not user.settings.get("enable_drafts_synchronization", True)


WRITERS = Permission(
    name="every account whose drafts are kept", refusals=((failures.DRAFTS_OFF, _keeps_none),)
)

_FAILS = (
    *(failures.EMPTY_MESSAGE, failures.NULL_BYTE, failures.DRAFT_CHANNEL, failures.INVALID_CHANNEL_ID),
    *(failures.INVALID_USER_ID, failures.NULL_BYTE_IN_TOPIC),
)
_KINDS = {"channel": "stream", "direct": "private"}


@endpoint("GET", "/drafts", permission=WRITERS, answers=DraftsFound)
def get_drafts(call: Call) -> dict[str, Any]:
    """Return one's drafts, the one that was changed longest ago first.

    Not in the spec: the operation.
    """
    own = call.world.keepsakes.drafts.of(call.user.user_id)
    drafts = [draft_payload(one) for one in sorted(own, key=lambda one: (one.timestamp, one.id))]
    return {"count": len(drafts), "drafts": drafts}


@endpoint("POST", "/drafts", permission=WRITERS, fails=_FAILS, emits=("drafts/add",), answers=DraftsCreated)
def create_drafts(call: Call, *, drafts: Json[list[SentDraft]]) -> dict[str, Any]:
    """Keep drafts.

    Not in the spec: the operation.
    """
    checked = [_check(call, draft) for draft in drafts]
    made = [KeptDraft(id=call.world.number("draft"), **fields) for fields in checked]
    for draft in made:
        call.world.keepsakes.drafts.put(draft)
    _tell(call, op="add", drafts=[draft_payload(one) for one in made])
    return {"ids": [one.id for one in made]}


@endpoint(
    "PATCH",
    "/drafts/{draft_id}",
    permission=WRITERS,
    fails=(*_FAILS, failures.NO_SUCH_DRAFT),
    emits=("drafts/update",),
)
def update_draft(call: Call, *, draft_id: int, draft: Json[SentDraft]) -> None:
    """Keep a draft as it is now.

    Not in the spec: the operation.
    """
    old = _access_draft(call, draft_id)
    changed = KeptDraft(id=old.id, **_check(call, draft))
    call.world.keepsakes.drafts.put(changed)
    _tell(call, op="update", draft=draft_payload(changed))


@endpoint(
    "DELETE",
    "/drafts/{draft_id}",
    permission=WRITERS,
    fails=(failures.NO_SUCH_DRAFT,),
    emits=("drafts/remove",),
)
def delete_draft(call: Call, *, draft_id: int) -> None:
    """Forget a draft.

    Not in the spec: the operation.
    """
    call.world.keepsakes.drafts.remove(_access_draft(call, draft_id))
    _tell(call, op="remove", draft_id=draft_id)


def _access_draft(call: Call, draft_id: int) -> KeptDraft:
    draft = call.world.keepsakes.drafts.get(draft_id)
    if draft is None or draft.owner_id != call.user.user_id:
        raise failures.NO_SUCH_DRAFT
    return draft


def _check(call: Call, draft: SentDraft) -> dict[str, Any]:
    """Return the draft's fields as they are kept."""
    kind, topic = _KINDS.get(draft.type, draft.type), draft.topic
    if kind == "stream":
        if "\0" in topic:
            raise failures.NULL_BYTE_IN_TOPIC
        if len(draft.to) != 1:
            raise failures.DRAFT_CHANNEL
        access_channel(call.world, call.user, draft.to[0])
    elif kind == "private":
        topic = ""
        for user_id in draft.to:
            if call.world.users.get(user_id) is None:
                raise failures.INVALID_USER_ID(user_id=user_id)
    return {
        "owner_id": call.user.user_id,
        "type": kind,
        "to": tuple(draft.to) if kind else (),
        "topic": cut(topic, MAX_TOPIC, "..."),
        "content": check_content(draft.content),
        "timestamp": call.world.clock.now() if draft.timestamp is None else draft.timestamp,
    }


def _tell(call: Call, **fields: Any) -> None:
    call.world.send(Event("drafts", **fields), (call.user.user_id,))
