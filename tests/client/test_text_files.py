"""A text that is too long for a message becomes its beginning and a file."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.model import File
from dragoman.operations import FileUploaded, Operation, UploadFile
from dragoman.text import file_link, fitted


class Uploads:
    """Takes files, and tells where each is."""

    def __init__(self, location: str = "/user_uploads/2/ab/message.md") -> None:
        self.files: list[File] = []
        self.location = location

    async def __call__(self, operation: Operation[Any]) -> Any:
        assert isinstance(operation, UploadFile)
        self.files.append(operation.file)
        return FileUploaded(url=self.location)


async def test_what_fits_stays_as_it_is() -> None:
    uploads = Uploads()
    assert await fitted("short", 5, uploads) == "short"
    assert uploads.files == []


async def test_what_is_too_long_is_uploaded_and_linked_to() -> None:
    uploads = Uploads()
    text = "one two three\n" * 20
    told = await fitted(text, 80, uploads, name="log.txt")
    assert told == "one two three\none two three\n\n[log.\u200btxt](/user_uploads/2/ab/message.md)"
    assert uploads.files == [
        File(name="log.txt", content=text.encode(), content_type="text/plain; charset=utf-8")
    ]


@given(st.text(min_size=200, max_size=400), st.integers(100, 199))
async def test_it_always_fits(text: str, limit: int) -> None:
    assert len(await fitted(text, limit, Uploads())) <= limit


async def test_a_limit_without_room_for_the_link_is_refused() -> None:
    with pytest.raises(ValueError, match="a part must have room"):
        await fitted("x" * 50, 20, Uploads())


@pytest.mark.parametrize(
    ("name", "location", "linked"),
    [
        ("a b.txt", "/user_uploads/1/a b.txt", "[a b.\u200btxt](/user_uploads/1/a%20b.txt)"),
        ("](x", "/user_uploads/1/x", "[)(x](/user_uploads/1/x)"),
        ("", "/user_uploads/1/x", "[file](/user_uploads/1/x)"),
        ("a.md", "", "a.\u200bmd"),
    ],
)
def test_a_file_is_linked_by_its_name(name: str, location: str, linked: str) -> None:
    assert file_link(name, location) == linked
