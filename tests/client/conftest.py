"""What the client's tests share: an account, a clock that stands still, and HTTP that answers by heart."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientResponse
from aioresponses import aioresponses
from yarl import URL

from dragoman.client import Credentials, Guide, Zulip
from dragoman.clock import ManualClock
from dragoman.model import Secret

SITE = "https://chat.example.com"
KEY = "aBcDeFgHiJkLmNoPqRsTuVwXyZ012345"


class AnsweredByHeart(ClientResponse):
    """A response without a request: aiohttp asks its writer how much went out."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, stream_writer=SimpleNamespace(output_size=0), **options)  # type: ignore[arg-type]


class Http:
    """What the service answers, in the order of the lines that say so, and what it was asked."""

    def __init__(self, mock: aioresponses) -> None:
        self._mock = mock

    def answers(
        self, method: str, url: str | URL, body: str | bytes = "", status: int = 200, **headers: str
    ) -> None:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        self._mock.add(url, method, status=status, body=body, headers=fields, response_class=AnsweredByHeart)

    def fails(self, method: str, url: str, error: Exception) -> None:
        self._mock.add(url, method, exception=error)

    @property
    def asked(self) -> list[str]:
        return [f"{method} {url}" for (method, url), calls in self._mock.requests.items() for _ in calls]

    @property
    def options(self) -> list[dict[str, Any]]:
        return [call.kwargs for calls in self._mock.requests.values() for call in calls]


@pytest.fixture
def http() -> Iterator[Http]:
    with aioresponses() as mock:
        yield Http(mock)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def account() -> Callable[[str], Credentials]:
    def at(site: str = SITE) -> Credentials:
        return Credentials(site=site, email="desk-bot@example.com", api_key=Secret(KEY))

    return at


@pytest.fixture
async def zulip(clock: ManualClock) -> Any:
    credentials = Credentials(site=SITE, email="desk-bot@example.com", api_key=Secret(KEY))
    async with Zulip(credentials, clock=clock, jitter=lambda: 0.5) as client:
        yield client


@pytest.fixture
async def guide(clock: ManualClock) -> Any:
    async with Guide("https://guide.example.com", clock=clock, jitter=lambda: 0.5) as client:
        yield client
