"""Beside a message: history, readers, narrows it fits, its widget; and marking many at once."""

import json

import msgspec

from server.household import ADA, CLEO, DAN, GENERAL, GOLD, HELLO, HI, HUSH, NOW, PSST, Actor, House, refused

DONE = {"result": "success", "msg": ""}
INVALID = refused("Invalid message(s)")


async def test_a_history_tells_every_state_the_oldest_first(ada: Actor) -> None:
    message_id = await ada.say("general", "first", "one two")
    await ada.patch(f"/messages/{message_id}", content="one three")
    await ada.patch(f"/messages/{message_id}", topic="second")
    sent = {"content": "one two", "rendered_content": "<p>one two</p>"}
    edited = {"content": "one three", "rendered_content": "<p>one three</p>"}
    assert await ada.get(f"/messages/{message_id}/history") == {
        **DONE,
        "message_history": [
            {**sent, "timestamp": NOW, "topic": "first", "user_id": ADA},
            {
                **edited,
                "timestamp": NOW,
                "topic": "first",
                "user_id": ADA,
                "prev_content": "one two",
                "prev_rendered_content": "<p>one two</p>",
                "content_html_diff": '<div><p>one <span class="highlight_text_inserted">three</span> '
                '<span class="highlight_text_deleted">two</span></p></div>',
            },
            {**edited, "timestamp": NOW, "topic": "second", "user_id": ADA, "prev_topic": "first"},
        ],
    }


async def test_a_history_names_the_empty_topic_for_those_who_do_not_know_it(ada: Actor) -> None:
    message_id = await ada.say("general", "", "one")
    await ada.patch(f"/messages/{message_id}", topic="second")
    path = f"/messages/{message_id}/history"
    topics = [
        [(one["topic"], one.get("prev_topic")) for one in (await ada.get(path, **known))["message_history"]]
        for known in ({}, {"allow_empty_topic_name": "true"})
    ]
    assert topics == [[("general chat", None), ("second", "general chat")], [("", None), ("second", "")]]


async def test_a_history_marks_whole_texts_where_nothing_is_common(ada: Actor) -> None:
    message_id = await ada.say("general", "t", "old")
    for text in ("new", "new", "* list"):
        await ada.patch(f"/messages/{message_id}", content=text)
    states = (await ada.get(f"/messages/{message_id}/history"))["message_history"]
    new, old, items = "<p>new</p>", "<p>old</p>", "<ul>\n<li>list</li>\n</ul>"
    assert [state["content_html_diff"] for state in states[1:]] == [
        (
            '<div><p><span class="highlight_text_inserted">new</span></p> '
            '<p><span class="highlight_text_deleted">old</span></p></div>'
        ),
        f"<div>{new}</div>",
        (
            f'<div><span class="highlight_text_inserted">{items}</span> '
            f'<span class="highlight_text_deleted">{new}</span></div>'
        ),
    ]
    assert states[0]["rendered_content"] == old


async def test_history_and_readers_of_what_one_may_not_read_are_refused(dan: Actor) -> None:
    for path in (f"/messages/{GOLD}/history", f"/messages/{GOLD}/read_receipts", "/messages/9999/history"):
        assert await dan.call("GET", path) == (400, INVALID)


async def test_read_receipts_name_who_has_read_but_not_the_sender(ada: Actor, cleo: Actor) -> None:
    before = (await ada.get(f"/messages/{HELLO}/read_receipts"))["user_ids"]
    assert ADA not in before
    assert CLEO not in before
    await cleo.post("/messages/flags", messages=f"[{HELLO}]", op="add", flag="read")
    assert await ada.get(f"/messages/{HELLO}/read_receipts") == {**DONE, "user_ids": sorted([*before, CLEO])}


async def test_read_receipts_are_refused_where_the_organization_has_none(house: House, ada: Actor) -> None:
    settings = {"enable_read_receipts": False}
    house.world.organization = msgspec.structs.replace(house.world.organization, settings=settings)
    refusal = refused("Read receipts are disabled in this organization.")
    assert await ada.call("GET", f"/messages/{HELLO}/read_receipts") == (400, refusal)


async def test_a_text_is_rendered_without_being_sent(cleo: Actor) -> None:
    answer = await cleo.post("/messages/render", content="**x**")
    assert answer == {**DONE, "rendered": "<p><strong>x</strong></p>"}
    empty = refused("Message must not be empty")
    assert await cleo.call("POST", "/messages/render", {"content": " "}) == (400, empty)
    null = refused("Message must not contain null bytes")
    assert await cleo.call("POST", "/messages/render", {"content": "a\0b"}) == (400, null)


async def test_messages_that_fit_a_narrow_are_told_with_the_words_marked(cleo: Actor) -> None:
    ids = json.dumps([HELLO, HI, PSST, 9999])
    answer = await cleo.get(
        "/messages/matches_narrow", msg_ids=ids, narrow='[{"operator": "search", "operand": "hi"}]'
    )
    marked = {"match_content": '<p><span class="highlight">Hi</span></p>', "match_subject": "plans"}
    assert answer == {**DONE, "messages": {str(HI): marked}}
    answer = await cleo.get("/messages/matches_narrow", msg_ids=ids, narrow='[["is", "dm"]]')
    assert answer["messages"] == {str(PSST): {"match_content": "<p>psst</p>", "match_subject": ""}}
    status, body = await cleo.call(
        "GET", "/messages/matches_narrow", {"msg_ids": "[1]", "narrow": '[["zzz", "x"]]'}
    )
    assert (status, body["code"], body["desc"]) == (400, "BAD_NARROW", "unknown operator zzz")


GENERAL_NARROW = '[{"operator": "channel", "operand": "general"}]'


async def test_the_messages_of_a_narrow_are_marked_together(cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["update_message_flags"]')
    params = {"anchor": "newest", "num_before": "5", "num_after": "0", "narrow": GENERAL_NARROW}
    assert await cleo.post("/messages/flags/narrow", **params, op="add", flag="starred") == {
        **DONE,
        "processed_count": 2,
        "updated_count": 2,
        "first_processed_id": HELLO,
        "last_processed_id": HI,
        "found_oldest": True,
        "found_newest": True,
    }
    again = await cleo.post("/messages/flags/narrow", **params, op="remove", flag="read")
    assert (again["updated_count"], again["ignored_because_not_subscribed_channels"]) == (1, [])
    added, removed = await queue.events()
    assert (added["op"], added["flag"], added["messages"]) == ("add", "starred", [HELLO, HI])
    assert (removed["op"], removed["flag"], removed["messages"]) == ("remove", "read", [HI])


async def test_a_narrow_without_messages_marks_nothing(cleo: Actor) -> None:
    answer = await cleo.post(
        "/messages/flags/narrow",
        anchor="newest",
        num_before="1",
        num_after="0",
        narrow='[["topic", "no such"]]',
        op="add",
        flag="read",
    )
    assert (answer["processed_count"], answer["first_processed_id"], answer["last_processed_id"]) == (
        0,
        None,
        None,
    )


async def test_marking_by_a_narrow_is_refused_where_it_makes_no_sense(cleo: Actor) -> None:
    good = {
        "anchor": "newest",
        "num_before": "1",
        "num_after": "0",
        "narrow": "[]",
        "op": "add",
        "flag": "read",
    }
    cases = (
        ({"flag": "nope"}, "Invalid flag: 'nope'"),
        ({"flag": "mentioned"}, "Flag not editable: 'mentioned'"),
        ({"op": "zzz"}, "Invalid message flag operation: 'zzz'"),
        ({"anchor": "abc"}, "Invalid anchor"),
        (
            {"num_after": "1", "include_anchor": "false"},
            "The anchor can only be excluded at an end of the range",
        ),
    )
    for changes, msg in cases:
        assert await cleo.call("POST", "/messages/flags/narrow", good | changes) == (400, refused(msg))
    status, body = await cleo.call("POST", "/messages/flags/narrow", good | {"narrow": '[["zzz", "x"]]'})
    assert (status, body["code"]) == (400, "BAD_NARROW")


async def test_everything_or_one_channel_is_marked_as_read(cleo: Actor) -> None:
    queue = await cleo.queue(event_types='["update_message_flags"]')
    assert await cleo.post("/mark_stream_as_read", stream_id=str(GENERAL)) == DONE
    assert await cleo.post("/mark_stream_as_read", stream_id=str(GENERAL)) == DONE
    assert await cleo.post("/mark_all_as_read") == {**DONE, "complete": True}
    event = {"type": "update_message_flags", "op": "add", "operation": "add", "flag": "read"}
    assert await queue.events() == [
        {**event, "messages": [HELLO], "all": False},
        {**event, "messages": [], "all": True},
    ]
    unread = (await cleo.post("/register", event_types='["message", "update_message_flags"]'))["unread_msgs"]
    assert unread["count"] == 0
    refusal = (400, refused("Invalid channel ID"))
    assert await cleo.call("POST", "/mark_stream_as_read", {"stream_id": "9999"}) == refusal


async def say_widget(actor: Actor, content: str) -> int:
    return await actor.say("general", "polls", content)


async def submit(actor: Actor, message_id: int, **data: object) -> tuple[int, object]:
    params = {"message_id": str(message_id), "msg_type": "widget", "content": json.dumps(data)}
    return await actor.call("POST", "/submessage", params)


async def test_a_vote_hangs_on_its_poll_and_is_told_to_who_sees_it(ada: Actor, cleo: Actor) -> None:
    poll = await say_widget(ada, "/poll Tea?\nyes\nno")
    queue = await ada.queue(event_types='["submessage"]')
    assert await submit(cleo, poll, type="vote", key="canned,0", vote=1) == (200, DONE)
    content = '{"type": "vote", "key": "canned,0", "vote": 1}'
    told = {"msg_type": "widget", "message_id": poll, "sender_id": CLEO, "content": content}
    assert await queue.events() == [{"type": "submessage", **told, "submessage_id": 2}]
    shown = (await ada.get(f"/messages/{poll}"))["message"]["submessages"]
    assert shown[1:] == [{**told, "id": 2}]


async def test_only_the_author_changes_a_question_or_a_title(ada: Actor, cleo: Actor) -> None:
    poll, todo = await say_widget(ada, "/poll Tea?"), await say_widget(ada, "/todo List")
    not_question = refused("You can't edit a question unless you are the author.")
    not_title = refused("You can't edit the task list title unless you are the author.")
    assert await submit(ada, poll, type="question", question="Cake?") == (200, DONE)
    assert await submit(cleo, poll, type="question", question="Cake?") == (400, not_question)
    assert await submit(cleo, todo, type="new_task_list_title", title="x") == (400, not_title)
    assert await submit(cleo, todo, type="strike", key="0,canned") == (200, DONE)


async def test_what_a_widget_does_not_understand_is_refused(ada: Actor, cleo: Actor) -> None:
    poll, plain = await say_widget(ada, "/poll Tea?"), await say_widget(ada, "plain")
    assert await submit(ada, poll, type="zzz") == (400, refused("Unknown type for poll data: zzz"))
    assert await submit(ada, poll, type="vote", key="a", vote="1") == (
        400,
        refused('poll_data["vote"] is not an integer'),
    )
    params = {"message_id": str(poll), "msg_type": "widget", "content": "x"}
    assert await ada.call("POST", "/submessage", params) == (400, refused("Invalid json for submessage"))
    attach = refused("You cannot attach a submessage to this message.")
    assert await submit(cleo, plain, type="vote") == (400, attach)
    assert await submit(ada, plain, any="thing") == (200, DONE)
    assert await submit(ada, plain, more="things") == (200, DONE)
    assert await submit(cleo, HUSH + DAN * 1000, type="vote") == (400, INVALID)
