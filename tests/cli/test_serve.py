"""``dragoman serve``: an organisation for any client."""

import asyncio
import configparser
import json
import resource
import stat
from base64 import b64encode
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from cli.commands import Ran, invoke
from cli.commands import dragoman as finished
from processes import dragoman

WORLD = """
organization: {name: Tiny, domain: tiny.example}
people:
  - {name: Ada, role: owner}
bots:
  - {name: Echo, owner: Ada}
channels:
  - {name: hall, subscribers: everyone}
"""


def zuliprc(file: Path) -> dict[str, str]:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(file)
    assert parser.sections() == ["api"]
    return dict(parser["api"])


async def test_it_tells_its_address_and_accounts_and_writes_a_zuliprc_for_each(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text(WORLD)
    async with dragoman("serve", "--port", "0", "--world", "world.yaml", cwd=tmp_path) as server:
        url = (await server.line(r"^listening on (http://127\.0\.0\.1:\d+)$")).group(1)
        await server.line(r"^name +role +e-mail +zuliprc *$")
        await server.line(r"^Ada +owner +ada@tiny\.example +\.dragoman/ada\.zuliprc *$")
        await server.line(r"^Echo +member, bot +echo-bot@tiny\.example +\.dragoman/echo-bot\.zuliprc *$")
        await server.line("Ctrl-C")
        assert await server.end() == 0
    files = sorted((tmp_path / ".dragoman").iterdir())
    assert [file.name for file in files] == ["ada.zuliprc", "echo-bot.zuliprc"]
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600, 0o600]
    ada = zuliprc(files[0])
    assert (ada["email"], ada["site"], len(ada["key"])) == ("ada@tiny.example", url, 32)


async def test_keys_are_kept_when_it_starts_again(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text(WORLD)
    keys = []
    for _ in range(2):
        async with dragoman("serve", "--port", "0", "--world", "world.yaml", cwd=tmp_path) as server:
            await server.line("Ctrl-C")
        keys.append([zuliprc(file)["key"] for file in sorted((tmp_path / ".dragoman").iterdir())])
    assert keys[0] == keys[1]
    assert len(set(keys[0])) == 2


async def test_the_token_of_a_web_hook_is_kept_when_it_starts_again(tmp_path: Path) -> None:
    hook = "  - {name: Hook, type: outgoing webhook, url: 'http://127.0.0.1:9/'}\nchannels:"
    (tmp_path / "world.yaml").write_text(WORLD.replace("channels:", hook))
    tokens = []
    for _ in range(2):
        async with dragoman("serve", "--port", "0", "--world", "world.yaml", cwd=tmp_path) as server:
            await server.line("Ctrl-C")
        tokens.append(zuliprc(tmp_path / ".dragoman" / "hook-bot.zuliprc")["token"])
    assert tokens[0] == tokens[1]
    assert "token" not in zuliprc(tmp_path / ".dragoman" / "echo-bot.zuliprc")


async def test_an_organisation_in_a_file_is_taken_up_as_it_was_left(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text(WORLD)
    options = ("--port", "0", "--world", "world.yaml", "--data", "realm.db")
    keys = []
    for said in (
        "^kept in realm.db: nothing that was answered is lost",
        "^kept in realm.db, and taken up as it",
    ):
        async with dragoman("serve", *options, cwd=tmp_path) as server:
            await server.line(said)
            assert await server.end() == 0
        files = sorted((tmp_path / ".dragoman").iterdir())
        keys.append([zuliprc(file)["key"] for file in files])
        for file in files:
            file.unlink()
    assert keys[0] == keys[1]


def test_a_file_that_is_no_store_is_explained(tmp_path: Path) -> None:
    (tmp_path / "realm.db").write_text("Dear diary")
    ran = invoke("serve", "--port", "0", "--data", tmp_path / "realm.db", "--zuliprc-dir", tmp_path)
    assert (ran.code, ran.out) == (78, "")
    assert ran.err.startswith(
        f"dragoman: {tmp_path}/realm.db: this is damaged, or no store at all (file is not"
    )


def test_a_disk_without_room_is_explained(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, hard))
    try:
        ran = invoke("serve", "--port", "0", "--data", tmp_path / "realm.db", "--zuliprc-dir", tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert ran.code == 1
    assert "dragoman: the last changes could not be kept: disk I/O error. Nobody was told of them." in ran.err


async def test_the_feature_level_and_the_rate_limit_are_those_asked_for(tmp_path: Path) -> None:
    options = ("--feature-level", "300", "--rate-limit", "7/60")
    async with dragoman("serve", "--port", "0", *options, cwd=tmp_path) as server:
        url = (await server.line(r"listening on (\S+)")).group(1)
        await server.line("Ctrl-C")
        _, settings = await asyncio.to_thread(fetch, f"{url}/api/v1/server_settings")
        assert settings["zulip_feature_level"] == 300
        paulo = zuliprc(tmp_path / ".dragoman" / "paulo.zuliprc")
        headers, _ = await asyncio.to_thread(fetch, f"{url}/api/v1/users/me", Authorization=basic(paulo))
        assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("7", "6")


def fetch(url: str, **headers: str) -> tuple[Message, dict[str, Any]]:
    with urlopen(Request(url, headers=headers)) as answer:
        return answer.headers, json.load(answer)


def basic(account: dict[str, str]) -> str:
    return "Basic " + b64encode(f"{account['email']}:{account['key']}".encode()).decode()


async def test_the_organisation_is_written_when_it_stops_and_can_be_served_again(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text(WORLD)
    async with dragoman(
        "serve", "--port", "0", "--world", "world.yaml", "--export", "saved.json", cwd=tmp_path
    ) as one:
        await one.line("Ctrl-C")
        assert await one.end() == 0
    assert stat.S_IMODE((tmp_path / "saved.json").stat().st_mode) == 0o600
    keys = [zuliprc(file)["key"] for file in sorted((tmp_path / ".dragoman").iterdir())]
    again = tmp_path / "again"
    again.mkdir()
    async with dragoman("serve", "--port", "0", "--world", "../saved.json", cwd=again) as two:
        await two.line("^Ada +owner +ada@tiny.example")
        await two.line("Ctrl-C")
        assert await two.end() == 0
    assert [zuliprc(file)["key"] for file in sorted((again / ".dragoman").iterdir())] == keys


async def test_a_port_in_use_is_explained(tmp_path: Path) -> None:
    async with dragoman("serve", "--port", "0", cwd=tmp_path) as server:
        port = (await server.line(r"listening on \S+:(\d+)")).group(1)
        said = f"dragoman: cannot listen on 127.0.0.1:{port}: Address already in use. Try another --port.\n"
        assert await asyncio.to_thread(finished, "serve", "--port", port) == Ran(1, "", said)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ("--host", "0.0.0.0"),
            "dragoman: 0.0.0.0 can be reached by other machines. If that is meant, add --allow-remote",
        ),
        (("--host=0.0.0.0", "--allow-remote-bind"), "this server has no TLS"),
        (("--rate-limit", "often"), "write it as N/SECONDS, for example 200/60"),
        (("--feature-level", "12"), "12 is not in the range 261<=x<=496"),
        (("--world", "nowhere.yaml"), "File 'nowhere.yaml' does not exist"),
    ],
)
def test_an_option_that_cannot_be_is_explained(options: tuple[str, str], sentence: str) -> None:
    told = invoke("serve", "--port", "0", *options)
    assert (told.code, told.out) == (2, "")
    assert sentence in told.err
    assert "Traceback" not in told.err
