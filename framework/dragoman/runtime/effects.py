"""What handlers have recorded, as rows of the outbox."""

from collections.abc import Callable
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from dragoman.delivery import (
    Effect,
    OccurrenceRow,
    OutboxRow,
    conversation_of,
    recipient_of,
    sha_of,
    sha_of_operation,
)
from dragoman.model import User
from dragoman.operations import Operation
from dragoman.plugin import Mode
from dragoman.runtime.handling import Result


class EffectRows:
    """Makes the rows of one bot's effects."""

    def __init__(self, bot: str, me: User, limit: Callable[[], int]) -> None:
        """Make them for this account; ``limit`` tells how many code points a message can have."""
        self._limit = limit
        self._name = uuid5(NAMESPACE_URL, f"dragoman:{bot}:{me.user_id}:{me.email}")

    def row(
        self, effect: Effect, message_id: int, ordinal: int, of: OccurrenceRow | None = None
    ) -> OutboxRow:
        """Return the row of the effect with this place among those of a message, or of an occurrence."""
        place = conversation_of(effect.operation)
        return OutboxRow(
            message_id=message_id,
            ordinal=ordinal,
            operation=effect.operation,
            target=effect.target,
            recipient=recipient_of(place) if place is not None else "",
            content_sha=self._sha(effect),
            key=str(self._key(message_id, ordinal, of)),
            mode=effect.mode,
            owner=effect.owner,
            follows=effect.follows,
            anchor=max(message_id, 0),
            replaces=effect.replaces,
        )

    @property
    def limit(self) -> int:
        """How many code points a message can have."""
        return self._limit()

    def sha(self, content: str) -> str:
        """Return by what a content is known again."""
        return sha_of(content, self._limit())

    def _sha(self, effect: Effect) -> str:
        content = getattr(effect.operation, "content", None)
        if effect.replaces is not None and isinstance(content, str):
            return self.sha(content)
        return sha_of_operation(effect.operation, self._limit())

    def _key(self, message_id: int, ordinal: int, of: OccurrenceRow | None) -> UUID:
        """Return the same key for the same effect of the same message or occurrence; any for others."""
        if of is not None:
            firing = of.firing
            return uuid5(self._name, f"{of.plugin}:{firing.schedule}:{firing.key}:{ordinal}")
        return uuid5(self._name, f"{message_id}:{ordinal}") if message_id > 0 else uuid4()


def effects_of(result: Result, conversation: str) -> list[Effect]:
    """Return what a handler recorded that was called for a conversation."""
    mode = result.mode or result.host.mode
    return [_effect(operation, result.host.name, mode, conversation) for operation in result.effects]


def _effect(operation: Operation[Any], owner: str, mode: Mode, conversation: str) -> Effect:
    place = conversation_of(operation)
    return Effect(
        operation=operation,
        target=place.key if place is not None else conversation,
        owner=owner,
        mode=mode,
        follows=place is not None and place.key == conversation and not place.is_direct,
    )
