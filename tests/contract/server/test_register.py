"""Register: which sections of the state it tells, and what its parameters do to the events that follow."""

from typing import Any

import pytest

from contract.covering import covers
from contract.messaging import limits, records, rules
from contract.messaging.operations.queues import REGISTER
from contract.messaging.versions import NEWEST
from contract.server.stage import AGORA, CAPABLE, GUS, MEL, NAT, OPHELIA, ORDER, QUIET, USHER, VAULT, Stage

ALWAYS = {
    "queue_id",
    "last_event_id",
    "idle_queue_timeout_secs",
    "server_feature_level",
    "zulip_feature_level",
    "zulip_version",
    "zulip_merge_base",
}
OF_REALM = {
    "max_message_length": 10000,
    "max_topic_length": 60,
    "realm_empty_topic_display_name": "general chat",
    "server_typing_started_wait_period_milliseconds": 30000,
    "server_typing_stopped_wait_period_milliseconds": 12000,
    "server_typing_started_expiry_period_milliseconds": 45000,
}
SECTIONS = {
    "subscription": {"subscriptions", "unsubscribed", "never_subscribed"},
    "recent_private_conversations": {"recent_private_conversations"},
    "navigation_views": {"navigation_views"},
    "saved_snippets": {"saved_snippets"},
}


def _answer(*names: str) -> pytest.MarkDecorator:
    return covers(*(REGISTER.line_of(field) for field in REGISTER.answer if field.name in names))


def _parameter(name: str) -> pytest.MarkDecorator:
    return covers(REGISTER.line_of(REGISTER.parameter(name)))


@_answer(*ALWAYS)
@_parameter("fetch_event_types")
@covers(rules.FEATURE_LEVEL, *records.EVENT_QUEUE.lines)
async def test_without_sections_only_the_queue_is_told(stage: Stage) -> None:
    answer = await stage.do(MEL, "POST", "/register", fetch_event_types=[])
    assert set(answer) == ALWAYS
    assert (answer["server_feature_level"], answer["zulip_feature_level"]) == (NEWEST, NEWEST)


@_answer(*OF_REALM)
@covers(rules.LENGTHS_FROM_REGISTER, rules.TYPING_FROM_REGISTER)
async def test_the_realm_tells_lengths_and_periods(stage: Stage) -> None:
    answer = await stage.do(MEL, "POST", "/register", fetch_event_types=["realm"])
    assert {name: answer[name] for name in OF_REALM} == OF_REALM


@pytest.mark.parametrize(
    ("section", "keys"),
    [pytest.param(section, keys, marks=_answer(*keys)) for section, keys in SECTIONS.items()],
)
async def test_a_section_is_told_when_it_is_asked_for(stage: Stage, section: str, keys: set[str]) -> None:
    answer = await stage.do(MEL, "POST", "/register", fetch_event_types=[section])
    assert set(answer) - ALWAYS == keys


async def test_event_types_choose_the_sections_too(stage: Stage) -> None:
    answer = await stage.do(MEL, "POST", "/register", event_types=["subscription", "message"])
    assert set(answer) - ALWAYS == {*SECTIONS["subscription"], "max_message_id"}


@_answer(*(field.name for field in REGISTER.answer if field.name != "realm_incoming_webhook_bots"))
async def test_all_is_told_when_nothing_is_chosen(stage: Stage) -> None:
    answer = await stage.do(MEL, "POST", "/register")
    shown = {field.name for field in REGISTER.answer}
    assert shown - set(answer) == set()
    assert list(REGISTER.answer_shape.problems(answer, "register")) == []


@covers(*records.SUBSCRIPTION.lines)
@_answer("subscriptions")
async def test_a_subscription_has_its_fields(stage: Stage) -> None:
    for include in (True, False, "partial"):
        answer = await stage.do(
            MEL, "POST", "/register", fetch_event_types=["subscription"], include_subscribers=include
        )
        assert [one["name"] for one in answer["subscriptions"]] == ["agora", "vault"]
        for one in answer["subscriptions"]:
            assert list(records.SUBSCRIPTION.shape.problems(one, "subscription")) == []
        assert [one["name"] for one in answer["never_subscribed"]] == ["quiet", "square"]


@_parameter("include_subscribers")
@covers(limits.SUBSCRIBERS_GUARANTEED.line, limits.PARTIAL_SUBSCRIBERS.line)
async def test_subscribers_are_told_as_they_are_asked_for(stage: Stage) -> None:
    async def agora(**fields: Any) -> dict[str, Any]:
        answer = await stage.do(MEL, "POST", "/register", fetch_event_types=["subscription"], **fields)
        found: dict[str, Any] = answer["subscriptions"][0]
        return found

    everybody = [OPHELIA, MEL, NAT, GUS, USHER]
    assert {"subscribers", "partial_subscribers"} & set(await agora()) == set()
    assert (await agora(include_subscribers=True))["subscribers"] == everybody
    partial = await agora(include_subscribers="partial")
    some = partial.get("partial_subscribers") or partial["subscribers"]
    assert USHER in some


@_parameter("apply_markdown")
@pytest.mark.parametrize(
    ("asked", "content"), [(None, "**x**"), (False, "**x**"), (True, "<p><strong>x</strong></p>")]
)
async def test_apply_markdown_chooses_the_content(stage: Stage, asked: bool | None, content: str) -> None:
    queue = await stage.register(NAT, **({} if asked is None else {"apply_markdown": asked}))
    await stage.do(MEL, "POST", "/messages", type="direct", to=[NAT], content="**x**")
    (heard,) = await queue.events()
    assert heard["message"]["content"] == content


@_parameter("client_gravatar")
@pytest.mark.parametrize(("asked", "told"), [(None, False), (True, False), (False, True)])
async def test_client_gravatar_leaves_the_picture_to_the_client(
    stage: Stage, asked: bool | None, told: bool
) -> None:
    queue = await stage.register(NAT, **({} if asked is None else {"client_gravatar": asked}))
    await stage.do(MEL, "POST", "/messages", type="direct", to=[NAT], content="x")
    (heard,) = await queue.events()
    assert (heard["message"]["avatar_url"] is not None) is told


@_parameter("all_public_streams")
@pytest.mark.parametrize(("asked", "heard"), [(None, []), (False, []), (True, ["message"])])
async def test_all_public_streams_are_heard(stage: Stage, asked: bool | None, heard: list[str]) -> None:
    queue = await stage.register(OPHELIA, **({} if asked is None else {"all_public_streams": asked}))
    await stage.do(NAT, "POST", "/messages", type="channel", to=QUIET, topic="t", content="x")
    assert await queue.kinds() == heard


async def test_all_public_streams_do_not_open_private_ones(stage: Stage) -> None:
    queue = await stage.register(NAT, all_public_streams=True)
    await stage.do(MEL, "POST", "/messages", type="channel", to=VAULT, topic="t", content="x")
    assert await queue.kinds() == []


@_parameter("narrow")
async def test_a_narrow_lets_only_its_messages_through(stage: Stage) -> None:
    queue = await stage.register(NAT, narrow=[["channel", "agora"], ["topic", "motions"]])
    for topic in ("motions", "other"):
        await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic=topic, content="x")
    await stage.do(MEL, "POST", f"/messages/{ORDER}/reactions", emoji_name="octopus")
    heard = await queue.events()
    assert [one.get("message", {}).get("subject") for one in heard] == ["motions", None]


@_parameter("client_capabilities")
@pytest.mark.parametrize(("able", "subject"), [(True, ""), (False, "general chat")])
async def test_the_empty_topic_is_told_to_those_who_can_take_it(
    stage: Stage, able: bool, subject: str
) -> None:
    queue = await stage.register(NAT, client_capabilities={**CAPABLE, "empty_topic_name": able})
    await stage.do(MEL, "POST", "/messages", type="channel", to=AGORA, topic="", content="x")
    (heard,) = await queue.events()
    assert heard["message"]["subject"] == subject


@_answer("recent_private_conversations")
@covers(*records.RECENT_PRIVATE_CONVERSATION.lines)
async def test_recent_private_conversations_name_the_others(stage: Stage) -> None:
    sent = await stage.do(MEL, "POST", "/messages", type="direct", to=[MEL], content="note")
    answer = await stage.do(MEL, "POST", "/register", fetch_event_types=["recent_private_conversations"])
    recent = sorted(answer["recent_private_conversations"], key=lambda one: one["max_message_id"])
    assert recent == [
        {"max_message_id": 105, "user_ids": [NAT]},
        {"max_message_id": sent["id"], "user_ids": []},
    ]


@pytest.mark.parametrize("name", ["slim_presence", "presence_history_limit_days"])
async def test_the_presence_parameters_are_taken(stage: Stage, name: str) -> None:
    text = REGISTER.parameter(name).wire
    assert (await stage.ask(MEL, "POST", "/register", {name: text, "fetch_event_types": "[]"})).status == 200
