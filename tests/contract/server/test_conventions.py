"""The conventions that hold for every operation of the server."""

import pytest

from contract.covering import covers
from contract.messaging import rules
from contract.server.asking import prepare
from contract.server.endpoints import OFFERED
from contract.server.stage import AGORA, CAPABLE, MEL, NAT, START, Stage, wire
from contract.terms import Operation


@pytest.mark.parametrize(
    "operation",
    [pytest.param(one, id=one.key, marks=covers(rules.SUCCESS)) for one in OFFERED],
)
async def test_a_success_is_json_with_its_envelope(stage: Stage, operation: Operation) -> None:
    asker = await prepare(stage, operation)
    reply = await asker.ask(stage)
    assert (reply.status, reply.headers["Content-Type"].partition(";")[0]) == (200, "application/json")
    assert (reply.body["result"], reply.body["msg"]) == ("success", "")
    assert "code" not in reply.body


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(one, id=one.key, marks=covers(*(one.line_of(field) for field in one.answer)))
        for one in OFFERED
    ],
)
async def test_an_answer_has_the_documented_fields_and_no_others(stage: Stage, operation: Operation) -> None:
    asker = await prepare(stage, operation)
    fields = (await asker.ask(stage)).fields
    assert list(operation.answer_shape.problems(fields, operation.key)) == []


@covers(rules.ENCODING)
async def test_a_json_body_is_not_read(stage: Stage) -> None:
    headers = {"Content-Type": "application/json"}
    reply = await stage.ask(MEL, "POST", "/messages", {}, headers=headers)
    assert (reply.status, reply.refusal) == (400, {"code": "REQUEST_VARIABLE_MISSING", "var_name": "type"})


@covers(rules.ENCODING)
async def test_a_list_is_json_and_a_text_is_bare(stage: Stage) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="direct", to=[NAT], content='"quoted"')
    found = await stage.do(NAT, "GET", f"/messages/{sent['id']}", apply_markdown=False)
    assert found["message"]["content"] == '"quoted"'


@covers(rules.TIMESTAMPS)
async def test_timestamps_are_whole_seconds(stage: Stage) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="t", content="x")
    message = (await stage.do(MEL, "GET", f"/messages/{sent['id']}"))["message"]
    assert message["timestamp"] == START
    due = START + 60
    fields = {
        "type": "channel",
        "to": AGORA,
        "topic": "t",
        "content": "x",
        "scheduled_delivery_timestamp": due,
    }
    await stage.do(MEL, "POST", "/scheduled_messages", **fields)
    (scheduled,) = (await stage.do(MEL, "GET", "/scheduled_messages"))["scheduled_messages"]
    assert scheduled["scheduled_delivery_timestamp"] == due


@pytest.mark.parametrize("topic", ["", "(no topic)", "general chat"])
@covers(rules.TOPICS)
async def test_the_empty_topic_has_two_other_names(stage: Stage, topic: str) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic=topic, content="x")
    path = f"/messages/{sent['id']}"
    plain = (await stage.do(MEL, "GET", path))["message"]["subject"]
    empty = (await stage.do(MEL, "GET", path, allow_empty_topic_name=True))["message"]["subject"]
    assert (plain, empty) == ("general chat", "")


@pytest.mark.parametrize("name", ["", "(no topic)", "general chat"])
@covers(rules.TOPICS)
async def test_the_empty_topic_is_scheduled_under_any_name(stage: Stage, name: str) -> None:
    fields = {"type": "channel", "to": AGORA, "topic": name, "content": "x"}
    await stage.do(MEL, "POST", "/scheduled_messages", **fields, scheduled_delivery_timestamp=START + 60)
    queue = await stage.register(MEL, client_capabilities=CAPABLE)
    await stage.clock.advance(120)
    sent = next(event for event in await queue.events() if event["type"] == "message")
    assert sent["message"]["subject"] == ""


@pytest.mark.parametrize("name", ["", "(no topic)", "general chat"])
@covers(rules.TOPICS)
async def test_the_empty_topic_is_marked_as_read_under_any_name(stage: Stage, name: str) -> None:
    await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="", content="x")
    queue = await stage.register(NAT)
    await stage.do(NAT, "POST", "/mark_topic_as_read", stream_id=AGORA, topic_name=name)
    assert [len(event["messages"]) for event in await queue.events()] == [1]


@pytest.mark.parametrize("name", ["", "(no topic)", "general chat"])
@covers(rules.TOPICS)
async def test_the_empty_topic_is_typed_in_under_any_name(stage: Stage, name: str) -> None:
    queue = await stage.register(NAT, client_capabilities=CAPABLE)
    await stage.do(MEL, "POST", "/typing", type="channel", op="start", stream_id=AGORA, topic=name)
    assert [event["topic"] for event in await queue.events()] == [""]


@covers(rules.ENCODING)
async def test_parameters_may_stand_in_the_query_of_a_post(stage: Stage) -> None:
    texts = wire({"type": "channel", "to": AGORA, "topic": "t", "content": "x"})
    query = "&".join(f"{name}={text}" for name, text in texts.items())
    assert (await stage.ask(MEL, "POST", f"/messages?{query}")).status == 200
