"""A bot that follows edits, on the bundled server: what stands is the answer to what the message says now."""

import asyncio
from pathlib import Path

import pytest

from delivery.staging import PLACE, Staged, answers, running, write_bot
from dragoman.delivery import inbox, sha_of
from dragoman.runtime import chores
from dragoman_server import Act, Server

RERUN = "delivery: {on_edit: rerun}\n"
BOTH = "delivery: {on_edit: rerun, when_deleted: delete}\n"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return write_bot(tmp_path / "desk", RERUN)


async def edit(server: Server, number: int, content: str) -> None:
    """Let the person who said it say something else."""
    edited = await server.act_as("Paulo Reis", "PATCH", f"/messages/{number}", {"content": content})
    assert edited.status == 200


async def followed(desk: Staged, number: int, content: str) -> None:
    """Wait until what a message says is what it was handled for, and all that came of it is over."""
    bot, wanted = desk.journal.bot, sha_of(content, 10_000)
    async with asyncio.timeout(20):
        said = None
        while said != wanted:
            row = await desk.journal.do(lambda tx: inbox.read(tx, bot, number))
            said = row.said if row is not None else None
        await desk.sent()


async def answered(desk: Staged, text: str) -> int:
    """Let a person say something; returns its ID when it has been dealt with."""
    number = await desk.says(text)
    await desk.settled(number)
    return number


async def reconsidered(server: Server, desk: Staged, number: int, content: str) -> None:
    """Let the person who said it say something else, and wait until that has been dealt with."""
    await edit(server, number, content)
    await followed(desk, number, content)


async def doubted(desk: Staged) -> None:
    """Wait until a call was made of which nobody knows."""
    async with asyncio.timeout(20):
        while (await desk.states())[1] != {"SENDING": 1}:
            pass


async def sent_ids(server: Server) -> list[int]:
    heard = await server.person("Paulo Reis").messages(to=PLACE, most=5000)
    return [one.id for one in heard if one.sender == "Desk"]


async def test_an_edit_changes_the_answer_in_its_place(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        number = await answered(desk, "!echo one")
        before = await sent_ids(server)
        for text in ("two", "three", "four"):
            await edit(server, number, f"!echo {text}")
        await followed(desk, number, "!echo four")
        assert await desk.answers() == ["four"]
        assert await sent_ids(server) == before


async def test_an_edit_while_it_is_handled_is_what_is_answered(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        number = await desk.says("!wait 20 before")
        await desk.begun(number)
        await reconsidered(server, desk, number, "!echo after")
        assert await desk.answers() == ["after"]


@pytest.mark.parametrize("act", [Act(drop="before_commit"), Act(drop="after_commit")])
async def test_an_edit_while_the_answer_is_in_doubt_leaves_one_answer(
    server: Server, bot: Path, act: Act
) -> None:
    async with running(server, bot) as desk:
        server.faults.add(act, method="POST", path="/messages", account="Desk", times=1)
        number = await desk.says("!echo before")
        await doubted(desk)
        await reconsidered(server, desk, number, "!echo after")
        assert await desk.answers() == ["after"]


async def test_a_shorter_answer_takes_the_rest_away_and_a_longer_one_goes_on(
    server: Server, bot: Path
) -> None:
    async with running(server, bot) as desk:
        number = await answered(desk, "!echo short")
        await reconsidered(server, desk, number, "!both one")
        assert await desk.answers() == ["one"]
        assert await desk.answers(to="Desk") == ["one to you"]
        await reconsidered(server, desk, number, "!echo two")
        assert await desk.answers() == ["two"]
        assert await desk.answers(to="Desk") == []


async def test_what_becomes_a_question_by_an_edit_is_answered(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        number = await answered(desk, "echo forgot the sign")
        await reconsidered(server, desk, number, "!echo here it is")
        assert await desk.answers() == ["here it is"]


@pytest.mark.parametrize(("yaml", "left"), [(RERUN, ["asked"]), (BOTH, [])])
async def test_what_is_no_question_any_more_is_as_if_it_was_deleted(
    server: Server, tmp_path: Path, yaml: str, left: list[str]
) -> None:
    async with running(server, write_bot(tmp_path / "desk", yaml)) as desk:
        number = await answered(desk, "!echo asked")
        await reconsidered(server, desk, number, "never mind")
        assert await desk.answers() == left


async def test_an_edit_that_mends_a_failure_takes_the_apology_away(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        number = await answered(desk, "!break")
        await reconsidered(server, desk, number, "!echo mended")
        assert await desk.answers() == ["mended"]
        assert (await desk.states())[0] == {"DONE": 1}


async def test_a_dead_letter_that_an_edit_made_is_tried_again_when_it_is_asked_for(
    server: Server, bot: Path
) -> None:
    async with running(server, bot) as desk:
        number = await answered(desk, "!echo one")
        await reconsidered(server, desk, number, "!break")
        first = await desk.answers()
        name = desk.journal.bot
        assert await desk.journal.do(lambda tx: inbox.retry(tx, name, number))
        await followed(desk, number, "!break")
        assert (await desk.states())[0] == {"DEAD": 1}
        (again,) = await desk.answers()
        assert [again] != first, "the error has another number"


async def test_an_edit_is_followed_by_the_next_process(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        number = await answered(desk, "!echo one")
    await edit(server, number, "!echo two")
    async with running(server, bot) as desk:
        await followed(desk, number, "!echo two")
        assert await desk.answers() == ["two"]


async def test_an_edit_of_a_question_whose_answer_is_in_doubt_is_followed_by_the_next_process(
    server: Server, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores, "LOOK", 1_000_000.0)
    async with running(server, bot) as desk:
        server.faults.add(Act(drop="before_commit"), method="POST", path="/messages", account="Desk", times=1)
        server.faults.add(Act(status=502), method="GET", path="/messages", account="Desk", times=100)
        number = await desk.says("!echo one")
        await doubted(desk)
        await edit(server, number, "!echo two")
        name, row = desk.journal.bot, None
        while row is None or not row.is_reopened:
            row = await desk.journal.do(lambda tx: inbox.read(tx, name, number))
    server.faults.clear()
    async with running(server, bot) as desk:
        assert (await desk.states())[1] == {"SENDING": 1}
        await followed(desk, number, "!echo two")
        assert await desk.answers() == ["two"]


async def test_what_is_said_again_before_its_answer_was_sent_is_answered(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        name = desk.journal.bot
        server.faults.add(Act(drop="before_commit"), method="POST", path="/messages", account="Desk", times=1)
        server.faults.add(Act(status=502), method="GET", path="/messages", account="Desk")
        await desk.says("!echo first")
        number = await desk.says("!echo second")
        while (await desk.states())[1] != {"SENDING": 1, "READY": 1}:
            pass
        await edit(server, number, "!echo third")
        row = None
        while row is None or not row.is_reopened:
            row = await desk.journal.do(lambda tx: inbox.read(tx, name, number))
        await edit(server, number, "!echo second")
        server.faults.clear()
        async with asyncio.timeout(20):
            while (await desk.states())[0] != {"DONE": 2}:
                pass
        await desk.sent()
        assert await desk.answers() == ["first", "second"]


async def test_the_next_process_knows_that_a_change_may_have_been_made_before_it_was_refused(
    server: Server, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "desk", BOTH)
    async with running(server, bot) as desk:
        number = await answered(desk, "!echo one")
        made, *refused = (
            server.faults.add(act, method="DELETE", path="/messages/*", account="Desk", nth=nth)
            for nth, act in enumerate((Act(drop="after_commit"), *[Act(rate_limit=1)] * 100), start=1)
        )
        await edit(server, number, "never mind")
        async with asyncio.timeout(20):
            while not refused[0].befell:
                assert await desk.states()
    assert (made.befell, refused[-1].befell) == (1, 0)
    server.faults.clear()
    await edit(server, number, "!echo two")
    async with running(server, bot) as desk:
        await followed(desk, number, "!echo two")
        assert await desk.answers() == ["two"]


async def test_an_edit_that_no_queue_held_is_found_in_the_history(server: Server, bot: Path) -> None:
    async with running(server, bot) as desk:
        number = await answered(desk, "!echo one")
    server.expire_queue(account="Desk")
    await edit(server, number, "!echo two")
    async with running(server, bot) as desk:
        await followed(desk, number, "!echo two")
        assert await desk.answers() == ["two"]


async def test_without_being_told_a_bot_follows_no_edit(server: Server, tmp_path: Path) -> None:
    async with running(server, write_bot(tmp_path / "desk")) as desk:
        number = await answered(desk, "!echo one")
        await edit(server, number, "!echo two")
        await desk.settled(await desk.says("!echo next"))
        assert await desk.answers() == ["one", "next"]


async def test_the_answer_in_doubt_to_a_deleted_message_is_deleted_too(
    server: Server, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "desk", "delivery: {when_deleted: delete}\n")
    async with running(server, bot) as desk:
        server.faults.add(Act(drop="after_commit"), method="POST", path="/messages", account="Desk", times=1)
        number = await desk.says("!echo regretted")
        await doubted(desk)
        await server.act_as("Marta Solberg", "DELETE", f"/messages/{number}")
        await desk.settled(await desk.says("!echo next"))
        await desk.sent()
        assert await desk.answers() == ["next"]


async def test_an_answer_to_what_was_deleted_while_the_bot_stopped_is_deleted_by_the_next(
    server: Server, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "desk", "delivery: {when_deleted: delete}\n")
    async with running(server, bot) as desk:
        number = await answered(desk, "!echo regretted")
    await server.act_as("Marta Solberg", "DELETE", f"/messages/{number}")
    async with running(server, bot) as desk:
        await desk.settled(await desk.says("!echo next"))
        await desk.sent()
    assert await answers(server) == ["next"]
