"""Each POST says which one it is, so that a server which knows the header can tell a repetition."""

from collections.abc import Callable
from typing import Any

import pytest

from client.conftest import SITE, Http
from client.loopback import Loopback, answer, write_and_close
from client.pausing import noting
from dragoman.client import Credentials, Zulip
from dragoman.clock import ManualClock
from dragoman.model import File
from dragoman.operations import (
    DeleteMessage,
    GetOwnUser,
    Operation,
    SendMessage,
    UpdateUserTopic,
    UploadFile,
)

HELLO = SendMessage(type="channel", to=5, topic="t", content="hi")
AGAIN = UpdateUserTopic(stream_id=5, topic="t", visibility_policy=1)
DONE = '{"result":"success","msg":"","id":42}'
UPLOADED = '{"result":"success","msg":"","url":"/user_uploads/1"}'


async def keys(zulip: Zulip, http: Http, operation: Operation[Any], body: str, **options: str) -> list[str]:
    """Return the keys that went out with a call."""
    http.answers(operation.method, f"{SITE}/api/v1{operation.target()}", body)
    await zulip(operation, **options)
    return [options["headers"].get("Idempotency-Key") for options in http.options]


async def test_two_posts_have_two_keys(http: Http, zulip: Zulip) -> None:
    await keys(zulip, http, HELLO, DONE)
    first, second = await keys(zulip, http, HELLO, DONE)
    assert None not in (first, second)
    assert first != second


async def test_a_key_of_one_s_own_is_used(http: Http, zulip: Zulip) -> None:
    assert await keys(zulip, http, HELLO, DONE, idempotency_key="reply-7") == ["reply-7"]


async def test_an_upload_has_a_key_too(http: Http, zulip: Zulip) -> None:
    upload = UploadFile(file=File(name="a", content=b"a"))
    assert await keys(zulip, http, upload, UPLOADED, idempotency_key="file-7") == ["file-7"]


@pytest.mark.parametrize("operation", [GetOwnUser(), DeleteMessage(message_id=7)])
async def test_what_is_no_post_has_none(http: Http, zulip: Zulip, operation: Operation[Any]) -> None:
    body = '{"result":"success","msg":"","user_id":1}'
    assert await keys(zulip, http, operation, body, idempotency_key="x") == [None]


async def test_a_repetition_has_the_key_of_the_first(
    account: Callable[[str], Credentials], clock: ManualClock
) -> None:
    async with (
        Loopback([write_and_close(b""), answer(DONE)]) as server,
        Zulip(account(server.url), clock=clock, jitter=lambda: 0.5) as zulip,
    ):
        await noting(clock, zulip(AGAIN), [])
    first, second = (request.headers["idempotency-key"] for request in server.asked)
    assert first == second


@pytest.mark.parametrize("key", ["a\r\nX-Evil: 1", "ключ", "x" * 256])
async def test_a_key_that_is_no_header_is_refused(zulip: Zulip, key: str) -> None:
    with pytest.raises(ValueError, match="an idempotency key is printable ASCII"):
        await zulip(HELLO, idempotency_key=key)
