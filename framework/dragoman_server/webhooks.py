"""Carries messages to outgoing-web-hook bots, and what they answer back to where it was asked."""

import asyncio
from typing import Any

import aiohttp
import msgspec
import structlog

from dragoman_server.actions.messages import SENDING_EMITS, do_send_message, send_as_system
from dragoman_server.choices import read_choices
from dragoman_server.drafting import Draft, check_content
from dragoman_server.errors import Refusal
from dragoman_server.ledger import Deed
from dragoman_server.markdown import Widget, message_path
from dragoman_server.payloads.messages import message_payload
from dragoman_server.rendering import render_message
from dragoman_server.store import StoreFailed
from dragoman_server.summons import Summons
from dragoman_server.traffic import Traffic
from dragoman_server.world.records import BotService, Message, User
from dragoman_server.world.world import World

log = structlog.get_logger(__name__)

CARRYING = Deed("the carrying of messages to web-hooks", (), SENDING_EMITS)
"""Who acts when a web-hook has answered."""

SECONDS = 10
"""How long a web-hook may take."""

ATTEMPTS = 3
"""How often one that cannot be reached is tried."""

MOST_BYTES = 1024 * 1024
"""How much of an answer is read."""

_MUCH_USED = 2
"""The interface in the form of a program that is much used."""


class Failed(Exception):
    """The web-hook did not answer as it should: what the bot says, and what its owner is told."""

    def __init__(self, said: str, told: str) -> None:
        """Note both; there may be nothing to tell."""
        super().__init__(said)
        self.said = said
        self.told = told


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """What is posted: JSON, or a form."""

    json: Any = None
    form: Any = None


class Answer(msgspec.Struct, frozen=True):
    """What a web-hook has its bot say; empty text for nothing."""

    content: str = ""
    widget: Widget | None = None


class Webhooks:
    """The calls that are under way."""

    def __init__(self, world: World, traffic: Traffic) -> None:
        """Call nobody yet."""
        self._world = world
        self._traffic = traffic
        self._calls: set[asyncio.Task[None]] = set()

    def summon(self, summons: Summons) -> None:
        """Call a bot beside everything else."""
        call = asyncio.create_task(self._call(summons))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    async def close(self) -> None:
        """Give up all calls."""
        for call in list(self._calls):
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    async def _call(self, summons: Summons) -> None:
        message, bot = self._world.messages.get(summons.message_id), self._world.users[summons.bot_id]
        if message is None or not bot.services:
            return
        self._traffic.under_way += 1
        try:
            await self._traffic.settled()
            answer = await self._ask(bot, bot.services[0], message, summons)
            if answer.content.strip():
                self._reply(bot, message, answer)
        except Failed as failed:
            log.info("a web-hook failed", bot=bot.full_name, why=failed.said)
            self._reply(bot, message, Answer(f"Failure! {failed.said}"))
            self._tell_owner(bot, message, failed.told)
        except StoreFailed:
            log.error("a web-hook was not called: its message could not be kept", bot=bot.full_name)
        finally:
            self._traffic.under_way -= 1
            self._traffic.begun += 1

    async def _ask(self, bot: User, service: BotService, message: Message, summons: Summons) -> Answer:
        """Return what the bot says to a message."""
        body = self._body(bot, service, message, summons)
        status, answer = await _post(service.base_url, body, self._world.settings.told_version)
        if status // 100 != 2:
            raise Failed(
                f"Third party responded with {status}",
                f"The webhook got a response with status code *{status}*.\n"
                f"The response contains the following payload:\n```\n{answer!r}\n```",
            )
        return _read_answer(answer, "text" if service.interface == _MUCH_USED else "content")

    def _body(self, bot: User, service: BotService, message: Message, summons: Summons) -> Body:
        """Return what is posted to the bot's address."""
        if service.interface == _MUCH_USED:
            return Body(form=self._form(service, message))
        told = message_payload(
            self._world, message, apply_markdown=False, client_gravatar=False, empty_topic=False
        )
        said = {
            "data": message.content,
            "message": {**told, "rendered_content": message.rendered},
            "bot_email": bot.email,
            "bot_full_name": bot.full_name,
            "token": service.token,
            "trigger": summons.trigger,
        }
        return Body(json=said)

    def _form(self, service: BotService, message: Message) -> dict[str, Any]:
        """Return the message as another program's web-hooks know it, which has channels only."""
        world, channel_id = self._world, message.recipient.channel_id
        if channel_id is None:
            raise Failed("Slack outgoing webhooks don't support direct messages.", "")
        sender = world.users[message.sender_id]
        return {
            "token": service.token,
            "team_id": f"T{world.realm_id}",
            "team_domain": world.url,
            "channel_id": f"C{channel_id}",
            "channel_name": world.channels[channel_id].name,
            "thread_ts": message.timestamp,
            "timestamp": message.timestamp,
            "user_id": f"U{sender.user_id}",
            "user_name": sender.full_name,
            "text": message.content,
            "trigger_word": "mention",
            "service_id": sender.user_id,
        }

    def _reply(self, bot: User, message: Message, answer: Answer) -> None:
        """Let the bot say something where it was spoken to."""
        world = self._world
        try:
            content = check_content(answer.content)
        except Refusal as refusal:
            self._tell_owner(bot, message, f"It could not answer:\n> {refusal}")
            return
        with world.ledger.acting(CARRYING):
            draft = Draft(
                sender=bot,
                recipient=message.recipient,
                topic=message.topic,
                content=content,
                rendered=render_message(world, bot, content),
            )
            if answer.widget is not None:
                draft = draft.showing(answer.widget)
            do_send_message(world, draft, client="OutgoingWebhookResponse")

    def _tell_owner(self, bot: User, message: Message, what: str) -> None:
        world = self._world
        if bot.bot_owner_id is None or not what:
            return
        link = f"{world.url}/{_path(world, message)}"
        text = f"[A message]({link}) to your bot @_**{bot.full_name}** triggered an outgoing webhook.\n{what}"
        recipient = world.direct_recipient((world.notification_bot.user_id, bot.bot_owner_id))
        with world.ledger.acting(CARRYING):
            send_as_system(world, recipient, "", text)


def _path(world: World, message: Message) -> str:
    channel_id = message.recipient.channel_id
    if channel_id is not None:
        return message_path(channel_id, world.channels[channel_id].name, message.topic, message.id)
    people = ",".join(str(user_id) for user_id in message.recipient.user_ids)
    return f"#narrow/dm/{people}/near/{message.id}"


async def _post(url: str, body: Body, version: str) -> tuple[int, bytes]:
    """Return status and body of the answer; whoever cannot be reached is tried again."""
    why = ""
    for _ in range(ATTEMPTS):
        try:
            return await _post_once(url, body, version)
        except TimeoutError:
            why = f"Request timed out after {SECONDS} seconds."
        except (aiohttp.ClientError, ValueError):
            why = "Unable to connect to the third party."
    raise Failed("Bot is unavailable", why)


async def _post_once(url: str, body: Body, version: str) -> tuple[int, bytes]:
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS)) as session,
        session.post(
            url,
            headers={"User-Agent": f"ZulipOutgoingWebhook/{version}"},
            # Another address than the one that the bot's owner named is not called.
            allow_redirects=False,
            json=body.json,
            data=body.form,
        ) as response,
    ):
        return response.status, await _read(response.content)


async def _read(content: aiohttp.StreamReader) -> bytes:
    """Return the beginning of an answer, which may come in pieces."""
    read = bytearray()
    while len(read) < MOST_BYTES and (piece := await content.read(MOST_BYTES - len(read))):
        read += piece
    return bytes(read)


def _read_answer(answer: bytes, key: str) -> Answer:
    """Return what an answer says, in the present form or in the one of old."""
    try:
        told = msgspec.json.decode(answer)
    except (ValueError, RecursionError):
        raise _refused("Invalid JSON in response") from None
    if told == "":
        return Answer()
    if not isinstance(told, dict):
        raise _refused("Invalid response format")
    if told.get("response_not_required"):
        return Answer()
    if key == "content" and "response_string" in told:
        return Answer(_text(told["response_string"]))
    return Answer(_text(told.get(key)), _read_widget(told) if key == "content" else None)


def _text(said: Any) -> str:
    return "" if said is None else str(said)


def _read_widget(told: dict[str, Any]) -> Widget | None:
    if told.get("widget_content") is None:
        return None
    try:
        return read_choices(told["widget_content"])
    except Refusal as wrong:
        raise _refused(str(wrong)) from None


def _refused(what: str) -> Failed:
    return Failed(
        what,
        "The outgoing webhook server attempted to send a message in Zulip, but that request resulted in the "
        f"following error:\n> {what}",
    )
