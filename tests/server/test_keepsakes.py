"""What people keep here for themselves: views, drafts, snippets; and what bots keep."""

import json
from typing import Any

import pytest

from server.household import CLEO, DAN, GENERAL, NOW, SECRET, Actor, House, refused

DONE = {"result": "success", "msg": ""}
NO_VIEW = (404, refused("Navigation view does not exist."))
ALERTED = {"fragment": "narrow/is/alerted", "is_pinned": True, "name": "Alerts"}


async def test_a_view_is_put_into_the_sidebar_changed_and_taken_out(cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue(event_types='["navigation_view"]')
    params = {"fragment": " narrow/is/alerted ", "is_pinned": "true", "name": "Alerts"}
    assert await cleo.post("/navigation_views", **params) == DONE
    assert await cleo.post("/navigation_views", fragment="inbox", is_pinned="false") == DONE
    inbox = {"fragment": "inbox", "is_pinned": False, "name": None}
    assert await cleo.get("/navigation_views") == {**DONE, "navigation_views": [ALERTED, inbox]}
    snapshot = await cleo.post("/register", event_types='["navigation_views"]')
    assert snapshot["navigation_views"] == [ALERTED, inbox]
    assert (await dan.get("/navigation_views"))["navigation_views"] == []
    path = "/navigation_views/narrow%2Fis%2Falerted"
    assert await cleo.patch(path, is_pinned="false", name="Words") == DONE
    assert await cleo.patch(path) == DONE
    assert await cleo.delete(path) == DONE
    assert await queue.events() == [
        {"type": "navigation_view", "op": "add", "navigation_view": ALERTED},
        {"type": "navigation_view", "op": "add", "navigation_view": inbox},
        {
            "type": "navigation_view",
            "op": "update",
            "fragment": "narrow/is/alerted",
            "data": {"is_pinned": False, "name": "Words"},
        },
        {"type": "navigation_view", "op": "remove", "fragment": "narrow/is/alerted"},
    ]
    assert await cleo.call("PATCH", path) == NO_VIEW
    assert await cleo.call("DELETE", path) == NO_VIEW


@pytest.mark.parametrize(
    ("changes", "msg"),
    [
        ({"fragment": " "}, "fragment cannot be blank"),
        ({"fragment": "inbox"}, "Built-in views cannot have a custom name."),
        ({"fragment": "narrow/x", "name": " "}, "Custom views must have a valid name."),
        ({"fragment": "narrow/is/alerted", "name": "Other"}, "Navigation view already exists."),
        ({"fragment": "narrow/x", "name": "Alerts"}, "Navigation view already exists."),
    ],
)
async def test_a_view_that_makes_no_sense_is_refused(cleo: Actor, changes: dict[str, str], msg: str) -> None:
    params = {"fragment": "narrow/is/alerted", "is_pinned": "true", "name": "Alerts"}
    await cleo.post("/navigation_views", **params)
    assert await cleo.call("POST", "/navigation_views", params | changes) == (400, refused(msg))


async def test_a_view_is_not_changed_into_one_that_makes_no_sense(cleo: Actor) -> None:
    for fragment, name in (("narrow/a", "A"), ("narrow/b", "B")):
        await cleo.post("/navigation_views", fragment=fragment, is_pinned="true", name=name)
    await cleo.post("/navigation_views", fragment="recent", is_pinned="true")
    cases = (
        ("recent", "R", "Built-in views cannot have a custom name."),
        ("narrow/a", " ", "Custom views must have a valid name."),
        ("narrow/a", "B", "Navigation view already exists."),
    )
    for fragment, name, msg in cases:
        answer = await cleo.call("PATCH", f"/navigation_views/{fragment}", {"name": name})
        assert answer == (400, refused(msg))


def draft(**changes: Any) -> dict[str, Any]:
    fields = {"type": "stream", "to": [GENERAL], "topic": "d", "content": "begun", "timestamp": NOW - 5}
    return {**fields, **changes}


NO_DRAFT = (404, refused("Draft does not exist"))


async def test_drafts_are_kept_changed_and_forgotten(cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue(event_types='["drafts"]')
    later = draft(type="direct", to=[DAN], topic="x")
    del later["timestamp"]
    assert await cleo.post("/drafts", drafts=json.dumps([later, draft()])) == {**DONE, "ids": [1, 2]}
    direct = {"id": 1, "type": "private", "to": [DAN], "topic": "", "content": "begun", "timestamp": NOW}
    in_channel = {"id": 2, **draft()}
    assert await cleo.get("/drafts") == {**DONE, "count": 2, "drafts": [in_channel, direct]}
    snapshot = await cleo.post("/register", event_types='["drafts"]')
    assert snapshot["drafts"] == [direct, in_channel]
    opened = draft(type="", to=[GENERAL], content="open\n")
    assert await cleo.patch("/drafts/2", draft=json.dumps(opened)) == DONE
    assert await cleo.delete("/drafts/1") == DONE
    changed = {"id": 2, **draft(type="", to=[], content="open")}
    assert await queue.events() == [
        {"type": "drafts", "op": "add", "drafts": [direct, in_channel]},
        {"type": "drafts", "op": "update", "draft": changed},
        {"type": "drafts", "op": "remove", "draft_id": 1},
    ]
    assert await cleo.call("DELETE", "/drafts/1") == NO_DRAFT
    assert await dan.call("PATCH", "/drafts/2", {"draft": json.dumps(draft())}) == NO_DRAFT


@pytest.mark.parametrize(
    ("changes", "msg"),
    [
        ({"content": " "}, "Message must not be empty"),
        ({"content": "a\0"}, "Message must not contain null bytes"),
        ({"topic": "a\0"}, "Topic must not contain null bytes"),
        ({"to": []}, "Must specify exactly 1 channel ID for channel messages"),
        ({"to": [9999]}, "Invalid channel ID"),
        ({"type": "private", "to": [9999]}, "Invalid user ID 9999"),
    ],
)
async def test_a_draft_that_could_not_become_a_message_is_refused(
    dan: Actor, changes: dict[str, Any], msg: str
) -> None:
    await dan.post("/drafts", drafts=json.dumps([draft(type="", to=[])]))
    bad = json.dumps(draft(**changes))
    assert await dan.call("POST", "/drafts", {"drafts": f"[{bad}]"}) == (400, refused(msg))
    assert await dan.call("PATCH", "/drafts/1", {"draft": bad}) == (400, refused(msg))
    secret = json.dumps([draft(to=[SECRET])])
    assert await dan.call("POST", "/drafts", {"drafts": secret}) == (400, refused("Invalid channel ID"))


async def test_whoever_keeps_no_drafts_here_is_told_so(house: House, cleo: Actor) -> None:
    settings = {"enable_drafts_synchronization": False}
    house.world.change_user(house.world.users[CLEO], settings=settings)
    off = (400, refused("User has disabled synchronizing drafts."))
    for method, path in (("GET", ""), ("POST", ""), ("PATCH", "/1"), ("DELETE", "/1")):
        assert await cleo.call(method, f"/drafts{path}", {"drafts": "x"}) == off


NO_SNIPPET = (404, refused("Saved snippet does not exist."))


async def test_snippets_are_kept_changed_and_forgotten(cleo: Actor, dan: Actor) -> None:
    queue = await cleo.queue(event_types='["saved_snippets"]')
    made = await cleo.post("/saved_snippets", title=" Hello ", content="Hi **all**")
    assert made == {**DONE, "saved_snippet_id": 1}
    first = {"id": 1, "title": "Hello", "content": "Hi **all**", "date_created": NOW}
    assert await cleo.get("/saved_snippets") == {**DONE, "saved_snippets": [first]}
    snapshot = await cleo.post("/register", event_types='["saved_snippets"]')
    assert snapshot["saved_snippets"] == [first]
    assert await cleo.patch("/saved_snippets/1", title="Bye", content="Bye") == DONE
    assert await cleo.patch("/saved_snippets/1", title="Bye") == DONE
    assert await dan.call("PATCH", "/saved_snippets/1", {"title": "x"}) == NO_SNIPPET
    assert await dan.call("DELETE", "/saved_snippets/1") == NO_SNIPPET
    assert await cleo.delete("/saved_snippets/1") == DONE
    changed = first | {"title": "Bye", "content": "Bye"}
    assert await queue.events() == [
        {"type": "saved_snippets", "op": "add", "saved_snippet": first},
        {"type": "saved_snippets", "op": "update", "saved_snippet": changed},
        {"type": "saved_snippets", "op": "remove", "saved_snippet_id": 1},
    ]


async def test_a_snippet_without_title_or_with_too_much_of_it_is_refused(cleo: Actor) -> None:
    await cleo.post("/saved_snippets", title="a", content="b")
    for method, path in (("POST", "/saved_snippets"), ("PATCH", "/saved_snippets/1")):
        blank, long = {"title": " ", "content": "x"}, {"title": "t" * 61, "content": "x"}
        assert await cleo.call(method, path, blank) == (400, refused("title cannot be blank"))
        too_long = refused("title is too long (limit: 60 characters)")
        assert await cleo.call(method, path, long) == (400, too_long)


async def test_a_bot_keeps_texts_under_keys(robo: Actor) -> None:
    assert await robo.call("PUT", "/bot_storage", {"storage": '{"a": "1", "b": "2"}'}) == (200, DONE)
    assert await robo.get("/bot_storage") == {**DONE, "storage": {"a": "1", "b": "2"}}
    assert await robo.get("/bot_storage", keys='["b"]') == {**DONE, "storage": {"b": "2"}}
    missing = (400, refused("Key does not exist."))
    assert await robo.call("GET", "/bot_storage", {"keys": '["z"]'}) == missing
    assert await robo.call("DELETE", "/bot_storage", {"keys": '["a", "z"]'}) == missing
    assert await robo.delete("/bot_storage", keys='["a"]') == DONE
    assert await robo.get("/bot_storage") == {**DONE, "storage": {"b": "2"}}
    assert await robo.delete("/bot_storage") == DONE
    assert await robo.get("/bot_storage") == {**DONE, "storage": {}}


async def test_a_bot_keeps_only_so_much(robo: Actor) -> None:
    text = "x" * 999_999
    for key in "abcdefghij":
        stored = await robo.call("PUT", "/bot_storage", {"storage": f'{{"{key}": "{text}"}}'})
        assert stored == (200, DONE)
    full = (400, refused("Request exceeds storage limit."))
    assert await robo.call("PUT", "/bot_storage", {"storage": '{"k": "x"}'}) == full


async def test_only_bots_have_a_storage_now_and_everybody_had_one(cleo: Actor, old_house: House) -> None:
    refusal = (400, refused("This endpoint is for bots only."))
    for method in ("GET", "PUT", "DELETE"):
        assert await cleo.call(method, "/bot_storage", {"storage": "{}"}) == refusal
    assert await old_house.actor("Cleo").get("/bot_storage") == {**DONE, "storage": {}}
