"""The command that every bot has: what can be asked of it."""

from collections.abc import Callable

from dragoman.plugin import MessageContext, NoOptions, Plugin, command
from dragoman.plugin.commands import Command
from dragoman.plugin.matching import did_you_mean
from dragoman.text import code, escape

NAME = "help"
May = Callable[[Command, MessageContext], bool]


class Help(Plugin[NoOptions]):
    """Says what the bot can do."""

    def __init__(self, commands: Callable[[], tuple[Command, ...]], may: May) -> None:
        """Tell of these commands, to each those that they may use."""
        super().__init__(name=NAME)
        self._commands = commands
        self._may = may

    @command("help [about...]", help="Says what I can do, or how one command is used.")
    async def help(self, context: MessageContext, about: str = "") -> None:
        """Say what the bot can do, or how one command is used."""
        allowed = tuple(each for each in self._commands() if self._may(each, context))
        topic = about.strip().removeprefix(context.prefix).casefold()
        if not topic:
            await context.reply(_overview(allowed, context))
            return
        meant = tuple(each for each in allowed if _is_about(each, topic))
        if meant:
            await context.reply("\n\n".join(_details(each, context.prefix) for each in meant))
            return
        words = tuple(word for each in allowed for word in each.mark.usage.first_words)
        hint = did_you_mean(topic, words) or f" {code(f'{context.prefix}help')} lists what there is."
        await context.reply(f"{escape(f'I have no command “{about.strip()[:100]}”.')}{hint}")


def _is_about(command: Command, topic: str) -> bool:
    words = " ".join(word.choices[0] for word in command.mark.usage.words)
    return topic in (words, command.name.casefold(), command.plugin.casefold()) or (
        topic in command.mark.usage.first_words
    )


def _overview(commands: tuple[Command, ...], context: MessageContext) -> str:
    prefix = context.prefix
    lines = ["**What I can do**", ""]
    # What needs no command comes first, the help that is being read last.
    ordered = sorted(commands, key=lambda each: (bool(each.mark.usage.first_words), each.plugin == NAME))
    lines += [f"* {_title(each, prefix)}{_dash(each)}" for each in ordered]
    lines += ["", _how_to_reach(context)]
    return "\n".join(lines)


def _how_to_reach(context: MessageContext) -> str:
    prefix = context.prefix
    return f"Mention me or write to me directly; {code(f'{prefix}help command')} tells more about a command."


def _title(command: Command, prefix: str) -> str:
    if command.mark.usage.first_words:
        return code(command.usage(prefix))
    return "**Just ask**"


def _dash(command: Command) -> str:
    return f" – {command.mark.help}" if command.mark.help else ""


def _details(command: Command, prefix: str) -> str:
    documentation = "\n".join(line.strip() for line in (command.call.__doc__ or "").strip().splitlines())
    text = documentation or command.mark.help
    return f"{_title(command, prefix)}\n{text}".strip()
