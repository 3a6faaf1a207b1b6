"""A counter at which people ask the scheduler for things: its methods, what they keep, and the clock."""

from itertools import count
from typing import Any

from dragoman.clock import ManualClock
from dragoman.errors import NotFound, UserError
from dragoman.model import ScheduledMessage, User
from dragoman.operations import (
    CreateScheduledMessage,
    DeleteScheduledMessage,
    Done,
    GetScheduledMessages,
    GetSubscribers,
    GetUserGroups,
    ScheduledMessageCreated,
    ScheduledMessagesFound,
    SendMessage,
    SubscribersFound,
    UpdateScheduledMessage,
    UserGroupsFound,
)
from dragoman.plugin import Context, Conversation, Firing, MessageContext, Standing
from dragoman.plugin.commands import commands_of
from dragoman.runtime.dispatch import Dispatch, Match
from dragoman_plugins.scheduler import Scheduler, SchedulerOptions
from plugins.desk import GENERAL, OTTO, Desk, People, event_of, replies_of

TOPIC = Conversation(channel_id=GENERAL.stream_id, topic="planning")
ALONE = Conversation(user_ids=(OTTO.user_id,))


class Counter:
    """A scheduler, the server's scheduled messages, and what people say."""

    def __init__(self, options: SchedulerOptions | None = None, directory: People | None = None) -> None:
        self.desk = Desk(directory)
        self.scheduler = Scheduler(options)
        self.waiting: dict[int, ScheduledMessage] = {}
        self.subscribers: dict[int, tuple[int, ...]] = {}
        self.groups = UserGroupsFound(user_groups=())
        self._ids = count(41)
        self._messages = count(100)
        self.desk.chat.answers |= {
            CreateScheduledMessage: self._create,
            GetScheduledMessages: lambda _: ScheduledMessagesFound(
                scheduled_messages=tuple(self.waiting.values())
            ),
            DeleteScheduledMessage: self._delete,
            UpdateScheduledMessage: self._update,
            GetSubscribers: lambda asked: SubscribersFound(
                subscribers=self.subscribers.get(asked.stream_id, ())
            ),
            GetUserGroups: lambda _: self.groups,
        }

    @property
    def clock(self) -> ManualClock:
        return self.desk.clock

    @property
    def created(self) -> list[CreateScheduledMessage]:
        """What the server was given so far."""
        return [call for call in self.desk.chat.calls if isinstance(call, CreateScheduledMessage)]

    async def start(self) -> None:
        context = self.desk.context()
        await self.scheduler.start(context)
        self.desk.keep(context)

    async def says(self, text: str, *, by: User = OTTO, at: Conversation = TOPIC) -> str:
        """Say something to the bot and return its answer, with all that it sends elsewhere after it."""
        context = self.desk.said(text, by=by, at=at, number=next(self._messages))
        found = Dispatch(commands_of(self.scheduler)).find(text, context, prefixed=False)
        try:
            if isinstance(found, Match):
                await found.command.call(context, **found.arguments)
            else:
                await self.scheduler.hear(context, event_of(context))
        except UserError as error:
            return error.sentence
        self.desk.keep(context)
        return "\n--\n".join(replies_of(context))

    async def standing(self, name: str) -> Standing:
        """Return a schedule as it stands."""
        found = await self.desk.context().schedules.find(name)
        assert found is not None, f"there is a schedule {name}"
        return found

    async def comes(self, name: str) -> list[SendMessage]:
        """Let the clock go on to a schedule's next occurrence and return what is sent then."""
        standing = await self.standing(name)
        assert standing.next is not None, "something comes"
        await self.clock.advance(max(0.0, standing.next.at - self.clock.now()))
        context = self.desk.context()
        key = standing.next.key
        firing = Firing(schedule=name, at=standing.next.at, key=key, data=standing.schedule.data)
        await self.scheduler.due(context, firing)
        self.desk.keep(context)
        passed = self.desk.context()
        passed.schedules.skip_next(name)
        self.desk.keep(passed)
        return sent_in(context)

    def _create(self, operation: CreateScheduledMessage) -> ScheduledMessageCreated:
        number = next(self._ids)
        self.waiting[number] = ScheduledMessage(
            scheduled_message_id=number,
            type="private" if operation.type == "direct" else "stream",
            to=operation.to,
            topic=operation.topic,
            content=operation.content,
            scheduled_delivery_timestamp=operation.scheduled_delivery_timestamp,
        )
        return ScheduledMessageCreated(scheduled_message_id=number)

    def _update(self, operation: UpdateScheduledMessage) -> Any:
        if operation.scheduled_message_id not in self.waiting:
            return gone(operation)
        made = CreateScheduledMessage(
            type=operation.type,  # type: ignore[arg-type]
            to=operation.to,  # type: ignore[arg-type]
            topic=operation.topic,
            content=operation.content,  # type: ignore[arg-type]
            scheduled_delivery_timestamp=operation.scheduled_delivery_timestamp,  # type: ignore[arg-type]
        )
        number = self._create(made).scheduled_message_id
        self.waiting[operation.scheduled_message_id] = self.waiting.pop(number)
        return Done()

    def _delete(self, operation: DeleteScheduledMessage) -> Done | NotFound:
        if self.waiting.pop(operation.scheduled_message_id, None) is None:
            return gone(operation)
        return Done()


def gone(operation: DeleteScheduledMessage | UpdateScheduledMessage) -> NotFound:
    return NotFound(operation, status=404, code="BAD_REQUEST", msg="Scheduled message does not exist")


def sent_in(context: Context | MessageContext) -> list[SendMessage]:
    """Return the messages that were recorded to be sent."""
    return [effect for effect in context.effects if isinstance(effect, SendMessage)]
