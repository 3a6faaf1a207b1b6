"""Linkifiers: patterns that become links, chosen by administrators."""

from typing import Annotated, Any

import msgspec

from dragoman_server import failures
from dragoman_server.actions.linkifiers import do_arrange_linkifiers, do_put_linkifier, do_remove_linkifier
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.linkifier_rules import check_linkifier, check_order
from dragoman_server.parameters import Json, Offered
from dragoman_server.payloads.linkifiers import linkifier_payloads
from dragoman_server.permissions import ADMINISTRATORS
from dragoman_server.shapes.organization import LinkifierCreated, LinkifiersFound
from dragoman_server.world.linkifiers import Linkifier

OptionalText = Annotated[str | None, Offered(since=471)]
Templates = Annotated[Json[tuple[str, ...]] | None, Offered(since=478)]


@endpoint("GET", "/realm/linkifiers", answers=LinkifiersFound)
def get_linkifiers(call: Call) -> dict[str, Any]:
    """Return the linkifiers in the order in which they are tried.

    Not in the spec: the operation; the objects are those of register.
    """
    return {"linkifiers": linkifier_payloads(call.world)}


@endpoint(
    "PATCH",
    "/realm/linkifiers",
    permission=ADMINISTRATORS,
    fails=(failures.BAD_LINKIFIER_ORDER,),
    emits=("realm_linkifiers",),
)
def reorder_linkifiers(call: Call, *, ordered_linkifier_ids: Json[list[int]]) -> None:
    """Bring the linkifiers into another order.

    Not in the spec: the operation.
    """
    do_arrange_linkifiers(call.world, check_order(call.world, ordered_linkifier_ids))


@endpoint(
    "POST",
    "/realm/filters",
    permission=ADMINISTRATORS,
    fails=(failures.BAD_LINKIFIER,),
    emits=("realm_linkifiers",),
    answers=LinkifierCreated,
)
def create_linkifier(
    call: Call,
    *,
    pattern: str,
    url_template: str,
    example_input: OptionalText = None,
    reverse_template: OptionalText = None,
    alternative_url_templates: Templates = None,
) -> dict[str, Any]:
    """Make a linkifier, which comes last.

    Source: POST /realm/filters.
    """
    wanted = Linkifier(
        id=0,
        pattern=pattern,
        url_template=url_template,
        example_input=example_input or None,
        reverse_template=reverse_template or None,
        alternative_url_templates=alternative_url_templates or (),
    )
    check_linkifier(call.world, wanted)
    linkifier = msgspec.structs.replace(wanted, id=call.world.number("linkifier"))
    do_put_linkifier(call.world, linkifier)
    return {"id": linkifier.id}


@endpoint(
    "PATCH",
    "/realm/filters/{filter_id}",
    permission=ADMINISTRATORS,
    fails=(failures.NO_SUCH_LINKIFIER, failures.BAD_LINKIFIER),
    emits=("realm_linkifiers",),
)
def update_linkifier(
    call: Call,
    *,
    filter_id: int,
    pattern: str,
    url_template: str,
    example_input: OptionalText = None,
    reverse_template: OptionalText = None,
    alternative_url_templates: Templates = None,
) -> None:
    """Change a linkifier; an empty example or reverse template takes it away.

    Not in the spec: the operation.
    """
    changes: dict[str, Any] = {"pattern": pattern, "url_template": url_template}
    if example_input is not None:
        changes["example_input"] = example_input or None
    if reverse_template is not None:
        changes["reverse_template"] = reverse_template or None
    if alternative_url_templates is not None:
        changes["alternative_url_templates"] = alternative_url_templates
    changed = msgspec.structs.replace(_access(call, filter_id), **changes)
    check_linkifier(call.world, changed)
    do_put_linkifier(call.world, changed)


@endpoint(
    "DELETE",
    "/realm/filters/{filter_id}",
    permission=ADMINISTRATORS,
    fails=(failures.NO_SUCH_LINKIFIER,),
    emits=("realm_linkifiers",),
)
def delete_linkifier(call: Call, *, filter_id: int) -> None:
    """Delete a linkifier.

    Not in the spec: the operation.
    """
    do_remove_linkifier(call.world, _access(call, filter_id))


def _access(call: Call, linkifier_id: int) -> Linkifier:
    linkifier = call.world.linkifiers.get(linkifier_id)
    if linkifier is None:
        raise failures.NO_SUCH_LINKIFIER
    return linkifier
