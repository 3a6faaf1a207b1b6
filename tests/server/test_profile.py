"""The fields of profiles: made, changed, ordered, filled in."""

from typing import Any

import msgspec
import pytest

from server.household import CLEO, Actor, House, refused

DONE = {"result": "success", "msg": ""}
FIELDS = "/realm/profile_fields"
OWN = "/users/me/profile_data"
SIZES = '{"a": {"text": "Small", "order": "1"}, "b": {"text": "Large", "order": "2"}}'


def field(field_id: int, name: str, kind: int, **more: Any) -> dict[str, Any]:
    told = {"id": field_id, "name": name, "type": kind, "hint": "", "field_data": "", "order": field_id}
    return {**told, "required": False, "editable_by_user": True, **more}


async def make(actor: Actor, name: str, kind: int, **params: str) -> int:
    made = await actor.post(FIELDS, name=name, field_type=str(kind), **params)
    field_id: int = made["id"]
    return field_id


async def test_fields_are_made_listed_changed_ordered_and_removed(ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue()
    assert await make(ben, "Nickname", 1, hint="short", display_in_profile_summary="true") == 1
    assert await make(ben, "", 7, field_data='{"subtype": "github"}') == 2
    nickname = field(1, "Nickname", 1, hint="short", display_in_profile_summary=True)
    github = field(2, "GitHub username", 7, field_data='{"subtype":"github"}')
    assert await cleo.get(FIELDS) == {**DONE, "custom_fields": [nickname, github]}
    assert await queue.events() == [
        {"type": "custom_profile_fields", "fields": [nickname]},
        {"type": "custom_profile_fields", "fields": [nickname, github]},
    ]
    assert await ben.patch(f"{FIELDS}/1", name="Nick", use_for_user_matching="true") == DONE
    assert await ben.patch(FIELDS, order="[2, 1]") == DONE
    changed = {**nickname, "name": "Nick", "use_for_user_matching": True, "order": 1}
    snapshot = await cleo.post("/register", fetch_event_types='["custom_profile_fields"]')
    assert snapshot["custom_profile_fields"] == [{**github, "order": 0}, changed]
    await cleo.patch(OWN, data='[{"id": 1, "value": "C"}]')
    await queue.events()
    assert await ben.delete(f"{FIELDS}/1") == DONE
    assert await queue.events() == [{"type": "custom_profile_fields", "fields": [{**github, "order": 0}]}]
    assert (await cleo.get("/users/me"))["profile_data"] == {}


LABEL = "Label cannot be blank."
BAD = [
    ({"name": " "}, LABEL),
    ({"name": "n" * 41}, "name is too long (limit: 40 characters)"),
    ({"hint": "h" * 81}, "hint is too long (limit: 80 characters)"),
    ({"name": "Taken"}, "A field with that label already exists."),
]
BAD_OF_KIND = [
    (3, {}, "Field must have at least one choice."),
    (3, {"field_data": '{"a": {"text": "x"}}'}, "order key is missing from field_data"),
    (3, {"field_data": '{"a": 5}'}, "field_data is not a dict"),
    (3, {"field_data": '{"a": {"text": 5, "order": "1"}}'}, 'field_data["text"] is not a string'),
    (3, {"field_data": SIZES.replace("Large", "Small")}, "Field must not have duplicate choices."),
    (7, {}, "subtype key is missing from field_data"),
    (7, {"field_data": '{"subtype": "zzz"}'}, "Invalid external account type"),
    (7, {"field_data": '{"subtype": "custom"}'}, "url_pattern key is missing from field_data"),
    (
        7,
        {"field_data": '{"subtype": "custom", "url_pattern": "https://x"}'},
        "URL pattern must contain '%(username)s'.",
    ),
    (6, {"display_in_profile_summary": "true"}, "Field type not supported for display in profile summary."),
    (
        1,
        {"display_in_profile_summary": "true"},
        "Only 2 custom profile fields can be displayed in the profile summary.",
    ),
    (4, {"use_for_user_matching": "true"}, "Field type not supported for user matching."),
]


@pytest.fixture
async def taken(ben: Actor) -> None:
    for name in ("Taken", "Taken too"):
        await make(ben, name, 1, display_in_profile_summary="true")


@pytest.mark.usefixtures("taken")
@pytest.mark.parametrize(("params", "msg"), BAD)
async def test_a_field_has_a_short_name_of_its_own(ben: Actor, params: dict[str, str], msg: str) -> None:
    answer = await ben.call("POST", FIELDS, {"name": "New", "field_type": "1", **params})
    assert answer == (400, refused(msg))
    field_id = await make(ben, "New", 1)
    assert await ben.call("PATCH", f"{FIELDS}/{field_id}", params) == (400, refused(msg))


@pytest.mark.usefixtures("taken")
@pytest.mark.parametrize(("kind", "params", "msg"), BAD_OF_KIND)
async def test_a_field_is_of_its_kind(ben: Actor, kind: int, params: dict[str, str], msg: str) -> None:
    answer = await ben.call("POST", FIELDS, {"name": "New", "field_type": str(kind), **params})
    assert answer == (400, refused(msg))
    good = {3: SIZES, 7: '{"subtype": "custom", "url_pattern": "https://x/%(username)s"}'}
    more = {"field_data": good[kind]} if kind in good else {}
    field_id = await make(ben, "New", kind, **more)
    wrong = params or {"field_data": "{}"}
    assert await ben.call("PATCH", f"{FIELDS}/{field_id}", wrong) == (400, refused(msg))


async def test_a_field_must_be_there_and_of_a_type(ben: Actor, cleo: Actor) -> None:
    answer = await ben.call("POST", FIELDS, {"name": "New", "field_type": "9"})
    assert answer == (400, refused("Invalid field type."))
    for method in ("PATCH", "DELETE"):
        answer = await ben.call(method, f"{FIELDS}/99", {"name": "x"})
        assert answer == (400, refused("Field id 99 not found."))
    assert await ben.call("PATCH", FIELDS, {"order": "[1]"}) == (400, refused("Invalid order mapping."))
    answer = await cleo.call("POST", FIELDS, {"name": "New", "field_type": "1"})
    assert answer == (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))


async def test_a_paragraph_stands_in_the_summary_only_later(old_house: House) -> None:
    ben = old_house.actor("Ben")
    params = {"name": "Bio", "field_type": "2", "display_in_profile_summary": "true"}
    answer = await ben.call("POST", FIELDS, params)
    assert answer == (400, refused("Field type not supported for display in profile summary."))
    await make(ben, "Bio", 2)
    told = field(1, "Bio", 2)
    del told["editable_by_user"]
    assert (await ben.get(FIELDS))["custom_fields"] == [told]


def said(field_id: int, value: Any, **more: str) -> dict[str, Any]:
    saying = {"id": field_id, "value": value, **more}
    return {
        "type": "realm_user",
        "op": "update",
        "person": {"user_id": CLEO, "custom_profile_field": saying},
    }


async def test_people_say_something_about_themselves(ben: Actor, cleo: Actor) -> None:
    await make(ben, "Text", 1)
    await make(ben, "People", 6)
    queue = await ben.queue()
    data = '[{"id": 1, "value": "**hm**"}, {"id": 2, "value": [11]}]'
    assert await cleo.patch(OWN, data=data) == DONE
    assert await cleo.patch(OWN, data=data) == DONE
    html = "<p><strong>hm</strong></p>"
    assert await queue.events() == [said(1, "**hm**", rendered_value=html), said(2, "[11]")]
    assert (await cleo.get("/users/me"))["profile_data"] == {
        "1": {"value": "**hm**", "rendered_value": html},
        "2": {"value": "[11]"},
    }
    assert await cleo.patch(OWN, data='[{"id": 1, "value": null}]') == DONE
    assert await cleo.delete(OWN, data="[1, 2]") == DONE
    assert await queue.events() == [said(1, None), said(2, None)]


@pytest.mark.parametrize(
    ("kind", "value", "msg"),
    [
        (1, "x" * 51, "Field is too long (limit: 50 characters)"),
        (1, [11], "Field is not a string"),
        (3, "zzz", "'zzz' is not a valid choice for 'Field'."),
        (4, "29.02.2020", "Field is not a date"),
        (5, "not a link", "Field is not a URL"),
        (6, "x", "Field is not a list"),
        (6, [999], "Invalid user ID: 999"),
        (6, [17], "User with ID 17 is deactivated"),
        (6, [19], "User with ID 19 is a bot"),
        (1, 5, 'data[0]["value"] is not an allowed_type'),
    ],
)
async def test_what_is_said_fits_the_field(ben: Actor, cleo: Actor, kind: int, value: Any, msg: str) -> None:
    await make(ben, "Field", kind, **({"field_data": SIZES} if kind == 3 else {}))
    data = msgspec.json.encode([{"id": 1, "value": value}]).decode()
    assert await cleo.call("PATCH", OWN, {"data": data}) == (400, refused(msg))
    msg = msg.replace("data[0]", "profile_data[0]")
    assert await ben.call("PATCH", f"/users/{CLEO}", {"profile_data": data}) == (400, refused(msg))


@pytest.mark.parametrize("value", ['"x"', "null"])
async def test_some_fields_are_filled_in_by_administrators(ben: Actor, cleo: Actor, value: str) -> None:
    await make(ben, "Rank", 1, editable_by_user="false")
    data = f'[{{"id": 1, "value": {value}}}]'
    msg = "You are not allowed to change this field. Contact an administrator to update it."
    assert await cleo.call("PATCH", OWN, {"data": data}) == (400, refused(msg))
    assert await cleo.call("DELETE", OWN, {"data": "[1]"}) == (400, refused(msg))
    assert await ben.patch(OWN, data=data) == DONE
    unknown = (400, refused("Field id 99 not found."))
    assert await cleo.call("PATCH", OWN, {"data": data.replace("1", "99", 1)}) == unknown
    assert await cleo.call("DELETE", OWN, {"data": "[99]"}) == unknown


async def test_null_takes_nothing_back_on_old_servers(old_house: House) -> None:
    ben, cleo = old_house.actor("Ben"), old_house.actor("Cleo")
    await make(ben, "Motto", 1)
    answer = await cleo.call("PATCH", OWN, {"data": '[{"id": 1, "value": null}]'})
    assert answer == (400, refused('data[0]["value"] is not an allowed_type'))
