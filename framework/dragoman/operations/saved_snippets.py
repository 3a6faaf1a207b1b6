"""Keep texts for later use."""

from dragoman.model import UNSET, Maybe, SavedSnippet
from dragoman.operations.operation import Answer, Done, Operation


class SavedSnippetsFound(Answer):
    """The account's snippets."""

    saved_snippets: tuple[SavedSnippet, ...]


class GetSavedSnippets(Operation[SavedSnippetsFound], method="GET", path="/saved_snippets", since=297):
    """List the account's snippets.

    Source: not in the spec.
    """


class SavedSnippetCreated(Answer):
    """A snippet was kept."""

    saved_snippet_id: int


class CreateSavedSnippet(Operation[SavedSnippetCreated], method="POST", path="/saved_snippets", since=297):
    """Keep a text.

    Fails with code ``BAD_REQUEST`` for a blank or overlong title or content.
    Source: not in the spec.
    """

    title: str
    content: str
    """Markdown."""


class UpdateSavedSnippet(
    Operation[Done], method="PATCH", path="/saved_snippets/{saved_snippet_id}", repeatable=True, since=368
):
    """Change a snippet.

    Fails with ``NotFound`` when there is none; with code ``BAD_REQUEST`` for a title that is blank or too
    long.
    Source: not in the spec.
    """

    saved_snippet_id: int
    title: str | Maybe = UNSET
    content: str | Maybe = UNSET


class DeleteSavedSnippet(
    Operation[Done], method="DELETE", path="/saved_snippets/{saved_snippet_id}", since=297
):
    """Delete a snippet.

    Fails with ``NotFound`` when there is none.
    Source: not in the spec.
    """

    saved_snippet_id: int
