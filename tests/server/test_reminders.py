"""Reminders: asked for, listed, taken back, told on the clock."""

from typing import Any

import pytest

from server.household import ADA, CLEO, GOLD, HELLO, NOW, Actor, House, refused

DONE = {"result": "success", "msg": ""}


async def remind(actor: Actor, seconds: int, **more: str) -> dict[str, Any]:
    when = str(NOW + seconds)
    answer: dict[str, Any] = await actor.post(
        "/reminders", message_id=str(HELLO), scheduled_delivery_timestamp=when, **more
    )
    return answer


async def test_a_reminder_is_told_when_its_time_has_come(house: House, cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["reminders", "message"]')
    assert await remind(cleo, 60, note="really") == {**DONE, "reminder_id": 1}
    (kept,) = (await cleo.get("/reminders"))["reminders"]
    content = (
        "You requested a reminder for a message. Note:\n > really\n\n"
        f"@_**Ada Owner|{ADA}** said:\n```quote\nHello @**Cleo Member**\n```"
    )
    rendered = kept.pop("rendered_content")
    assert f'data-user-id="{ADA}"' in rendered
    assert kept == {
        "reminder_id": 1,
        "type": "private",
        "to": [CLEO],
        "content": content,
        "scheduled_delivery_timestamp": NOW + 60,
        "failed": False,
        "reminder_target_message_id": HELLO,
    }
    assert (await cleo.post("/register", event_types='["reminders"]'))["reminders"] == [
        {**kept, "rendered_content": rendered}
    ]
    await house.clock.advance(60)
    added, told, removed = await queue.events()
    assert (added["op"], [one["reminder_id"] for one in added["reminders"]]) == ("add", [1])
    assert (told["message"]["content"], told["message"]["sender_full_name"]) == (content, "Notification Bot")
    assert removed == {"type": "reminders", "op": "remove", "reminder_id": 1}
    assert await cleo.get("/reminders") == {**DONE, "reminders": []}


async def test_a_reminder_that_was_taken_back_is_not_told(house: House, cleo: Actor, ada: Actor) -> None:
    await remind(cleo, 60)
    queue = await cleo.queue(event_types='["reminders", "message"]')
    missing = (404, refused("Reminder does not exist"))
    assert await ada.call("DELETE", "/reminders/1") == missing
    assert await cleo.delete("/reminders/1") == DONE
    assert await cleo.call("DELETE", "/reminders/1") == missing
    await house.clock.advance(120)
    assert await queue.events() == [{"type": "reminders", "op": "remove", "reminder_id": 1}]


@pytest.mark.parametrize(
    ("changes", "msg"),
    [
        ({"message_id": str(GOLD)}, "Invalid message(s)"),
        ({"scheduled_delivery_timestamp": str(NOW)}, "Scheduled delivery time must be in the future."),
        ({"scheduled_delivery_timestamp": "253402300800"}, "scheduled_delivery_timestamp is too large"),
        ({"note": "x" * 501}, "note is too long (limit: 500 characters)"),
    ],
)
async def test_a_reminder_that_cannot_be_is_refused(cleo: Actor, changes: dict[str, str], msg: str) -> None:
    params = {"message_id": str(HELLO), "scheduled_delivery_timestamp": str(NOW + 60)}
    assert await cleo.call("POST", "/reminders", params | changes) == (400, refused(msg))
