"""The topics of a channel."""

from typing import Annotated, Any

from dragoman_server import failures, levels
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.messages import topic_payload
from dragoman_server.permissions import ACCOUNTS_OR_VISITORS
from dragoman_server.shapes.channels import TopicsFound
from dragoman_server.world.access import access_channel, may_read_message


@endpoint(
    "GET",
    "/users/me/{stream_id}/topics",
    permission=ACCOUNTS_OR_VISITORS,
    fails=(failures.INVALID_CHANNEL_ID,),
    answers=TopicsFound,
)
def get_topics(
    call: Call,
    *,
    stream_id: int,
    allow_empty_topic_name: Annotated[Json[bool], Offered(since=334)] = False,
) -> dict[str, Any]:
    """Return the topics of a channel, the one with the newest message first.

    Topics are the same in any case; the newest message tells how they are written.
    Source: GET /users/me/{stream_id}/topics.
    """
    archived = call.level >= levels.ARCHIVED_IN_SIGHT
    channel = access_channel(call.world, call.viewer, stream_id, archived=archived)
    newest: dict[str, dict[str, Any]] = {}
    for message in call.world.messages.newest_first(call.world.channel_recipient(channel.id).id):
        key = message.topic.casefold()
        if key not in newest and may_read_message(call.world, call.viewer, message):
            name = topic_payload(call.world, message.topic, channel.id, empty_topic=allow_empty_topic_name)
            newest[key] = {"name": name, "max_id": message.id}
    return {"topics": list(newest.values())}
