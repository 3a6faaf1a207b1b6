"""Whether a linkifier can be: its pattern, its templates, and whether they go together."""

import re
from collections.abc import Iterable

import re2
import uritemplate

from dragoman_server import failures
from dragoman_server.markdown.link_pattern import compile_pattern
from dragoman_server.world.linkifiers import Linkifier
from dragoman_server.world.world import World

BLANK = "This field cannot be blank."
BAD_TEMPLATE = "Invalid URL template."
TAKEN = "Realm filter with this Realm and Pattern already exists."

_ALL = "__all__"
_VARIABLE = r"(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?:\*|:[1-9][0-9]{0,3})?"
_EXPRESSION = re.compile(rf"\{{[+#./;?&]?{_VARIABLE}(?:,{_VARIABLE})*\}}")
_REVERSE = re.compile(r"\{\{|\}\}|\{(\w+)\}|[{}]")


def check_linkifier(world: World, linkifier: Linkifier) -> None:
    """Refuse a linkifier that cannot be, with all that is wrong by field; the first is the message."""
    errors = _field_errors(linkifier)
    _add(errors, _ALL, _contradictions(linkifier))
    if any(one.pattern == linkifier.pattern and one.id != linkifier.id for one in world.linkifiers):
        _add(errors, _ALL, [TAKEN])
    if errors:
        first = next(iter(errors.values()))[0]
        raise failures.BAD_LINKIFIER(what=first, errors=errors)


def _field_errors(linkifier: Linkifier) -> dict[str, list[str]]:
    errors: dict[str, list[str]] = {}
    for name, value in (("pattern", linkifier.pattern), ("url_template", linkifier.url_template)):
        if not value:
            _add(errors, name, [BLANK])
    if linkifier.url_template and not is_template(linkifier.url_template):
        _add(errors, "url_template", [BAD_TEMPLATE])
    if not all(is_template(one) for one in linkifier.alternative_url_templates):
        _add(errors, "alternative_url_templates", [BAD_TEMPLATE])
    return errors


def _add(errors: dict[str, list[str]], field: str, sentences: list[str]) -> None:
    if sentences:
        errors.setdefault(field, []).extend(sentences)


def is_template(text: str) -> bool:
    """Tell whether a text is a template as RFC 6570 has them."""
    rest = _EXPRESSION.sub("", text)
    return "{" not in rest and "}" not in rest


def _contradictions(linkifier: Linkifier) -> list[str]:
    """Return why pattern and templates do not go together, the first reason only."""
    try:
        pattern = compile_pattern(linkifier.pattern)
    except re2.error as error:
        return [f"Bad regular expression: {_words(error)}"]
    groups = set(pattern.groupindex)
    templates = (linkifier.url_template, *linkifier.alternative_url_templates)
    if not all(map(is_template, templates)):
        return []
    for template in templates:
        variables = set(uritemplate.URITemplate(template).variable_names)
        if unknown := variables - groups:
            return [f"Group {min(unknown)!r} in URL template is not present in linkifier pattern."]
        if unused := groups - variables:
            return [f"Group {min(unused)!r} in linkifier pattern is not present in URL template."]
    return _reverse_contradictions(linkifier, groups)


def _words(error: Exception) -> str:
    """Return what RE2 says, which is bytes."""
    said = error.args[0] if error.args else ""
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)


def _reverse_contradictions(linkifier: Linkifier, groups: set[str]) -> list[str]:
    reverse, example = linkifier.reverse_template, linkifier.example_input
    if example is None:
        return [] if reverse is None else ["Reverse template requires an example input."]
    match = compile_pattern(linkifier.pattern).fullmatch(example)
    if match is None:
        return ["Example input does not match the linkifier pattern."]
    if reverse is None:
        return []
    pieces = list(_REVERSE.finditer(reverse))
    if any(piece[0] in ("{", "}") for piece in pieces):
        return ["Invalid reverse template."]
    if unknown := {piece[1] for piece in pieces if piece[1]} - groups:
        return [f"Group {min(unknown)!r} in reverse template is not present in linkifier pattern."]
    values = {name: value or "" for name, value in match.groupdict().items()}
    if expand_reverse(reverse, values) != example:
        return ["Reverse template does not reproduce the example input."]
    return []


def expand_reverse(template: str, values: dict[str, str]) -> str:
    """Return a text made of a reverse template, in which `{{` and `}}` are the brackets themselves."""

    def fill(piece: re.Match[str]) -> str:
        return values[piece[1]] if piece[1] else piece[0][0]

    return _REVERSE.sub(fill, template)


def check_order(world: World, linkifier_ids: Iterable[int]) -> list[Linkifier]:
    """Return the linkifiers in the order of these IDs, which must name each of them once."""
    by_id = {one.id: one for one in world.linkifiers}
    wanted = list(linkifier_ids)
    if sorted(wanted) != sorted(by_id):
        raise failures.BAD_LINKIFIER_ORDER
    return [by_id[one] for one in wanted]
