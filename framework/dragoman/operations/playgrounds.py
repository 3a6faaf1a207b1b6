"""Name pages on which the code in messages can be tried."""

from dragoman.operations.operation import Answer, Done, Operation


class PlaygroundAdded(Answer):
    """A playground was added."""

    id: int


class AddPlayground(Operation[PlaygroundAdded], method="POST", path="/realm/playgrounds"):
    """Let blocks of code in a language lead to a page where they can be tried; administrators only.

    Fails with code ``BAD_REQUEST`` for a name or template that is not valid; with ``UNAUTHORIZED_PRINCIPAL``
    when one is no administrator.
    Source: not in the spec.
    """

    name: str
    pygments_language: str
    """As Pygments names it."""
    url_template: str
    """RFC 6570, with ``{code}``."""


class RemovePlayground(Operation[Done], method="DELETE", path="/realm/playgrounds/{playground_id}"):
    """Let blocks of code no longer lead to a page; administrators only.

    Fails with code ``BAD_REQUEST`` when there is none; with ``UNAUTHORIZED_PRINCIPAL`` when one is no
    administrator.
    Source: not in the spec.
    """

    playground_id: int
