"""A simulated chat whose messages can be edited, deleted and reacted to, by people and by the bot."""

import asyncio
from typing import Any

from msgspec import structs

from delivery.simulated_chat import BOT, SimulatedChat, flags_of
from dragoman.client import Passed
from dragoman.errors import ApiError, NotSent, RateLimited, ReactionAlreadyExists
from dragoman.events import Event, UpdateMessageEvent
from dragoman.model import Message, Reaction
from dragoman.operations import (
    AddReaction,
    DeleteMessage,
    Done,
    EditMessage,
    GetMessage,
    MessageEdited,
    MessageFound,
    Operation,
)

Change = EditMessage | DeleteMessage | AddReaction


class ChangingChat(SimulatedChat):
    """The service, and what can be done to its messages."""

    def edit(self, message_id: int, content: str) -> None:
        """Let whoever said a message say something else."""
        place, message = self._find_one(message_id)
        self.messages[place] = structs.replace(message, content=content, last_edit_timestamp=1)
        channel = {"stream_id": message.stream_id} if isinstance(message.stream_id, int) else {}
        event = UpdateMessageEvent(
            id=0,
            message_id=message_id,
            message_ids=(message_id,),
            user_id=message.sender_id,
            content=content,
            orig_content=message.content,
            flags=flags_of(self.messages[place]),
            **channel,  # type: ignore[arg-type]
        )
        self._tell_all(event)

    def _tell_all(self, event: Event) -> None:
        for queue in self._queues.values():
            queue.tell(event)
            if self.chance.random() < self.rates.twice:
                queue.tell(event)

    def _find_one(self, message_id: int, operation: Operation[Any] | None = None) -> tuple[int, Message]:
        for place, message in enumerate(self.messages):
            if message.id == message_id:
                return place, message
        raise ApiError(operation or "edit", status=400, code="BAD_REQUEST", msg="Invalid message(s)")

    async def answer(self, operation: Operation[Any], passed: Passed | None) -> Any:
        """Do what is asked, and go wrong now and then: before it is done, after it, or much later."""
        if not isinstance(operation, Change):
            return await super().answer(operation, passed)
        await self.clock.sleep(self.chance.uniform(0.01, 0.2))
        chance, rates = self.chance.random, self.rates
        if chance() < rates.unsent:
            raise NotSent(operation, "the name is not known")
        if chance() < rates.refused:
            raise RateLimited(operation, retry_after=self.chance.uniform(0, 5))
        if chance() < rates.lost:
            if chance() < rates.late:
                self._change_late(operation)
            raise self._trouble(operation)
        done = self._change(operation)
        if chance() < rates.unanswered:
            raise self._trouble(operation)
        return done

    def _change_late(self, operation: Change) -> None:
        async def later() -> None:
            await self.clock.sleep(self.chance.uniform(0, self.rates.latest))
            try:
                self._change(operation)
            except ApiError:
                return

        task = asyncio.get_running_loop().create_task(later())
        self.on_the_way.add(task)
        task.add_done_callback(self.on_the_way.discard)

    def _change(self, operation: Change) -> Any:
        place, message = self._find_one(operation.message_id, operation)
        match operation:
            case EditMessage():
                self.edit(message.id, str(operation.content))
                return MessageEdited()
            case DeleteMessage():
                del self.messages[place]
            case AddReaction():
                self._react(place, message, operation)
        return Done()

    def _react(self, place: int, message: Message, operation: AddReaction) -> None:
        mine = Reaction(emoji_name=operation.emoji_name, user_id=BOT.user_id)
        if mine in message.reactions:
            raise ReactionAlreadyExists(
                operation, status=400, code="REACTION_ALREADY_EXISTS", msg="Reaction already exists."
            )
        self.messages[place] = structs.replace(message, reactions=(*message.reactions, mine))

    async def _read(self, operation: Operation[Any]) -> Any:
        if isinstance(operation, GetMessage):
            _, message = self._find_one(operation.message_id, operation)
            return MessageFound(message=structs.replace(message, flags=flags_of(message)))
        return await super()._read(operation)
