"""Answers messages: handlers of message events first, then the command that the message is for."""

import msgspec

from dragoman.errors import ServiceError, UserError
from dragoman.events import MessageEvent
from dragoman.model import User
from dragoman.operations import SendMessage
from dragoman.plugin import Conversation, MessageContext
from dragoman.plugin.commands import Command, EventHandler
from dragoman.plugin.words import first_word
from dragoman.runtime.access import LEVELS, Access, role_of
from dragoman.runtime.addressing import Addressed, address
from dragoman.runtime.directory import KnownDirectory
from dragoman.runtime.dispatch import Dispatch, Match, Misfit, Unknown
from dragoman.runtime.handling import Handling, Result
from dragoman.runtime.help import NAME as HELP
from dragoman.runtime.host import Host
from dragoman.runtime.in_use import InUse
from dragoman.runtime.sections import CommandSettings
from dragoman.text import code, escape

ALL: frozenset[str] = frozenset()
"""No choice among the handlers."""


class Plan(msgspec.Struct, frozen=True):
    """A message that somebody has to look at."""

    event: MessageEvent
    conversation: Conversation
    addressed: Addressed | None
    """None when it is not for the bot, but a plugin listens."""


class Answering:
    """What a bot makes of messages."""

    def __init__(
        self,
        hosts: tuple[Host, ...],
        dispatch: Dispatch,
        access: Access,
        handling: Handling,
        settings: CommandSettings,
        directory: KnownDirectory,
        in_use: InUse,
        *,
        log_content: bool = False,
    ) -> None:
        """Answer with these plugins, which are in use meanwhile; the first of them is the built-in help."""
        self._in_use = in_use
        self._log_content = log_content
        self._hosts = {host.name: host for host in hosts}
        self._help = self._hosts[HELP]
        self._listeners = [
            (host, handler)
            for host in hosts
            for handler in host.handlers
            if issubclass(MessageEvent, handler.event)
        ]
        self._dispatch = dispatch
        self._access = access
        self._handling = handling
        self._settings = settings
        self._directory = directory

    def may(self, command: Command, context: MessageContext) -> bool:
        """Whether the person of a context may use a command there."""
        return self._access.may(context.sender, command, context.conversation)

    def plan(self, event: MessageEvent, me: User) -> Plan | None:
        """Return what is to be done about a message; None when nothing is, as for the bot's own."""
        if event.message.sender_id == me.user_id:
            return None
        known = self._directory.known_user(event.message.sender_id)
        if known is not None and known.is_bot:
            return None
        addressed = address(event, me, self._settings)
        if addressed is None and not self._listeners:
            return None
        return Plan(event, Conversation.of(event.message, me.user_id), addressed)

    async def carry_out(self, plan: Plan, *, only: frozenset[str] = ALL, last: bool = True) -> list[Result]:
        """Let the listeners hear a message and answer it if it is for the bot; other bots are not heard.

        ``only`` names the handlers to call, all of them when it is empty. With ``last`` unset a failure that
        may pass is only reported, for there will be another attempt.
        """
        with self._in_use:
            return await self._carry_out(plan, only, last)

    async def _carry_out(self, plan: Plan, only: frozenset[str], last: bool) -> list[Result]:
        sender = await self._sender(plan.event)
        if sender.is_bot:
            return []
        content = {"content": plan.event.message.content} if self._log_content else {}
        self._help.log.debug("message heard", message_id=plan.event.message.id, **content)
        results = [
            await self._hear(host, handler, plan, sender, last)
            for host, handler in self._listeners
            if host.ready and (not only or handler.name in only)
        ]
        if plan.addressed is not None:
            is_answered = any(isinstance(each, SendMessage) for result in results for each in result.effects)
            results += await self._answer(plan, plan.addressed, sender, only, last, is_answered)
        return results

    async def _hear(self, host: Host, handler: EventHandler, plan: Plan, sender: User, last: bool) -> Result:
        context = self._context(host, plan, sender)
        return await self._handling.run(
            host,
            handler.method,
            lambda: handler.call(context, plan.event),
            context,
            last=last,
            mode=handler.delivery,
        )

    async def _sender(self, event: MessageEvent) -> User:
        directory = self._help.surroundings.directory
        try:
            return await directory.user(event.message.sender_id)
        except (UserError, ServiceError):
            # Unknown to the server is nobody with any rights.
            message = event.message
            return User(
                user_id=message.sender_id,
                email=message.sender_email,
                full_name=message.sender_full_name,
                is_guest=True,
            )

    def _context(self, host: Host, plan: Plan, sender: User) -> MessageContext:
        text = plan.addressed.text if plan.addressed is not None else plan.event.message.content
        return MessageContext(
            host.surroundings,
            message=plan.event.message,
            sender=sender,
            text=text,
            conversation=plan.conversation,
        )

    async def _answer(
        self,
        plan: Plan,
        addressed: Addressed,
        sender: User,
        only: frozenset[str],
        last: bool,
        is_answered: bool,
    ) -> list[Result]:
        """Call the command; what a listener has answered, as the number of a choice, needs to be none."""
        context = self._context(self._help, plan, sender)
        text = addressed.text if addressed.text.strip() else HELP
        found = self._dispatch.find(text, context, prefixed=addressed.prefixed)
        if only and (isinstance(found, Unknown) or found.command.name not in only):
            return []
        if is_answered and (isinstance(found, Unknown) or not found.command.mark.usage.first_words):
            return []
        if isinstance(found, Unknown):
            return await self._answer_unknown(found, addressed, context)
        if not self.may(found.command, context):
            return await self._say(context, _refusal(found.command, context))
        if isinstance(found, Misfit):
            return await self._say(context, found.command.refusal(found.mismatch, context.prefix).sentence)
        return await self._call(found, plan, sender, last)

    async def _call(self, match: Match, plan: Plan, sender: User, last: bool) -> list[Result]:
        host = self._hosts[match.command.plugin]
        context = self._context(host, plan, sender)
        if not host.ready:
            return await self._say(context, "I cannot do that right now: that part of me has not started.")
        command = match.command
        result = await self._handling.run(
            host,
            command.method,
            lambda: command.call(context, **match.arguments),
            context,
            asked=True,
            last=last,
            mode=command.mark.delivery,
        )
        return [result]

    async def _answer_unknown(
        self, unknown: Unknown, addressed: Addressed, context: MessageContext
    ) -> list[Result]:
        """Say so, but leave other bots their commands: several may share a prefix."""
        if addressed.how == "prefix" and unknown.meant is None:
            return []
        meant = f" Did you mean {code(f'{context.prefix}{unknown.meant}')}?" if unknown.meant else ""
        word = escape(f"I do not know the command “{unknown.word[:60]}”.")
        return await self._say(context, f"{word}{meant} {code(f'{context.prefix}help')} lists what I can do.")

    async def _say(self, context: MessageContext, sentence: str) -> list[Result]:
        await context.reply(sentence)
        return [Result(self._help, self._help.name, tuple(context.effects))]

    def apology(self, plan: Plan, sentence: str) -> Result:
        """Return what tells the person who asked that nothing will come."""
        text = [plan.conversation.to_operation(sentence)] if plan.addressed is not None else []
        return Result(self._help, self._help.name, tuple(text))


def _refusal(command: Command, context: MessageContext) -> str:
    role = command.mark.access
    what = (
        code(f"{context.prefix}{first_word(str(command.mark.usage))}")
        if command.mark.usage.first_words
        else "That"
    )
    if role != "everyone" and role_of(context.sender) > LEVELS[role]:
        return f"{what} is for people with the role {role} or a higher one."
    return f"{what} is not for you to use here; whoever runs me decides that."
