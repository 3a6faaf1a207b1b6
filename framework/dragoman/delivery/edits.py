"""The transactions of second looks: a message that was edited or deleted is to be dealt with again."""

from collections.abc import Iterable, Sequence

from dragoman.delivery import inbox
from dragoman.delivery.database import Transaction
from dragoman.delivery.records import Edit, InboxRow

LEFT_BE = frozenset({"silenced", "dropped"})
"""Why a message was skipped that no edit brings back."""


def note(tx: Transaction, bot_id: str, edits: Sequence[Edit], floor: int, epoch: int) -> list[InboxRow]:
    """Let messages wait that say something else now than when they were handled; returns their rows.

    One that is not known is taken in when the edit makes it something to the bot, and it is above the floor.
    """
    waiting: dict[int, InboxRow] = {}
    for edit in edits:
        row = inbox.read(tx, bot_id, edit.message_id)
        if row is None:
            row = edit.row if edit.message_id > floor else None
            if row is not None:
                inbox.add(tx, bot_id, [row], epoch)
        elif not _concerns(row, edit):
            row = None
        else:
            inbox.reopen(tx, bot_id, edit.message_id)
            row = inbox.read(tx, bot_id, edit.message_id)
        if row is not None:
            waiting[row.message_id] = row
    return list(waiting.values())


def compare(tx: Transaction, bot_id: str, found: Iterable[Edit]) -> int:
    """Let messages wait that the history shows to say something else; returns how many they are.

    One of which is not known what it said when it was handled is left be.
    """
    count = 0
    for edit in found:
        row = inbox.read(tx, bot_id, edit.message_id)
        if row is not None and _says_something_else(row, edit):
            inbox.reopen(tx, bot_id, edit.message_id)
            count += 1
    return count


def _says_something_else(row: InboxRow, edit: Edit) -> bool:
    if row.payload is not None:
        return row.event().message.content != edit.content
    return row.said is not None and _concerns(row, edit)


def _concerns(row: InboxRow, edit: Edit) -> bool:
    if row.state == "SKIPPED":
        return row.said is not None and row.said != edit.sha and row.error not in LEFT_BE
    is_over = row.state in ("DONE", "DEAD")
    return not (is_over and row.said == edit.sha)
