"""The proxy that the environment names is used, but never for this machine itself."""

from collections.abc import Callable

import pytest

from client.loopback import Loopback, answer
from dragoman.client import Credentials, Guide, Zulip
from dragoman.errors import NotSent
from dragoman.operations import GetOwnUser

OWN = '{"result":"success","msg":"","user_id":1}'


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "no_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


async def test_a_call_goes_through_the_proxy(
    account: Callable[[str], Credentials], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Loopback([answer(OWN)]) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        async with Zulip(account("http://chat.example.com"), allow_plain_http=True) as zulip:
            assert (await zulip.once(GetOwnUser())).user_id == 1
    assert [asked.target for asked in proxy.asked] == ["http://chat.example.com/api/v1/users/me"]


async def test_a_host_may_be_excepted_and_this_machine_always_is(
    account: Callable[[str], Credentials], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "chat.example.com")
    async with Loopback([]) as proxy, Loopback([answer(OWN)]) as server:
        monkeypatch.setenv("http_proxy", proxy.url)
        async with Zulip(account(server.url)) as zulip:
            assert (await zulip.once(GetOwnUser())).user_id == 1
        async with Guide("http://chat.example.com") as guide:
            assert "proxy" not in repr(guide)
    assert (proxy.asked, server.lines) == ([], ["GET /api/v1/users/me"])


async def test_a_proxy_that_refuses_means_that_nothing_was_sent(
    account: Callable[[str], Credentials], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Loopback([answer("", 407)]) as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        async with Zulip(account("https://chat.example.com")) as zulip:
            with pytest.raises(NotSent, match="the proxy refuses the connection"):
                await zulip.once(GetOwnUser())
    assert proxy.asked[0].method == "CONNECT"
    assert "authorization" not in proxy.asked[0].headers
