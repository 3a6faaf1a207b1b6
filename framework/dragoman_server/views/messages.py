"""Sending messages and reading one."""

from typing import Annotated, Any, Literal

from dragoman_server import failures, levels
from dragoman_server.actions.messages import SENDING_EMITS, do_send_message
from dragoman_server.actions.unheard_bots import find_channel_to_send_to
from dragoman_server.call import Call
from dragoman_server.choices import read_choices
from dragoman_server.client_name import is_read_by_its_sender
from dragoman_server.drafting import SENDING_FAILS, check_draft
from dragoman_server.endpoint import endpoint
from dragoman_server.parameters import Alias, Json, Offered, Undocumented
from dragoman_server.payloads.messages import message_payload
from dragoman_server.permissions import ACCOUNTS_OR_VISITORS, SENDERS
from dragoman_server.recipients import get_channel, get_people
from dragoman_server.shapes.messages import MessageFound, MessageSent
from dragoman_server.world.access import access_message
from dragoman_server.world.flags import Flag

MessageType = Literal["direct", "channel", "stream", "private"]


@endpoint(
    "POST",
    "/messages",
    permission=SENDERS,
    fails=(
        *SENDING_FAILS,
        failures.MISSING_CHANNEL,
        failures.MISSING_TOPIC,
        failures.ONE_CHANNEL,
        failures.BAD_CHANNEL_TYPE,
        failures.EMPTY_CHANNEL_NAME,
        failures.NO_SUCH_CHANNEL,
        failures.MIXED_RECIPIENTS,
        failures.INVALID_EMAIL,
        failures.NOT_AUTHORIZED,
        failures.WIDGET_NOT_JSON,
        failures.BAD_WIDGET,
    ),
    emits=SENDING_EMITS,
    answers=MessageSent,
)
def send_message(
    call: Call,
    *,
    type: MessageType,  # noqa: A002 - the wire's name
    to: str | None = None,
    topic: Annotated[str | None, Alias("subject")] = None,
    content: str,
    queue_id: str | None = None,
    local_id: str | None = None,
    read_by_sender: Json[bool] | None = None,
    sender: Annotated[str | None, Undocumented()] = None,
    forged: Annotated[str | None, Undocumented()] = None,
    time: Annotated[str | None, Undocumented()] = None,  # noqa: ARG001 - counts only for mirrors
    widget_content: Annotated[str | None, Undocumented()] = None,
) -> dict[str, Any]:
    """Send a message to a channel or to people.

    Not in the spec: the operation as a whole.
    """
    if sender is not None or forged is not None:
        raise failures.NOT_AUTHORIZED
    world = call.world
    if type in ("direct", "private"):
        recipient = get_people(world, call.user, to)
    else:
        channel = find_channel_to_send_to(world, call.user, lambda: get_channel(world, call.user, to))
        recipient = world.channel_recipient(channel.id)
    draft = check_draft(world, call.user, recipient, topic, content)
    if widget_content is not None:
        draft = draft.showing(read_choices(widget_content))
    read = is_read_by_its_sender(call.client) if read_by_sender is None else read_by_sender
    sent = do_send_message(
        world,
        draft,
        client=call.client,
        read_by=(call.user.user_id,) if read else (),
        queue_id=queue_id,
        local_id=local_id,
    )
    answer = {"id": sent.message.id}
    return (
        answer if sent.new_policy is None else {**answer, "automatic_new_visibility_policy": sent.new_policy}
    )


HISTORICAL = Flag.READ | Flag.HISTORICAL
"""The flags of a message that one may read and never received."""


@endpoint(
    "GET",
    "/messages/{message_id}",
    permission=ACCOUNTS_OR_VISITORS,
    fails=(failures.INVALID_MESSAGES,),
    answers=MessageFound,
)
def get_message(
    call: Call,
    *,
    message_id: int,
    apply_markdown: Json[bool] = True,
    allow_empty_topic_name: Annotated[Json[bool], Offered(since=levels.EMPTY_TOPIC)] = False,
) -> dict[str, Any]:
    """Return one message.

    Source: GET /messages/{message_id}.
    """
    message = access_message(call.world, call.viewer, message_id)
    flags = Flag.READ if call.is_anonymous else call.world.flags(call.user.user_id, message_id)
    payload = message_payload(
        call.world,
        message,
        apply_markdown=apply_markdown,
        client_gravatar=not call.is_anonymous,
        empty_topic=allow_empty_topic_name,
        flags=HISTORICAL if flags is None else flags,
    )
    return {"message": payload, "raw_content": message.content}
