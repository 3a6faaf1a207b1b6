"""The limits that operations of today can show: lengths of messages and topics, and the rate of requests."""

import pytest

from contract.covering import covers
from contract.messaging import rules
from contract.messaging.operations.scheduled_messages import CREATE_SCHEDULED_MESSAGE
from contract.server.stage import AGORA, MEL, NAT, START, Stage, on_stage
from dragoman_server import RateLimit, ServerSettings


async def _kept(stage: Stage, *, topic: str, content: str) -> tuple[str, str]:
    sent = await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic=topic, content=content)
    message = (await stage.do(MEL, "GET", f"/messages/{sent['id']}", apply_markdown=False))["message"]
    return message["subject"], message["content"]


@pytest.mark.parametrize("length", [9999, 10000])
@covers(rules.LENGTHS_FROM_REGISTER)
async def test_a_message_of_the_greatest_length_is_kept(stage: Stage, length: int) -> None:
    assert await _kept(stage, topic="t" * 60, content="ä" * length) == ("t" * 60, "ä" * length)


@covers(rules.LENGTHS_FROM_REGISTER)
async def test_what_is_longer_is_cut_and_says_so(stage: Stage) -> None:
    topic, content = await _kept(stage, topic="ä" * 61, content="ä" * 10001)
    assert (len(topic), topic[-3:]) == (60, "...")
    assert (len(content), content.rpartition("\n")[2]) == (10000, "[message truncated]")


@covers(*(CREATE_SCHEDULED_MESSAGE.line_of(one) for one in CREATE_SCHEDULED_MESSAGE.parameters))
@pytest.mark.parametrize("when", [START, START - 1])
async def test_a_scheduled_hour_must_be_to_come(stage: Stage, when: int) -> None:
    fields = {"type": "channel", "to": str(AGORA), "topic": "t", "content": "x"}
    reply = await stage.ask(
        MEL, "POST", "/scheduled_messages", {**fields, "scheduled_delivery_timestamp": str(when)}
    )
    assert (reply.status, reply.refusal) == (400, {"code": "BAD_REQUEST"})


@covers(CREATE_SCHEDULED_MESSAGE.line_of(CREATE_SCHEDULED_MESSAGE.parameter("topic")))
async def test_a_channel_needs_a_topic_and_people_need_none(stage: Stage) -> None:
    fields = {"content": "x", "scheduled_delivery_timestamp": str(START + 60)}
    without = await stage.ask(
        MEL, "POST", "/scheduled_messages", {**fields, "type": "channel", "to": str(AGORA)}
    )
    assert (without.status, without.refusal) == (400, {"code": "BAD_REQUEST"})
    passed_over = {**fields, "type": "direct", "to": f"[{NAT}]", "topic": "t"}
    assert (await stage.ask(MEL, "POST", "/scheduled_messages", passed_over)).status == 200
    (listed,) = (await stage.do(MEL, "GET", "/scheduled_messages"))["scheduled_messages"]
    assert "topic" not in listed


async def test_a_spent_rate_limit_says_when_to_come_back() -> None:
    async with on_stage(ServerSettings(rate_limit=RateLimit(requests=2, seconds=30))) as stage:
        replies = [await stage.ask(MEL, "GET", "/users/me") for _ in range(3)]
        others = await stage.ask(NAT, "GET", "/users/me")
        await stage.clock.advance(31)
        later = await stage.ask(MEL, "GET", "/users/me")
    assert [one.status for one in (*replies, others, later)] == [200, 200, 429, 200, 200]
    refused = replies[2]
    wait = refused.refusal["retry-after"]
    assert refused.refusal == {"code": "RATE_LIMIT_HIT", "retry-after": wait}
    assert 0 < float(refused.headers["Retry-After"]) == wait <= 30
    assert [one.headers["X-RateLimit-Remaining"] for one in replies] == ["1", "0", "0"]
    assert {one.headers["X-RateLimit-Limit"] for one in replies} == {"2"}
    assert int(refused.headers["X-RateLimit-Reset"]) >= START
