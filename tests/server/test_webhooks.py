"""Outgoing-web-hook bots are called when somebody speaks to them, and say what the web-hook answers."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from aiohttp import web

from server.household import CLEO, DAN, GENERAL, NOW, Actor, House


class Hook:
    """A web-hook on a port of its own."""

    def __init__(self) -> None:
        self.url = ""
        self.heard: list[Any] = []
        self.agents: list[str] = []
        self.answer = web.Response(body=b'{"content": "Hello!"}')

    async def handle(self, request: web.Request) -> web.Response:
        is_json = request.content_type == "application/json"
        self.heard.append(await request.json() if is_json else dict(await request.post()))
        self.agents.append(request.headers["User-Agent"])
        return self.answer

    def answers(self, body: bytes, status: int = 200) -> None:
        self.answer = web.Response(body=body, status=status)


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    hook, app = Hook(), web.Application()
    app.router.add_post("/", hook.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    yield hook
    await runner.cleanup()


async def make(house: House, url: str, interface: int = 1) -> int:
    params = {"bot_type": "3", "payload_url": f'"{url}"', "interface_type": str(interface)}
    made = await house.actor("Cleo").post("/bots", full_name="Echo", short_name="echo", **params)
    bot_id: int = made["user_id"]
    return bot_id


async def said(house: House, actor: Actor, narrow: str) -> list[tuple[str, str]]:
    await house.server.quiet()
    params = {"anchor": "newest", "num_before": "9", "num_after": "0", "apply_markdown": "false"}
    found = await actor.get("/messages", narrow=narrow, **params)
    return [(one["sender_full_name"], one["content"]) for one in found["messages"]]


TOPIC = '[["channel", "general"], ["topic", "hooks"]]'


async def test_a_mention_is_carried_and_the_answer_said_where_it_was(
    house: House, cleo: Actor, dan: Actor, hook: Hook
) -> None:
    bot_id = await make(house, hook.url)
    message_id = await cleo.say("general", "hooks", "@**Echo** are you **there**?")
    assert await said(house, cleo, TOPIC) == [
        ("Cleo Member", "@**Echo** are you **there**?"),
        ("Echo", "Hello!"),
    ]
    (body,) = hook.heard
    message = body.pop("message")
    (service,) = house.world.users[bot_id].services
    assert body == {
        "data": "@**Echo** are you **there**?",
        "bot_email": "echo-bot@house.test",
        "bot_full_name": "Echo",
        "token": service.token,
        "trigger": "mention",
    }
    kept = {"id": message_id, "subject": "hooks", "stream_id": GENERAL, "timestamp": NOW, "sender_id": CLEO}
    assert {name: message[name] for name in kept} == kept
    assert message["content"] == "@**Echo** are you **there**?"
    mention = f'<span class="user-mention" data-user-id="{bot_id}">@Echo</span>'
    assert message["rendered_content"] == f"<p>{mention} are you <strong>there</strong>?</p>"
    assert "flags" not in message
    assert hook.agents[0].startswith("ZulipOutgoingWebhook/")


async def test_a_direct_message_is_carried_and_answered_to_all_who_are_in_it(
    house: House, cleo: Actor, dan: Actor, hook: Hook
) -> None:
    bot_id = await make(house, hook.url)
    hook.answers(b'{"response_string": "of old"}')
    await cleo.post("/messages", type="direct", to=f"[{bot_id}, {DAN}]", content="hm")
    narrow = f'[{{"operator": "dm", "operand": [{CLEO}, {bot_id}]}}]'
    assert await said(house, dan, narrow) == [("Cleo Member", "hm"), ("Echo", "of old")]
    assert hook.heard[0]["trigger"] == "direct_message"


async def test_an_answer_may_bring_choices_to_press(house: House, cleo: Actor, hook: Hook) -> None:
    bot_id = await make(house, hook.url)
    widget = (
        '{"widget_type": "zform", "extra_data": {"type": "choices", "heading": "h", "choices": '
        '[{"short_name": "1", "long_name": "yes", "reply": "answer 1"}]}}'
    )
    hook.answers(msgspec.json.encode({"content": "Well?", "widget_content": widget}))
    message_id = await cleo.say("general", "hooks", "@**Echo**")
    assert await said(house, cleo, TOPIC) == [("Cleo Member", "@**Echo**"), ("Echo", "Well?")]
    (told,) = (await cleo.get(f"/messages/{message_id + 1}"))["message"]["submessages"]
    assert (told["content"], told["sender_id"]) == (widget, bot_id)


async def test_an_answer_that_comes_in_pieces_is_read_to_its_end(
    house: House, cleo: Actor, hook: Hook
) -> None:
    await make(house, hook.url)
    hook.answers(b'{"content": "Hello!"' + b" " * 900_000 + b"}")
    await cleo.say("general", "hooks", "@**Echo**")
    assert await said(house, cleo, TOPIC) == [("Cleo Member", "@**Echo**"), ("Echo", "Hello!")]


@pytest.mark.parametrize(
    "answer", [b'{"response_not_required": true, "content": "x"}', b'{"content": "  "}', b"{}", b'""']
)
async def test_a_web_hook_need_not_say_anything(house: House, cleo: Actor, hook: Hook, answer: bytes) -> None:
    await make(house, hook.url)
    hook.answers(answer)
    await cleo.say("general", "hooks", "@**Echo**")
    assert await said(house, cleo, TOPIC) == [("Cleo Member", "@**Echo**")]
    assert len(hook.heard) == 1


async def test_bots_and_silent_mentions_call_nobody(
    house: House, cleo: Actor, robo: Actor, hook: Hook
) -> None:
    await make(house, hook.url)
    await robo.say("general", "hooks", "@**Echo**")
    await cleo.say("general", "hooks", "@_**Echo** and `@**Echo**`")
    assert len(await said(house, cleo, TOPIC)) == 2
    assert hook.heard == []


RESPONSE = (
    "The webhook got a response with status code *502*.\n"
    "The response contains the following payload:\n```\nb'down'\n```"
)
ERROR = (
    "The outgoing webhook server attempted to send a message in Zulip, "
    "but that request resulted in the following error:\n> "
)
NO_WIDGET = "Widgets: API programmer sent invalid JSON content"


@pytest.mark.parametrize(
    ("status", "answer", "failure", "told"),
    [
        (502, b"down", "Third party responded with 502", RESPONSE),
        (200, b"no JSON", "Invalid JSON in response", f"{ERROR}Invalid JSON in response"),
        (200, b"[]", "Invalid response format", f"{ERROR}Invalid response format"),
        (200, b'{"content": "x", "widget_content": "y"}', NO_WIDGET, f"{ERROR}{NO_WIDGET}"),
        (200, b'{"content": "x", "widget_content": {}}', NO_WIDGET, f"{ERROR}{NO_WIDGET}"),
    ],
)
async def test_a_failure_is_said_and_the_bots_owner_is_told(
    house: House, cleo: Actor, dan: Actor, hook: Hook, status: int, answer: bytes, failure: str, told: str
) -> None:
    await make(house, hook.url)
    hook.answers(answer, status)
    dan.headers.pop("User-Agent")
    message_id = await dan.say("general", "hooks", "@**Echo**")
    assert (await said(house, cleo, TOPIC))[-1] == ("Echo", f"Failure! {failure}")
    link = f"{house.url}/#narrow/stream/{GENERAL}-general/topic/hooks/near/{message_id}"
    assert (await said(house, cleo, '[["is", "dm"]]'))[-1] == (
        "Notification Bot",
        f"[A message]({link}) to your bot @_**Echo** triggered an outgoing webhook.\n{told}",
    )


async def test_whoever_cannot_be_reached_is_tried_again(house: House, cleo: Actor) -> None:
    await make(house, "http://127.0.0.1:9/")
    await cleo.say("general", "hooks", "@**Echo**")
    assert (await said(house, cleo, TOPIC))[-1] == ("Echo", "Failure! Bot is unavailable")
    told = (await said(house, cleo, '[["is", "dm"]]'))[-1][1]
    assert told.endswith("triggered an outgoing webhook.\nUnable to connect to the third party.")


async def test_the_form_of_the_much_used_program_is_offered_for_channels(
    house: House, cleo: Actor, hook: Hook
) -> None:
    bot_id = await make(house, hook.url, interface=2)
    hook.answers(b'{"text": "as there"}')
    await cleo.say("general", "hooks", "@**Echo** hi")
    assert (await said(house, cleo, TOPIC))[-1] == ("Echo", "as there")
    (form,) = hook.heard
    token = form.pop("token")
    assert token == house.world.users[bot_id].services[0].token
    assert form == {
        "team_id": "T1",
        "team_domain": house.url,
        "channel_id": f"C{GENERAL}",
        "channel_name": "general",
        "thread_ts": str(NOW),
        "timestamp": str(NOW),
        "user_id": f"U{CLEO}",
        "user_name": "Cleo Member",
        "text": "@**Echo** hi",
        "trigger_word": "mention",
        "service_id": str(CLEO),
    }
    await cleo.post("/messages", type="direct", to=f"[{bot_id}]", content="hm")
    narrow = f'[{{"operator": "dm", "operand": [{bot_id}]}}]'
    failure = "Failure! Slack outgoing webhooks don't support direct messages."
    assert (await said(house, cleo, narrow))[-1] == ("Echo", failure)


async def test_an_answer_of_nothing_that_can_be_said_is_told_to_the_owner(
    house: House, cleo: Actor, hook: Hook
) -> None:
    await make(house, hook.url)
    hook.answers(b'{"content": "a\\u0000b"}')
    await cleo.say("general", "hooks", "@**Echo**")
    told = (await said(house, cleo, '[["is", "dm"]]'))[-1][1]
    assert told.endswith("It could not answer:\n> Message must not contain null bytes")
