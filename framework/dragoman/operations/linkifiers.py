"""Make links of patterns in messages."""

from typing import Annotated

from dragoman.model import UNSET, Linkifier, Maybe
from dragoman.operations.operation import Answer, Done, Operation
from dragoman.operations.request import Since


class LinkifiersFound(Answer):
    """The organization's linkifiers, in the order in which they are tried."""

    linkifiers: tuple[Linkifier, ...]


class GetLinkifiers(Operation[LinkifiersFound], method="GET", path="/realm/linkifiers"):
    """List the organization's linkifiers.

    Source: not in the spec.
    """


class LinkifierCreated(Answer):
    """A linkifier was made."""

    id: int


class CreateLinkifier(Operation[LinkifierCreated], method="POST", path="/realm/filters"):
    """Make a linkifier, which comes last.

    Fails with code ``BAD_REQUEST`` for a pattern or template that is not valid, or that do not fit together;
    with ``UNAUTHORIZED_PRINCIPAL`` when one is no administrator.
    Source: messaging API, "POST /realm/filters".
    """

    pattern: str
    """A regular expression with named groups."""
    url_template: str
    """RFC 6570; ``{group}`` takes a named group."""
    example_input: Annotated[str | Maybe | None, Since(471)] = UNSET
    """Needed with ``reverse_template``. Feature level 471; so is the next."""
    reverse_template: Annotated[str | Maybe | None, Since(471)] = UNSET
    """Makes text of a link again: ``{variable}``, with ``{{`` and ``}}`` for the brackets themselves."""
    alternative_url_templates: Annotated[tuple[str, ...] | Maybe, Since(478)] = UNSET
    """Further addresses of which text is made. Feature level 478."""


class UpdateLinkifier(Operation[Done], method="PATCH", path="/realm/filters/{filter_id}", repeatable=True):
    """Change a linkifier.

    Fails with code ``BAD_REQUEST`` when there is none, or as making one does; with ``UNAUTHORIZED_PRINCIPAL``
    when one is no administrator.
    Source: not in the spec.
    """

    filter_id: int
    pattern: str
    url_template: str
    example_input: str | Maybe | None = UNSET
    """The empty text takes it away; so for the next."""
    reverse_template: str | Maybe | None = UNSET
    alternative_url_templates: tuple[str, ...] | Maybe = UNSET


class DeleteLinkifier(Operation[Done], method="DELETE", path="/realm/filters/{filter_id}"):
    """Delete a linkifier.

    Fails with code ``BAD_REQUEST`` when there is none; with ``UNAUTHORIZED_PRINCIPAL`` when one is no
    administrator.
    Source: not in the spec.
    """

    filter_id: int


class ReorderLinkifiers(Operation[Done], method="PATCH", path="/realm/linkifiers", repeatable=True):
    """Bring the linkifiers into another order; administrators only.

    Fails with code ``BAD_REQUEST`` unless every one is named; with ``UNAUTHORIZED_PRINCIPAL`` when one is no
    administrator.
    Source: not in the spec.
    """

    ordered_linkifier_ids: tuple[int, ...]
