"""An organisation in a file is there when its server starts again: all of it, and what is due."""

import json
import stat
from pathlib import Path

import aiohttp
import pytest

from dragoman_server import default_world, load_world, running_server
from dragoman_server.actions.uploads import UNUSED_SECONDS
from dragoman_server.world.file import parse_world
from server.household import GENERAL, HI, NOW, WORLD, Actor, House
from server_data.conftest import OpenKept
from server_data.likeness import differences
from server_dump.small import DUMP


async def _live(house: House) -> None:
    """Do a little of everything."""
    ada, cleo = house.actor("Ada"), house.actor("Cleo")
    said = await cleo.say("general", "plans", "Yes, @**Ada Owner**")
    await cleo.post("/messages", type="private", to='["gus-guest@house.test"]', content="between us")
    await cleo.patch(f"/messages/{said}", content="Yes, all of you", topic="new plans")
    await ada.post(f"/messages/{HI}/reactions", emoji_name="tada")
    await cleo.post("/messages/flags", messages=f"[{HI}]", op="add", flag="starred")
    await cleo.delete("/users/me/subscriptions", subscriptions='["news"]')
    await ada.post("/users/me/subscriptions", subscriptions='[{"name": "fresh", "description": "*new*"}]')
    await cleo.post("/users/me/presence", status="active")
    await cleo.post("/users/me/status", status_text="out", emoji_name="car")
    await cleo.post("/users/me/alert_words", alert_words='["fire"]')
    await cleo.post("/users/me/muted_users/14")
    await cleo.post("/user_topics", stream_id=str(GENERAL), topic="plans", visibility_policy="3")
    await cleo.patch("/settings", enter_sends="true", full_name="Cleo the Second")
    await cleo.post(
        "/drafts", drafts='[{"type": "", "to": [], "topic": "", "content": "dear", "timestamp": 1595479019}]'
    )
    await cleo.post("/saved_snippets", title="bye", content="So long")
    await cleo.post("/navigation_views", fragment="narrow/is/starred", is_pinned="true")
    await ada.post("/user_groups/create", name="crew", description="", members="[11, 13]")
    await ada.post("/invites", invitee_emails="new@house.test", invite_as="400", stream_ids=f"[{GENERAL}]")
    await ada.post("/realm/filters", pattern="#(?P<id>[0-9]+)", url_template="https://x.test/{id}")
    await ada.post("/realm/profile_fields", name="Desk", field_type="1")
    await ada.post("/users", email="zoe@house.test", password="long enough", full_name="Zoe New")
    await house.actor("Robo").call("PUT", "/bot_storage", {"storage": '{"a": "1"}'})
    await _upload(cleo)
    await _schedule(cleo, NOW + 600)


async def _upload(actor: Actor) -> str:
    form = aiohttp.FormData()
    form.add_field("file", b"\x00\x01 bytes", filename="notes.bin")
    status, body = await actor.call("POST", "/user_uploads", data=form)
    assert status == 200, body
    uri: str = body["uri"]
    return uri


async def _schedule(actor: Actor, due: int) -> None:
    await actor.post(
        "/scheduled_messages",
        type="channel",
        to=str(GENERAL),
        topic="plans",
        content="the hour has come",
        scheduled_delivery_timestamp=str(due),
    )


async def _newest(actor: Actor) -> str:
    found = await actor.get(
        "/messages", anchor="newest", num_before="1", num_after="0", apply_markdown="false"
    )
    content: str = found["messages"][-1]["content"]
    return content


async def test_everything_is_there_when_it_starts_again(open_kept: OpenKept) -> None:
    async with open_kept() as first:
        await _live(first)
    async with open_kept() as second:
        assert differences(first.world, second.world) == []
        next_id = first.world.next_numbers["message"]
        assert await second.actor("Cleo").say("general", "plans", "and on") == next_id


async def test_a_dump_and_what_it_only_tells_of_are_there_again(file: Path, tmp_path: Path) -> None:
    (tmp_path / "dump.json").write_text(json.dumps(DUMP))
    dump = load_world(tmp_path / "dump.json")
    async with running_server(dump, data=file) as first:
        pass
    async with running_server(dump, data=file) as second:
        assert differences(first.world, second.world) == []


async def test_a_world_file_only_begins_a_file(file: Path) -> None:
    async with running_server(default_world(), data=file) as first:
        assert first.keeper is not None
        assert not first.keeper.was_there
    async with running_server(parse_world(WORLD), data=file) as second:
        assert second.keeper is not None
        assert second.keeper.was_there
        assert [(one.email, one.api_key) for one in second.accounts] == [
            (one.email, one.api_key) for one in first.accounts
        ]


async def test_nobody_else_can_read_the_file_and_no_password_stands_in_it(
    open_kept: OpenKept, file: Path
) -> None:
    async with open_kept() as house:
        password = {"username": "cleo-member@house.test", "password": "correct horse"}
        key = await house.actor("Cleo").post("/fetch_api_key", **password)
        stored = b"".join(one.read_bytes() for one in file.parent.iterdir())
        mode = file.stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert key["api_key"].encode() in stored
    assert b"correct horse" not in stored
    async with open_kept() as house:
        assert await house.actor("Cleo").post("/fetch_api_key", **password) == key


async def test_a_file_and_its_bytes_are_there_again(open_kept: OpenKept) -> None:
    async with open_kept() as house:
        uri = await _upload(house.actor("Cleo"))
        temporary = (await house.actor("Cleo").get(uri))["url"]
    async with open_kept() as house:
        async with house.session.get(house.url + uri, headers=house.actor("Cleo").headers) as answer:
            assert await answer.read() == b"\x00\x01 bytes"
        async with house.session.get(house.url + temporary) as answer:
            assert await answer.read() == b"\x00\x01 bytes"


async def test_what_is_due_happens_after_a_restart(open_kept: OpenKept) -> None:
    async with open_kept() as house:
        cleo = house.actor("Cleo")
        await _schedule(cleo, NOW + 600)
        await cleo.post("/reminders", message_id=str(HI), scheduled_delivery_timestamp=str(NOW + 900))
        await _upload(cleo)
    async with open_kept(after=60) as house:
        cleo = house.actor("Cleo")
        await house.clock.advance(539)
        assert await _newest(cleo) == "psst"
        await house.clock.advance(1)
        assert await _newest(cleo) == "the hour has come"
        await house.clock.advance(300)
        assert (await _newest(cleo)).startswith("You requested a reminder")
        assert len((await cleo.get("/attachments"))["attachments"]) == 1
        await house.clock.jump(NOW + 60 + UNUSED_SECONDS)
        assert (await cleo.get("/attachments"))["attachments"] == []


@pytest.mark.parametrize(("late", "failed"), [(600, []), (601, [True])])
async def test_what_fell_due_meanwhile_happens_at_once_unless_it_is_too_late(
    open_kept: OpenKept, late: int, failed: list[bool]
) -> None:
    async with open_kept() as house:
        await _schedule(house.actor("Cleo"), NOW + 600)
    async with open_kept(after=600 + late) as house:
        await house.clock.advance(0)
        left = (await house.actor("Cleo").get("/scheduled_messages"))["scheduled_messages"]
        assert [one["failed"] for one in left] == failed
        assert (await _newest(house.actor("Cleo")) == "the hour has come") is (not failed)


async def test_queues_go_on_after_a_stop_in_good_order(open_kept: OpenKept) -> None:
    async with open_kept() as house:
        cleo = house.actor("Cleo")
        one, other = await cleo.queue(event_types='["message"]'), await cleo.queue()
        for content in ("first", "second"):
            await cleo.say("general", "plans", content)
        status, body = await cleo.call("GET", "/events", {"queue_id": one.id, "last_event_id": "-1"})
        assert (status, [event["id"] for event in body["events"]]) == (200, [0, 1])
    async with open_kept(after=599) as house:
        cleo = house.actor("Cleo")
        body = await cleo.get("/events", queue_id=one.id, last_event_id="0")
        assert [(event["id"], event["message"]["content"]) for event in body["events"]] == [(1, "second")]
        await cleo.say("general", "plans", "third")
        body = await cleo.get("/events", queue_id=one.id, last_event_id="1")
        assert [(event["id"], event["message"]["content"]) for event in body["events"]] == [(2, "third")]
        body = await cleo.get("/events", queue_id=other.id, last_event_id="1", dont_block="true")
        assert [event["type"] for event in body["events"]] == ["restart", "message"]


async def test_queues_that_lay_idle_for_too_long_are_gone(open_kept: OpenKept) -> None:
    async with open_kept() as house:
        queue = await house.actor("Cleo").queue()
    async with open_kept(after=600) as house:
        body = {"queue_id": queue.id, "last_event_id": "-1"}
        status, answer = await house.actor("Cleo").call("GET", "/events", body)
        assert (status, answer["code"]) == (400, "BAD_EVENT_QUEUE_ID")


async def test_a_reset_is_one_for_the_file_too(open_kept: OpenKept) -> None:
    async with open_kept() as house:
        await house.actor("Cleo").say("general", "plans", "before")
        snapshot = house.server.snapshot()
        await _live(house)
        house.server.restore(snapshot)
        assert await _newest(house.actor("Cleo")) == "before"
    async with open_kept() as again:
        assert differences(house.world, again.world) == []
        again.server.reset()
        await _live(again)
        again.server.reset()
    async with open_kept() as last:
        assert differences(house.world, last.world) == []
