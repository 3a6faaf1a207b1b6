"""Files go out as multipart, come back as bytes, and carry the key nowhere else."""

from collections.abc import Callable
from email import message_from_bytes
from email.message import Message
from typing import Any

import pytest

from client.conftest import SITE, Http
from client.loopback import Asked, Loopback, answer
from dragoman.client import Credentials, Zulip
from dragoman.errors import ApiError, Forbidden, MalformedAnswer, NotFound
from dragoman.model import File, Secret
from dragoman.operations import (
    AvatarChanged,
    BotChanged,
    BotCreated,
    CreateBot,
    Done,
    FileUploaded,
    GetUploadUrl,
    Operation,
    Request,
    UpdateBot,
    UploadAvatar,
    UploadEmoji,
    UploadFile,
    operations,
)

PICTURE = File(name="naïve \u201cx\u201d.png", content=b"\x89PNG\r\n\x00", content_type="image/png")

UPLOADS: list[tuple[Operation[Any], str, str, object]] = [
    (
        UploadFile(file=PICTURE),
        "POST /api/v1/user_uploads",
        '"uri":"/user_uploads/2/ab/x.png","url":"/user_uploads/2/ab/x.png","filename":"x.png"',
        FileUploaded(uri="/user_uploads/2/ab/x.png", url="/user_uploads/2/ab/x.png", filename="x.png"),
    ),
    (UploadEmoji(emoji_name="party_emoji", file=PICTURE), "POST /api/v1/realm/emoji/party_emoji", "", Done()),
    (
        UploadAvatar(file=PICTURE),
        "POST /api/v1/users/me/avatar",
        '"avatar_url":"/user_avatars/2/x.png"',
        AvatarChanged(avatar_url="/user_avatars/2/x.png"),
    ),
    (
        CreateBot(full_name="B", short_name="b", file=PICTURE),
        "POST /api/v1/bots",
        '"user_id":38,"api_key":"k"',
        BotCreated(user_id=38, api_key=Secret("k")),
    ),
    (
        UpdateBot(bot_id=38, file=PICTURE),
        "PATCH /api/v1/bots/38",
        '"full_name":"B"',
        BotChanged(full_name="B"),
    ),
]


def success(members: str) -> str:
    return '{"result":"success","msg":""' + ("," + members if members else "") + "}"


def parts_of(asked: Asked) -> list[Message]:
    head = f"Content-Type: {asked.headers['content-type']}\r\n\r\n".encode()
    body = message_from_bytes(head + asked.body)
    assert body.is_multipart()
    return [part for part in body.get_payload() if isinstance(part, Message)]


@pytest.mark.parametrize(("operation", "line", "members", "wanted"), UPLOADS)
async def test_a_file_goes_out_as_multipart(
    account: Callable[[str], Credentials],
    operation: Operation[Any],
    line: str,
    members: str,
    wanted: object,
) -> None:
    async with (
        Loopback([answer(success(members))]) as server,
        Zulip(account(server.url)) as zulip,
    ):
        assert await zulip(operation) == wanted
    assert server.lines == [line]
    *texts, part = parts_of(server.asked[0])
    assert len(texts) == len(operation.parameters())
    assert (part.get_content_type(), part.get_payload(decode=True)) == ("image/png", PICTURE.content)
    name = 'Content-Disposition: form-data; name="file"; filename="naïve \u201cx\u201d.png"\r\n'
    assert name.encode() in server.asked[0].body
    assert server.asked[0].headers["authorization"].startswith("Basic ")


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("a b.txt", 'filename="a b.txt"'),
        ('a"b\\.txt', 'filename="a\\"b\\\\.txt"'),
        ("a\r\nX-Evil: 1\0.txt", 'filename="a__X-Evil: 1_.txt"'),
        ("half\ud83d", 'filename="half?"'),
        ("", 'filename="file"'),
    ],
)
async def test_no_name_of_a_file_gets_out_of_its_line(
    account: Callable[[str], Credentials], name: str, sent: str
) -> None:
    async with Loopback([answer(success(""))]) as server, Zulip(account(server.url)) as zulip:
        await zulip(UploadFile(file=File(name=name, content=b"x")))
    head = server.asked[0].body.split(b"\r\n\r\n")[0].decode()
    assert [line for line in head.split("\r\n") if "filename" in line] == [
        f'Content-Disposition: form-data; name="file"; {sent}'
    ]
    assert "X-Evil" not in [line.partition(":")[0] for line in head.split("\r\n")]


def test_every_call_that_uploads_is_tried_here() -> None:
    uploading = {kind for kind in operations() if "file" in kind.__struct_fields__}
    assert uploading == {type(operation) for operation, *_ in UPLOADS}


def test_a_call_without_files_has_none() -> None:
    requests: list[Request[Any]] = [operation for operation, *_ in UPLOADS]
    assert [request.files() for request in requests] == [[("file", PICTURE)]] * 5
    assert CreateBot(full_name="B", short_name="b").files() == []
    assert [request.parameters() for request in requests[:3]] == [[]] * 3


@pytest.mark.parametrize(
    ("answered", "place"),
    [
        (FileUploaded(url="/user_uploads/2/x"), "/user_uploads/2/x"),
        (FileUploaded(uri="/user_uploads/2/y"), "/user_uploads/2/y"),
        (FileUploaded(), ""),
    ],
)
def test_the_place_of_a_file_is_told_under_either_name(answered: FileUploaded, place: str) -> None:
    assert answered.location == place


@pytest.mark.parametrize("location", ["/user_uploads/2/ab/a b.txt", SITE + "/user_uploads/2/ab/a b.txt"])
async def test_a_file_is_fetched(http: Http, zulip: Zulip, location: str) -> None:
    http.answers("GET", f"{SITE}/user_uploads/2/ab/a%20b.txt", b"hello", Content_Type="text/plain")
    assert await zulip.download(location) == File(name="a b.txt", content=b"hello", content_type="text/plain")
    assert http.options[0]["headers"]["Authorization"].startswith("Basic ")


@pytest.mark.parametrize(
    "location",
    ["https://evil.example/x", "//evil.example/x", "user_uploads/x", "", SITE + ".evil.example/x"],
)
async def test_the_key_is_not_carried_elsewhere(zulip: Zulip, location: str) -> None:
    with pytest.raises(ValueError, match="not one of the organization's"):
        await zulip.download(location)


@pytest.mark.parametrize(("status", "kind"), [(403, Forbidden), (404, NotFound)])
async def test_a_plain_no_is_believed_where_files_are_asked_for(
    http: Http, zulip: Zulip, status: int, kind: type[ApiError]
) -> None:
    http.answers("GET", f"{SITE}/api/v1/user_uploads/2/a", "<p>No.</p>", status)
    with pytest.raises(kind, match=f"GetUploadUrl: {status}: <p>No.</p>"):
        await zulip(GetUploadUrl(path_id="2/a"))
    http.answers("GET", f"{SITE}/user_uploads/2/a", "<p>No.</p>", status)
    with pytest.raises(kind):
        await zulip.download("/user_uploads/2/a")


async def test_a_file_that_is_not_there_is_told(http: Http, zulip: Zulip) -> None:
    http.answers("GET", f"{SITE}/user_uploads/2/gone", '{"result":"error","msg":"no"}', 404)
    with pytest.raises(NotFound):
        await zulip.download("/user_uploads/2/gone")
    http.answers("GET", f"{SITE}/user_uploads/2/login", "", 302, Location="/login")
    with pytest.raises(MalformedAnswer, match="it sends elsewhere, to /login"):
        await zulip.download("/user_uploads/2/login")


@pytest.mark.parametrize(
    ("status", "headers", "place"),
    [
        (302, {"Location": "https://g.example/x?d=1"}, "https://g.example/x?d=1"),
        (302, {"Location": "/user_avatars/2/x.png"}, SITE + "/user_avatars/2/x.png"),
        (200, {}, SITE + "/avatar/9"),
    ],
)
async def test_the_picture_of_an_account_is_found(
    http: Http, zulip: Zulip, status: int, headers: dict[str, Any], place: str
) -> None:
    http.answers("GET", f"{SITE}/avatar/9", b"", status, **headers)
    assert await zulip.avatar(9) == place


async def test_an_account_without_a_picture_is_told(http: Http, zulip: Zulip) -> None:
    http.answers("GET", f"{SITE}/avatar/9", '{"result":"error","msg":"no"}', 404)
    with pytest.raises(NotFound):
        await zulip.avatar(9)
