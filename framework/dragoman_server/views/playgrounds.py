"""Where code of a language can be tried."""

import re
from typing import Any

from uritemplate import URITemplate

from dragoman_server import failures
from dragoman_server.call import Call
from dragoman_server.endpoint import endpoint
from dragoman_server.event import Event
from dragoman_server.linkifier_rules import is_template
from dragoman_server.payloads.organization import playgrounds_payload
from dragoman_server.permissions import ADMINISTRATORS
from dragoman_server.shapes.organization import PlaygroundCreated
from dragoman_server.world.playgrounds import Playground
from dragoman_server.world.world import World

LONGEST_LANGUAGE = 40
_LANGUAGE = re.compile(r"[ a-zA-Z0-9_+./#-]*")


@endpoint(
    "POST",
    "/realm/playgrounds",
    permission=ADMINISTRATORS,
    fails=(failures.BAD_LANGUAGE_NAME, failures.TOO_LONG, failures.BAD_PLAYGROUND),
    emits=("realm_playgrounds",),
    answers=PlaygroundCreated,
)
def add_playground(call: Call, *, name: str, pygments_language: str, url_template: str) -> dict[str, Any]:
    """Let code blocks of a language lead to a page where their code can be tried.

    Not in the spec: the operation.
    """
    if len(pygments_language) > LONGEST_LANGUAGE:
        raise failures.TOO_LONG(name="pygments_language", limit=LONGEST_LANGUAGE)
    if not _LANGUAGE.fullmatch(pygments_language):
        raise failures.BAD_LANGUAGE_NAME
    _check_template(url_template.strip())
    world, language = call.world, pygments_language.strip()
    if any((one.pygments_language, one.name) == (language, name.strip()) for one in world.playgrounds):
        what = "Realm playground with this Realm, Pygments language and Name already exists."
        raise failures.BAD_PLAYGROUND(what=what, errors={"__all__": [what]})
    playground = Playground(
        id=world.number("playground"),
        name=name.strip(),
        pygments_language=language,
        url_template=url_template.strip(),
    )
    world.playgrounds.put(playground)
    _tell(world)
    return {"id": playground.id}


@endpoint(
    "DELETE",
    "/realm/playgrounds/{playground_id}",
    permission=ADMINISTRATORS,
    fails=(failures.NO_SUCH_PLAYGROUND,),
    emits=("realm_playgrounds",),
)
def remove_playground(call: Call, *, playground_id: int) -> None:
    """Let code blocks no longer lead to a page.

    Not in the spec: the operation.
    """
    playground = call.world.playgrounds.get(playground_id)
    if playground is None:
        raise failures.NO_SUCH_PLAYGROUND
    call.world.playgrounds.remove(playground)
    _tell(call.world)


def _check_template(template: str) -> None:
    what = None
    if not is_template(template):
        what = "Invalid URL template."
    elif "code" not in (names := URITemplate(template).variable_names):
        what = 'Missing the required variable "code" in the URL template'
    elif len(names) > 1:
        what = '"code" should be the only variable present in the URL template'
    if what is not None:
        raise failures.BAD_PLAYGROUND(what=what, errors={"url_template": [what]})


def _tell(world: World) -> None:
    world.send_to_all(Event("realm_playgrounds", realm_playgrounds=playgrounds_payload(world)))
