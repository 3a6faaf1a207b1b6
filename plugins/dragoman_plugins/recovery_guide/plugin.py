"""The plugin itself: from a message to a verdict, from a verdict to a reply."""

import msgspec

from dragoman.errors import GuideRateLimited, ServiceError
from dragoman.events import MessageEvent
from dragoman.model import ServiceGuide
from dragoman.plugin import Context, Duration, MessageContext, Plugin, command, on
from dragoman_plugins.recovery_guide import replies
from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.choices import Open, OpenQuestions, is_none, number_in
from dragoman_plugins.recovery_guide.pages import Pages
from dragoman_plugins.recovery_guide.understanding import understand
from dragoman_plugins.recovery_guide.verdict import Kind, Verdict


class RecoveryGuideOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `recovery_guide`."""

    fresh: Duration = Duration(minutes=5)
    """How long an answer of the guide service is used before it is asked again."""
    stale: Duration = Duration(days=1)
    """How old an answer may be that is shown, with its age, while the guide service does not answer."""
    patience: Duration = Duration(minutes=15)
    """How long a question with numbered choices can be answered."""


class RecoveryGuide(Plugin[RecoveryGuideOptions]):
    """Answers questions about lost data with the official recovery page, and asks when several may fit."""

    def __init__(self, options: RecoveryGuideOptions | None = None, *, name: str = "recovery_guide") -> None:
        """Begin with nothing seen and nothing asked."""
        super().__init__(options, name=name)
        self._pages = Pages(fresh=self.options.fresh, stale=self.options.stale)
        self._questions = OpenQuestions(self.options.patience)

    @command("guide [device...]", help="List the recovery pages, or show the one for a device")
    async def guide(self, context: MessageContext, device: str = "") -> None:
        """List the recovery pages, or show the one for a device."""
        verdict = understand(device) if device.strip() else Verdict(kind=Kind.LIST)
        await self._answer(context, verdict)

    @command("<question...>", help="Ask about lost data in your own words")
    async def ask(self, context: MessageContext, question: str) -> None:
        """Answer a question about lost data, or the number of a choice."""
        asked = self._asked(context)
        if asked is not None and await self._answer_choice(context, asked, question):
            return
        if number_in(question, 0) is not None:
            await context.reply(replies.NOTHING_OPEN)
            return
        await self._answer(context, understand(question))

    @on(MessageEvent)
    async def overhear(self, context: MessageContext, event: MessageEvent) -> None:
        """Take a bare number, said in the topic right after the question, as its answer."""
        if is_addressed(context, event):
            return
        asked = self._asked(context)
        if asked is not None and chosen(asked, event.message.content) is not None:
            await self._answer_choice(context, asked, event.message.content)

    def _asked(self, context: MessageContext) -> Open | None:
        return self._questions.asked(
            context.conversation.key, context.sender.user_id, context.clock.monotonic()
        )

    async def _answer_choice(self, context: MessageContext, asked: Open, text: str) -> bool:
        """Answer what was chosen; returns False for a text that is no choice, but a new question."""
        category = chosen(asked, text)
        if category is not None:
            verdict = msgspec.structs.replace(asked.verdict, kind=Kind.PAGE, categories=(category,))
            await self._answer(context, verdict)
        elif number_in(text, len(asked.choices)) is not None:
            await context.reply(replies.out_of_range(len(asked.choices)))
        elif is_none(text):
            await self._answer(context, Verdict(kind=Kind.UNDECIDED))
        else:
            return False
        return True

    async def _answer(self, context: MessageContext, verdict: Verdict) -> None:
        """Reply to a verdict; what the guide service cannot give now is said, too."""
        key, asker = context.conversation.key, context.sender.user_id
        self._questions.forget(key, asker)
        if verdict.kind is Kind.CHOICE:
            self._questions.ask(key, asker, verdict, context.clock.monotonic())
        try:
            await context.reply(await self._text(context, verdict))
        except GuideRateLimited as error:
            context.log.warning("guide read limit spent", retry_after=error.retry_after)
            await context.reply(replies.busy(error.retry_after))
        except ServiceError as error:
            context.log.warning("guide not reached", error=str(error))
            await context.reply(replies.DOWN)

    async def _text(self, context: Context, verdict: Verdict) -> str:
        spoken = without_guide(verdict, context.prefix)
        if spoken is not None:
            return spoken
        guide, age = await self._pages.guide(context)
        return replies.aged(await self._with_guide(context, guide, verdict), age)

    async def _with_guide(self, context: Context, guide: ServiceGuide, verdict: Verdict) -> str:
        match verdict.kind:
            case Kind.PAGE:
                return await self._page(context, guide, verdict)
            case Kind.RESOURCE:
                return replies.resources(guide, verdict)
            case Kind.REFUSED:
                return replies.refused(guide, verdict)
            case Kind.LIST:
                return replies.overview(guide)
            case Kind.UNDECIDED:
                return replies.undecided(guide)
        return replies.unlisted(guide)

    async def _page(self, context: Context, guide: ServiceGuide, verdict: Verdict) -> str:
        """Return the page of one category; one that the whole guide lacks is asked for by itself."""
        (category,) = verdict.categories
        found = guide.link_for(category.value)
        if found is None:
            found = await self._pages.link(context, category.value)
        return replies.page(guide, found.url, verdict) if found else replies.no_page(guide, category)


def is_addressed(context: MessageContext, event: MessageEvent) -> bool:
    """Tell whether a message is meant for the bot anyway, and so is answered as a question."""
    if context.conversation.is_direct and len(context.conversation.user_ids) == 1:
        return True
    begins = bool(context.prefix) and event.message.content.lstrip().startswith(context.prefix)
    return begins or "mentioned" in event.flags


def chosen(asked: Open, text: str) -> Category | None:
    """Return what an answer chooses, by its number or by its name."""
    number = number_in(text, len(asked.choices))
    if number is not None:
        return asked.choices[number - 1] if 1 <= number <= len(asked.choices) else None
    if len(text.split()) > 3:
        return None
    verdict = understand(text)
    named = verdict.categories[0] if verdict.kind is Kind.PAGE and not verdict.refusals else None
    return named if named in asked.choices else None


def without_guide(verdict: Verdict, prefix: str) -> str | None:
    """Return the reply to what needs nothing from the guide service, None for all else."""
    match verdict.kind:
        case Kind.CHOICE:
            return replies.question(verdict)
        case Kind.GREETING:
            return replies.GREETING
        case Kind.THANKS:
            return replies.THANKS
        case Kind.HELP:
            return replies.help_text(prefix)
        case Kind.NOT_OURS:
            return replies.NOT_OURS
    return None
