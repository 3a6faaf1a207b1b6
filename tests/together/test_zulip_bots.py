"""Bots of `zulip_bots`, as they are, started by `zulip-run-bot` on the bundled server."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from dragoman_server import Server, default_world, running_server
from processes import process

BOT = "Helper"
PERSON = "Paulo Reis"
PLACE = "#general > bots"


@asynccontextmanager
async def speaking(name: str, folder: Path) -> AsyncIterator[Server]:
    """Run a bot of that name, and give the server when the bot listens."""
    async with running_server(default_world().with_bot(BOT)) as server:
        account = server.account(BOT)
        rc = folder / "zuliprc"
        rc.write_text(account.zuliprc)
        command = (sys.executable, "-m", "zulip_bots.run", name, "--config-file", str(rc))
        async with process(*command, cwd=folder), asyncio.timeout(30):
            # Another process is waited for.
            while not server.world.queues.of(account.user_id):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            yield server


async def answers(server: Server, wanted: list[str]) -> list[str]:
    """Return what the bot has said, as soon as it is what is wanted; fails after a while."""
    while True:
        heard = [one.content for one in await server.person(PERSON).messages(PLACE) if one.sender == BOT]
        if heard == wanted:
            return heard
        await asyncio.sleep(0.05)


async def test_helloworld_answers_in_a_channel_and_directly(tmp_path: Path) -> None:
    async with speaking("helloworld", tmp_path) as server:
        person = server.person(PERSON)
        await person.says(f"@**{BOT}** hello", to=PLACE)
        assert await answers(server, ["beep boop"]) == ["beep boop"]
        await person.says("hello", to=BOT)
        while len(heard := await person.messages(BOT)) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        assert [(one.sender, one.content) for one in heard] == [(PERSON, "hello"), (BOT, "beep boop")]


async def test_incrementor_keeps_its_number_at_the_server_and_edits_its_answer(tmp_path: Path) -> None:
    async with speaking("incrementor", tmp_path) as server:
        for number in ("1", "2", "3"):
            await server.person(PERSON).says(f"@**{BOT}** once more", to=PLACE)
            assert await answers(server, [number]) == [number]


async def test_incident_asks_with_choices_to_press(tmp_path: Path) -> None:
    async with speaking("incident", tmp_path) as server:
        await server.person(PERSON).says(f"@**{BOT}** new the roof leaks", to=PLACE)
        while not any(message.submessages for message in server.world.messages):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        (asked,) = [message for message in server.world.messages if message.submessages]
        (widget,) = asked.submessages
        data = json.loads(widget["content"])["extra_data"]
        assert (data["heading"], [choice["reply"] for choice in data["choices"]]) == (
            "TICKET0001: the roof leaks",
            [f"answer TICKET0001 {number}" for number in range(1, 5)],
        )
        await server.person(PERSON).says(f"@**{BOT}** {data['choices'][1]['reply']}", to=PLACE)
        answer = "Incident TICKET0001\n status = ignore"
        assert await answers(server, [asked.content, answer]) == [asked.content, answer]
