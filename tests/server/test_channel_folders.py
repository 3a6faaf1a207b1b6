"""Folders of channels: made, changed, ordered, filled and put out of use."""

from typing import Any

import pytest

from server.household import BEN, GENERAL, NOW, QUIET, Actor, House, refused

DONE = {"result": "success", "msg": ""}
EVENTS = {"event_types": '["channel_folder", "stream"]'}


def folder(number: int, name: str, **fields: Any) -> dict[str, Any]:
    return {
        "id": number,
        "name": name,
        "description": "",
        "rendered_description": "",
        "creator_id": BEN,
        "date_created": NOW,
        "is_archived": False,
        "order": number,
        **fields,
    }


async def make(ben: Actor, *names: str) -> None:
    for name in names:
        await ben.post("/channel_folders/create", name=name)


async def test_a_folder_is_made_and_everybody_hears_of_it(ben: Actor, cleo: Actor) -> None:
    queue = await cleo.queue(**EVENTS)
    answer = await ben.post("/channel_folders/create", name=" Desk ", description="**our**\nwork")
    assert answer == {**DONE, "channel_folder_id": 1}
    rendered = "<p><strong>our</strong> work</p>"
    made = folder(1, "Desk", description="**our** work", rendered_description=rendered)
    assert await queue.events() == [{"type": "channel_folder", "op": "add", "channel_folder": made}]
    assert await cleo.get("/channel_folders") == {**DONE, "channel_folders": [made]}
    snapshot = await cleo.post("/register", event_types='["channel_folders"]')
    assert snapshot["channel_folders"] == [made]


async def test_a_folder_is_changed_filled_and_put_out_of_use_when_empty(ben: Actor, cleo: Actor) -> None:
    await make(ben, "Desk")
    queue = await cleo.queue(**EVENTS)
    await ben.patch("/channel_folders/1", name="Board", description="d")
    await ben.patch(f"/streams/{QUIET}", folder_id="1")
    full = (400, refused("You need to remove all the channels from this folder to archive it."))
    assert await ben.call("PATCH", "/channel_folders/1", {"is_archived": "true"}) == full
    await ben.patch(f"/streams/{QUIET}", folder_id="null")
    await ben.patch("/channel_folders/1", is_archived="true")
    changed = {"type": "channel_folder", "op": "update", "channel_folder_id": 1}
    moved = {"type": "stream", "op": "update", "property": "folder_id", "stream_id": QUIET, "name": "quiet"}
    assert await queue.events() == [
        {**changed, "data": {"name": "Board"}},
        {**changed, "data": {"description": "d", "rendered_description": "<p>d</p>"}},
        {**moved, "value": 1},
        {**moved, "value": None},
        {**changed, "data": {"is_archived": True}},
    ]
    assert (await cleo.get("/channel_folders"))["channel_folders"] == []
    archived = await cleo.get("/channel_folders", include_archived="true")
    assert [one["is_archived"] for one in archived["channel_folders"]] == [True]
    closed = (400, refused("Channel folder is archived"))
    assert await ben.call("PATCH", f"/streams/{GENERAL}", {"folder_id": "1"}) == closed
    for path, params in (
        ("/users/me/subscriptions", {"subscriptions": '[{"name": "n"}]'}),
        ("/channels/create", {"name": "n", "subscribers": "[]"}),
    ):
        assert await ben.call("POST", path, {**params, "folder_id": "1"}) == closed
    await make(ben, "board")


async def test_folders_are_brought_into_another_order(ben: Actor, cleo: Actor) -> None:
    await make(ben, "a", "b", "c")
    queue = await cleo.queue(**EVENTS)
    assert await ben.patch("/channel_folders", order="[3, 1, 2]") == DONE
    assert await queue.events() == [{"type": "channel_folder", "op": "reorder", "order": [3, 1, 2]}]
    found = (await cleo.get("/channel_folders"))["channel_folders"]
    assert [(one["name"], one["order"]) for one in found] == [("c", 1), ("a", 2), ("b", 3)]
    wrong = (400, refused("Invalid order mapping."))
    assert await ben.call("PATCH", "/channel_folders", {"order": "[1, 2]"}) == wrong


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/channel_folders/create"), ("PATCH", "/channel_folders/1")]
)
@pytest.mark.parametrize(
    ("params", "msg"),
    [
        ({"name": " "}, "Channel folder name can't be empty."),
        ({"name": "n" * 61}, "name is too long (limit: 60 characters)"),
        ({"name": "a\u0007"}, "Invalid character in channel folder name, at position 2."),
        ({"name": "SHELF"}, "Channel folder name already in use"),
        ({"name": "x", "description": "d" * 1025}, "description is too long (limit: 1024 characters)"),
    ],
)
async def test_a_folder_that_cannot_be_is_refused(
    ben: Actor, method: str, path: str, params: dict[str, str], msg: str
) -> None:
    await make(ben, "Desk", "Shelf")
    assert await ben.call(method, path, params) == (400, refused(msg))


async def test_only_administrators_keep_folders(ben: Actor, cleo: Actor) -> None:
    no = (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))
    assert await cleo.call("POST", "/channel_folders/create", {"name": "x"}) == no
    unknown = (400, refused("Invalid channel folder ID"))
    assert await ben.call("PATCH", "/channel_folders/9", {"name": "x"}) == unknown
    assert await ben.call("PATCH", f"/streams/{QUIET}", {"folder_id": "9"}) == unknown


async def test_an_old_server_knows_no_folders(old_house: House) -> None:
    ben = old_house.actor("Ben")
    answer = await ben.patch(f"/streams/{QUIET}", folder_id="null")
    assert answer == {**DONE, "ignored_parameters_unsupported": ["folder_id"]}
