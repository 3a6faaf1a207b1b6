"""Two copies of a bot with one account and a state file each, on the bundled server, that claim."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from delivery.crash import HURRY
from delivery.echo_bot import write_echo_bot
from delivery.nursery import nursery
from delivery.staging import answers, running, write_bot
from dragoman.delivery.claims import PATIENCE
from dragoman.errors import ConfigurationError
from dragoman.runtime import load_settings
from dragoman_server import Act, Server

CLAIM = "delivery: {claim: reaction}\n"
PLACE = "#general > delivery"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return write_bot(tmp_path / "desk", CLAIM)


def reactions(server: Server, number: int) -> list[str]:
    """Return what the bot has put on a message."""
    (message,) = [one for one in server.world.messages if one.id == number]
    return [one.emoji_name for one in message.reactions]


async def test_each_message_is_answered_by_one_of_two_copies(
    server: Server, bot: Path, tmp_path: Path
) -> None:
    with capture_logs() as logs:
        async with running(server, bot) as desk, running(server, bot, state=tmp_path / "other.db") as other:
            told = [await desk.says("!both pong", to=f"#general > topic {number % 2}") for number in range(6)]
            told += [await desk.says(f"echo direct {number}", to="Desk") for number in range(3)]
            await desk.settled(*told)
            await other.settled(*told)
            assert await desk.answers(to="#general > topic 0") == ["pong"] * 3
            assert await desk.answers(to="#general > topic 1") == ["pong"] * 3
            direct = await desk.answers(to="Desk")
            assert sorted(direct) == sorted(["pong to you"] * 6 + [f"direct {number}" for number in range(3)])
            assert [reactions(server, number) for number in told] == [["eyes", "outbox"]] * 9
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []


async def test_a_claim_whose_answer_was_lost_is_over_in_time(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        server.faults.add(
            Act(drop="after_commit"),
            method="POST",
            path="/messages/*/reactions",
            account="Desk",
            times=1,
        )
        number = await desk.says("!echo once")
        await desk.settled(number)
        assert await desk.answers() == ["once"]
        assert reactions(server, number) == ["eyes", "two", "outbox"]


async def test_what_cannot_be_claimed_is_not_answered(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        number = await desk.says("!wait 20 gone")
        await desk.begun(number)
        rule = Act(status=400, body='{"result": "error", "msg": "Invalid message(s)", "code": "BAD_REQUEST"}')
        server.faults.add(rule, method="POST", path="/messages/*/reactions", account="Desk")
        await desk.settled(number)
        assert await desk.answers() == []
        assert (await desk.states())[1] == {"FAILED": 2}


async def until(what: Callable[[], Awaitable[bool]]) -> None:
    """Return when something is so; other processes are waited for."""
    async with asyncio.timeout(30):
        while not await what():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_copy_takes_over_what_another_claimed_before_it_was_killed(
    server: Server, tmp_path: Path
) -> None:
    account = server.account("Desk")
    folders = [
        write_echo_bot(tmp_path / name, account.zuliprc, "{claim: reaction}") for name in ("one", "two")
    ]
    queues, me = server.world.queues, server.person("Desk").user_id

    async def listen(copies: int) -> bool:
        return len(queues.of(me)) == copies

    async def answered() -> bool:
        return len(await answers(server, PLACE)) == 2

    async with nursery(folders[0], HURRY) as first, nursery(folders[1], HURRY) as second:
        await second.bear()
        await until(lambda: listen(1))
        before = await server.person("Paulo Reis").says("@**Desk** good morning", to=PLACE)
        await until(lambda: marked(server, before))
        await second.kill()
        await first.bear("claimed:1")
        await until(lambda: listen(2))
        number = await server.person("Paulo Reis").says("@**Desk** hello", to=PLACE)
        assert await first.ends_within(20)
        assert (reactions(server, number), await answers(server, PLACE)) == (["eyes"], ["heard good morning"])
        began = time.monotonic()
        await second.bear()
        await until(answered)
        assert PATIENCE / HURRY < time.monotonic() - began < 2 * PATIENCE / HURRY
        await first.bear()
        after = await server.person("Paulo Reis").says("@**Desk** again", to=PLACE)
        await until(lambda: marked(server, after))
        assert await answers(server, PLACE) == ["heard good morning", "heard hello", "heard again"]
        assert reactions(server, number) == ["eyes", "two", "outbox"]


async def marked(server: Server, number: int) -> bool:
    return reactions(server, number) == ["eyes", "outbox"]


async def test_a_copy_that_was_killed_after_its_claim_answers_when_it_is_back(
    server: Server, tmp_path: Path
) -> None:
    folder = write_echo_bot(tmp_path / "one", server.account("Desk").zuliprc, "{claim: reaction}")
    me = server.person("Desk").user_id

    async def listens() -> bool:
        return bool(server.world.queues.of(me))

    async def answered() -> bool:
        return bool(await answers(server, PLACE))

    async with nursery(folder, HURRY) as only:
        await only.bear("sending_committed:1")
        await until(listens)
        number = await server.person("Paulo Reis").says("@**Desk** hello", to=PLACE)
        assert await only.ends_within(20)
        await only.bear()
        await until(answered)
        assert await answers(server, PLACE) == ["heard hello"]
        assert reactions(server, number)[:2] == ["eyes", "two"]


@pytest.mark.parametrize(
    ("other", "what", "mend"),
    [
        (
            "foreign: stop",
            "each copy of the bot would stop as soon as another one answers",
            "Set foreign to warn, or claim to none",
        ),
        (
            "on_edit: rerun",
            "each copy of the bot would follow an edit by itself",
            "Set on_edit to keep, or claim to none",
        ),
    ],
)
def test_what_does_not_go_with_claims_is_refused(tmp_path: Path, other: str, what: str, mend: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        load_settings(write_bot(tmp_path / "desk", f"delivery: {{claim: reaction, {other}}}\n"))
    (problem,) = [one for one in refused.value.problems if one.place != "zulip"]
    assert (problem.place, problem.what, problem.mend) == ("delivery", what, mend)
