"""What the recovery guide replies, message by message."""

import asyncio

import pytest

from dragoman.errors import ConnectionLost, GuideRateLimited
from dragoman.model import DEVICE_TYPES, Lab, ServiceGuide, ServiceLink
from dragoman.operations import GetServiceGuide, GuideAnswer
from dragoman.plugin import Conversation, Duration
from dragoman.plugin.commands import commands_of
from dragoman_plugins.recovery_guide import RecoveryGuide
from dragoman_plugins.recovery_guide.plugin import RecoveryGuideOptions
from plugins.desk import GENERAL, IRIS, OTTO, Desk, event_of, replies_of

TOPIC = Conversation(channel_id=GENERAL.stream_id, topic="help")
GUIDE = ServiceGuide(
    services=tuple(
        ServiceLink(device_type=kind, url=f"https://recovery.example.org/services/{kind.replace('_', '-')}")
        for kind in DEVICE_TYPES
    ),
    mail_in_url="https://recovery.example.org/mail-in",
    contact_url="https://recovery.example.org/contact",
    lab=Lab(address="1 Cleanroom Way, Springfield", physical_locations=1),
    guardrails=("No recovery is guaranteed", "Send no personal data."),
)
REST = """\
* **Mail-in:** [How to send a device in](https://recovery.example.org/mail-in)
* **Contact:** [Talk to the people there](https://recovery.example.org/contact)
* **Lab:** 1 Cleanroom Way, Springfield (the only location)
* **Please note:** No recovery is guaranteed. Send no personal data."""
NAS_PAGE = f"**NAS:** [Official NAS recovery page](https://recovery.example.org/services/nas)\n\n{REST}"
LAPTOP_PAGE = (
    f"**Laptop:** [Official laptop recovery page](https://recovery.example.org/services/laptop)\n\n{REST}"
)
SSD_OR_LAPTOP = """\
Which one needs help? Just answer with its number.

1. **SSD**: solid state, SATA, NVMe or M.2
2. **Laptop**: MacBook, notebook, Chromebook"""
NOTHING_OPEN = (
    "I have no question open with you. Tell me which device lost its data, and we start from there."
)


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.guide.answers[GetServiceGuide] = lambda _: GuideAnswer(guide=GUIDE)
    return made


@pytest.fixture
def plugin() -> RecoveryGuide:
    return RecoveryGuide()


async def ask(plugin: RecoveryGuide, desk: Desk, text: str, at: Conversation = TOPIC) -> list[str]:
    context = desk.said(text, at=at)
    await plugin.ask(context, text)
    return replies_of(context)


async def overhear(plugin: RecoveryGuide, desk: Desk, text: str, *flags: str) -> list[str]:
    context = desk.said(text, at=TOPIC)
    await plugin.overhear(context, event_of(context, *flags))
    return replies_of(context)


async def test_a_clear_question_gets_the_whole_page(plugin: RecoveryGuide, desk: Desk) -> None:
    assert await ask(plugin, desk, "my NAS will not mount after a power cut") == [NAS_PAGE]


async def test_a_refusal_is_said_before_the_page(plugin: RecoveryGuide, desk: Desk) -> None:
    assert await ask(plugin, desk, "what does it cost to recover a nas?") == [
        f"I cannot quote a price or say how long it takes.\n\n{NAS_PAGE}"
    ]


async def test_only_a_refusal_shows_whom_to_ask(plugin: RecoveryGuide, desk: Desk) -> None:
    assert await ask(plugin, desk, "what is your success rate?") == [
        (
            "I cannot promise a recovery, nor guess its chances. Please ask the people there:\n\n"
            "* **Contact:** [Talk to the people there](https://recovery.example.org/contact)\n\n"
            "Tell me which device it is, and I will give you its page."
        )
    ]


async def test_the_part_that_was_asked_for_comes_first(plugin: RecoveryGuide, desk: Desk) -> None:
    (reply,) = await ask(plugin, desk, "where do I ship my NAS")
    assert reply.startswith("**NAS:** [Official NAS")
    (reply,) = await ask(plugin, desk, "what is the address of the lab? my nas is broken")
    assert reply.index("**Lab:**") < reply.index("**Mail-in:**")


async def test_guardrails_alone_are_listed(plugin: RecoveryGuide, desk: Desk) -> None:
    assert await ask(plugin, desk, "guardrails") == [
        "What to keep in mind:\n* No recovery is guaranteed.\n* Send no personal data."
    ]


async def test_other_business_is_declined(plugin: RecoveryGuide, desk: Desk) -> None:
    (reply,) = await ask(plugin, desk, "what is the weather @**all** [x](https://evil.example.org)")
    assert reply.startswith("That is not something I can help with.")
    assert "evil" not in reply
    assert desk.guide.calls == []


async def test_a_choice_is_answered_by_its_number(plugin: RecoveryGuide, desk: Desk) -> None:
    assert await ask(plugin, desk, "the SSD in my laptop") == [SSD_OR_LAPTOP]
    assert await ask(plugin, desk, "2") == [LAPTOP_PAGE]


@pytest.mark.parametrize(
    "answer", ["2.", "number 2", "the second one", "#2", "2 please", "laptop", "the laptop", "last"]
)
async def test_a_choice_is_answered_in_other_words(plugin: RecoveryGuide, desk: Desk, answer: str) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    assert await ask(plugin, desk, answer) == [LAPTOP_PAGE]


async def test_a_bare_number_in_the_topic_is_an_answer(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    assert await overhear(plugin, desk, "2") == [LAPTOP_PAGE]
    assert await overhear(plugin, desk, "2") == []


async def test_small_talk_in_the_topic_is_no_answer(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    assert await overhear(plugin, desk, "let me look at my laptop, I think it has 2 disks") == []
    assert await overhear(plugin, desk, "7") == []
    assert await overhear(plugin, desk, "2", "mentioned") == []
    assert await overhear(plugin, desk, "!2") == []
    assert await overhear(plugin, desk, "2") == [LAPTOP_PAGE]


async def test_a_choice_belongs_to_its_asker_and_its_conversation(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    other = desk.said("2", by=IRIS, at=TOPIC)
    await plugin.overhear(other, event_of(other))
    assert replies_of(other) == []
    assert await ask(plugin, desk, "2", Conversation(user_ids=(OTTO.user_id,))) == [NOTHING_OPEN]


async def test_a_choice_expires(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    await desk.clock.advance(15 * 60 + 1)
    assert await overhear(plugin, desk, "2") == []
    assert await ask(plugin, desk, "2") == [NOTHING_OPEN]


async def test_a_number_out_of_range_may_be_corrected(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    assert await ask(plugin, desk, "3") == ["There are 2 choices: please answer with a number from 1 to 2."]
    assert await ask(plugin, desk, "2") == [LAPTOP_PAGE]


async def test_who_cannot_tell_is_helped_on(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    assert await ask(plugin, desk, "I don't know") == [
        (
            "No harm done, the people there can help.\n\n"
            "* **Contact:** [Talk to the people there](https://recovery.example.org/contact)"
        )
    ]


async def test_a_new_question_takes_the_place_of_the_choice(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "the SSD in my laptop")
    assert await ask(plugin, desk, "forget it, it is about our NAS at the office") == [NAS_PAGE]
    assert await ask(plugin, desk, "1") == [NOTHING_OPEN]


async def test_the_refusal_of_the_first_question_is_not_forgotten(plugin: RecoveryGuide, desk: Desk) -> None:
    await ask(plugin, desk, "what does it cost to repair the SSD in my laptop")
    assert await ask(plugin, desk, "2") == [
        f"I cannot quote a price or say how long it takes.\n\n{LAPTOP_PAGE}"
    ]


async def test_the_guide_command_lists_all_pages(plugin: RecoveryGuide, desk: Desk) -> None:
    context = desk.said("guide")
    await plugin.guide(context)
    (reply,) = replies_of(context)
    assert [link.url in reply for link in GUIDE.services] == [True] * 8
    assert reply.endswith(REST)


async def test_the_guide_command_shows_one_page(plugin: RecoveryGuide, desk: Desk) -> None:
    context = desk.said("guide Synology box")
    await plugin.guide(context, "Synology box")
    assert replies_of(context) == [NAS_PAGE]


async def test_a_category_the_guide_lacks_is_asked_for_by_itself(plugin: RecoveryGuide, desk: Desk) -> None:
    def answer(operation: GetServiceGuide) -> GuideAnswer:
        found = GUIDE.services if operation.device_type == "nas" else ()
        return GuideAnswer(
            guide=ServiceGuide(
                services=found,
                mail_in_url=GUIDE.mail_in_url,
                contact_url=GUIDE.contact_url,
                lab=GUIDE.lab,
                guardrails=GUIDE.guardrails,
            )
        )

    desk.guide.answers[GetServiceGuide] = answer
    assert await ask(plugin, desk, "nas") == [NAS_PAGE]
    (reply,) = await ask(plugin, desk, "ssd")
    assert reply.startswith("The guide lists no SSD page at the moment.")


async def test_the_options_say_how_old_an_answer_may_be(desk: Desk) -> None:
    await ask(RecoveryGuide(), desk, "nas")
    assert desk.guide.ages == (300.0, 86400.0)
    chosen = RecoveryGuideOptions(fresh=Duration(minutes=1), stale=Duration(hours=1))
    await ask(RecoveryGuide(chosen), desk, "nas")
    assert desk.guide.ages == (60.0, 3600.0)


async def test_a_short_wait_for_the_read_limit_is_waited_out(plugin: RecoveryGuide, desk: Desk) -> None:
    answers = iter([GuideRateLimited(GetServiceGuide(), retry_after=4), GuideAnswer(guide=GUIDE)])
    desk.guide.answers[GetServiceGuide] = lambda _: next(answers)
    asked = asyncio.create_task(ask(plugin, desk, "nas"))
    await desk.clock.asleep()
    await desk.clock.advance(4)
    assert await asked == [NAS_PAGE]


async def test_a_long_wait_is_told(plugin: RecoveryGuide, desk: Desk) -> None:
    desk.guide.answers[GetServiceGuide] = lambda operation: GuideRateLimited(operation, retry_after=42)
    assert await ask(plugin, desk, "nas") == [
        "The guide has been asked too often. Please ask me again in 42s."
    ]


async def test_a_guide_that_is_down_is_told(plugin: RecoveryGuide, desk: Desk) -> None:
    desk.guide.answers[GetServiceGuide] = lambda operation: ConnectionLost(operation, "reset")
    assert await ask(plugin, desk, "nas") == [
        "The guide does not answer at the moment, so I have no page for you. Please ask again soon."
    ]
    assert (await ask(plugin, desk, "the SSD in my laptop")) == [SSD_OR_LAPTOP]


async def test_an_older_guide_is_shown_with_its_age_only_when_it_stands_in(
    plugin: RecoveryGuide, desk: Desk
) -> None:
    answers = iter([GuideAnswer(guide=GUIDE, age=299.0), GuideAnswer(guide=GUIDE, age=7200.0, stale=True)])
    desk.guide.answers[GetServiceGuide] = lambda _: next(answers)
    assert await ask(plugin, desk, "nas") == [NAS_PAGE]
    assert await ask(plugin, desk, "nas") == [
        f"{NAS_PAGE}\n\n*The guide does not answer at the moment; this is from 2h ago.*"
    ]


async def test_what_the_guide_says_cannot_mention_anybody(plugin: RecoveryGuide, desk: Desk) -> None:
    evil = ServiceGuide(
        services=GUIDE.services,
        mail_in_url="javascript:alert(1)",
        contact_url=GUIDE.contact_url,
        lab=Lab(address="@**all** street\n/poll", physical_locations=1),
        guardrails=("@**everyone**",),
    )
    desk.guide.answers[GetServiceGuide] = lambda _: GuideAnswer(guide=evil)
    (reply,) = await ask(plugin, desk, "nas")
    assert "@**" not in reply
    assert "javascript" not in reply


async def test_many_open_questions_are_bounded(plugin: RecoveryGuide, desk: Desk) -> None:
    for number in range(1001):
        await ask(plugin, desk, "the SSD in my laptop", Conversation(channel_id=11, topic=str(number)))
    assert await ask(plugin, desk, "2", Conversation(channel_id=11, topic="0")) == [NOTHING_OPEN]
    assert await ask(plugin, desk, "2", Conversation(channel_id=11, topic="1")) == [LAPTOP_PAGE]


def test_the_commands_are_as_documented(plugin: RecoveryGuide) -> None:
    assert [command.usage("!") for command in commands_of(plugin)] == ["!guide [device...]", "<question...>"]
