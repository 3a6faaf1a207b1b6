"""What people keep for themselves: alert words, muted people, choices for topics."""

from typing import Any, Literal

from dragoman_server import failures
from dragoman_server.actions.personal import (
    MUTING_EMITS,
    do_add_alert_words,
    do_mute_user,
    do_remove_alert_words,
    do_unmute_user,
)
from dragoman_server.actions.topic_choices import TOPIC_CHOICE_EMITS, do_choose_for_topic
from dragoman_server.call import Call
from dragoman_server.drafting import MAX_TOPIC, normalize_topic
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, TerseJson
from dragoman_server.payloads.personal import MUTED
from dragoman_server.shapes.keepsakes import AlertWordsFound
from dragoman_server.world.access import access_channel, access_user

LONGEST_WORD = 100
"""How many code points an alert word may have."""

_WORDS = (failures.TOO_LONG,)
_TOPIC_FAILS = (failures.INVALID_CHANNEL_ID, failures.TOO_LONG)


@endpoint("GET", "/users/me/alert_words", answers=AlertWordsFound)
def get_alert_words(call: Call) -> dict[str, Any]:
    """Return the words that alert the caller.

    Not in the spec: the operation.
    """
    return {"alert_words": call.world.personal.of(call.user.user_id).alert_words}


@endpoint("POST", "/users/me/alert_words", fails=_WORDS, emits=("alert_words",), answers=AlertWordsFound)
def add_alert_words(call: Call, *, alert_words: TerseJson[list[str]]) -> dict[str, Any]:
    """Let words alert the caller.

    Not in the spec: the operation.
    """
    return {"alert_words": do_add_alert_words(call.world, call.user, _clean(alert_words))}


@endpoint("DELETE", "/users/me/alert_words", fails=_WORDS, emits=("alert_words",), answers=AlertWordsFound)
def remove_alert_words(call: Call, *, alert_words: TerseJson[list[str]]) -> dict[str, Any]:
    """Let words alert the caller no longer.

    Not in the spec: the operation.
    """
    return {"alert_words": do_remove_alert_words(call.world, call.user, _clean(alert_words))}


def _clean(words: list[str]) -> list[str]:
    for number, word in enumerate(words):
        if len(word) > LONGEST_WORD:
            raise failures.TOO_LONG(name=f"alert_words[{number}]", limit=LONGEST_WORD)
    return [word.strip() for word in words if word.strip()]


@endpoint(
    "POST",
    "/users/me/muted_users/{muted_user_id}",
    fails=(failures.MUTES_SELF, failures.NO_SUCH_USER, failures.MUTED_ALREADY),
    emits=MUTING_EMITS,
)
def mute_user(call: Call, *, muted_user_id: int) -> None:
    """Let the caller no longer hear somebody.

    Not in the spec: the operation.
    """
    if muted_user_id == call.user.user_id:
        raise failures.MUTES_SELF
    user = access_user(call.world, muted_user_id)
    if user.user_id in call.world.personal.of(call.user.user_id).muted_users:
        raise failures.MUTED_ALREADY
    do_mute_user(call.world, call.user, user)


@endpoint(
    "DELETE",
    "/users/me/muted_users/{muted_user_id}",
    fails=(failures.NO_SUCH_USER, failures.NOT_MUTED),
    emits=("muted_users",),
)
def unmute_user(call: Call, *, muted_user_id: int) -> None:
    """Let the caller hear somebody again.

    Not in the spec: the operation.
    """
    user = access_user(call.world, muted_user_id)
    if user.user_id not in call.world.personal.of(call.user.user_id).muted_users:
        raise failures.NOT_MUTED
    do_unmute_user(call.world, call.user, user)


@endpoint("POST", "/user_topics", fails=_TOPIC_FAILS, emits=TOPIC_CHOICE_EMITS)
def choose_for_topic(
    call: Call, *, stream_id: Json[int], topic: str, visibility_policy: Json[Literal[0, 1, 2, 3]]
) -> None:
    """Choose how the caller sees a topic: as its channel, muted, unmuted or followed.

    Not in the spec: the operation.
    """
    channel = access_channel(call.world, call.user, stream_id)
    do_choose_for_topic(call.world, call.user, channel, _topic(call, topic), visibility_policy)


def _topic(call: Call, topic: str) -> str:
    if len(topic.strip()) > MAX_TOPIC:
        raise failures.TOO_LONG(name="topic", limit=MAX_TOPIC)
    return normalize_topic(call.world, topic)


@endpoint(
    "PATCH",
    "/users/me/subscriptions/muted_topics",
    fails=(
        *_TOPIC_FAILS,
        failures.INVALID_CHANNEL_NAME,
        failures.CHANNEL_NOT_NAMED,
        failures.TOPIC_NOT_MUTED,
    ),
    emits=TOPIC_CHOICE_EMITS,
)
def mute_topic(
    call: Call,
    *,
    stream_id: Json[int] | None = None,
    stream: str | None = None,
    topic: str,
    op: Literal["add", "remove"],
) -> None:
    """Mute a topic, or take that back; as it was done before there were other choices.

    Not in the spec: the operation.
    """
    if stream_id is None:
        if stream is None:
            raise failures.CHANNEL_NOT_NAMED
        found = call.world.channel_named(stream)
        if found is None:
            raise failures.INVALID_CHANNEL_NAME(name=stream)
        stream_id = found.id
    channel = access_channel(call.world, call.user, stream_id)
    meant = _topic(call, topic)
    choice = call.world.personal.of(call.user.user_id).topics.get((channel.id, meant.lower()))
    if op == "remove" and (choice is None or choice.visibility_policy != MUTED):
        raise failures.TOPIC_NOT_MUTED
    do_choose_for_topic(call.world, call.user, channel, meant, MUTED if op == "add" else 0)
