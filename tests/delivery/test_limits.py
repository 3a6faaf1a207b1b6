"""Answers as long as the server takes, and a code point longer; a server that takes less than before."""

from pathlib import Path

import pytest
from msgspec import structs
from structlog.testing import capture_logs

from delivery.staging import running, serving, write_bot
from dragoman.errors import Forbidden, NotSent, ServerFailure
from dragoman.events import RestartEvent
from dragoman.operations import DeleteQueue, Registered, RegisterQueue
from runtime.double import RecordingZulip, queue_registered
from runtime.double import running as running_on_double
from runtime.double import write_bot as write_sample

LONG = '''
"""Says much."""
from dragoman.plugin import MessageContext, NoOptions, Plugin, command

class Sample(Plugin[NoOptions]):
    """Says much."""

    @command("say <sign> <times>")
    async def say(self, context: MessageContext, sign: str, times: int) -> None:
        await context.reply(sign * times)
'''


LENGTHS = {9_999: [9_999], 10_000: [10_000], 10_001: [10_000, 1], 20_001: [10_000, 10_000, 1]}


@pytest.mark.parametrize("sign", ["a", "\U0001f40d", "é"])
async def test_an_answer_goes_out_whole_in_as_few_messages_as_the_server_takes(
    tmp_path: Path, sign: str
) -> None:
    async with serving() as server, running(server, write_bot(tmp_path, plugin=LONG)) as desk:
        for times, lengths in LENGTHS.items():
            place = f"#general > {times}"
            await desk.settled(await desk.says(f"!say {sign} {times}", to=place))
            assert await desk.answers(to=place) == [sign * length for length in lengths]


RESTART = RestartEvent(id=1, zulip_feature_level=500, server_generation=2)
ASKED = RegisterQueue(event_types=("restart",), fetch_event_types=("realm",))
SMALL = Registered(queue_id="q7", last_event_id=-1, max_message_length=20)


@pytest.mark.parametrize(
    "before", [[], [NotSent("x", "refused")], [ServerFailure("x", status=502), NotSent("x", "refused")]]
)
async def test_a_server_that_was_started_anew_is_asked_what_it_takes_now(
    tmp_path: Path, before: list[Exception]
) -> None:
    zulip = RecordingZulip()
    zulip.answers[RegisterQueue] = [*before, SMALL]
    async with running_on_double(write_sample(tmp_path, LONG), zulip) as desk:
        assert await desk.say("!say a 21") == ["a" * 21]
        zulip.source.waiting.put_nowait(RESTART)
        await desk.clock.advance(5)
        assert zulip.calls[-len(before) - 2 :] == [*[ASKED] * (len(before) + 1), DeleteQueue(queue_id="q7")]
        assert await desk.say("!say a 21") == ["a" * 20, "a"]


async def test_a_server_that_does_not_say_leaves_things_as_they_are(tmp_path: Path) -> None:
    zulip = RecordingZulip()
    zulip.answers[RegisterQueue] = [Forbidden("x", status=403)]
    async with running_on_double(write_sample(tmp_path, LONG), zulip) as desk:
        with capture_logs() as logs:
            zulip.source.waiting.put_nowait(RESTART)
            await desk.clock.advance(1)
        assert [line["event"] for line in logs] == ["limits not read again"]
        assert await desk.say("!say a 1000") == ["a" * 1000]


async def test_another_queue_tells_what_the_server_takes_too(tmp_path: Path) -> None:
    async with running_on_double(write_sample(tmp_path, LONG)) as desk:
        assert await desk.say("!say a 21") == ["a" * 21]
        registered = queue_registered(2)
        smaller = structs.replace(registered.registered, max_message_length=20)
        desk.zulip.source.waiting.put_nowait(structs.replace(registered, registered=smaller))
        assert await desk.say("!say a 21") == ["a" * 20, "a"]
