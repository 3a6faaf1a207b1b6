"""Keep drafts at the server."""

from dragoman.model import Draft
from dragoman.operations.operation import Answer, Done, Operation


class DraftsFound(Answer):
    """The account's drafts, the one changed longest ago first."""

    count: int
    drafts: tuple[Draft, ...]


class GetDrafts(Operation[DraftsFound], method="GET", path="/drafts"):
    """List the account's drafts.

    Fails with code ``BAD_REQUEST`` when the account does not keep drafts at the server.
    Source: not in the spec.
    """


class DraftsCreated(Answer):
    """Drafts were kept."""

    ids: tuple[int, ...]
    """In the order of the drafts."""


class CreateDrafts(Operation[DraftsCreated], method="POST", path="/drafts"):
    """Keep drafts.

    Fails with code ``BAD_REQUEST`` for an empty or misaddressed draft, and when the account does not keep
    drafts at the server.
    Source: not in the spec.
    """

    drafts: tuple[Draft, ...]


class UpdateDraft(Operation[Done], method="PATCH", path="/drafts/{draft_id}", repeatable=True):
    """Replace a draft.

    Fails with ``NotFound`` when there is none; with code ``BAD_REQUEST`` as keeping one does.
    Source: not in the spec.
    """

    draft_id: int
    draft: Draft


class DeleteDraft(Operation[Done], method="DELETE", path="/drafts/{draft_id}"):
    """Delete a draft.

    Fails with ``NotFound`` when there is none; with code ``BAD_REQUEST`` when the account does not keep
    drafts at the server.
    Source: not in the spec.
    """

    draft_id: int
