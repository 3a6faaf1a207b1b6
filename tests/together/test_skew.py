"""A bot whose server has another clock, or the same one, moved."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dragoman.client import Credentials, Zulip
from dragoman.model import Secret
from dragoman.operations import GetOwnUser
from dragoman.runtime import Bot, load_settings
from dragoman_cli.desk import desk
from dragoman_server import Act, Server, default_world, running_server

BOT = "name: desk\nplugins: [{use: scheduler}]\n"
DIFFER = "the server's clock and ours differ"


@asynccontextmanager
async def living(folder: Path, server: Server) -> AsyncIterator[tuple[Bot, Zulip]]:
    (folder / "bot.yaml").write_text(BOT)
    account = server.account("Desk")
    credentials = Credentials(site=server.url, email=account.email, api_key=Secret(account.api_key))
    async with Zulip(credentials) as zulip, Bot(load_settings(folder), zulip=zulip) as bot:
        life = asyncio.create_task(bot.run())
        await bot.started.wait()
        yield bot, zulip
        bot.stop()
        await life


@pytest.mark.parametrize(("ahead", "ready"), [(30.0, True), (-30.0, True), (90.0, False), (-90.0, False)])
async def test_a_bot_whose_clock_is_a_minute_off_is_not_ready(
    tmp_path: Path, ahead: float, *, ready: bool
) -> None:
    async with running_server(default_world().with_bot("Desk")) as server:
        fault = server.faults.add(Act(skew_date_header=ahead))
        with capture_logs() as logs:
            async with living(tmp_path, server) as (bot, zulip):
                assert bot.is_ready == ready
                server.faults.remove(fault.id)
                await zulip(GetOwnUser())
                assert bot.is_ready
    (warned,) = [line for line in logs if line["event"] == DIFFER]
    assert (warned["log_level"], abs(warned["ahead"] - ahead) < 3) == ("warning", True)


async def test_bot_and_server_on_one_clock_never_differ(tmp_path: Path) -> None:
    (tmp_path / "bot.yaml").write_text(BOT)
    with capture_logs() as logs:
        async with desk(tmp_path) as here:
            paulo = here.person("Paulo Reis")
            slow = Act(delay_after_commit=15)
            here.server.faults.add(slow, account="Desk", method="POST", path="/messages", times=1)
            await here.clock.advance(hours=2)
            await paulo.says("!schedules", to="#general > clocks")
            await here.clock.advance(20)
            await here.clock.jump(-86_400)
            await here.clock.advance(minutes=2)
            await paulo.says("!schedules", to="#general > clocks")
            await here.clock.jump(3 * 86_400)
            await here.clock.advance(minutes=2)
            await paulo.says("!schedules", to="#general > clocks")
            assert here.bot.is_ready
    assert [line["event"] for line in logs if line["log_level"] == "warning"] == ["clock jumped"] * 2


async def test_after_a_jump_of_the_clock_no_open_connection_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    renewed: list[str] = []
    renew = Zulip.renew

    def noted(zulip: Zulip) -> None:
        renewed.append(zulip.credentials.email)
        renew(zulip)

    monkeypatch.setattr(Zulip, "renew", noted)
    (tmp_path / "bot.yaml").write_text(BOT)
    async with desk(tmp_path) as here:
        await here.clock.advance(60)
        assert renewed == []
        await here.clock.jump(3600)
        await here.clock.advance(31)
        assert renewed == ["desk-bot@lighthouse.example"]
        await here.person("Paulo Reis").says("!schedules", to="#general > clocks")
        assert here.last_message(to="#general > clocks").content
