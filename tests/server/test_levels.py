"""At each level at which something came or went it does so, and every answer there is of its shape."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal, get_args, get_origin, is_typeddict

import pytest

from dragoman_server import levels, shapes
from dragoman_server.endpoint import Endpoint
from dragoman_server.errors import Refusal
from dragoman_server.parameters import Parameter
from dragoman_server.routes import Routes
from dragoman_server.shapes.shape import marks_of
from dragoman_server.views import ENDPOINTS
from server.household import ADA, BENCH, CLEO, GENERAL, HELLO, HI, NOW, QUIET, House, OpenHouse

FILE = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n'
KNOWN = (
    *("notification_settings_null", "bulk_message_deletion", "user_settings_object", "empty_topic_name"),
    *("linkifier_url_template", "include_deactivated_groups", "archived_channels"),
)
CAPABILITIES = dict.fromkeys(KNOWN, True)


def boundaries() -> list[int]:
    """Return the levels at which operations or keys of answers came or went, and those that have names."""
    found = {levels.OLDEST, *(level for one in ENDPOINTS for level in (one.since, one.until or 0))}
    for shape in declared_shapes():
        found |= {level for mark in marks_of(shape) for level in (mark.since, mark.until or 0)}
    found |= {level for level in vars(levels).values() if isinstance(level, int)}
    return sorted(level for level in found if levels.OLDEST <= level <= levels.NEWEST)


def declared_shapes() -> Iterator[Any]:
    for module in pkgutil.iter_modules(shapes.__path__, f"{shapes.__name__}."):
        yield from (one for one in vars(importlib.import_module(module.name)).values() if is_typeddict(one))


def tour() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield calls that succeed and answer something; what they make others show."""
    to_general = {"type": "stream", "to": "general", "topic": "plans", "content": "Hello :octopus:"}
    later = {"scheduled_delivery_timestamp": NOW + 600}
    yield "PATCH", "/realm", {"message_content_edit_limit_seconds": '"unlimited"'}
    yield "POST", "/messages", to_general
    yield "POST", "/messages", {"type": "private", "to": [CLEO], "content": "Hello"}
    yield "POST", f"/messages/{HELLO}/reactions", {"emoji_name": "smile"}
    yield "PATCH", f"/messages/{HELLO}", {"content": "Hello again", "topic": "new plans"}
    yield "GET", f"/messages/{HELLO}", {}
    yield "GET", "/messages", {"anchor": "newest", "num_before": 20, "num_after": 0, "narrow": "[]"}
    yield "GET", f"/messages/{HELLO}/history", {}
    yield "GET", f"/messages/{HELLO}/read_receipts", {}
    yield "GET", "/messages/matches_narrow", {"msg_ids": [HI], "narrow": '[["search", "Hi"]]'}
    yield "POST", "/messages/flags", {"messages": [HI], "op": "remove", "flag": "read"}
    narrow = {"anchor": "newest", "num_before": 9, "num_after": 0, "narrow": "[]"}
    yield "POST", "/messages/flags/narrow", {**narrow, "op": "add", "flag": "starred"}
    yield "POST", "/mark_all_as_read", {}
    yield "POST", "/scheduled_messages", {**to_general, "to": GENERAL, **later}
    yield "GET", "/scheduled_messages", {}
    draft = {"type": "stream", "to": [GENERAL], "topic": "t", "content": "x"}
    yield "POST", "/drafts", {"drafts": [draft]}
    yield "GET", "/drafts", {}
    yield "POST", "/saved_snippets", {"title": "T", "content": "C"}
    yield "GET", "/saved_snippets", {}
    yield "POST", "/reminders", {"message_id": HI, **later}
    yield "GET", "/reminders", {}
    yield "POST", "/navigation_views", {"fragment": "inbox", "is_pinned": True}
    yield "GET", "/navigation_views", {}
    yield "GET", "/streams", {"include_default": True}
    yield "GET", f"/streams/{GENERAL}", {}
    yield "GET", f"/streams/{GENERAL}/members", {}
    yield "GET", f"/users/me/{GENERAL}/topics", {}
    yield "POST", "/users/me/subscriptions", {"subscriptions": [{"name": "quiet"}], "principals": [CLEO]}
    yield "GET", "/users/me/subscriptions", {"include_subscribers": True}
    yield "GET", f"/users/{CLEO}/subscriptions/{QUIET}", {}
    yield "DELETE", "/users/me/subscriptions", {"subscriptions": ["general"]}
    yield "POST", "/user_groups/create", {"name": "crew", "description": "", "members": [CLEO]}
    yield "GET", "/user_groups", {}
    yield "GET", f"/user_groups/{BENCH}/members", {}
    yield "GET", f"/user_groups/{BENCH}/subgroups", {}
    yield "GET", "/users", {"include_custom_profile_fields": True}
    yield "GET", "/users/me", {}
    yield "GET", f"/users/{CLEO}", {}
    yield "POST", "/users/me/presence", {"status": "active"}
    yield "GET", f"/users/{ADA}/presence", {}
    yield "GET", "/realm/presence", {}
    yield "POST", "/users/me/status", {"status_text": "away"}
    yield "GET", f"/users/{ADA}/status", {}
    yield "POST", "/realm/profile_fields", {"name": "Pets", "field_type": 1}
    yield "GET", "/realm/profile_fields", {}
    yield "POST", "/realm/filters", {"pattern": "#(?P<id>[0-9]+)", "url_template": "https://x.test/{id}"}
    yield "GET", "/realm/linkifiers", {}
    yield "POST", "/invites/multiuse", {}
    yield "POST", "/invites", {"invitee_emails": "a@new.test", "stream_ids": []}
    yield "GET", "/invites", {}
    yield "GET", "/attachments", {}
    yield "GET", "/server_settings", {}
    yield "POST", "/register", {"client_capabilities": CAPABILITIES}


@pytest.mark.parametrize("level", boundaries())
async def test_every_answer_is_of_its_shape_where_anything_changed(open_house: OpenHouse, level: int) -> None:
    house = await open_house(feature_level=level)
    ada = house.actor("Ada")
    queue = await ada.queue(client_capabilities=json.dumps(CAPABILITIES))
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    assert (await ada.call("POST", "/user_uploads", data=FILE, headers=form))[0] == 200
    routes = Routes(ENDPOINTS, level)
    for method, path, params in tour():
        found = routes.find(path)
        if found is not None and method in found[0].by_method:
            texts = {name: one if isinstance(one, str) else json.dumps(one) for name, one in params.items()}
            status, body = await ada.call(method, path, texts)
            assert (status, method, path) == (200, method, path), body
    assert await queue.events() != []


def comings_and_goings() -> Iterator[tuple[Endpoint, int, bool]]:
    """Yield each operation that came or went, the first level with or without it, and which of both it is."""
    for one in ENDPOINTS:
        if one.since > levels.OLDEST:
            yield one, one.since, True
        if one.until is not None:
            yield one, one.until, False


async def is_offered(house: House, endpoint: Endpoint) -> bool:
    """Ask for an operation on things that are not there: whatever is offered gives a reason."""
    path = re.sub(r"\{\w+\}", "999999", endpoint.path)
    async with house.session.request(endpoint.method, f"{house.url}/api/v1{path}") as answer:
        return answer.status != 405 and answer.content_type != "text/html"


@pytest.mark.parametrize(
    ("endpoint", "level", "comes"),
    list(comings_and_goings()),
    ids=lambda one: one.name if isinstance(one, Endpoint) else str(one),
)
async def test_an_operation_comes_and_goes_at_its_level(
    open_house: OpenHouse, endpoint: Endpoint, level: int, comes: bool
) -> None:
    before = await open_house(feature_level=level - 1)
    after = await open_house(feature_level=level)
    assert (await is_offered(before, endpoint), await is_offered(after, endpoint)) == (not comes, comes)


def checked_parameters(level: int) -> Iterator[tuple[Endpoint, Parameter]]:
    """Yield the parameters that come or go at the level and that not just any text fits."""
    for one in ENDPOINTS:
        if one.since <= level - 1 and one.offered_at(level):
            for parameter in one.parameters:
                if level in (parameter.offered.since, parameter.offered.until) and parameter.type is not str:
                    yield one, parameter


PARAMETER_LEVELS = [
    level for level in range(levels.OLDEST, levels.NEWEST + 1) if any(checked_parameters(level))
]


async def is_read(house: House, endpoint: Endpoint, parameter: Parameter) -> bool:
    """Make a call whose parameters are as they should be but for this one, and tell whether it was minded."""
    required = [one for one in endpoint.parameters if one.required and not one.in_path]
    params = {one.name: plausible(one) for one in required} | {parameter.name: "{nonsense"}
    actor = house.actor("Robo" if "bot" in endpoint.path else "Ada")
    path = re.sub(r"\{\w+\}", "999999", endpoint.path)
    status, body = await actor.call(endpoint.method, path, params)
    if status == 200:
        assert parameter.name in body["ignored_parameters_unsupported"]
    return status == 400 and parameter.name in body["msg"]


def plausible(parameter: Parameter) -> str:
    """Return a text that can be read as the parameter."""
    if get_origin(parameter.type) is Literal:
        return str(get_args(parameter.type)[0])
    values = ("[]", "1", '"x"', "{}", "true")
    for text in ("x", *values) if parameter.type is str else values:
        with suppress(Refusal):
            parameter.read(text)
            return text
    raise AssertionError(parameter)


@pytest.mark.parametrize("level", PARAMETER_LEVELS)
async def test_a_parameter_is_read_from_its_level_on_and_ignored_before(
    open_house: OpenHouse, level: int
) -> None:
    before, after = await open_house(feature_level=level - 1), await open_house(feature_level=level)
    for endpoint, parameter in checked_parameters(level):
        comes = parameter.offered.since == level
        read = [await is_read(house, endpoint, parameter) for house in (before, after)]
        assert read == [not comes, comes], (endpoint.name, parameter.name)
