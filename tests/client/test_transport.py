"""One exchange over real sockets, and what each way of failing means."""

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec import structs

from client.certificate import server_context
from client.loopback import (
    Loopback,
    answer,
    bytes_of,
    park,
    swallow,
    write,
    write_and_close,
    write_and_reset,
)
from dragoman.client import Credentials, Zulip
from dragoman.client.transport import Patience, Transport
from dragoman.clock import ManualClock
from dragoman.errors import (
    Ambiguous,
    ConfigurationError,
    ConnectionLost,
    MalformedAnswer,
    NotSent,
    ServiceError,
    TimedOut,
)
from dragoman.model import File
from dragoman.operations import DeleteMessage, GetOwnUser, MessageSent, Operation, SendMessage, UploadFile

HELLO = SendMessage(type="channel", to=5, topic="t", content="hi")
OK = '{"result":"success","msg":"","id":42}'
HURRIED = Patience(total=0.2)
PATIENT = Patience(total=5.0)

Connect = Callable[[Loopback], Zulip]


@pytest.fixture
async def connect(account: Callable[[str], Credentials], clock: ManualClock) -> AsyncIterator[Connect]:
    clients: list[Zulip] = []

    def to(server: Loopback) -> Zulip:
        clients.append(Zulip(account(server.url), clock=clock, jitter=lambda: 0.0))
        return clients[-1]

    yield to
    for client in clients:
        await client.aclose()


async def failure_of(zulip: Zulip, patience: Patience = PATIENT) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        await zulip.once(HELLO, patience=patience)
    return caught.value


async def test_a_call_goes_out_and_its_answer_comes_in(connect: Connect) -> None:
    async with Loopback([answer(OK)]) as server:
        assert await connect(server)(HELLO) == MessageSent(id=42)
    (asked,) = server.asked
    assert asked.line == "POST /api/v1/messages"
    assert asked.parameters == {"type": "channel", "to": "5", "topic": "t", "content": "hi"}
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"
    assert asked.headers["user-agent"].startswith("Dragoman/")
    assert "text/html" not in asked.headers["accept"]
    assert "cookie" not in asked.headers


async def test_connections_are_used_again_and_cookies_are_not_kept(connect: Connect) -> None:
    async with Loopback([answer(OK, Set_Cookie="session=1"), answer(OK)]) as server:
        zulip = connect(server)
        await zulip(HELLO)
        await zulip(HELLO)
    assert server.connections == 1
    assert "cookie" not in server.asked[1].headers


async def test_a_closed_port_means_that_nothing_was_sent(connect: Connect) -> None:
    async with Loopback([]) as server:
        pass
    error = await failure_of(connect(server))
    assert isinstance(error, NotSent)
    assert str(error) == f"SendMessage: no connection to 127.0.0.1:{server.port} (Connection refused)"


async def test_a_name_that_does_not_exist_means_that_nothing_was_sent(
    account: Callable[[str], Credentials],
) -> None:
    async with Zulip(account("https://no-such-host.invalid")) as zulip:
        error = await failure_of(zulip)
    assert isinstance(error, NotSent)
    assert "no-such-host.invalid" in str(error)


async def test_a_certificate_that_is_not_trusted_means_that_nothing_was_sent(
    account: Callable[[str], Credentials], tmp_path: Path
) -> None:
    async with Loopback([], tls=server_context(tmp_path)) as server, Zulip(account(server.url)) as zulip:
        error = await failure_of(zulip)
    assert isinstance(error, NotSent)
    assert str(error) == f"SendMessage: the certificate of 127.0.0.1:{server.port} is not trusted"
    assert server.asked == []


async def test_a_certificate_file_of_one_s_own_is_trusted(
    account: Callable[[str], Credentials], tmp_path: Path
) -> None:
    async with Loopback([answer(OK)], tls=server_context(tmp_path)) as server:
        credentials = structs.replace(account(server.url), cert_bundle=tmp_path / "ca.pem")
        async with Zulip(credentials) as zulip:
            assert await zulip(HELLO) == MessageSent(id=42)


async def test_a_server_that_speaks_no_tls_means_that_nothing_was_sent(
    account: Callable[[str], Credentials],
) -> None:
    async def grumble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(grumble, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, Zulip(account(f"https://127.0.0.1:{port}")) as zulip:
        error = await failure_of(zulip)
    assert isinstance(error, NotSent)
    assert str(error) == f"SendMessage: no secure connection to 127.0.0.1:{port}"


DOUBTFUL = {
    "closed before a word": (write_and_close(b""), ConnectionLost),
    "reset before a word": (write_and_reset(b""), ConnectionLost),
    "closed within the head": (write_and_close(b"HTTP/1.1 200 OK\r\nContent-"), ConnectionLost),
    "closed within the body": (write_and_close(bytes_of(OK)[:-5]), ConnectionLost),
    "reset within the body": (write_and_reset(bytes_of(OK)[:-5]), ConnectionLost),
    "not HTTP at all": (write_and_close(b"SSH-2.0-OpenSSH_9.2\r\n"), MalformedAnswer),
    "never answered": (swallow, TimedOut),
    "compression broken": (answer(b"no gzip", Content_Encoding="gzip"), MalformedAnswer),
    "compression cut short": (
        write_and_close(bytes_of(gzip.compress(OK.encode()), Content_Encoding="gzip")[:-12]),
        ConnectionLost,
    ),
}


@pytest.mark.parametrize("name", DOUBTFUL)
async def test_whatever_happens_after_sending_leaves_doubt(connect: Connect, name: str) -> None:
    act, kind = DOUBTFUL[name]
    async with Loopback([act]) as server:
        error = await failure_of(connect(server), HURRIED if act is swallow else PATIENT)
    assert type(error) is kind
    assert isinstance(error, Ambiguous)
    assert (error.__cause__, error.__context__) == (None, None)


@pytest.mark.parametrize("name", [name for name in DOUBTFUL if name != "never answered"])
async def test_a_post_is_never_sent_twice(connect: Connect, name: str) -> None:
    act, _ = DOUBTFUL[name]
    async with Loopback([act, answer(OK)]) as server:
        with pytest.raises(Ambiguous):
            await connect(server)(HELLO)
    assert len(server.asked) == 1


@pytest.mark.parametrize("operation", [HELLO, DeleteMessage(message_id=7)])
async def test_only_a_get_is_repeated_on_a_connection_that_went_stale(
    connect: Connect, operation: Operation[object]
) -> None:
    """What aiohttp does for a GET by itself must not happen to a DELETE: the second answer would be a no."""
    async with Loopback([answer(OK), write_and_close(b""), answer(OK)]) as server:
        zulip = connect(server)
        await zulip(HELLO)
        with pytest.raises(ConnectionLost):
            await zulip(operation)
    assert len(server.asked) == 2


async def test_a_large_body_is_sent_piece_by_piece(connect: Connect) -> None:
    large = "x" * (3 << 20)
    async with Loopback([answer(OK), answer(OK)]) as server:
        zulip = connect(server)
        await zulip(structs.replace(HELLO, content=large))
        await zulip(UploadFile(file=File(name="a.txt", content=large.encode())))
    assert server.asked[0].parameters["content"] == large
    assert large.encode() in server.asked[1].body


async def test_a_trickle_does_not_outlast_the_total(connect: Connect) -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(bytes_of(OK + " " * 10_000)[:-10_000])
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.02)

    async with Loopback([drip]) as server:
        error = await failure_of(connect(server), HURRIED)
    assert isinstance(error, TimedOut)


async def test_silence_ends_a_poll_before_its_total(connect: Connect) -> None:
    async with Loopback([swallow]) as server:
        error = await failure_of(connect(server), Patience(total=60.0, silence=0.1))
    assert isinstance(error, TimedOut)


async def test_a_compressed_answer_is_read(connect: Connect) -> None:
    async with Loopback([answer(gzip.compress(OK.encode()), Content_Encoding="gzip")]) as server:
        assert await connect(server)(HELLO) == MessageSent(id=42)
    assert "gzip" in server.asked[0].headers["accept-encoding"]


async def test_a_chunked_answer_is_read(connect: Connect) -> None:
    raw = f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{OK[:5]}\r\n{len(OK) - 5:x}\r\n{OK[5:]}"
    async with Loopback([write(raw.encode() + b"\r\n0\r\n\r\n")]) as server:
        assert await connect(server)(HELLO) == MessageSent(id=42)


BIG = b'{"result":"success","id":42,"x":"' + b"a" * 5000 + b'"}'
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(BIG), BIG)


@pytest.mark.parametrize(
    "raw",
    [bytes_of(BIG), CHUNKED, bytes_of(zlib.compress(BIG), Content_Encoding="deflate")],
    ids=["announced", "chunked", "compressed"],
)
async def test_an_answer_that_is_too_long_is_refused(raw: bytes) -> None:
    async with Loopback([write(raw)]) as server:
        transport = Transport(server.url, body_limit=1000)
        with pytest.raises(MalformedAnswer, match="longer than 1000 bytes"):
            await transport.exchange(HELLO, "GET", "/x")
        await transport.close()


async def test_a_get_is_repeated_after_doubt_and_a_post_is_not(connect: Connect, clock: ManualClock) -> None:
    own = '{"result":"success","user_id":1,"email":"a","full_name":"A"}'
    acts = [answer("<html>", 502), answer("{", 200), write_and_close(bytes_of(own)[:-3]), answer(own)]
    async with Loopback(acts) as server:
        user = await connect(server)(GetOwnUser())
    assert user.user_id == 1
    assert server.lines == ["GET /api/v1/users/me"] * 4


async def test_exchanges_run_side_by_side(connect: Connect) -> None:
    gate = asyncio.Event()
    async with Loopback([park(gate, bytes_of(OK)), answer(OK)]) as server:
        zulip = connect(server)
        first = asyncio.create_task(zulip(HELLO))
        await server.has_asked(1)
        assert await zulip(HELLO) == MessageSent(id=42)
        gate.set()
        assert await first == MessageSent(id=42)


def test_a_file_without_certificates_is_a_problem_of_the_configuration(tmp_path: Path) -> None:
    bundle = tmp_path / "ca.pem"
    bundle.write_text("nothing")
    with pytest.raises(ConfigurationError, match="cert_bundle: the file holds no certificates"):
        Transport("https://x.example", cert_bundle=bundle)


async def test_a_call_with_a_key_says_so_and_is_watched_on_its_way(connect: Connect) -> None:
    seen: list[tuple[str, int]] = []
    async with Loopback([answer('{"result":"success","msg":"","id":7}')]) as server:
        zulip = connect(server)
        sent = await zulip.once(
            HELLO, idempotency_key="k-1", passed=lambda how: seen.append((how, len(server.asked)))
        )
    assert sent == MessageSent(id=7)
    assert server.asked[0].headers["idempotency-key"] == "k-1"
    assert [how for how, _ in seen] == ["written", "answered"]
    assert seen[1] == ("answered", 1)
