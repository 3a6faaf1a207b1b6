"""Questions that wait for the number of a choice: kept over restarts, for a while each."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from zoneinfo import ZoneInfo

import msgspec

from dragoman.errors import UserError
from dragoman.planner import NoPlan, Unclear, find_plan_first, read_plan
from dragoman.plugin import MessageContext
from dragoman.text import escape
from dragoman_plugins.scheduler.destinations import sentence

PATIENCE = 900.0
"""Seconds for which a question can be answered."""
LONGEST = 1000
"""Characters of a text in which the words are looked for that are not clear."""
MOST_WORDS = 16
SIGNS = ":,;"
NUMBER = re.compile(r"#?(\d{1,2})[.)!]?")


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question that was asked."""

    command: str
    """The method that goes on with the answer."""
    first: str = ""
    """Its first argument, where it has two."""
    texts: tuple[str, ...]
    """What it was asked to do, clearly, for each choice."""
    until: float
    """UNIX seconds."""


async def ask(
    context: MessageContext, error: Unclear, zone: ZoneInfo, command: str, text: str, first: str = ""
) -> None:
    """Ask which of several times is meant, and remember what to do then; fails with UserError."""
    now = datetime.fromtimestamp(context.clock.now(), UTC)
    place = unclear_in(text, error.choices, now, zone)
    if place is None:
        raise UserError(sentence(error))
    phrase = text[place]
    texts = tuple(f"{text[: place.start]}{choice}{text[place.stop :]}" for choice in error.choices)
    until = context.clock.now() + PATIENCE
    question = Question(command=command, first=first, texts=texts, until=until)
    context.state.of(context.conversation).set(key_of(context), question)
    choices = "\n".join(f"{number}. {escape(choice)}" for number, choice in enumerate(error.choices, 1))
    await context.reply(f"When do you mean by “{escape(phrase)}”?\n\n{choices}\n\nAnswer with the number.")


def unclear_in(text: str, choices: tuple[str, ...], now: datetime, zone: ZoneInfo) -> slice | None:
    """Return where in a text the words are that can mean these times: as many words as do."""
    for first in re.finditer(r"\S+", text[:LONGEST]):
        said = text[first.start() :]
        if meanings(partial(find_plan_first, said, now, zone)) != choices:
            continue
        for end in reversed([word.end() for word in re.finditer(r"\S+", said)][:MOST_WORDS]):
            words = said[:end].rstrip(SIGNS)
            if meanings(partial(read_plan, words, now, zone)) == choices:
                return slice(first.start(), first.start() + len(words))
    return None


def meanings(read: Callable[[], object]) -> tuple[str, ...]:
    """Return what the words that are read can mean; nothing when they are clear, or no time at all."""
    try:
        read()
    except Unclear as error:
        return error.choices
    except NoPlan:
        pass
    return ()


async def chosen(context: MessageContext) -> tuple[Question, str] | None:
    """Return the question that a message answers, and the text it chooses; None when it answers none."""
    number = NUMBER.fullmatch(context.text.strip())
    if number is None:
        return None
    kept = context.state.of(context.conversation)
    question = await kept.get(key_of(context), Question)
    if question is None or question.until < context.clock.now():
        return None
    place = int(number[1])
    if not 1 <= place <= len(question.texts):
        return None
    kept.forget(key_of(context))
    return question, question.texts[place - 1]


def key_of(context: MessageContext) -> str:
    """Return by what a person's question is known in a conversation."""
    return f"question to {context.sender.user_id}"
