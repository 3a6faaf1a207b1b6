"""What strangers may try: connections that ask for nothing, too many of them, heads without an end."""

import asyncio
from contextlib import suppress

from dragoman_server import RateLimit
from server.household import Actor, House, OpenHouse

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _connect(house: House, sent: bytes = b"") -> Connection:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(house.url.rpartition(":")[2]))
    writer.write(sent)
    return reader, writer


async def _rest(connection: Connection) -> bytes:
    """Return what comes before the server closes the connection."""
    reader, writer = connection
    read = b""
    async with asyncio.timeout(10):
        with suppress(ConnectionResetError):
            while chunk := await reader.read(65536):
                read += chunk
    writer.close()
    return read


async def test_who_asks_for_nothing_or_without_an_end_is_not_waited_for(open_house: OpenHouse) -> None:
    house = await open_house(keep_alive_seconds=0.3)
    silent = [await _connect(house) for _ in range(100)]
    endless = [await _connect(house, b"GET /api/v1/users/me HTTP/1.1\r\nHost: x") for _ in range(100)]
    assert (await house.actor("Cleo").get("/users/me"))["full_name"] == "Cleo Member"
    assert [await _rest(one) for one in (*silent, *endless)] == [b""] * 200


async def test_a_poll_is_waited_for_all_the_same(open_house: OpenHouse) -> None:
    house = await open_house(keep_alive_seconds=0.3)
    cleo, dan = house.actor("Cleo"), house.actor("Dan")
    queue = await cleo.queue(event_types='["message"]')
    polling = asyncio.ensure_future(queue.poll())
    done, _ = await asyncio.wait((polling,), timeout=0.6)
    assert done == set()
    await dan.post("/messages", type="private", to="[13]", content="still there?")
    assert [event["message"]["content"] for event in (await polling)["events"]] == ["still there?"]


async def test_a_head_beyond_all_measure_is_refused(house: House, cleo: Actor) -> None:
    begin = b"GET /api/v1/users/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    for head in (
        begin + b"X: " + b"x" * 10_000_000,
        b"GET /" + b"x" * 10_000_000,
        begin + b"X: x\r\n" * 1000,
    ):
        answer = await _rest(await _connect(house, head + b"\r\n\r\n"))
        assert answer == b"" or answer[8:13] == b" 400 "
    assert (await cleo.get("/users/me"))["full_name"] == "Cleo Member"


async def test_one_address_has_only_so_many_connections(open_house: OpenHouse) -> None:
    house = await open_house(connections_per_address=5)
    connections = [await _connect(house) for _ in range(8)]
    closed = [asyncio.ensure_future(_rest(one)) for one in connections]
    async with asyncio.timeout(10):
        while sum(one.done() for one in closed) < 3:
            await asyncio.wait(closed, return_when=asyncio.FIRST_COMPLETED, timeout=0.05)
    assert [one.done() for one in closed] == [False] * 5 + [True] * 3
    for one in closed:
        one.cancel()
    for _, writer in connections:
        writer.close()
    await asyncio.gather(*closed, return_exceptions=True)


async def test_guessing_a_password_ends_soon_whether_or_not_there_is_somebody(open_house: OpenHouse) -> None:
    house = await open_house(password_limit=RateLimit(requests=2, seconds=1800))
    cleo = house.actor("Cleo")
    for name in ("cleo-member@house.test", "nobody@house.test"):
        tried = {"username": name, "password": "guess"}
        answers = [await cleo.call("POST", "/fetch_api_key", tried) for _ in range(3)]
        assert [status for status, _ in answers] == [401, 401, 429]
        assert answers[2][1]["code"] == "RATE_LIMIT_HIT"
