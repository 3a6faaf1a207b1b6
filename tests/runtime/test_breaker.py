"""A plugin that only fails is left to rest, and tried again."""

from pathlib import Path

from structlog.testing import capture_logs

from dragoman.clock import ManualClock
from dragoman.runtime.breaker import FAILURES, Breaker
from runtime.double import running, write_bot

FRAGILE = '''
"""A sample."""
from dragoman.plugin import *

class Sample(Plugin[NoOptions]):
    well = False

    @command("go")
    async def go(self, context: MessageContext) -> None:
        if not self.well:
            raise RuntimeError("not well")
        await context.reply("gone")

    @command("heal")
    async def heal(self, context: MessageContext) -> None:
        type(self).well = True
        raise UserError("healed")
'''


async def test_after_failures_in_a_row_it_rests_and_one_call_shows_whether_it_is_well() -> None:
    clock = ManualClock()
    breaker = Breaker(clock)
    for _ in range(FAILURES - 1):
        assert breaker.may_call()
        assert not breaker.report(failed=True)
    assert breaker.report(failed=True)
    assert (breaker.state, breaker.may_call()) == ("open", False)
    await clock.advance(30)
    assert (breaker.state, breaker.may_call(), breaker.may_call()) == ("half-open", True, False)
    assert breaker.report(failed=True)
    await clock.advance(30)
    assert breaker.state == "open"
    await clock.advance(30)
    assert breaker.may_call()
    breaker.report(failed=False)
    assert (breaker.state, breaker.may_call()) == ("closed", True)


async def test_people_are_told_that_a_plugin_rests(tmp_path: Path) -> None:
    async with running(write_bot(tmp_path, FRAGILE)) as desk:
        with capture_logs() as logs:
            for _ in range(FAILURES):
                await desk.say("!go")
            assert await desk.say("!go") == [
                "That part of me keeps failing, so I let it rest. Please try again later."
            ]
        assert "plugin rests, it keeps failing" in [line["event"] for line in logs]
        await desk.clock.advance(31)
        assert await desk.say("!heal") == ["healed"]
        assert await desk.say("!go") == ["gone"]
