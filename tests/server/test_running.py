"""Starting a server: where it listens, who has an account, what a client needs."""

import configparser
import gc
import weakref

import aiohttp
import pytest

from dragoman_server import RemoteAddress, WorldFile, default_world, running_server
from dragoman_server.world.file import parse_world
from server.household import House


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.test"])
async def test_an_address_that_others_reach_is_refused_unless_it_is_meant(
    world_file: WorldFile, host: str
) -> None:
    with pytest.raises(RemoteAddress, match="can be reached by others"):
        async with running_server(world_file, host=host):
            pass


async def test_on_an_open_address_no_keys_are_handed_out(world_file: WorldFile) -> None:
    async with running_server(world_file, host="0.0.0.0", allow_remote=True) as server:
        assert server.world.settings.development is False


async def test_an_account_comes_with_what_a_client_needs(house: House) -> None:
    account = house.server.account("Robo")
    assert (account.user_id, account.role, account.is_bot, account.email) == (
        19,
        "member",
        True,
        "robo-bot@house.test",
    )
    parser = configparser.ConfigParser()
    parser.read_string(account.zuliprc)
    assert dict(parser["api"]) == {"email": account.email, "key": account.api_key, "site": house.url}
    assert account.api_key not in repr(account)
    assert house.server.account("robo-bot@house.test") == account
    assert "Old Hand" not in {one.full_name for one in house.server.accounts}
    with pytest.raises(LookupError, match="there are: Ada Owner"):
        house.server.account("Nobody")


async def test_an_outgoing_web_hook_bot_comes_with_the_token_that_it_is_called_with() -> None:
    text = "people: [{name: Ada}]\nbots: [{name: Hal, type: outgoing webhook, url: 'http://127.0.0.1:9/'}]\n"
    async with running_server(parse_world(text)) as server:
        account = server.account("Hal")
        (service,) = server.world.users[account.user_id].services
        assert account.zuliprc == (
            f"[api]\nemail=hal-bot@example.test\nkey={account.api_key}\nsite={server.url}\n"
            f"token={service.token}\n"
        )
        assert service.token not in repr(account)


async def test_two_servers_do_not_know_each_other(world_file: WorldFile) -> None:
    async with running_server(world_file) as first, running_server(world_file) as second:
        assert first.url != second.url
        assert first.account("Ada Owner").api_key != second.account("Ada Owner").api_key


async def test_a_server_that_has_stopped_leaves_nothing_behind() -> None:
    async with running_server(default_world()) as server, aiohttp.ClientSession() as session:
        for path in ("/api/v1/server_settings", "/api/v1/service-guide", "/nowhere"):
            async with session.get(server.url + path) as answer:
                assert answer.status in (200, 404)
        world = weakref.ref(server.world)
    del server
    gc.collect()
    assert world() is None
